import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Body, good, type Params, START, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { type RefusalRow, saidBy, testRefusals } from '../rules/rows.testing.ts';
import { key } from '../rules/targeting.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const graph = socialForTests();
const rowsOf = async (params: Params, path = US): Promise<Body[]> =>
  (await graph.get(`${path}/insights`, { limit: 500, ...params })).data;

describe('periods', () => {
  const period = async (date_preset: string) => {
    const [row] = await rowsOf({ date_preset });
    return [row.date_start, row.date_stop];
  };
  // A Sunday.
  test.each([
    ['today', '2026-11-15', '2026-11-15'],
    ['yesterday', '2026-11-14', '2026-11-14'],
    ['last_3d', '2026-11-12', '2026-11-14'],
    ['last_7d', '2026-11-08', '2026-11-14'],
    ['last_14d', '2026-11-01', '2026-11-14'],
    ['last_28d', '2026-10-18', '2026-11-14'],
    ['last_30d', '2026-10-16', '2026-11-14'],
    ['last_90d', '2026-08-17', '2026-11-14'],
    ['this_month', '2026-11-01', '2026-11-15'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_quarter', '2026-10-01', '2026-11-15'],
    ['last_quarter', '2026-07-01', '2026-09-30'],
    ['this_year', '2026-01-01', '2026-11-15'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['this_week_mon_today', '2026-11-09', '2026-11-15'],
    ['this_week_sun_today', '2026-11-15', '2026-11-15'],
    ['last_week_mon_sun', '2026-11-02', '2026-11-08'],
    ['last_week_sun_sat', '2026-11-08', '2026-11-14'],
    ['maximum', '2023-11-01', '2026-11-15'],
  ])('%s is %s to %s', async (preset, since, until) => {
    expect(await period(preset)).toEqual([since, until]);
  });

  // A Monday.
  test.each([
    ['last_month', '2026-12-01', '2026-12-31'],
    ['last_quarter', '2026-10-01', '2026-12-31'],
    ['this_quarter', '2027-01-01', '2027-01-04'],
    ['this_week_mon_today', '2027-01-04', '2027-01-04'],
    ['this_week_sun_today', '2027-01-03', '2027-01-04'],
    ['last_week_mon_sun', '2026-12-28', '2027-01-03'],
    ['last_week_sun_sat', '2026-12-27', '2027-01-02'],
  ])('in the new year %s is %s to %s', async (preset, since, until) => {
    graph.setNow(Date.parse('2027-01-04T20:00:00Z'));
    expect(await period(preset)).toEqual([since, until]);
    graph.setNow(START);
  });

  test('that are given by themselves stand each in a row', async () => {
    const time_ranges = [
      { since: '2026-11-01', until: '2026-11-03' },
      { since: '2026-10-01', until: '2026-10-31' },
    ];
    const rows = await rowsOf({ time_ranges });
    expect(rows.map((row) => [row.date_start, row.date_stop])).toEqual([
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-03'],
    ]);
  });

  const range = (since: unknown, until: unknown = '2026-11-02') => ({ time_range: { since, until } });
  const rows: RefusalRow[] = [
    [
      'steps beside single ranges',
      { time_ranges: [range('2026-11-01').time_range], time_increment: 1 },
      [100, undefined, 'time_increment'],
      { ...range('2026-11-01'), time_increment: 1 },
    ],
    ['a range in words', { time_range: { since: 'May' } }, [100, undefined, 'time_range'], range('2026-11-01')],
    ['a day in short', range('2026-11-1'), [100, undefined, 'time_range'], range('2026-11-01')],
    ['a number as a day', range(20261101), [100, undefined, 'time_range'], {}],
    ['a single range in words', { time_ranges: ['May'] }, [100, undefined, 'time_ranges'], {}],
    ['steps of no days', { time_increment: 0 }, [100, undefined, 'time_increment'], { time_increment: 90 }],
    ['steps of half a day', { time_increment: 0.5 }, [100, undefined, 'time_increment'], { time_increment: 1 }],
    ['an unknown level', { level: 'page' }, [100, undefined, 'level'], { level: 'ad' }],
    [
      'an unknown window',
      { action_attribution_windows: ['3d_click'] },
      [100, undefined, 'action_attribution_windows'],
      {},
    ],
    [
      'an unknown split of actions',
      { action_breakdowns: ['mood'] },
      [100, undefined, 'action_breakdowns'],
      { action_breakdowns: ['action_type'] },
    ],
    ['a sort without a direction', { sort: ['spend'] }, [100, undefined, 'sort'], { sort: ['spend_ascending'] }],
    [
      'a sort by what is no column',
      { sort: ['luck_ascending'] },
      [100, undefined, 'sort'],
      { sort: ['date_start_ascending'] },
    ],
    [
      'a filter on the page',
      { filtering: [{ field: 'page.name', operator: 'EQUAL', value: 'x' }] },
      [100, undefined, 'filtering'],
      { filtering: [{ field: 'campaign.name', operator: 'CONTAIN', value: 'x' }] },
    ],
    [
      'a filter on a field that does not exist',
      { filtering: [{ field: 'weather', operator: 'EQUAL', value: 'x' }] },
      [100, undefined, 'filtering'],
      { filtering: [{ field: 'campaign_name', operator: 'CONTAIN', value: 'x' }] },
    ],
    ['a page of more than 5,000', { limit: 5001 }, [1], { limit: 5000 }],
  ];
  testRefusals(graph, rows, (params) => ({ method: 'GET', path: `${US}/insights`, params }));
});

describe('columns', () => {
  const FIELDS =
    'spend impressions clicks reach frequency cpp cpc cpm ctr unique_clicks unique_ctr inline_link_clicks inline_link_click_ctr cost_per_inline_link_click outbound_clicks outbound_clicks_ctr website_ctr landing_page_view_per_link_click actions action_values conversions conversion_values cost_per_conversion cost_per_action_type purchase_roas cost_per_thruplay video_thruplay_watched_actions'.split(
      ' ',
    );
  const of = (rows: Body[] | undefined, type: string) => Number(rows?.find((row) => row.action_type === type)?.value);

  test('are worked out from the counts, in major units', async () => {
    const [row] = await rowsOf({ date_preset: 'last_30d', fields: FIELDS });
    const [spend, seen, clicks, reach] = ['spend', 'impressions', 'clicks', 'reach'].map((name) => Number(row[name]));
    const [people, links] = [Number(row.unique_clicks), Number(row.inline_link_clicks)];
    const purchases = of(row.actions, 'purchase');
    const close = (value: unknown, wanted: number, name: string) => expect(Number(value), name).toBeCloseTo(wanted, 5);
    close(row.frequency, seen! / reach!, 'frequency');
    close(row.cpp, (spend! * 1000) / reach!, 'cpp');
    close(row.cpc, spend! / clicks!, 'cpc');
    close(row.cpm, (spend! * 1000) / seen!, 'cpm');
    close(row.ctr, (clicks! * 100) / seen!, 'ctr');
    close(row.unique_ctr, (people * 100) / reach!, 'unique_ctr');
    close(row.inline_link_click_ctr, (links * 100) / seen!, 'inline_link_click_ctr');
    close(row.cost_per_inline_link_click, spend! / links, 'cost_per_inline_link_click');
    close(of(row.outbound_clicks_ctr, 'outbound_click'), (links * 100) / seen!, 'outbound_clicks_ctr');
    close(of(row.website_ctr, 'link_click'), (links * 100) / seen!, 'website_ctr');
    close(row.landing_page_view_per_link_click, of(row.actions, 'landing_page_view') / links, 'landing pages');
    close(of(row.conversions, 'purchase'), purchases, 'conversions');
    close(of(row.cost_per_conversion, 'purchase'), spend! / purchases, 'cost_per_conversion');
    close(of(row.cost_per_action_type, 'purchase'), spend! / purchases, 'cost_per_action_type');
    close(of(row.conversion_values, 'purchase'), of(row.action_values, 'purchase'), 'conversion_values');
    close(of(row.purchase_roas, 'omni_purchase'), of(row.action_values, 'purchase') / spend!, 'purchase_roas');
    close(
      of(row.cost_per_thruplay, 'video_view'),
      spend! / of(row.video_thruplay_watched_actions, 'video_view'),
      'cost_per_thruplay',
    );
    expect(people).toBeLessThanOrEqual(Math.min(reach!, clicks!));
    expect(seen! / reach!).toBeGreaterThan(1);
  });

  test('of the objects stand from their level on', async () => {
    const fields = ['buying_type', 'optimization_goal', 'attribution_setting', 'created_time', 'updated_time'];
    const [ad] = await rowsOf({ date_preset: 'last_7d', level: 'ad', fields: ['ad_id', ...fields] });
    const { adset, ...own } = await graph.get(ad.ad_id, {
      fields: 'created_time,updated_time,adset{optimization_goal}',
    });
    expect(ad).toMatchObject({
      buying_type: 'AUCTION',
      optimization_goal: adset.optimization_goal,
      attribution_setting: '7d_click_1d_view',
      created_time: own.created_time.slice(0, 10),
      updated_time: own.updated_time.slice(0, 10),
    });
    const [campaign] = await rowsOf({ date_preset: 'last_7d', level: 'campaign', fields });
    expect(Object.keys(campaign).sort()).toEqual(['buying_type', 'date_start', 'date_stop']);
    const [account] = await rowsOf({ date_preset: 'last_7d', fields });
    expect(Object.keys(account).sort()).toEqual(['date_start', 'date_stop']);
  });

  test('split purchases by 28 days after a click, and by the windows of all data', async () => {
    const windows = ['1d_click', '7d_click', '28d_click', '1d_view', 'dda', '1d_ev'];
    const [{ actions }] = await rowsOf({
      time_range: { since: '2026-08-20', until: '2026-11-10' },
      fields: 'actions',
      action_attribution_windows: windows,
    });
    const row = actions.find(({ action_type }: Body) => action_type === 'purchase');
    expect(Number(row['28d_click'])).toBeGreaterThan(Number(row['7d_click']));
    expect(row.dda).toBe(row.value);
    expect(row).not.toHaveProperty('1d_ev');
    const click = actions.find(({ action_type }: Body) => action_type === 'link_click');
    expect([click['28d_click'], click.dda, click['1d_view']]).toEqual([click.value, click.value, undefined]);
  });

  test('are sorted by day, by name and by what an action counts', async () => {
    const sorted = async (sort: string, level: string, read: (row: Body) => unknown) =>
      (
        await rowsOf({
          date_preset: 'last_7d',
          fields: 'campaign_name,actions',
          level,
          sort,
          ...(level === 'account' && { time_increment: 1 }),
        })
      ).map(read);
    const days = await sorted('date_start_descending', 'account', (row) => row.date_start);
    expect(days).toEqual([...days].sort().reverse());
    expect(new Set(days).size).toBe(7);
    const names = (await sorted('campaign_name_ascending', 'campaign', (row) => row.campaign_name)) as string[];
    expect(names).toEqual([...names].sort());
    const clicks = await sorted('actions:link_click_ascending', 'campaign', (row) => of(row.actions, 'link_click'));
    expect(clicks).toEqual([...clicks].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(clicks).size).toBeGreaterThan(1);
  });

  test('are filtered by the objects behind them', async () => {
    const [{ ad_id, adset_id, campaign_name }] = await rowsOf({
      level: 'ad',
      fields: 'ad_id,adset_id,campaign_name',
      date_preset: 'last_7d',
    });
    const found = async (field: string, value: unknown, operator = 'IN') =>
      await rowsOf({
        level: 'ad',
        fields: 'ad_id,adset_id,campaign_name',
        date_preset: 'last_7d',
        filtering: [{ field, operator, value }],
      });
    expect((await found('ad.id', [ad_id])).map((row) => row.ad_id)).toEqual([ad_id]);
    expect((await found('ad_id', [ad_id])).map((row) => row.ad_id)).toEqual([ad_id]);
    expect(new Set((await found('adset.id', [adset_id])).map((row) => row.adset_id))).toEqual(new Set([adset_id]));
    expect(new Set((await found('campaign.name', campaign_name, 'EQUAL')).map((row) => row.campaign_name))).toEqual(
      new Set([campaign_name]),
    );
    expect(await found('ad.effective_status', ['DISAPPROVED'])).toEqual([]);
    expect((await found('adset.delivery_status', ['ACTIVE'])).length).toBeGreaterThan(0);
  });

  test('of nothing sum up to nothing', async () => {
    const { data, summary } = await graph.get(`${US}/insights`, {
      filtering: [{ field: 'campaign.name', operator: 'EQUAL', value: 'There is none' }],
      summary: 'true',
    });
    expect([data, summary]).toEqual([[], {}]);
  });
});

describe('slices', () => {
  /** An ad that ran for a day. */
  async function ran(targeting: Params, creative: Params, set: Params = {}): Promise<string> {
    const { id } = await graph.post(`${US}/campaigns`, { ...good.campaign, status: 'ACTIVE' });
    const adSet = { ...good.adSet(id), daily_budget: 50_000, targeting: { ...TARGETING, ...targeting }, ...set };
    const { id: adset_id } = await graph.post(`${US}/adsets`, adSet);
    const ad = { name: 'A', adset_id, status: 'ACTIVE', creative: { name: 'K', ...creative } };
    return (await graph.post(`${US}/ads`, ad)).id;
  }
  const labels = async (id: string, breakdowns: string) => {
    graph.setNow(START + DAY_MS);
    const found = (await rowsOf({ date_preset: 'maximum', breakdowns }, id)).map((row) => row[breakdowns]);
    graph.setNow(START);
    return found;
  };

  test('name the assets they showed', async () => {
    const { id: video_id } = await graph.post(`${US}/advideos`, { file_url: 'https://acme.example/v.mp4' });
    graph.setNow(START + HOUR_MS);
    const asset_feed_spec = {
      ...good.feed,
      ad_formats: ['AUTOMATIC_FORMAT'],
      descriptions: [{ text: 'D' }],
      videos: [{ video_id, thumbnail_url: 'https://acme.example/t.jpg' }],
    };
    const story = { object_story_spec: { page_id: ACCOUNTS.us.page }, asset_feed_spec };
    const id = await ran({}, story, { is_dynamic_creative: true });
    const told = expect.any(String);
    for (const [breakdown, ...assets] of [
      ['body_asset', { text: 'One' }, { text: 'Two' }],
      ['title_asset', { text: 'T' }],
      ['description_asset', { text: 'D' }],
      ['image_asset', { url: 'https://acme.example/a.png' }],
      ['video_asset', { video_id }],
      ['link_url_asset', { website_url: 'https://acme.example' }],
      ['call_to_action_asset', { name: 'SHOP_NOW' }],
    ] as const)
      expect(await labels(id, breakdown), breakdown).toEqual(assets.map((asset) => ({ ...asset, id: told })));
  });

  test('stand under the country of the account where the ad set names none', async () => {
    const story = { object_story_spec: good.story };
    const inTexas = await ran({ geo_locations: { regions: [key('region', 'Texas')] } }, story);
    expect(await labels(inTexas, 'country')).toEqual(['US']);
    const inKenya = await ran({ geo_locations: { countries: ['KE'] } }, story);
    expect(await labels(inKenya, 'country')).toEqual(['KE']);
    expect(await labels(inKenya, 'region')).toEqual(['Kenya (all)']);
    expect(await labels(inKenya, 'dma')).toEqual(['Unknown']);
    expect(await labels(inTexas, 'dma')).toContain('New York');
    const [{ id }] = (await graph.get(`${US}/customaudiences`, { limit: 1 })).data;
    const anywhere = { geo_locations: undefined, custom_audiences: [{ id }] };
    const declared = { dsa_beneficiary: 'Acme', dsa_payor: 'Acme' };
    const refused = await graph.refused('POST', `${US}/adsets`, {
      ...good.adSet((await graph.post(`${US}/campaigns`, good.campaign)).id),
      targeting: { ...TARGETING, ...anywhere },
      ...declared,
    });
    expect(refused.error_subcode).toBe(3858498);
  });
});

test('a report tells of itself while it is made, and its days', async () => {
  const time_range = { since: '2026-11-01', until: '2026-11-03' };
  const { report_run_id: run } = await graph.post(`${US}/insights`, { time_range, time_increment: 1, fields: 'spend' });
  const fields = 'is_running,async_status,async_percent_completion,date_start,date_stop,time_ref,time_completed';
  const told = () => graph.get(run, { fields });
  expect(await told()).toMatchObject({
    is_running: true,
    async_status: 'Job Not Started',
    async_percent_completion: 0,
    date_start: '2026-11-01',
    date_stop: '2026-11-03',
    time_ref: START / 1000,
  });
  graph.setNow(START + 150);
  expect((await told()).async_status).toBe('Job Started');
  graph.setNow(START + 1000);
  expect((await told()).async_status).toBe('Job Running');
  graph.setNow(START + DAY_MS);
  expect(await told()).toMatchObject({
    is_running: false,
    async_status: 'Job Completed',
    async_percent_completion: 100,
  });
  expect((await told()).time_completed).toBeLessThan(START / 1000 + 60);
  const { data } = await graph.get(`${run}/insights`);
  expect(data.map((row: Body) => row.date_start)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
  const error = await graph.refused('POST', `${US}/insights`, { time_range, sort: ['luck_ascending'] });
  expect(saidBy(error)).toEqual([100, undefined, 'sort']);
  graph.setNow(START);
});
