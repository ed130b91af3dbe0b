import { expect, test } from 'vitest';
import { CUSTOMER, changesForTests, faultsOf, fresh, NAMES } from '../changes.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const { created, newAdGroup, one, sandbox } = changesForTests();

async function post(path: string, body: unknown): Promise<string[]> {
  // Planning calls are let through once a second.
  sandbox.advance(1000);
  return faultsOf(await sandbox.call('POST', path.startsWith(':') ? CUSTOMER + path : `/v25/${path}`, body), 0);
}

const IDEAS = ':generateKeywordIdeas';
const seed = (count: number) => ({
  keywordSeed: { keywords: Array.from({ length: count }, (_, at) => `shoes ${at}`) },
});
const places = (count: number) => ({ geoTargetConstants: new Array(count).fill('geoTargetConstants/2276') });
const months = (start: object, end: object) => ({
  ...seed(1),
  historicalMetricsOptions: { yearMonthRange: { start, end } },
});
const at = (year: number, month: string) => ({ year: String(year), month });
const FIELDS = 'googleAdsFields:search';
const named = (where: string) => ({ query: `SELECT name WHERE name LIKE 'campaign.%' ${where}` });
const PLACES = 'geoTargetConstants:suggest';
const recommendations = (operations: object[]) => ({ operations });
const advice = (id: string) => ({ resourceName: `${NAMES}/recommendations/${id}` });
const DISMISS = ':dismiss';

/** What is asked, where, an accepted and a refused body, and the refusal. */
const CALLS: [string, string, object, object, string][] = [
  ['ideas for 21 keywords', IDEAS, seed(20), seed(21), 'collectionSizeError.TOO_MANY keyword_seed.keywords'],
  [
    'ideas for a page that is no address',
    IDEAS,
    { urlSeed: { url: 'acme.example/shoes' } },
    { urlSeed: { url: 'shoes' } },
    'keywordPlanIdeaError.URL_CRAWL_ERROR url_seed.url',
  ],
  [
    'ideas for eleven places',
    IDEAS,
    { ...seed(1), ...places(10) },
    { ...seed(1), ...places(11) },
    'collectionSizeError.TOO_MANY geo_target_constants',
  ],
  [
    'ideas for an unknown place',
    IDEAS,
    { ...seed(1), ...places(1) },
    { ...seed(1), geoTargetConstants: ['geoTargetConstants/2276', 'geoTargetConstants/1'] },
    'criterionError.INVALID_CRITERION_ID geo_target_constants[1]',
  ],
  [
    'a page of ideas that is too large',
    IDEAS,
    { ...seed(1), pageSize: 10_000 },
    { ...seed(1), pageSize: 10_001 },
    'requestError.INVALID_PAGE_SIZE page_size',
  ],
  [
    'a page of ideas by a made-up token',
    IDEAS,
    { ...seed(1), pageToken: Buffer.from('ideas 1').toString('base64url') },
    { ...seed(1), pageToken: 'next' },
    'requestError.INVALID_PAGE_TOKEN page_token',
  ],
  [
    'months backwards',
    IDEAS,
    months(at(2026, 'JANUARY'), at(2026, 'MARCH')),
    months(at(2026, 'MARCH'), at(2026, 'JANUARY')),
    'dateRangeError.INVALID_DATE historical_metrics_options.year_month_range',
  ],
  [
    'months before the last four years',
    IDEAS,
    months(at(2022, 'NOVEMBER'), at(2026, 'MARCH')),
    months(at(2022, 'SEPTEMBER'), at(2026, 'MARCH')),
    'dateRangeError.INVALID_DATE historical_metrics_options.year_month_range',
  ],
  [
    'places by nothing',
    PLACES,
    { locationNames: { names: ['Berlin'] } },
    {},
    'geoTargetConstantSuggestionError.REQUEST_PARAMETERS_UNSET location_names',
  ],
  [
    'places by 26 names',
    PLACES,
    { locationNames: { names: new Array(25).fill('Berlin') } },
    { locationNames: { names: new Array(26).fill('Berlin') } },
    'geoTargetConstantSuggestionError.LOCATION_NAME_LIMIT location_names',
  ],
  [
    'places by a name of 301 characters',
    PLACES,
    { locationNames: { names: ['B'.repeat(300)] } },
    { locationNames: { names: ['B'.repeat(301)] } },
    'geoTargetConstantSuggestionError.LOCATION_NAME_SIZE_LIMIT location_names',
  ],
  [
    'places of a country in words',
    PLACES,
    { locationNames: { names: ['Berlin'] }, countryCode: 'DE' },
    { locationNames: { names: ['Berlin'] }, countryCode: 'de' },
    'geoTargetConstantSuggestionError.INVALID_COUNTRY_CODE location_names',
  ],
  [
    'too large a page of fields',
    FIELDS,
    { ...named(''), pageSize: 10_000 },
    { ...named(''), pageSize: 10_001 },
    'requestError.INVALID_PAGE_SIZE page_size',
  ],
  [
    'a page of fields by a made-up token',
    FIELDS,
    named(''),
    { ...named(''), pageToken: 'x' },
    'requestError.INVALID_PAGE_TOKEN page_token',
  ],
  [
    'fields from a table',
    FIELDS,
    named(''),
    { query: 'SELECT name FROM campaign' },
    'queryError.UNEXPECTED_FROM_CLAUSE query',
  ],
  [
    'a field of fields that there is not',
    FIELDS,
    named(''),
    { query: 'SELECT colour' },
    'queryError.UNRECOGNIZED_FIELD query',
  ],
  [
    'fields sorted by what there is not',
    FIELDS,
    named('ORDER BY name'),
    named('ORDER BY colour'),
    'queryError.UNRECOGNIZED_FIELD query',
  ],
  [
    'a recommendation by a name that is none',
    `${NAMES}/recommendations${DISMISS}`,
    recommendations([advice('Mjo5MDAy')]),
    recommendations([{ resourceName: 'recommendations/Mzo5MDAz' }]),
    'requestError.RESOURCE_NAME_MALFORMED operations[0].resource_name',
  ],
  [
    'a hundred and one recommendations',
    `${NAMES}/recommendations${DISMISS}`,
    recommendations([advice('Mzo5MDAz')]),
    recommendations(new Array(101).fill(advice('MTo5MDAx'))),
    'recommendationError.TOO_MANY_OPERATIONS operations',
  ],
  [
    'no recommendations',
    `${NAMES}/recommendations${DISMISS}`,
    recommendations([advice('MTo5MDAx')]),
    recommendations([]),
    'recommendationError.NO_OPERATIONS operations',
  ],
];

test.each(CALLS)('%s: refused', async (_, path, good, bad, fault) => {
  expect(await post(path, bad)).toEqual([fault]);
  expect(await post(path, good)).toEqual([]);
});

test('planning calls are let through once a second for each account', async () => {
  expect(await post(IDEAS, seed(1))).toEqual([]);
  const again = async (customer: string) =>
    faultsOf(await sandbox.call('POST', `/v25/customers/${customer}${IDEAS}`, seed(1)));
  expect(await again(ACCOUNTS.america)).toEqual(['quotaError.RESOURCE_TEMPORARILY_EXHAUSTED']);
  expect(await again(ACCOUNTS.europe)).toEqual([]);
  sandbox.advance(1000);
  expect(await again(ACCOUNTS.america)).toEqual([]);
});

test('pages of fields and of ideas go on where the last one ended, in the order asked for', async () => {
  const query = "SELECT name WHERE name LIKE 'ad_group.%' ORDER BY name DESC";
  const fields = async (more: object) => (await sandbox.call('POST', `/v25/${FIELDS}`, { query, ...more })).body;
  const whole = (await fields({})).results.map(({ name }: { name: string }) => name);
  expect(whole).toEqual([...whole].sort().reverse());
  const first = await fields({ pageSize: 10 });
  const second = await fields({ pageSize: 10, pageToken: first.nextPageToken });
  expect([...first.results, ...second.results].map(({ name }: { name: string }) => name)).toEqual(whole.slice(0, 20));
  expect((await fields({ pageSize: whole.length })).nextPageToken).toBeUndefined();
  expect((await sandbox.call('GET', '/v25/googleAdsFields/campaign.colour')).status).toBe(404);
  const ideas = async (more: object) => {
    sandbox.advance(1000);
    const { body } = await sandbox.call('POST', CUSTOMER + IDEAS, { ...seed(2), ...more });
    return [body.results.map(({ text }: { text: string }) => text), body.nextPageToken];
  };
  const [all] = await ideas({});
  const [start, next] = await ideas({ pageSize: 3 });
  expect([...start, ...(await ideas({ pageSize: 3, pageToken: next }))[0]]).toEqual(all.slice(0, 6));
});

test('recommendations of one request are of one type, unless each may fail alone', async () => {
  const [{ n }] = sandbox.world.db
    .prepare("SELECT count(*) AS n FROM search_entities WHERE customer = ? AND kind = 'recommendation'")
    .all(ACCOUNTS.europe) as [{ n: number }];
  expect(n).toBeGreaterThan(2);
  const at = (id: string) => ({ resourceName: `customers/${ACCOUNTS.europe}/recommendations/${id}` });
  const apply = async (more: object) =>
    faultsOf(
      await sandbox.call('POST', `/v25/customers/${ACCOUNTS.europe}/recommendations:apply`, {
        operations: [at('MTo5MDAx'), at('Mjo5MDAy')],
        ...more,
      }),
      0,
    );
  expect(await apply({})).toEqual(['recommendationError.DIFFERENT_TYPES_NOT_SUPPORTED operations']);
  expect(await apply({ partialFailure: true })).toEqual([]);
});

test('an advised keyword comes with its match type and bid, or with those that are wished for', async () => {
  const adGroup = await newAdGroup();
  const store = sandbox.world.db.prepare(
    "INSERT INTO search_entities (customer, kind, key, doc) VALUES (?, 'recommendation', ?, ?)",
  );
  for (const key of ['a1', 'a2'])
    store.run(
      ACCOUNTS.america,
      key,
      JSON.stringify({
        ...{ resource_name: `${NAMES}/recommendations/${key}`, type: 'KEYWORD', ad_group: adGroup, dismissed: false },
        keyword_recommendation: {
          ...{ keyword: { text: `${key} shoes`, match_type: 'BROAD' }, recommended_cpc_bid_micros: 1_100_000 },
        },
      }),
    );
  const apply = (id: string, keyword?: object) =>
    post(`${NAMES}/recommendations:apply`, recommendations([{ ...advice(id), ...(keyword && { keyword }) }]));
  expect(await apply('a1')).toEqual([]);
  const other = await newAdGroup();
  expect(await apply('a2', { adGroup: other, matchType: 'EXACT', cpcBidMicros: '900000' })).toEqual([]);
  const keywordIn = async (group: string) => {
    const { adGroupCriterion } = await one(
      `SELECT ad_group_criterion.keyword.match_type, ad_group_criterion.cpc_bid_micros FROM ad_group_criterion WHERE ad_group.resource_name = '${group}'`,
    );
    return [adGroupCriterion.keyword.matchType, adGroupCriterion.cpcBidMicros];
  };
  expect(await keywordIn(adGroup)).toEqual(['BROAD', '1100000']);
  expect(await keywordIn(other)).toEqual(['EXACT', '900000']);
});

test('a total needs metrics to add up', async () => {
  const total = { searchSettings: { returnSummaryRow: true } };
  const query = (fields: string) =>
    sandbox.search(`SELECT ${fields} FROM campaign WHERE segments.date DURING LAST_7_DAYS`, ACCOUNTS.america, total);
  expect(faultsOf(await query('campaign.id'), 9)).toEqual([
    'requestError.CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS',
  ]);
  expect(faultsOf(await query('metrics.clicks'))).toEqual([]);
});

test.each([
  ['text for an object', { operations: [{ create: 'x' }] }, "'operations[0].create'"],
  ['an object for a list', { operations: {} }, "'operations'"],
  ['words for a number', { operations: [{ create: { bidModifier: 'half' } }] }, "'operations[0].create.bid_modifier'"],
  ['a number for a text', { operations: [{ create: { displayName: 7 } }] }, "'operations[0].create.display_name'"],
  ['a number for a mask', { operations: [{ updateMask: 7 }] }, "'operations[0].update_mask'"],
])('a body with %s is refused by the place of it', async (_, body, place) => {
  const reply = await sandbox.call('POST', `${CUSTOMER}/campaignCriteria:mutate`, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.message).toContain(place);
  const bytes = { operations: [{ create: { name: 'x', imageAsset: { data: 'no base 64!' } } }] };
  const image = await sandbox.call('POST', `${CUSTOMER}/assets:mutate`, bytes);
  expect(image.body.error.message).toContain("'operations[0].create.image_asset.data'");
});

test('a field that is null is left out', async () => {
  const create = { name: fresh('Label'), textLabel: null };
  expect(faultsOf(await sandbox.call('POST', `${CUSTOMER}/labels:mutate`, { operations: [{ create }] }))).toEqual([]);
});

const JOBS = `${NAMES}/offlineUserDataJobs`;
const hashed = { create: { userIdentifiers: [{ hashedEmail: 'a'.repeat(64) }] } };

test('a job of people is for a list of customers, has operations, and a rehearsal keeps nothing', async () => {
  const list = await created('userLists', { name: fresh('Customers'), crmBasedUserList: {} });
  const job = (change: object = {}, userList = list) => ({
    job: { type: 'CUSTOMER_MATCH_USER_LIST', customerMatchUserListMetadata: { userList }, ...change },
  });
  expect(await post(`${JOBS}:create`, job({ type: 'STORE_SALES_UPLOAD_FIRST_PARTY' }))).toEqual([
    'fieldError.INVALID_VALUE job.type',
  ]);
  expect(await post(`${JOBS}:create`, job({}, `${NAMES}/userLists/1`))).toEqual([
    'offlineUserDataJobError.INVALID_USER_LIST_ID job.customer_match_user_list_metadata.user_list',
  ]);
  const rehearsed = await sandbox.call('POST', `/v25/${JOBS}:create`, { ...job(), validateOnly: true });
  expect(rehearsed.body).toEqual({});
  const { resourceName } = (await sandbox.call('POST', `/v25/${JOBS}:create`, job())).body;
  expect(await post(`${resourceName}:addOperations`, { operations: [] })).toEqual([
    'requestError.REQUIRED_FIELD_MISSING operations',
  ]);
  const size = async () =>
    (await one(`SELECT user_list.size_for_display FROM user_list WHERE user_list.resource_name = '${list}'`)).userList
      .sizeForDisplay;
  const people = Array.from({ length: 6 }, (_, index) => ({
    create: { userIdentifiers: [{ hashedEmail: String(index).repeat(64) }] },
  }));
  expect(await post(`${resourceName}:addOperations`, { operations: people, validateOnly: true })).toEqual([]);
  expect(await post(`${resourceName}:addOperations`, { operations: [hashed] })).toEqual([]);
  expect(await post(`${resourceName}:run`, {})).toEqual([]);
  const before = await size();
  const next = (await sandbox.call('POST', `/v25/${JOBS}:create`, job())).body.resourceName;
  await post(`${next}:addOperations`, { operations: people });
  await post(`${next}:run`, {});
  const filled = await size();
  expect(Number(filled)).toBeGreaterThan(Number(before));
  const last = (await sandbox.call('POST', `/v25/${JOBS}:create`, job())).body.resourceName;
  expect(await post(`${last}:addOperations`, { operations: [{ removeAll: true }] })).toEqual([]);
  await post(`${last}:run`, {});
  expect(await size()).toBe('0');
});
