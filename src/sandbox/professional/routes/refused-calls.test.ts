import { beforeAll, expect, test } from 'vitest';
import { ACCESS_TOKEN_MS } from '../access.ts';
import { ACCOUNT_URN, CAMPAIGNS, CREATIVES, ONE, professionalForTests, START } from '../calls.testing.ts';
import { ACCOUNTS, ACME, APP } from '../seed.ts';
import { Store } from '../state.ts';

/** Calls of every resource: each row has one that is answered, and what spoils it. */
const sandbox = professionalForTests();
const enc = encodeURIComponent;
const OWNER = `(sponsoredAccount:${ACCOUNT_URN})`;
const LEADS = `leadFormResponses?q=owner&owner=${OWNER}&leadType=(leadType:SPONSORED)`;

const ids: Record<string, string> = {};
beforeAll(async () => {
  const { elements } = await sandbox.get(`${CAMPAIGNS}?q=search`);
  ids.campaign = enc(`urn:li:sponsoredCampaign:${elements[0].id}`);
  const rules = (await sandbox.get(`conversions?q=account&account=${ACCOUNT_URN}&count=50`)).elements;
  ids.conversion = enc(`urn:lla:llaPartnerConversion:${rules[0].id}`);
  const links = (await sandbox.get(`campaignConversions?q=campaigns&campaigns=List(${ids.campaign})`)).elements;
  for (const { campaign, conversion } of links) {
    ids.linked = `(campaign:${enc(campaign)},conversion:${enc(conversion)})`;
    ids.unlinked = `(campaign:${enc(campaign)},conversion:${enc('urn:lla:llaPartnerConversion:1')})`;
  }
  ids.creative = enc((await sandbox.get(`${CREATIVES}?q=criteria`)).elements[0].id);
  const store = new Store(sandbox.world.db);
  ids.post = enc(`urn:li:share:${store.list('post')[0]!.id}`);
  ids.lead = (await sandbox.get(`${LEADS}&count=1`)).elements[0].id;
  const tracked = { customValueParameters: { season: 'winter' } };
  await sandbox.send('PUT', `adTrackingParameters/(adEntity:(sponsoredCampaign:${ids.campaign}))`, { body: tracked });
  const grant = { clientId: APP.id, subject: ACME.member, scopes: ['r_ads'], kind: 'access' as const };
  store.tokens.saveToken({ ...grant, token: 'of-old', issuedAt: START - ACCESS_TOKEN_MS, expiresAt: START });
  store.tokens.saveToken({ ...grant, token: 'of-now', issuedAt: START, expiresAt: START + 1 });
});

const DAYS = 'dateRange=(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:14))';
const REPORT = `adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=ALL&accounts=List(${ACCOUNT_URN})`;
const FACET = (name: string) => `facet=${enc(`urn:li:adTargetingFacet:${name}`)}`;
const AIMED = `(include:(and:List((or:(${enc('urn:li:adTargetingFacet:locations')}:List(${enc('urn:li:geo:103644278')}))))))`;
const PRICE = (more: Record<string, string> = {}) => {
  const params = { bidType: 'CPM', campaignType: 'SPONSORED_UPDATES', matchType: 'EXACT', targetingCriteria: AIMED };
  const text = Object.entries({ ...params, ...more }).map(([name, value]) => `&${name}=${value}`);
  return `adBudgetPricing?q=criteriaV2&account=${ACCOUNT_URN}${text.join('')}`;
};
const COUNT = (criteria: string) => `audienceCounts?q=targetingCriteriaV2&targetingCriteria=${criteria}`;

/** What is wrong, a path that is answered, one that is refused, and the refusal. */
const READS: [string, () => string, () => string, object][] = [
  [
    'days that are no record',
    () => `${REPORT}&${DAYS}`,
    () => `${REPORT}&dateRange=(start:2026,end:2027)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'days in words',
    () => `${REPORT}&${DAYS}`,
    () => `${REPORT}&dateRange=(start:(year:2026,month:11,day:first))`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an order by an unknown field',
    () => `${REPORT}&${DAYS}&sortBy=(field:IMPRESSIONS,order:ASCENDING)`,
    () => `${REPORT}&${DAYS}&sortBy=(field:COLOUR,order:ASCENDING)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an order that is no record',
    () => `${REPORT}&${DAYS}&sortBy=(field:IMPRESSIONS)`,
    () => `${REPORT}&${DAYS}&sortBy=IMPRESSIONS`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an unknown finder',
    () => `${CAMPAIGNS}?q=search`,
    () => `${CAMPAIGNS}?q=guess`,
    { status: 400, message: "Finder 'guess' is not known here" },
  ],
  [
    'an address of nothing',
    () => `${CAMPAIGNS}?q=search`,
    () => 'adCampaignsOfAll?q=search',
    { status: 404, code: 'RESOURCE_NOT_FOUND' },
  ],
  [
    'a made-up page',
    () => `${CAMPAIGNS}?q=search&pageSize=1`,
    () => `${CAMPAIGNS}?q=search&pageSize=1&pageToken=x`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a page size in words',
    () => `${CAMPAIGNS}?q=search&pageSize=2`,
    () => `${CAMPAIGNS}?q=search&pageSize=two`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an empty page',
    () => `${CAMPAIGNS}?q=search&pageSize=1`,
    () => `${CAMPAIGNS}?q=search&pageSize=0`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an unknown order',
    () => `${CAMPAIGNS}?q=search&sortOrder=DESCENDING`,
    () => `${CAMPAIGNS}?q=search&sortOrder=UP`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a search that is no record',
    () => `${CAMPAIGNS}?q=search&search=(test:false)`,
    () => `${CAMPAIGNS}?q=search&search=List()`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a search by an unknown name',
    () => `${CAMPAIGNS}?q=search&search=(test:false)`,
    () => `${CAMPAIGNS}?q=search&search=(colour:(values:List(red)))`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a search without a list',
    () => `${CAMPAIGNS}?q=search&search=(status:(values:List(ACTIVE)))`,
    () => `${CAMPAIGNS}?q=search&search=(status:ACTIVE)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a search with maybe',
    () => 'adAccounts?q=search&search=(test:false)',
    () => 'adAccounts?q=search&search=(test:maybe)',
    { code: 'PARAM_INVALID' },
  ],
  [
    'a text that is a record',
    () => `${CREATIVES}?q=criteria&sortOrder=ASCENDING`,
    () => `${CREATIVES}?q=criteria&sortOrder=(a:b)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a list that is a text',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=ACTIVE`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a list of records',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=List((a:b))`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an unknown status of creatives',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(DRAFT)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE,LIVE)`,
    { message: "Array parameter 'intendedStatuses' value 'LIVE' is invalid." },
  ],
  [
    'an unfinished list',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'an empty place in a list',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE,)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'letters after a list',
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`,
    () => `${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)x`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'a creative by a URN of another kind',
    () => `${CREATIVES}/${ids.creative}`,
    () => `${CREATIVES}/${ids.campaign}`,
    { message: 'Key parameter value invalid' },
  ],
  ['an unknown account', () => ONE, () => 'adAccounts/1', { status: 404 }],
  ['the account of strangers', () => ONE, () => `adAccounts/${ACCOUNTS.japan.id}`, { status: 403 }],
  [
    'the campaigns of strangers',
    () => `${CAMPAIGNS}?q=search`,
    () => `adAccounts/${ACCOUNTS.japan.id}/adCampaigns?q=search`,
    { status: 403 },
  ],
  [
    'the users of strangers',
    () => `adAccountUsers?q=accounts&accounts=${ACCOUNT_URN}`,
    () => `adAccountUsers?q=accounts&accounts=${enc(`urn:li:sponsoredAccount:${ACCOUNTS.japan.id}`)}`,
    { status: 403 },
  ],
  [
    'a user who has no role',
    () => `adAccountUsers/(account:${ACCOUNT_URN},user:${enc(`urn:li:person:${ACME.member}`)})`,
    () => `adAccountUsers/(account:${ACCOUNT_URN},user:${enc('urn:li:person:x')})`,
    { status: 404 },
  ],
  [
    'a user without an account',
    () => `adAccountUsers/(account:${ACCOUNT_URN},user:${enc(`urn:li:person:${ACME.member}`)})`,
    () => `adAccountUsers/(user:${enc('urn:li:person:x')})`,
    { message: 'Key parameter value invalid' },
  ],
  [
    'a key that is unfinished',
    () => `campaignConversions/${ids.linked}`,
    () => `campaignConversions/(campaign:${ids.campaign}`,
    { message: 'Key parameter value invalid' },
  ],
  [
    'a link without a conversion',
    () => `campaignConversions/${ids.linked}`,
    () => `campaignConversions/(campaign:${ids.campaign})`,
    { message: 'Key parameter value invalid' },
  ],
  [
    'a link to what is not there',
    () => `campaignConversions/${ids.linked}`,
    () => `campaignConversions/${ids.unlinked}`,
    { status: 404 },
  ],
  ['an unknown post', () => `posts/${ids.post}`, () => `posts/${enc('urn:li:share:1')}`, { status: 404 }],
  ['an unknown image', () => `organizations/3000001`, () => `images/${enc('urn:li:image:x')}`, { status: 404 }],
  ['an unknown organization', () => 'organizations/3000001', () => 'organizations/1', { status: 404 }],
  [
    'segments of no account',
    () => `adSegments?q=accounts&accounts=List(${ACCOUNT_URN})`,
    () => 'adSegments?q=accounts',
    { code: 'PARAM_INVALID' },
  ],
  [
    'an unknown facet',
    () => `adTargetingEntities?q=adTargetingFacet&${FACET('seniorities')}`,
    () => `adTargetingEntities?q=adTargetingFacet&${FACET('colours')}`,
    { message: 'Facet urn:li:adTargetingFacet:colours is not known' },
  ],
  ['a count of a text', () => COUNT(AIMED), () => COUNT('all'), { code: 'PARAM_INVALID' }],
  [
    'a count without alternatives',
    () => COUNT(AIMED),
    () => COUNT('(include:(and:List((and:x))))'),
    { code: 'PARAM_INVALID' },
  ],
  [
    'a count by a facet without a list',
    () => COUNT(AIMED),
    () => COUNT(AIMED.replace(/List\(urn[^)]*\)/, 'all')),
    { code: 'PARAM_INVALID' },
  ],
  ['a price of an unknown bid', () => PRICE(), () => PRICE({ bidType: 'CPX' }), { code: 'PARAM_INVALID' }],
  [
    'a price of an unknown kind of campaign',
    () => PRICE(),
    () => PRICE({ campaignType: 'RADIO' }),
    { code: 'PARAM_INVALID' },
  ],
  ['a price by another match', () => PRICE(), () => PRICE({ matchType: 'BROAD' }), { code: 'PARAM_INVALID' }],
  ['leads of no owner', () => LEADS, () => LEADS.replace(OWNER, 'all'), { code: 'PARAM_INVALID' }],
  [
    'leads of a time that is no record',
    () => `${LEADS}&submittedAtTimeRange=(start:1,end:2)`,
    () => `${LEADS}&submittedAtTimeRange=1`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'leads of a time backwards',
    () => `${LEADS}&submittedAtTimeRange=(start:2,end:2)`,
    () => `${LEADS}&submittedAtTimeRange=(start:3,end:2)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'leads of a time in words',
    () => `${LEADS}&submittedAtTimeRange=(start:1)`,
    () => `${LEADS}&submittedAtTimeRange=(start:today)`,
    { code: 'PARAM_INVALID' },
  ],
  [
    'leads of a form without a version',
    () => `${LEADS}&count=1`,
    () => `${LEADS}&versionedLeadGenFormUrn=${enc('urn:li:leadGenForm:1')}`,
    { code: 'PARAM_INVALID' },
  ],
  ['an unknown lead', () => `leadFormResponses/${ids.lead}`, () => 'leadFormResponses/1', { status: 404 }],
  [
    'tracking of something else',
    () => `adTrackingParameters/(adEntity:(sponsoredCampaign:${ids.campaign}))`,
    () => `adTrackingParameters/(adEntity:(sponsoredCreative:${ids.creative}))`,
    { message: 'Key parameter value invalid' },
  ],
  [
    'tracking of an unknown campaign',
    () => `adTrackingParameters/(adEntity:(sponsoredCampaign:${ids.campaign}))`,
    () => `adTrackingParameters/(adEntity:(sponsoredCampaign:${enc('urn:li:sponsoredCampaign:1')}))`,
    { status: 404 },
  ],
];

test.each(READS)('%s: refused', async (_, answered, refused, refusal) => {
  expect(await sandbox.refused('GET', refused())).toMatchObject(refusal);
  const { status, body } = await sandbox.send('GET', answered());
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
});

test.each([
  [
    'another scheme',
    { headers: { authorization: `Basic ${ACME.token}` } },
    { status: 401, code: 'INVALID_ACCESS_TOKEN' },
  ],
  [
    'a scheme alone',
    { headers: { authorization: 'Bearer' } },
    { status: 401, code: 'EMPTY_ACCESS_TOKEN', serviceErrorCode: 65604 },
  ],
  [
    'a token that has expired',
    { token: 'of-old' },
    { status: 401, code: 'EXPIRED_ACCESS_TOKEN', serviceErrorCode: 65602 },
  ],
  ['a version in words', { headers: { 'linkedin-version': 'latest' } }, { status: 426, code: 'NONEXISTENT_VERSION' }],
  [
    'a version of no month',
    { headers: { 'linkedin-version': '202613' } },
    { status: 426, message: 'Requested version 20261301 is not active' },
  ],
])('%s is refused', async (_, asked, refusal) => {
  expect(await sandbox.refused('GET', 'adAccounts?q=search', asked)).toMatchObject(refusal);
  expect((await sandbox.send('GET', 'adAccounts?q=search', { token: 'of-now' })).status).toBe(200);
});
