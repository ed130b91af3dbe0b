import { expect, test } from 'vitest';
import { ACCOUNT_URN, good, professionalForTests, US } from '../calls.testing.ts';
import { READER_TOKEN, VIEWER } from '../seed.ts';

const sandbox = professionalForTests();
const ACCOUNT = `accounts=List(${ACCOUNT_URN})`;
const RANGE = 'dateRange=(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:14))';
const asked = (more: string) => `adAnalytics?q=analytics&timeGranularity=ALL&${RANGE}&${ACCOUNT}&${more}`;

const WRONG: [string, string][] = [
  ['a retired field', asked('pivot=CAMPAIGN&fields=impressions,pivotValue')],
  ['21 fields', asked(`pivot=CAMPAIGN&fields=${Array.from({ length: 21 }, () => 'clicks').join()}`)],
  ['several pivots of the one finder', asked('pivots=List(CAMPAIGN)')],
  ['no pivot', asked('')],
  ['an objective as the one pivot', asked('pivot=OBJECTIVE_TYPE')],
  ['no facet', `adAnalytics?q=analytics&timeGranularity=ALL&${RANGE}&pivot=CAMPAIGN`],
  ['a bare number', asked('pivot=CAMPAIGN&campaigns=List(600000001)')],
  [
    'members by the other finder',
    `adAnalytics?q=statistics&timeGranularity=ALL&${RANGE}&${ACCOUNT}&pivots=List(MEMBER_INDUSTRY)`,
  ],
  ['days backwards', asked('pivot=CAMPAIGN').replace('month:11,day:14', 'month:10,day:1')],
];

test.each(WRONG)('%s is refused', async (_, path) => {
  expect(await sandbox.refused('GET', path)).toMatchObject({ status: 400 });
});

test('without fields there are impressions and clicks alone, and reporting wants its scope', async () => {
  const { elements } = await sandbox.get(asked('pivot=CAMPAIGN'));
  expect(Object.keys(elements[0])).toEqual(['impressions', 'clicks']);
  const denied = await sandbox.refused('GET', asked('pivot=CAMPAIGN'), { token: READER_TOKEN });
  expect(denied).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
  const other = asked('pivot=CAMPAIGN').replace(US, '500000002');
  expect((await sandbox.send('GET', other, { token: VIEWER.token })).body.elements).toEqual([]);
});

test('the past does not follow a later change of the budget', async () => {
  const search = `adAccounts/${US}/adCampaigns?q=search&search=(name:(values:List(Engineers)))`;
  const [{ id }] = (await sandbox.get(search)).elements;
  const path = asked(`pivot=CAMPAIGN&campaigns=List(urn%3Ali%3AsponsoredCampaign%3A${id})&fields=costInLocalCurrency`);
  const before = await sandbox.get(path);
  await sandbox.patch(`adAccounts/${US}/adCampaigns/${id}`, { dailyBudget: { amount: '600', currencyCode: 'USD' } });
  expect(await sandbox.get(path)).toEqual(before);
});

test('segments that are not ready, or stand under the wrong facet, are refused', async () => {
  const { elements } = await sandbox.get(`adSegments?q=accounts&accounts=List(urn%3Ali%3AsponsoredAccount%3A${US})`);
  const urn = (name: string) => `urn:li:adSegment:${elements.find((one: { name: string }) => one.name === name).id}`;
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  const refused = (facet: string, name: string) => {
    const or = { [`urn:li:adTargetingFacet:${facet}`]: [urn(name)] };
    const body = { ...good.campaign(group), targetingCriteria: { include: { and: [{ or }] } }, status: 'DRAFT' };
    return sandbox.refused('POST', `adAccounts/${US}/adCampaigns`, { body });
  };
  expect(await refused('audienceMatchingSegments', 'Old list')).toMatchObject({ code: 'FIELD_VALUE_NOT_ACTIVE' });
  expect(await refused('dynamicSegments', 'Customers')).toMatchObject({
    code: 'INVALID_SEGMENT_ID_AND_FACET_COMBINATION_PROVIDED',
  });
});

test('rule 139: reach and penetration are told for at most 92 days, penetration not for creatives', async () => {
  const fields = 'fields=approximateMemberReach,audiencePenetration';
  const told = async (path: string) => Object.keys((await sandbox.get(path)).elements[0]);
  expect(await told(asked(`pivot=CAMPAIGN&${fields}`))).toEqual(['approximateMemberReach', 'audiencePenetration']);
  expect(await told(asked(`pivot=CREATIVE&${fields}`))).toEqual(['approximateMemberReach']);
  const long = asked(`pivot=CAMPAIGN&${fields}`).replace('month:11,day:1)', 'month:8,day:1)');
  expect(await told(long)).toEqual([]);
});
