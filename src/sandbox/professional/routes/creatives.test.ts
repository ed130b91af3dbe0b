import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { CAMPAIGNS, CREATIVES, good, money, professionalForTests, US } from '../calls.testing.ts';

const sandbox = professionalForTests();
const GROUPS = `adAccounts/${US}/adCampaignGroups`;
const PAGE = 'urn:li:organization:3000001';

async function campaign(more = {}): Promise<string> {
  const group = await sandbox.create(GROUPS, good.group);
  return `urn:li:sponsoredCampaign:${await sandbox.create(CAMPAIGNS, { ...good.campaign(group), ...more })}`;
}
const TEXT = { type: 'TEXT_AD', format: 'TEXT_AD' };
const textAd = { headline: 'H', description: 'D', landingPage: 'https://acme.example' };
const post = {
  author: PAGE,
  commentary: 'Words',
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  distribution: { feedDistribution: 'NONE' },
  adContext: { dscAdAccount: `urn:li:sponsoredAccount:${US}` },
};
const refused = (body: unknown) => sandbox.refused('POST', CREATIVES, { body });

test('a creative is born as a draft or active, reviewed within the hour, and stopped only after that', async () => {
  const entity = { campaign: await campaign(TEXT), content: { textAd }, intendedStatus: 'ACTIVE' };
  expect((await refused({ ...entity, intendedStatus: 'PAUSED' })).message).toContain('from null to PAUSED');
  const id = await sandbox.create(CREATIVES, entity);
  const path = `${CREATIVES}/${encodeURIComponent(id)}`;
  expect(await sandbox.get(path)).toMatchObject({ review: { status: 'PENDING' }, isServing: false });
  const pause = { body: { patch: { $set: { intendedStatus: 'PAUSED' } } }, method: 'PARTIAL_UPDATE' };
  expect((await sandbox.refused('POST', path, pause)).message).toContain('from ACTIVE to PAUSED');
  sandbox.advance(HOUR_MS);
  expect((await sandbox.send('POST', path, pause)).status).toBe(204);
  const content = { body: { patch: { $set: { content: { textAd } } } }, method: 'PARTIAL_UPDATE' };
  expect(await sandbox.refused('POST', path, content)).toMatchObject({ status: 422 });
  expect(await sandbox.refused('DELETE', path)).toMatchObject({ status: 400 });
});

test('contents are of one kind, that of the campaign, and within their lengths', async () => {
  const entity = { campaign: await campaign(TEXT), intendedStatus: 'DRAFT' };
  const share = 'urn:li:share:7000000000000000001';
  expect((await refused({ ...entity, content: { textAd, reference: share } })).message).toContain('union type');
  expect((await refused({ ...entity, content: { reference: 'urn:li:activity:1' } })).message).toContain(
    'Allowed URN types are adInMailContent, share, ugcPost',
  );
  expect((await refused({ ...entity, content: { reference: share } })).message).toContain('does not match');
  const long = { ...textAd, headline: 'x'.repeat(26) };
  expect((await refused({ ...entity, content: { textAd: long } })).message).toContain('25');
  const id = encodeURIComponent(await sandbox.create(CREATIVES, { ...entity, content: { textAd } }));
  expect(await sandbox.refused('GET', `creatives/${id}`)).toMatchObject({ status: 400 });
  expect(await sandbox.refused('GET', `${CREATIVES}/7`)).toMatchObject({ message: 'Key parameter value invalid' });
});

test('a post is made with its creative, by a page, with an image that is ready and its own', async () => {
  const inline = async (more: Record<string, unknown>) =>
    sandbox.send('POST', `${CREATIVES}?action=createInline`, {
      body: {
        creative: { campaign: target, intendedStatus: 'DRAFT', inlineContent: { post: { ...post, ...more } } },
      },
    });
  const target = await campaign();
  const start = { initializeUploadRequest: { owner: PAGE } };
  const { body } = await sandbox.send('POST', 'images?action=initializeUpload', { body: start });
  const content = { media: { id: body.value.image } };
  expect(await inline({ content })).toMatchObject({ status: 404 });
  const bytes = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'x' };
  expect((await fetch(body.value.uploadUrl, bytes)).status).toBe(201);
  sandbox.advance(1000);
  const made = await inline({ content });
  expect(made).toMatchObject({
    status: 200,
    body: { value: { creative: expect.stringMatching(/sponsoredCreative/) } },
  });
  expect(made.headers.get('x-restli-id')).toBeNull();
  expect((await inline({ distribution: undefined })).body.message).toContain('/distribution');
  expect((await inline({ adContext: {} })).body).toMatchObject({ code: 'MISSING_REQUIRED_FIELD_FOR_DSC' });
  expect(await inline({ author: 'urn:li:organization:3000002' })).toMatchObject({ status: 403 });
  expect(await inline({ content: { carousel: { cards: [{}] } } })).toMatchObject({ status: 400 });
});

const GROUP_FAULTS: [Record<string, unknown>, string][] = [
  [{ status: 'PAUSED' }, 'STATUS_CHANGE_NOT_ALLOWED'],
  [{ totalBudget: money('500') }, 'CONDITIONAL_MISSING_FIELD'],
  [{ dailyBudget: money('50') }, 'CONDITIONAL_FIELD_NOT_ALLOWED'],
  [{ name: ' ' }, 'INVALID_VALUE_BLANK_FIELD'],
  [{ name: 'x'.repeat(101) }, 'FIELD_LENGTH_TOO_LONG'],
  [{ account: 'urn:li:sponsoredAccount:500000002' }, 'MISMATCH_FIELDS'],
  [
    { budgetOptimization: { bidStrategy: 'MANUAL', budgetOptimizationStrategy: 'DYNAMIC' } },
    'CONDITIONAL_MISSING_FIELD',
  ],
];

test.each(GROUP_FAULTS)('a group with %j is refused with %s', async (spoiled, code) => {
  expect(await sandbox.refused('POST', GROUPS, { body: { ...good.group, ...spoiled } })).toMatchObject({ code });
});

const facet = (name: string, ...values: string[]) => ({ [`urn:li:adTargetingFacet:${name}`]: values });
const place = facet('locations', 'urn:li:geo:103644278');
const TARGETING_FAULTS: [string, object, string][] = [
  ['no location', { include: { and: [{ or: facet('seniorities', 'urn:li:seniority:6') }] } }, 'MISSING_FIELD'],
  ['a short name of a facet', { include: { and: [{ or: { locations: ['urn:li:geo:1'] } }] } }, 'INVALID_VALUE'],
  [
    'titles and seniorities in two clauses',
    {
      include: {
        and: [
          { or: place },
          { or: facet('titles', 'urn:li:title:100') },
          { or: facet('seniorities', 'urn:li:seniority:6') },
        ],
      },
    },
    'INCOMPATIBLE_TARGETING_COMBINATION',
  ],
  [
    'a value on both sides',
    { include: { and: [{ or: place }] }, exclude: { or: place } },
    'FIELD_CANNOT_BE_BOTH_IN_INCLUDED_AND_EXCLUDED_TARGETING',
  ],
  [
    'a value twice',
    { include: { and: [{ or: facet('locations', 'urn:li:geo:103644278', 'urn:li:geo:103644278') }] } },
    'INVALID_VALUE_DUPLICATE_EXIST',
  ],
  [
    'an unknown value',
    { include: { and: [{ or: facet('locations', 'urn:li:geo:5') }] } },
    'FIELD_VALUE_DOES_NOT_EXIST',
  ],
  [
    'genders excluded',
    { include: { and: [{ or: place }] }, exclude: { or: facet('genders', 'urn:li:gender:MALE') } },
    'INVALID_VALUE_FOR_FIELD',
  ],
  [
    'too few members',
    { include: { and: [{ or: facet('locations', 'urn:li:geo:100000001') }] } },
    'AUDIENCE_SIZE_TOO_SMALL',
  ],
];

test.each(TARGETING_FAULTS)('%s is refused', async (_, targetingCriteria, code) => {
  const group = await sandbox.create(GROUPS, good.group);
  const body = { ...good.campaign(group), targetingCriteria };
  expect(await sandbox.refused('POST', CAMPAIGNS, { body })).toMatchObject({ code });
});
