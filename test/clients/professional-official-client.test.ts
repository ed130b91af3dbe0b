import { beforeAll, expect, test } from 'vitest';
import { good, professionalForTests, US } from '../../src/sandbox/professional/calls.testing.ts';
import { ACME, APP } from '../../src/sandbox/professional/seed.ts';
import { type OfficialClient, officialClient } from './professional-official-client.ts';

/** The platform's own client against the sandbox: what it understands is not our own echo. */
const sandbox = professionalForTests();
let client: OfficialClient;
beforeAll(() => {
  client = officialClient(sandbox.origin).client;
});

const common = { versionString: '202609', accessToken: ACME.token };
const at = (resource: string) => ({
  ...common,
  resourcePath: `/adAccounts/{account}/${resource}`,
  pathKeys: { account: Number(US) },
});
const one = (resource: string) => ({ ...at(resource), resourcePath: `/adAccounts/{account}/${resource}/{id}` });

const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { response: { status: number; data: Record<string, unknown> } }) => error.response,
  );

test('finders go from page to page', async () => {
  const names: string[] = [];
  let pageToken: string | undefined;
  do {
    const queryParams = {
      search: { status: { values: ['ACTIVE', 'PAUSED'] }, test: false },
      pageSize: 3,
      ...(pageToken && { pageToken }),
    };
    const { data } = await client.finder({ ...at('adCampaigns'), finderName: 'search', queryParams });
    names.push(...data.elements.map(({ name }: { name: string }) => name));
    pageToken = data.metadata.nextPageToken;
  } while (pageToken);
  expect(names).toContain('Engineers');
  expect(new Set(names).size).toBe(names.length);
});

test('a group and its campaign are created, read in a batch, changed and deleted', async () => {
  const group = await client.create({ ...at('adCampaignGroups'), entity: { ...good.group, name: 'Made, by (them)' } });
  expect(group).toMatchObject({ status: 201, createdEntityId: expect.anything() });
  const groupId = String(group.createdEntityId);
  const entity = (name: string) => ({ ...good.campaign(groupId), name, status: 'DRAFT' });
  const { data } = await client.batchCreate({
    ...at('adCampaigns'),
    entities: [entity('One'), { ...entity('Two'), dailyBudget: { amount: '25', currencyCode: 'EUR' } }],
  });
  expect(data.elements).toMatchObject([{ status: 201 }, { status: 400, error: { code: 'MISMATCH_FIELDS' } }]);
  const id = Number(data.elements[0].id);
  await client.partialUpdate({
    ...one('adCampaigns'),
    pathKeys: { account: Number(US), id },
    id,
    patchSetObject: { name: 'First' },
  });
  const batch = await client.batchGet({ ...at('adCampaigns'), ids: [id, 1] });
  expect(batch.data.results[id]).toMatchObject({ name: 'First' });
  expect(batch.data.errors[1]).toMatchObject({ status: 404 });
  const both = await client.batchPartialUpdate({
    ...at('adCampaigns'),
    ids: [id],
    patchSetObjects: [{ name: 'Again' }],
  });
  expect(both.data.results[id]).toMatchObject({ status: 204 });
  const mixed = await client.batchPartialUpdate({
    ...at('adCampaigns'),
    ids: [id, 1],
    patchSetObjects: [{ dailyBudget: { amount: '30', currencyCode: 'EUR' } }, { name: 'Nobody' }],
  });
  expect(mixed.data).toMatchObject({
    results: {},
    errors: { [id]: { status: 400, code: 'MISMATCH_FIELDS' }, 1: { status: 404 } },
  });
  expect((await client.batchDelete({ ...at('adCampaigns'), ids: [id] })).data.results[id]).toMatchObject({
    status: 204,
  });
});

test('creatives are kept by URNs, changed in a batch by URNs, and deleted', async () => {
  const search = { name: { values: ['Text in the margin'] } };
  const found = await client.finder({ ...at('adCampaigns'), finderName: 'search', queryParams: { search } });
  const campaign = `urn:li:sponsoredCampaign:${found.data.elements[0].id}`;
  const textAd = { headline: 'H', description: 'D', landingPage: 'https://acme.example' };
  const entity = { campaign, intendedStatus: 'DRAFT', content: { textAd } };
  const { createdEntityId } = await client.create({ ...at('creatives'), entity });
  expect(createdEntityId).toMatch(/^urn:li:sponsoredCreative:\d+$/);
  const ids = [createdEntityId];
  const named = await client.batchPartialUpdate({ ...at('creatives'), ids, patchSetObjects: [{ name: 'Named' }] });
  expect(named.data.results).toEqual({ [String(createdEntityId)]: { status: 204 } });
  const { data } = await client.finder({ ...at('creatives'), finderName: 'criteria', queryParams: { creatives: ids } });
  expect(data.elements).toMatchObject([{ id: createdEntityId, name: 'Named' }]);
  const removed = await client.delete({
    ...one('creatives'),
    pathKeys: { account: Number(US), id: createdEntityId },
    id: createdEntityId,
  });
  expect(removed.status).toBe(204);
});

test('a query too long for an address is tunnelled, and reports come with the fields asked for', async () => {
  const campaigns = Array.from({ length: 150 }, (_, index) => `urn:li:sponsoredCampaign:${600000001 + index}`);
  const { data } = await client.finder({
    ...common,
    resourcePath: '/adAnalytics',
    finderName: 'analytics',
    queryParams: {
      pivot: 'CAMPAIGN',
      timeGranularity: 'DAILY',
      dateRange: { start: { year: 2026, month: 11, day: 1 }, end: { year: 2026, month: 11, day: 10 } },
      campaigns,
      fields: 'impressions,clicks,costInLocalCurrency,dateRange,pivotValues',
    },
  });
  expect(data.elements.length).toBeGreaterThan(10);
  expect(Object.keys(data.elements[0]).sort()).toEqual([
    'clicks',
    'costInLocalCurrency',
    'dateRange',
    'impressions',
    'pivotValues',
  ]);
});

test('actions answer with their value, refusals with the status and words of the platform', async () => {
  const upload = await client.action({
    ...common,
    resourcePath: '/images',
    actionName: 'initializeUpload',
    data: { initializeUploadRequest: { owner: 'urn:li:organization:3000001' } },
  });
  expect(upload.data.value.image).toMatch(/^urn:li:image:/);
  const plural = { ...good.campaign('1'), objectiveType: 'WEBSITE_VISITS' };
  expect(await refused(client.create({ ...at('adCampaigns'), entity: plural }))).toMatchObject({
    status: 422,
    data: { message: expect.stringContaining('is not an enum symbol') },
  });
  const old = { ...at('adCampaigns'), versionString: '202401', finderName: 'search' };
  expect(await refused(client.finder(old))).toMatchObject({ status: 426, data: { code: 'NONEXISTENT_VERSION' } });
});

test('lists are created, filled in a batch and found by their account', async () => {
  const account = `urn:li:sponsoredAccount:${US}`;
  const entity = {
    name: 'Theirs',
    account,
    accessPolicy: 'PRIVATE',
    type: 'USER',
    sourcePlatform: 'ACME',
    destinations: [{ destination: 'LINKEDIN' }],
  };
  const { createdEntityId } = await client.create({ ...common, resourcePath: '/dmpSegments', entity });
  const user = (action: string, idValue: string) => ({ action, userIds: [{ idType: 'SHA256_EMAIL', idValue }] });
  const { data } = await client.batchCreate({
    ...common,
    resourcePath: '/dmpSegments/{segment}/users',
    pathKeys: { segment: Number(createdEntityId) },
    entities: [user('ADD', 'b'.repeat(64)), user('ADD', 'readable'), user('REMOVE', 'c'.repeat(64))],
  });
  expect(data.elements).toMatchObject([{ status: 201 }, { status: 400 }, { status: 201 }]);
  const queryParams = { account, sourcePlatform: 'ACME' };
  const found = await client.finder({ ...common, resourcePath: '/dmpSegments', finderName: 'account', queryParams });
  expect(found.data.elements.at(-1)).toMatchObject({
    id: Number(createdEntityId),
    inputCount: 1,
    destinations: [{ destination: 'LINKEDIN', matchedCount: 1 }],
  });
  const unknown = { ...common, resourcePath: '/dmpSegments', entity: { ...entity, sourcePlatform: 'NOBODY' } };
  expect(await refused(client.create(unknown))).toMatchObject({ status: 422 });
});

test('the words of a post change, what it shows does not', async () => {
  const queryParams = { intendedStatuses: ['ACTIVE'], pageSize: 1 };
  const { data } = await client.finder({ ...at('creatives'), finderName: 'criteria', queryParams });
  const id = data.elements[0].content.reference;
  const post = { ...common, resourcePath: '/posts/{id}', pathKeys: { id }, id };
  expect((await client.partialUpdate({ ...post, patchSetObject: { commentary: 'New words' } })).status).toBe(204);
  expect((await client.get(post)).data).toMatchObject({ commentary: 'New words' });
  const picture = { content: { media: { id: 'urn:li:image:other' } } };
  expect(await refused(client.partialUpdate({ ...post, patchSetObject: picture }))).toMatchObject({ status: 422 });
});

test('tokens are refreshed and looked into', async () => {
  const auth = officialClient(sandbox.origin).auth(APP);
  const fresh = await auth.exchangeRefreshTokenForAccessToken(ACME.refresh);
  expect(fresh).toMatchObject({ expires_in: 5_184_000, token_type: 'Bearer' });
  const { data } = await auth.introspectAccessToken(String(fresh.access_token));
  expect(data).toMatchObject({ active: true, status: 'active', auth_type: '3L' });
  expect(await refused(auth.exchangeRefreshTokenForAccessToken('AQWunknown'))).toMatchObject({ status: 400 });
});
