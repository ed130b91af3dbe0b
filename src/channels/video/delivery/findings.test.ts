import { expect, test } from 'vitest';
import type { VideoClient } from '../client.ts';
import { AD_GROUPS, ADS, AdGroup, Advertiser, AUDIENCES, Campaign } from '../wire.ts';
import { audienceFindings, bidsIn } from './deeper-findings.ts';
import { obstacles, readSurroundings, type Surroundings } from './diagnose.ts';
import { advertiserFindings, budgetFindings } from './findings.ts';

const advertiser = Advertiser.parse({
  advertiser_id: '1',
  name: 'a',
  status: 'STATUS_ENABLE',
  currency: 'USD',
  timezone: 'UTC',
  balance: 10,
});
const NOW = Date.parse('2026-11-18T12:00:00Z');
const group = (id: string, more: object = {}) =>
  AdGroup.parse({
    adgroup_id: id,
    adgroup_name: id,
    advertiser_id: '1',
    campaign_id: '2',
    operation_status: 'ENABLE',
    ...more,
  });
const around = (groups: Surroundings['groups'], more: Partial<Surroundings> = {}, of: object = {}): Surroundings => ({
  level: 'campaign',
  advertiser,
  campaign: Campaign.parse({
    campaign_id: '2',
    advertiser_id: '1',
    campaign_name: 'c',
    objective_type: 'TRAFFIC',
    operation_status: 'ENABLE',
    ...of,
  }),
  groups,
  ad: undefined,
  now: NOW,
  ...more,
});

interface Platform {
  /** Ads by their ad group, with their statuses. */
  ads?: Record<string, string[]>;
  /** Of the rejected ones. */
  rejected?: Record<string, string[]>;
  audiences?: object[];
  reach?: number;
  spent?: Record<string, number>;
}
let asked: string[];

function platform({ ads = {}, rejected = {}, audiences = [], reach = 1e6, spent = {} }: Platform = {}): VideoClient {
  asked = [];
  const adsOf = (id: string) =>
    (ads[id] ?? ['ENABLE']).map((status, at) => ({
      ad_id: `${id}.${at}`,
      ad_name: 'ad',
      advertiser_id: '1',
      campaign_id: '2',
      adgroup_id: id,
      ...(status.startsWith('AD_STATUS')
        ? { operation_status: 'ENABLE', secondary_status: status }
        : { operation_status: status }),
    }));
  return {
    session: { platformNow: () => NOW },
    advertiser: async () => advertiser,
    all: async (kind: unknown) => (kind === AUDIENCES ? audiences : []),
    ask: async () => ({ user_count: { lower_end: 0, upper_end: reach } }),
    page: async (kind: unknown, _: string, { adgroup_ids }: { adgroup_ids: string[] }) => ({
      items: kind === ADS ? adgroup_ids.flatMap(adsOf) : [],
    }),
    get: async (path: string, query: { filtering?: { filter_value: string }[]; query_lifetime?: boolean }) => {
      if (path === 'ad/review_info')
        return {
          ad_review_map: Object.fromEntries(
            Object.entries(rejected).map(([id, reasons]) => [id, { reject_info: [{ reasons }] }]),
          ),
        };
      const [id] = JSON.parse(query.filtering![0]!.filter_value) as [string];
      asked.push(`${id} ${query.query_lifetime ? 'ever' : 'today'}`);
      return { list: [{ metrics: { spend: String(spent[id] ?? 0) } }] };
    },
  } as unknown as VideoClient;
}

const found = async (client: VideoClient, of: Surroundings) =>
  (await obstacles(client, '1', of)).map(({ about, level, id, stops }) => `${about} ${level} ${id} ${stops}`);

test('one ad group that runs is enough for a campaign, and nothing is claimed of those that were not read', async () => {
  const ads = { 8: ['DISABLE'] };
  expect(await found(platform({ ads }), around([group('8')]))).toEqual(['parts ad_group 8 true']);
  expect(await found(platform({ ads }), around([group('8'), group('9')]))).toEqual(['parts ad_group 8 false']);
  const many = Array.from({ length: 25 }, (_, at) => group(`${100 + at}`));
  const off = Object.fromEntries(many.slice(0, 20).map(({ adgroup_id }) => [adgroup_id, ['DISABLE']]));
  expect(new Set(await found(platform({ ads: off }), around(many)))).toEqual(
    new Set(many.slice(0, 5).map(({ adgroup_id }) => `parts ad_group ${adgroup_id} false`)),
  );
  expect(await found(platform(), around([]))).toEqual(['parts campaign 2 true']);
});

test('rejected ads stop an ad group when all that are on are rejected, also behind another status', async () => {
  const one = { 8: ['AD_STATUS_AUDIT_DENY', 'ENABLE'] };
  expect(await found(platform({ ads: one }), around([group('8')]))).toEqual(['review ad 8.0 false']);
  const hidden = { 8: ['AD_STATUS_BUDGET_EXCEED', 'DISABLE'] };
  const rejected = { '8.0': ['Claims'] };
  expect(await found(platform({ ads: hidden, rejected }), around([group('8')]))).toEqual(['review ad 8.0 true']);
  expect(await found(platform({ ads: hidden }), around([group('8')]))).toEqual([]);
});

test('a budget is looked at where it is held: of the campaign alone when it shares it, by the time that it is for', async () => {
  const lifetime = { budget: 100, budget_mode: 'BUDGET_MODE_TOTAL' };
  const held = { budget: 50, budget_mode: 'BUDGET_MODE_DAY' };
  const spent = { 2: 99, 8: 50 };
  const shared = around([group('8', held)], {}, { ...lifetime, budget_optimize_on: true });
  expect(await found(platform({ spent }), shared)).toEqual(['budget campaign 2 true']);
  expect(asked).toEqual(['2 ever']);
  expect(await found(platform({ spent }), around([group('8', held)]))).toEqual(['budget ad_group 8 false']);
  expect(asked).toEqual(['8 today']);
});

test('a budget counts as spent from 99 %, and an advertiser without money shows nothing', () => {
  const of = { level: 'campaign', id: '2' } as const;
  const held = { budget: 100, budget_mode: 'BUDGET_MODE_TOTAL' };
  expect(budgetFindings(of, held, 98.9)).toEqual([]);
  expect(budgetFindings(of, held, 99)).toMatchObject([{ stops: true }]);
  expect(budgetFindings(of, { ...held, budget: 0 }, 5)).toEqual([]);
  expect(advertiserFindings(advertiser)).toEqual([]);
  for (const balance of [0, -1])
    expect(advertiserFindings({ ...advertiser, balance })).toMatchObject([{ about: 'billing', stops: true }]);
});

test('audiences that are gone, matched or too small stop an ad group that is aimed at no other', async () => {
  const audience = (audience_id: string, cover_num: number, is_valid = true) => ({
    ...{ audience_id, name: 'x', audience_type: 'CUSTOM', is_valid, cover_num },
  });
  const audiences = [audience('good', 5_000), audience('small', 999), audience('matching', 5_000, false)];
  const stops = async (...aimed: string[][]) => {
    const of = around(aimed.map((audience_ids, at) => group(`${8 + at}`, { audience_ids })));
    return (await audienceFindings(platform({ audiences }), '1', of)).map((one) => one.stops);
  };
  expect(await stops(['good'])).toEqual([]);
  expect(await stops(['good', 'small'])).toEqual([false]);
  expect(await stops(['small', 'matching', 'gone'])).toEqual([true, true, true]);
  expect(await stops(['small'], ['good'])).toEqual([false]);
});

test('few people are a hint, from below ten thousand', async () => {
  const stops = async (reach: number) =>
    (await audienceFindings(platform({ reach }), '1', around([group('8')]))).map((one) => one.stops);
  expect([await stops(9_999), await stops(10_000)]).toEqual([[false], []]);
});

test('a bid is not blamed for a missing impression on the first day of an ad group', () => {
  const since = (start: string) =>
    bidsIn(around([group('8', { bid_type: 'BID_TYPE_CUSTOM', bid_price: 1, schedule_start_time: start })]), 0);
  expect(since('2026-11-16 12:00:00')).toMatchObject([{ about: 'bid', stops: false }]);
  expect(since('2026-11-18 00:00:00')).toEqual([]);
});

test('of many ad groups those that are likeliest to run are looked at first', async () => {
  const groups = [
    group('8', { operation_status: 'DISABLE', schedule_end_time: '2026-11-01 00:00:00' }),
    group('9', { operation_status: 'DISABLE' }),
    group('10'),
  ];
  const { campaign } = around([]);
  const client = {
    session: { platformNow: () => NOW },
    advertiser: async () => advertiser,
    list: async (kind: unknown) => ({ items: kind === AD_GROUPS ? groups : [campaign] }),
  } as unknown as VideoClient;
  const read = await readSurroundings(client, '1', 'campaign', '2');
  expect(read.groups.map(({ adgroup_id }) => adgroup_id)).toEqual(['10', '9', '8']);
});
