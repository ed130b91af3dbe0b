import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Body, good, START, socialForTests, US } from '../calls.testing.ts';
import { ACME_JAPAN } from '../seed.ts';

const graph = socialForTests();
const FIELDS = 'impressions,clicks,spend,actions,action_values';
const RANGE = { time_range: { since: '2026-08-20', until: '2026-11-10' } };

type Sums = Record<string, number>;

/** Impressions, clicks, cents and every action of all rows together. */
function sum(rows: Body[]): Sums {
  const sums: Sums = {};
  const add = (name: string, value: number) => {
    sums[name] = Math.round(((sums[name] ?? 0) + value) * 100) / 100;
  };
  for (const row of rows) {
    for (const name of ['impressions', 'clicks', 'spend']) add(name, Number(row[name]));
    for (const { action_type, value } of row.actions ?? []) add(action_type, Number(value));
    for (const { action_type, value } of row.action_values ?? []) add(`${action_type} value`, Number(value));
  }
  return sums;
}

async function all(path: string, params: Record<string, unknown>): Promise<Body[]> {
  return (await graph.get(`${path}/insights`, { fields: FIELDS, limit: 5000, ...params })).data;
}

const LIVE = {
  filtering: [{ field: 'campaign.effective_status', operator: 'IN', value: ['ACTIVE', 'PAUSED', 'ARCHIVED'] }],
};

describe('insights add up', () => {
  test.each([
    ['campaigns', { level: 'campaign' }],
    ['ad sets', { level: 'adset' }],
    ['ads', { level: 'ad' }],
    ['days', { time_increment: 1 }],
    ['weeks', { time_increment: 7 }],
    ['months', { time_increment: 'monthly' }],
    ['ages and genders', { breakdowns: 'age,gender' }],
    ['ages', { breakdowns: ['age'] }],
    ['countries', { breakdowns: 'country' }],
    ['regions', { breakdowns: 'region' }],
    ['placements', { breakdowns: 'publisher_platform,platform_position' }],
    ['devices on platforms', { breakdowns: 'publisher_platform,impression_device' }],
    ['hours', { breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone' }],
    ['ads by day', { level: 'ad', time_increment: 1 }],
  ])('over %s', async (_, params) => {
    const filter = {
      filtering: [
        { field: 'campaign.effective_status', operator: 'IN', value: ['ACTIVE'] },
        { field: 'ad.effective_status', operator: 'IN', value: ['ACTIVE', 'PAUSED', 'ADSET_PAUSED', 'ARCHIVED'] },
      ],
    };
    const [total] = await all(US, { ...RANGE, ...filter });
    const parts = await all(US, { ...RANGE, ...filter, ...params });
    expect(parts.length).toBeGreaterThan(1);
    expect(sum(parts)).toEqual(sum([total]));
  });

  test('and an account is the sum of its campaigns, the archived and deleted ones included', async () => {
    const campaigns = await all(US, {
      level: 'campaign',
      fields: `campaign_id,${FIELDS}`,
      date_preset: 'maximum',
      ...LIVE,
    });
    const visible = sum(campaigns);
    const [total] = await all(US, { date_preset: 'maximum' });
    expect(sum([total]).impressions!).toBeGreaterThan(visible.impressions!);
    const own = await Promise.all(campaigns.map(({ campaign_id }) => all(campaign_id, { date_preset: 'maximum' })));
    expect(sum(own.flat())).toEqual(visible);
  });

  test('but reach does not: the sum of days is more than the whole', async () => {
    const params = { ...RANGE, fields: 'reach,impressions' };
    const [whole] = await all(US, params);
    const days = await all(US, { ...params, time_increment: 1 });
    expect(days.reduce((sum, row) => sum + Number(row.reach), 0)).toBeGreaterThan(Number(whole.reach));
    expect(Number(whole.reach)).toBeLessThanOrEqual(Number(whole.impressions));
  });
});

describe('insights tell a believable year', () => {
  test('of more than three hundred days with delivery, in major units of the currency', async () => {
    const days = await all(US, { time_range: { since: '2025-11-15', until: '2026-11-14' }, time_increment: 1 });
    expect(days.length).toBe(365);
    const yen = await all(ACME_JAPAN.accounts[0]!, { access_token: ACME_JAPAN.token, date_preset: 'last_7d' });
    expect(yen[0].spend).toMatch(/^\d+$/);
    expect(Number(yen[0].spend)).toBeGreaterThan(100_000);
  });

  test('with weekends quieter than Wednesdays', async () => {
    const days = await all(US, { time_range: { since: '2026-08-02', until: '2026-10-31' }, time_increment: 1 });
    const on = (weekday: number) =>
      days
        .filter(({ date_start }) => new Date(date_start).getUTCDay() === weekday)
        .reduce((sum, { spend }) => sum + Number(spend), 0);
    expect(on(0)).toBeLessThan(on(3));
  });

  test('past numbers stay when budget and status change; later ones follow', async () => {
    const { data } = await graph.get(`${US}/campaigns`, { fields: 'name,daily_budget' });
    const { id } = data.find(({ name }: Body) => name === 'Newsletter sign-ups');
    const past = { time_range: { since: '2026-11-01', until: '2026-11-14' }, level: 'ad', fields: `ad_id,${FIELDS}` };
    const before = await all(id, past);
    const [yesterday] = await all(id, { time_range: { since: '2026-11-14', until: '2026-11-14' } });
    await graph.post(id, { daily_budget: 45_000 });
    expect(await all(id, past)).toEqual(before);
    graph.advance(3 * DAY_MS);
    const [tripled] = await all(id, { time_range: { since: '2026-11-17', until: '2026-11-17' } });
    expect(Number(tripled.spend)).toBeGreaterThan(5 * Number(yesterday.spend));
    await graph.post(id, { status: 'PAUSED' });
    graph.advance(2 * DAY_MS);
    expect(await all(id, { time_range: { since: '2026-11-19', until: '2026-11-19' } })).toEqual([]);
    graph.advance(-5 * DAY_MS);
    expect(START).toBeGreaterThan(0);
  });

  test('a new ad that runs gets numbers, from its review on and not before', async () => {
    const campaign = (await graph.post(`${US}/campaigns`, { ...good.campaign, status: 'ACTIVE' })).id;
    const adset_id = (await graph.post(`${US}/adsets`, good.adSet(campaign))).id;
    const ad = (
      await graph.post(`${US}/ads`, {
        name: 'A',
        adset_id,
        status: 'ACTIVE',
        creative: { name: 'K', object_story_spec: good.story },
      })
    ).id;
    expect(await all(ad, { date_preset: 'today' })).toEqual([]);
    graph.advance(6 * HOUR_MS);
    const [today] = await all(ad, { date_preset: 'today' });
    expect(Number(today.spend)).toBeGreaterThan(0);
    expect(Number(today.spend)).toBeLessThan(20);
    graph.advance(-6 * HOUR_MS);
  });
});

describe('insights queries', () => {
  test.each([
    ['platform_position alone', { breakdowns: 'platform_position' }, 100],
    ['two families of breakdowns', { breakdowns: 'age,country' }, 100],
    ['an unknown breakdown', { breakdowns: 'zodiac' }, 100],
    ['an unknown field', { fields: 'luck' }, 100],
    ['a time before 37 months', { time_range: { since: '2020-01-01', until: '2020-02-01' } }, 3018],
    ['a time that ends before it begins', { time_range: { since: '2026-02-01', until: '2026-01-01' } }, 100],
    ['an unknown preset', { date_preset: 'lifetime' }, 100],
    ['an increment of 91 days', { time_increment: 91 }, 100],
    [
      'videos by the hour',
      { fields: 'video_play_actions', breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone' },
      100,
    ],
    ['a foreign cursor', { after: 'AAAA' }, 2642],
  ])('are refused with %s', async (_, params, code) => {
    expect((await graph.refused('GET', `${US}/insights`, params)).code).toBe(code);
  });

  test('sort, filter by numbers, and sum up', async () => {
    const params = {
      level: 'ad',
      fields: 'ad_id,spend,impressions',
      date_preset: 'last_30d',
      sort: ['spend_descending'],
      limit: 500,
    };
    const { data, summary } = await graph.get(`${US}/insights`, { ...params, summary: 'true' });
    const spends = data.map(({ spend }: Body) => Number(spend));
    expect(spends).toEqual([...spends].sort((a, b) => b - a));
    expect(Number(summary.impressions)).toBe(
      data.reduce((sum: number, { impressions }: Body) => sum + Number(impressions), 0),
    );
    const least = spends[3];
    const few = await graph.get(`${US}/insights`, {
      ...params,
      filtering: [{ field: 'spend', operator: 'GREATER_THAN', value: least }],
    });
    expect(few.data).toHaveLength(3);
  });

  test('count each thing that people do with a post, and all of them as its engagement', async () => {
    const sums = sum(await all(US, RANGE));
    const parts = ['post_reaction', 'comment', 'post', 'link_click', 'video_view'].map((type) => sums[type]!);
    for (const part of parts) expect(part).toBeGreaterThan(0);
    expect(sums.post_engagement).toBe(parts.reduce((all, part) => all + part));
  });

  test('split conversions by attribution window', async () => {
    const [row] = await all(US, {
      ...RANGE,
      action_attribution_windows: ['1d_click', '7d_click', '1d_view', '7d_view'],
    });
    const purchase = row.actions.find(({ action_type }: Body) => action_type === 'purchase');
    expect(Number(purchase['7d_click']) + Number(purchase['1d_view'])).toBe(Number(purchase.value));
    expect(Number(purchase['1d_click'])).toBeLessThan(Number(purchase['7d_click']));
    expect(purchase['7d_view']).toBeUndefined();
  });

  test('work inside a field selection', async () => {
    const { data } = await graph.get(`${US}/campaigns`, {
      fields: 'name,insights.date_preset(last_7d){spend}',
      effective_status: ['ACTIVE'],
    });
    expect(Number(data.find(({ name }: Body) => name === 'Brand film').insights.data[0].spend)).toBeGreaterThan(0);
  });

  test('break dynamic creatives down by asset', async () => {
    const rows = await all(US, { ...RANGE, breakdowns: 'body_asset', fields: 'impressions' });
    expect(rows.length).toBeGreaterThan(1);
    expect(rows[0].body_asset).toMatchObject({ text: expect.any(String), id: expect.any(String) });
  });
});
