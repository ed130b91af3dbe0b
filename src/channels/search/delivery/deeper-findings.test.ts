import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { Row } from '../resources/wire/row.ts';
import {
  declarationFindings,
  keywordFindings,
  learningFindings,
  lossFindings,
  recentNumbers,
  reviewFindings,
  scheduleFindings,
} from './deeper-findings.ts';
import type { Surroundings } from './findings.ts';

const resourceName = 'r';
const rowOf = (parts: Record<string, object>) =>
  Row.parse(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { resourceName, ...part }])));

const adGroup = { id: '1', status: 'ENABLED' };
const keyword = (text: string, more: object = {}) =>
  rowOf({ adGroup, adGroupCriterion: { criterionId: text, status: 'ENABLED', keyword: { text }, ...more } });

function around(more: Partial<Surroundings> & { of?: object; customer?: object } = {}): Surroundings {
  const { of, customer, ...rest } = more;
  return {
    subject: { level: 'campaign', campaignId: '7' },
    campaign: rowOf({
      campaign: { id: '7', advertisingChannelType: 'SEARCH', biddingStrategyType: 'MANUAL_CPC', ...of },
      customer: { currencyCode: 'USD', timeZone: 'America/New_York', ...customer },
    }),
    adGroups: [rowOf({ adGroup })],
    ads: [],
    keywords: [],
    assetGroups: [],
    ...rest,
  };
}

/** The emulator's campaigns lose little for want of budget, so the platform's answer is given here. */
function losses({ of = {}, budget = {}, share = {} }: { of?: object; budget?: object; share?: object }) {
  const metrics = { searchBudgetLostImpressionShare: 0.5, ...share };
  const client = { row: async () => Row.parse({ metrics }) } as unknown as SearchClient;
  const campaign = rowOf({
    campaign: { id: '7', advertisingChannelType: 'SEARCH', ...of },
    campaignBudget: { id: '8', amountMicros: '10000000', ...budget },
    customer: { currencyCode: 'USD' },
  });
  return lossFindings(client, '1', around({ campaign }));
}

test('a budget that is too small is raised on the campaign, and a shared one where it is shared', async () => {
  const mendOf = async (budget: object) => (await losses({ budget }))[0]?.mend;
  expect(await mendOf({})).toEqual({ tool: 'update_campaign', arguments: { campaign_id: '7', budget: '20.00' } });
  expect(await mendOf({ explicitlyShared: true })).toEqual({
    tool: 'update_campaign_budget',
    arguments: { budget_id: '8', budget: '20.00' },
  });
});

test('losses are told from a tenth for want of budget and a half for want of rank, for search campaigns with a budget', async () => {
  const about = async (given: Parameters<typeof losses>[0]) => (await losses(given)).map((one) => one.about);
  const few = { searchBudgetLostImpressionShare: 0.09, searchRankLostImpressionShare: 0.49 };
  const many = { searchBudgetLostImpressionShare: 0.1, searchRankLostImpressionShare: 0.5 };
  expect(await about({ share: few })).toEqual([]);
  expect(await about({ share: many })).toEqual(['budget', 'bid']);
  expect(await about({ budget: { amountMicros: '0' } })).toEqual([]);
  expect(await about({ of: { advertisingChannelType: 'DISPLAY' } })).toEqual([]);
  const [uneven] = await losses({ share: { searchBudgetLostImpressionShare: 0.3 } });
  expect(uneven).toMatchObject({ stops: false, mend: { arguments: { budget: '15.00' } } });
});

test('keywords that few search for stop a campaign only when they are all it has', () => {
  const rare = { systemServingStatus: 'RARELY_SERVED' };
  const found = (keywords: Surroundings['keywords']) => keywordFindings(around({ keywords })).map(({ stops }) => stops);
  expect(found([keyword('a', rare), keyword('b')])).toEqual([false]);
  expect(found([keyword('a', rare), keyword('b', { status: 'PAUSED' })])).toEqual([true]);
});

test('a bid below the first page is mended in whole coins, for fifty keywords at most', () => {
  const low = { effectiveCpcBidMicros: '500000', positionEstimates: { firstPageCpcMicros: '1234567' } };
  const [found] = keywordFindings(around({ keywords: [keyword('a', low), keyword('b')] }));
  expect(found).toMatchObject({ about: 'bid', stops: false });
  expect(found?.mend?.arguments).toEqual({ keywords: [{ ad_group_id: '1', keyword_id: 'a', cpc_bid: '1.24' }] });
  const many = Array.from({ length: 60 }, (_, at) => keyword(`k${at}`, low));
  const [all] = keywordFindings(around({ keywords: many }));
  expect(all).toMatchObject({ stops: true, message: '60 of 60 keywords bid less than the first page costs' });
  expect(all?.mend?.arguments.keywords).toHaveLength(50);
});

test('a bid is not compared where there is no estimate, or where the platform bids by itself', () => {
  const none = { effectiveCpcBidMicros: '-1', positionEstimates: { firstPageCpcMicros: '0' } };
  expect(keywordFindings(around({ keywords: [keyword('a', none)] }))).toEqual([]);
  const low = { effectiveCpcBidMicros: '1', positionEstimates: { firstPageCpcMicros: '1000000' } };
  const keywords = [keyword('a', low)];
  expect(keywordFindings(around({ keywords }))).toHaveLength(1);
  expect(keywordFindings(around({ keywords, of: { biddingStrategyType: 'MAXIMIZE_CONVERSIONS' } }))).toEqual([]);
});

test('learning is told by the status and by its reasons', () => {
  const told = (of: object) => learningFindings(around({ of })).map(({ about, stops }) => [about, stops]);
  expect(told({ primaryStatus: 'LEARNING' })).toEqual([['learning', false]]);
  expect(told({ primaryStatus: 'ELIGIBLE', primaryStatusReasons: ['BIDDING_STRATEGY_LEARNING'] })).toHaveLength(1);
  expect(told({ primaryStatus: 'ELIGIBLE', primaryStatusReasons: ['BUDGET_CONSTRAINED'] })).toEqual([]);
});

test('a disapproved keyword stops itself alone, and paused ads are not judged', () => {
  const keywords = [keyword('a', { approvalStatus: 'DISAPPROVED' })];
  expect(reviewFindings(around({ keywords }))).toMatchObject([{ level: 'keyword', id: 'a', stops: false }]);
  const subject = { level: 'keyword', campaignId: '7', adGroupId: '1', keywordId: 'a' } as const;
  expect(reviewFindings(around({ keywords, subject }))).toMatchObject([{ stops: true }]);
  const policySummary = { approvalStatus: 'DISAPPROVED' };
  const paused = rowOf({ adGroup, adGroupAd: { status: 'PAUSED', ad: { id: '5' }, policySummary } });
  expect(reviewFindings(around({ ads: [paused] }))).toEqual([]);
});

test('a schedule is judged by the clock of the account, and a slot ends with the minute before its end', async () => {
  // Noon in New York, where it is summer: 16:00 UTC.
  const now = Date.parse('2026-07-06T16:00:00Z');
  const found = (startHour: number, endHour: number) => {
    const slot = { dayOfWeek: 'MONDAY', startHour, startMinute: 'ZERO', endHour, endMinute: 'ZERO' };
    const rows = [rowOf({ campaignCriterion: { type: 'AD_SCHEDULE', adSchedule: slot } })];
    const client = { rows: async () => rows, platformNow: () => now } as unknown as SearchClient;
    return scheduleFindings(client, '1', around());
  };
  expect(await found(12, 13)).toEqual([]);
  expect(await found(9, 12)).toMatchObject([{ about: 'schedule', stops: true }]);
  expect(await found(16, 17)).toMatchObject([{ message: expect.stringContaining('MONDAY 12:00 (America/New_York)') }]);
});

test('the numbers of a keyword are those of its ad group alone: criteria of several groups share their ids', async () => {
  const asked: string[] = [];
  const client = {
    rows: async (_: string, query: unknown) => {
      asked.push(JSON.stringify(query));
      return [];
    },
  } as unknown as SearchClient;
  const subject = { level: 'keyword', campaignId: '7', adGroupId: '41', keywordId: '5' } as const;
  await recentNumbers(client, '1', around({ subject }));
  await recentNumbers(client, '1', around());
  expect(asked.map((query) => query.includes('"ad_group.id"') && query.includes('41'))).toEqual([true, false]);
});

test('a missing declaration of political advertising is told with the tool that makes it, and a made one with its effect', () => {
  const told = (of: object) => declarationFindings(around({ of })).map(({ message }) => message);
  expect(told({ missingEuPoliticalAdvertisingDeclaration: true })).toEqual([
    expect.stringContaining('update_campaign sets contains_eu_political_advertising'),
  ]);
  expect(told({ containsEuPoliticalAdvertising: 'CONTAINS_EU_POLITICAL_ADVERTISING' })).toEqual([
    expect.stringContaining('not shown in the EU'),
  ]);
  expect(told({ containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING' })).toEqual([]);
});
