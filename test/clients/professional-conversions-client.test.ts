import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { professionalForTests, START, US } from '../../src/sandbox/professional/calls.testing.ts';
import { ACME } from '../../src/sandbox/professional/seed.ts';
import { type OfficialClient, officialClient } from './professional-official-client.ts';

/** Conversions and leads as the platform's own client writes and reads them. */
const sandbox = professionalForTests();
let client: OfficialClient;
beforeAll(() => {
  client = officialClient(sandbox.origin).client;
});

const common = { versionString: '202609', accessToken: ACME.token };
const account = `urn:li:sponsoredAccount:${US}`;
const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { response: { status: number; data: Record<string, unknown> } }) => error.response,
  );
const event = (conversion: string, eventId: string) => ({
  conversion,
  conversionHappenedAt: START - DAY_MS,
  eventId,
  conversionValue: { currencyCode: 'EUR', amount: '19.90' },
  user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: 'b'.repeat(64) }] },
});

test('a rule is made, joined to a campaign by its compound key, and receives one event and a batch', async () => {
  const entity = { name: 'Theirs', account, type: 'PURCHASE', conversionMethod: 'CONVERSIONS_API', enabled: true };
  const made = await client.create({ ...common, resourcePath: '/conversions', entity });
  expect(made.data).toMatchObject({ name: 'Theirs', postClickAttributionWindowSize: 30 });
  const conversion = `urn:lla:llaPartnerConversion:${made.createdEntityId}`;
  const found = await client.finder({
    ...common,
    resourcePath: '/adAccounts/{account}/adCampaigns',
    pathKeys: { account: Number(US) },
    finderName: 'search',
    queryParams: { search: { name: { values: ['Engineers'] } } },
  });
  const campaign = `urn:li:sponsoredCampaign:${found.data.elements[0].id}`;
  const link = await client.update({
    ...common,
    resourcePath: '/campaignConversions/{key}',
    pathKeys: { key: { campaign, conversion } },
    entity: { campaign, conversion },
  });
  expect(link.status).toBe(204);
  const one = await client.create({ ...common, resourcePath: '/conversionEvents', entity: event(conversion, 'O-1') });
  expect([one.status, one.data]).toEqual([201, '']);
  const many = await client.batchCreate({
    ...common,
    resourcePath: '/conversionEvents',
    entities: [event(conversion, 'O-2'), event(conversion, 'O-3')],
  });
  expect(many.data.elements).toEqual([{ status: 201 }, { status: 201 }]);
  const rules = await client.finder({
    ...common,
    resourcePath: '/conversions',
    finderName: 'account',
    queryParams: { account, start: 0, count: 50 },
  });
  expect(rules.data.elements.at(-1)).toMatchObject({
    name: 'Theirs',
    latestFirstPartyCallbackAt: START,
    associatedCampaigns: [{ campaign }],
  });
  const numeric = { ...event(conversion, 'O-4'), conversionValue: { currencyCode: 'EUR', amount: 19.9 } };
  expect(await refused(client.create({ ...common, resourcePath: '/conversionEvents', entity: numeric }))).toMatchObject(
    { status: 422, data: { message: expect.stringContaining('/conversionValue/amount') } },
  );
  const unknown = event('urn:lla:llaPartnerConversion:7', 'O-5');
  expect(await refused(client.create({ ...common, resourcePath: '/conversionEvents', entity: unknown }))).toMatchObject(
    { status: 403, data: { message: 'No ad accounts found' } },
  );
});

test('leads are found by owner, kind, time and version, encoded as the client encodes them', async () => {
  const queryParams = {
    owner: { sponsoredAccount: account },
    leadType: { leadType: 'SPONSORED' },
    submittedAtTimeRange: { start: START - 10 * DAY_MS, end: START },
  };
  const leads = (more: Record<string, unknown> = {}) =>
    client.finder({
      ...common,
      resourcePath: '/leadFormResponses',
      finderName: 'owner',
      queryParams: { ...queryParams, ...more },
    });
  const { data } = await leads();
  expect(data.elements[0]).toMatchObject({
    testLead: false,
    leadMetadata: { sponsoredLeadMetadata: { campaign: expect.stringMatching(/^urn:li:sponsoredCampaign:/) } },
    formResponse: { answers: expect.any(Array), consentResponses: [{ consentId: 7 }] },
  });
  const { versionedLeadGenFormUrn } = data.elements[0];
  expect((await leads({ versionedLeadGenFormUrn })).data.elements).toEqual(data.elements);
  const first = versionedLeadGenFormUrn.replace(',2)', ',1)');
  expect((await leads({ versionedLeadGenFormUrn: first })).data.elements).toEqual([]);
  const { id } = data.elements[0];
  const one = await client.get({ ...common, resourcePath: '/leadFormResponses/{id}', pathKeys: { id } });
  expect(one.data).toEqual(data.elements[0]);
});

test('an address is registered for leads, found again by criteria and taken away', async () => {
  const entity = { webhook: 'https://acme.example/leads', owner: { sponsoredAccount: account }, leadType: 'SPONSORED' };
  const { createdEntityId: id } = await client.create({ ...common, resourcePath: '/leadNotifications', entity });
  const { data } = await client.finder({
    ...common,
    resourcePath: '/leadNotifications',
    finderName: 'criteria',
    queryParams: { owner: { value: { sponsoredAccount: account } }, leadType: { leadType: 'SPONSORED' } },
  });
  expect(data.elements).toEqual([{ id: Number(id), ...entity }]);
  const removed = { ...common, resourcePath: '/leadNotifications/{id}', pathKeys: { id }, id };
  expect((await client.delete(removed)).status).toBe(204);
});

test('a form is made, read and published', async () => {
  const words = (text: string) => ({ localized: { en_US: text } });
  const entity = {
    owner: { sponsoredAccount: account },
    name: 'Webinar',
    creationLocale: { country: 'US', language: 'en' },
    content: {
      headline: words('Join'),
      questions: [{ predefinedField: 'EMAIL' }],
      legalInfo: { privacyPolicyUrl: 'https://acme.example/privacy' },
    },
  };
  const { createdEntityId: id } = await client.create({ ...common, resourcePath: '/leadForms', entity });
  const form = { ...common, resourcePath: '/leadForms/{id}', pathKeys: { id }, id };
  expect((await client.partialUpdate({ ...form, patchSetObject: { state: 'PUBLISHED' } })).status).toBe(204);
  expect((await client.get(form)).data).toMatchObject({ versionId: 1, state: 'PUBLISHED' });
});
