import { expect, test } from 'vitest';
import { ACCOUNT_URN, CAMPAIGNS, CREATIVES, good, ONE, professionalForTests, START, US } from '../calls.testing.ts';
import { READER_TOKEN, VIEWER } from '../seed.ts';
import { Store } from '../state.ts';

const sandbox = professionalForTests();
const GROUPS = `adAccounts/${US}/adCampaignGroups`;
const SEARCH = `${CAMPAIGNS}?q=search`;
const ACTIVE = 'search=(status:(values:List(ACTIVE)))';

interface Asked {
  verb?: string;
  body?: unknown;
  method?: string;
  headers?: Record<string, string>;
  token?: string;
}

/** What is asked, and what the refusal says. */
const CALLS: [string, string, Asked, object][] = [
  ['rule 1: no version', SEARCH, { headers: { 'linkedin-version': '' } }, { code: 'VERSION_MISSING' }],
  [
    'rule 2: a version that has ended',
    SEARCH,
    { headers: { 'linkedin-version': '202508' } },
    { status: 426, code: 'NONEXISTENT_VERSION' },
  ],
  ['rule 3: no token', SEARCH, { headers: { authorization: '' } }, { status: 401, serviceErrorCode: 65604 }],
  ['rule 3: an unknown token', SEARCH, { token: 'x' }, { status: 401, serviceErrorCode: 65600 }],
  [
    'rule 4: writing with a scope to read',
    GROUPS,
    { verb: 'POST', body: good.group, token: READER_TOKEN },
    { status: 403, code: 'ACCESS_DENIED' },
  ],
  [
    'rule 5: a viewer writes',
    GROUPS,
    { verb: 'POST', body: good.group, token: VIEWER.token },
    { status: 403, code: 'NO_PERMISSION_ON_ENTITY' },
  ],
  ['rule 7: a partial update without its name', `${CAMPAIGNS}/1`, { verb: 'POST', body: {} }, { status: 400 }],
  [
    'rule 8: several elements without the name of a batch',
    GROUPS,
    { verb: 'POST', body: { elements: [] } },
    { status: 422, message: expect.stringContaining('/elements :: unrecognized field') },
  ],
  [
    'rule 9: records without protocol 2.0.0',
    `${SEARCH}&${ACTIVE}`,
    { headers: { 'x-restli-protocol-version': '' } },
    { code: 'PARAM_INVALID' },
  ],
  ['rule 10: encoded structure', `${SEARCH}&${ACTIVE.replace('(', '%28')}`, {}, { code: 'PARAM_INVALID' }],
  [
    'rule 11: parameters of protocol 1.0',
    `${SEARCH}&search.status.values[0]=ACTIVE`,
    {},
    { code: 'QUERY_PARAM_NOT_ALLOWED' },
  ],
  ['rule 12: an unknown parameter', `${SEARCH}&colour=red`, {}, { code: 'QUERY_PARAM_NOT_ALLOWED' }],
  ['rule 13: a key in words', `${CAMPAIGNS}/seven`, {}, { message: expect.stringContaining('java.lang.Long') }],
  [
    'rule 15: a bare number among URNs',
    `${SEARCH}&search=(id:(values:List(600000001)))`,
    {},
    { message: 'Invalid Urn format. Invalid prefix.' },
  ],
  [
    'rule 15: letters in the URN of a campaign',
    `${SEARCH}&search=(id:(values:List(urn%3Ali%3AsponsoredCampaign%3Aseven)))`,
    {},
    { status: 400, message: expect.stringContaining('Deserializing') },
  ],
  ['rule 16: an unknown status', `${SEARCH}&${ACTIVE.replace('ACTIVE', 'LIVE')}`, {}, { code: 'PARAM_INVALID' }],
  ['rule 17: too large a page', `${SEARCH}&pageSize=1001`, {}, { code: 'PARAM_INVALID' }],
  ['rule 17: too large a page of creatives', `${CREATIVES}?q=criteria&pageSize=101`, {}, { code: 'PARAM_INVALID' }],
  ['rule 17: too large a count', 'adAccountUsers?q=authenticatedUser&count=1001', {}, { status: 400 }],
  ['rule 18: a long query', `${SEARCH}&search=(name:(values:List(${'x'.repeat(4100)})))`, {}, { status: 414 }],
  ['rule 19: creatives without an account', 'creatives?q=criteria', {}, { status: 400 }],
  [
    'rule 20: conversions without an account',
    'conversions?q=account',
    {},
    { message: "Parameter 'account' is required" },
  ],
  [
    'rule 22: an unknown symbol',
    GROUPS,
    { verb: 'POST', body: { ...good.group, status: 'LIVE' } },
    { status: 422, message: expect.stringContaining('"LIVE" is not an enum symbol') },
  ],
  [
    'rule 23: a plural objective',
    GROUPS,
    { verb: 'POST', body: { ...good.group, objectiveType: 'WEBSITE_VISITS' } },
    { status: 422, message: expect.stringContaining('is not an enum symbol') },
  ],
  [
    'rule 24: an unknown field',
    GROUPS,
    { verb: 'POST', body: { ...good.group, colour: 'red' } },
    { status: 422, message: expect.stringContaining('/colour :: unrecognized field') },
  ],
  [
    'rule 25: a read-only field',
    GROUPS,
    { verb: 'POST', body: { ...good.group, servingStatuses: [] } },
    { status: 422, message: expect.stringContaining('ReadOnly field') },
  ],
  [
    'rule 26: text for milliseconds',
    GROUPS,
    { verb: 'POST', body: { ...good.group, runSchedule: { start: 'soon' } } },
    { status: 422, message: expect.stringContaining('cannot be coerced to Long') },
  ],
  [
    'rule 28: several faults of the shape',
    GROUPS,
    { verb: 'POST', body: { ...good.group, id: 1, colour: 'red' } },
    { status: 422, message: expect.stringMatching(/\/id ::.*\n.*\/colour ::/) },
  ],
];

test.each(CALLS)('%s is refused', async (_, path, { verb = 'GET', ...asked }, refusal) => {
  expect(await sandbox.refused(verb, path, asked)).toMatchObject(refusal);
});

const ACCOUNT = `accounts=List(${ACCOUNT_URN})`;
const DAYS = 'dateRange=(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:14))';
const report = (more: string) => `adAnalytics?q=analytics&timeGranularity=ALL&${DAYS}&${ACCOUNT}&${more}`;
const FACET = 'facet=urn%3Ali%3AadTargetingFacet%3A';
const conversion = (days: number, type: string) => ({
  verb: 'POST',
  body: {
    name: 'C',
    type,
    account: `urn:li:sponsoredAccount:${US}`,
    postClickAttributionWindowSize: days,
  },
});

const LOOKUPS: [string, string, Asked][] = [
  ['rule 135: an unknown field', report('pivot=CAMPAIGN&fields=impressions,pivotValue'), {}],
  ['rule 135: 21 fields', report(`pivot=CAMPAIGN&fields=${Array.from({ length: 21 }, () => 'clicks').join()}`), {}],
  ['rule 136: no facet', report('pivot=CAMPAIGN').replace(`${ACCOUNT}&`, ''), {}],
  ['rule 136: a bare number', report('pivot=CAMPAIGN&campaigns=List(600000001)'), {}],
  ['rule 136: a URN with letters', report('pivot=CAMPAIGN&campaigns=List(urn%3Ali%3AsponsoredCampaign%3Ax)'), {}],
  ['rule 137: no pivot', report(''), {}],
  ['rule 137: no granularity', report('pivot=CAMPAIGN').replace('timeGranularity=ALL&', ''), {}],
  ['rule 137: no days', report('pivot=CAMPAIGN').replace(`${DAYS}&`, ''), {}],
  ['rule 137: days backwards', report('pivot=CAMPAIGN').replace('month:11,day:14', 'month:10,day:1'), {}],
  ['rule 138: several pivots of the one finder', report('pivots=List(CAMPAIGN)'), {}],
  ['rule 138: an objective as the one pivot', report('pivot=OBJECTIVE_TYPE'), {}],
  [
    'rule 138: member traits by the other finder',
    report('pivots=List(MEMBER_INDUSTRY)').replace('analytics&', 'statistics&'),
    {},
  ],
  [
    'rule 138: four pivots',
    report('pivots=List(CAMPAIGN,CREATIVE,SHARE,COMPANY)').replace('analytics&', 'statistics&'),
    {},
  ],
  ['rule 142: a list of what is searched', `adTargetingEntities?q=adTargetingFacet&${FACET}locations`, {}],
  ['rule 142: a search in what is listed', `adTargetingEntities?q=typeahead&query=a&${FACET}seniorities`, {}],
  ['rule 143: a count of nothing', 'audienceCounts?q=targetingCriteriaV2&targetingCriteria=(include:(and:List()))', {}],
  [
    'rule 143: a count by an unknown facet',
    'audienceCounts?q=targetingCriteriaV2&targetingCriteria=(include:(and:List((or:(colours:List(red))))))',
    {},
  ],
  ['rule 144: a window of 5 days', 'conversions', conversion(5, 'LEAD')],
  ['rule 144: a year for a kind without it', 'conversions', conversion(365, 'SEARCH')],
];

test.each(LOOKUPS)('%s is refused', async (_, path, { verb = 'GET', ...asked }) => {
  expect(await sandbox.refused(verb, path, asked)).toMatchObject({ status: 400 });
});

test('rule 2: a version is refused from its last day on', async () => {
  const headers = { 'linkedin-version': '202511' };
  expect((await sandbox.send('GET', SEARCH, { headers })).status).toBe(200);
  sandbox.setNow(Date.parse('2026-11-16T00:00:00Z'));
  expect(await sandbox.refused('GET', SEARCH, { headers })).toMatchObject({ status: 426 });
  sandbox.setNow(START);
});

test('rule 27: a creative has content of one kind', async () => {
  const content = { follow: {}, jobs: {} };
  const body = { campaign: 'urn:li:sponsoredCampaign:1', intendedStatus: 'DRAFT', content };
  expect((await sandbox.refused('POST', CREATIVES, { body })).message).toContain('union type');
});

const patch = (set: object) => ({ verb: 'POST', method: 'PARTIAL_UPDATE', body: { patch: { $set: set } } });
const ACCOUNTS: [string, string, Asked, string][] = [
  ['rule 29: the deletion of a running account', ONE, { verb: 'DELETE' }, 'DELETE_NOT_ALLOWED'],
  ['rule 30: an illegal step', ONE, patch({ status: 'DRAFT' }), 'INVALID_STATUS_TRANSITION'],
  ['rule 31: a blank name', ONE, patch({ name: ' ' }), 'BLANK_ACCOUNT_NAME'],
  ['rule 31: another currency', ONE, patch({ currency: 'EUR' }), 'FIELD_NOT_EDITABLE'],
  [
    'rule 31: an unknown currency',
    'adAccounts',
    { verb: 'POST', body: { name: 'A', currency: 'XTS' } },
    'CURRENCY_NOT_SUPPORTED',
  ],
  ['rule 32: a change of the test flag', ONE, patch({ test: true }), 'FIELD_NOT_EDITABLE'],
  [
    'rule 32: a second test account',
    'adAccounts',
    { verb: 'POST', body: { name: 'A', currency: 'USD', test: true } },
    'TEST_ACCOUNT_LIMIT_REACHED',
  ],
  [
    'rule 34: a group of another account',
    GROUPS,
    { verb: 'POST', body: { ...good.group, account: 'urn:li:sponsoredAccount:500000002' } },
    'MISMATCH_FIELDS',
  ],
];

test.each(ACCOUNTS)('%s is refused', async (_, path, { verb = 'GET', ...asked }, code) => {
  expect(await sandbox.refused(verb, path, asked)).toMatchObject({ code });
});

test('rule 35: the account of a group is fixed', async () => {
  const id = await sandbox.create(GROUPS, good.group);
  const { verb, ...asked } = patch({ account: good.group.account });
  expect(await sandbox.refused(verb, `${GROUPS}/${id}`, asked)).toMatchObject({ code: 'FIELD_NOT_ALLOWED' });
});

test('rule 56: an enterprise account keeps its groups as they are', async () => {
  const id = await sandbox.create(GROUPS, good.group);
  const store = new Store(sandbox.world.db);
  const account = store.find('account', US)!;
  store.save({ ...account, fields: { ...account.fields, type: 'ENTERPRISE' } });
  const { verb, ...asked } = patch({ runSchedule: { start: START + 5e8 } });
  const codes = [
    await sandbox.refused('POST', GROUPS, { body: good.group }),
    await sandbox.refused('DELETE', `${GROUPS}/${id}`),
    await sandbox.refused(verb, `${GROUPS}/${id}`, asked),
  ].map(({ code }) => code);
  store.save(account);
  expect(codes).toEqual([
    'CAMPAIGN_GROUP_CREATION_NOT_ALLOWED',
    'NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS',
    'FIELD_NOT_ALLOWED_FOR_ENTERPRISE_LMS_ACCOUNTS',
  ]);
});
