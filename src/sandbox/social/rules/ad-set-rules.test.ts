import { describe, expect, test } from 'vitest';
import { good, type Params, START, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const page = { page_id: ACCOUNTS.us.page };
const APP = { application_id: '1730000000000001', object_store_url: 'https://apps.apple.com/app/id1' };
const inDays = (days: number) => new Date(START + days * DAY_MS).toISOString();

const campaign = async (params: Params = {}) =>
  (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id as string;
const parents = new Map<string, string>();
async function parentFor(params: Params): Promise<string> {
  const key = JSON.stringify(params);
  if (!parents.has(key)) parents.set(key, await campaign(params));
  return parents.get(key)!;
}

/** `campaign` holds what the campaign is like, the rest is the ad set's. */
async function adSet({ campaign: wanted, promoted_object: promoted, ...params }: Params) {
  const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
  const filled = promoted && JSON.parse(JSON.stringify(promoted).replace('PIXEL', pixel));
  const parent = await parentFor((wanted as Params | undefined) ?? {});
  return { path: `${US}/adsets`, params: { ...good.adSet(parent), promoted_object: filled, ...params } };
}

const under = (objective: string, goal: string, destination?: string, promoted?: Params): Params => ({
  campaign: {
    objective: `OUTCOME_${objective}`,
    ...(objective === 'APP_PROMOTION' && { is_skadnetwork_attribution: false }),
  },
  optimization_goal: goal,
  destination_type: destination,
  promoted_object: promoted,
});
const bought = { pixel_id: 'PIXEL', custom_event_type: 'PURCHASE' };

describe('what goes together', () => {
  const rows: RuleRow[] = [
    [
      'rule 144: ON_AD under traffic',
      under('TRAFFIC', 'LINK_CLICKS', 'ON_AD', page),
      1815715,
      under('TRAFFIC', 'LINK_CLICKS', 'WEBSITE'),
    ],
    [
      'rule 144: ON_AD under engagement',
      under('ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_AD', page),
      1815715,
      under('ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_POST', page),
    ],
    [
      'rule 144: any destination under awareness',
      under('AWARENESS', 'REACH', 'WEBSITE', page),
      1815715,
      under('AWARENESS', 'REACH', undefined, page),
    ],
    [
      'rule 145: video views without ON_VIDEO',
      under('ENGAGEMENT', 'THRUPLAY', undefined, page),
      2490408,
      under('ENGAGEMENT', 'THRUPLAY', 'ON_VIDEO', page),
    ],
    [
      'rule 145: lead forms on WhatsApp',
      under('LEADS', 'LEAD_GENERATION', 'WHATSAPP', page),
      2490408,
      under('LEADS', 'CONVERSATIONS', 'WHATSAPP', page),
    ],
    [
      'rule 145: lead forms without ON_AD',
      under('LEADS', 'LEAD_GENERATION', undefined, page),
      2490408,
      under('LEADS', 'LEAD_GENERATION', 'ON_AD', page),
    ],
    [
      'rule 145: link clicks on WhatsApp under traffic',
      under('TRAFFIC', 'LINK_CLICKS', 'WHATSAPP', page),
      2490408,
      under('TRAFFIC', 'LINK_CLICKS', 'MESSENGER', page),
    ],
    [
      'rule 145: the goal of another objective',
      under('TRAFFIC', 'VALUE'),
      2490408,
      under('SALES', 'VALUE', undefined, bought),
    ],
    [
      'rule 146: awareness without a page',
      under('AWARENESS', 'REACH'),
      1815430,
      under('AWARENESS', 'REACH', undefined, page),
    ],
    [
      'rule 146: conversions without a pixel',
      under('SALES', 'OFFSITE_CONVERSIONS'),
      1815430,
      under('SALES', 'OFFSITE_CONVERSIONS', 'WEBSITE', bought),
    ],
    [
      'rule 146: a pixel without an event',
      under('SALES', 'OFFSITE_CONVERSIONS', undefined, { pixel_id: 'PIXEL' }),
      1815430,
    ],
    [
      'rule 146: an app without its store',
      under('APP_PROMOTION', 'APP_INSTALLS', undefined, { application_id: '1' }),
      1815430,
      under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP),
    ],
    ['rule 146: a pixel for a lead form', under('LEADS', 'LEAD_GENERATION', 'ON_AD', { ...page, ...bought }), 1815023],
    ['rule 146: a pixel beside an app', under('LEADS', 'LINK_CLICKS', 'APP', { ...APP, ...bought }), 1815229],
    [
      'rule 146: an app without an event under leads',
      under('LEADS', 'LINK_CLICKS', 'APP', APP),
      2446759,
      under('LEADS', 'LINK_CLICKS', 'APP', { ...APP, custom_event_type: 'LEAD' }),
    ],
    [
      'rule 146: leads counted under sales',
      under('SALES', 'OFFSITE_CONVERSIONS', undefined, { ...bought, custom_event_type: 'LEAD' }),
      2446814,
    ],
    [
      'rule 109: a pixel of somebody else',
      under('SALES', 'OFFSITE_CONVERSIONS', undefined, { ...bought, pixel_id: '1' }),
      1815045,
    ],
    [
      'rule 147: billing for clicks with another goal',
      { ...under('TRAFFIC', 'LANDING_PAGE_VIEWS'), billing_event: 'LINK_CLICKS' },
      'none',
      { ...under('TRAFFIC', 'LINK_CLICKS'), billing_event: 'LINK_CLICKS' },
    ],
    ['rule 147: billing for purchases', { billing_event: 'PURCHASE' }, 'none', { billing_event: 'IMPRESSIONS' }],
    [
      'rule 147: billing for installs',
      { ...under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP), billing_event: 'APP_INSTALLS' },
      'none',
    ],
    [
      'rule 9: an app campaign that does not say how it attributes',
      { ...under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP), campaign: { objective: 'OUTCOME_APP_PROMOTION' } },
      3955009,
    ],
    [
      'rule 65: an app of another system',
      { ...under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP), targeting: { ...TARGETING, user_os: ['Android'] } },
      1487678,
      { ...under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP), targeting: { ...TARGETING, user_os: ['iOS'] } },
    ],
    [
      'rule 65: an app on desktops',
      {
        ...under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP),
        targeting: { ...TARGETING, device_platforms: ['desktop'] },
      },
      1487678,
    ],
  ];
  testRules(graph, rows, adSet);

  test('an update is held to the same: a goal of another objective', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet({ promoted_object: undefined })).params);
    expect((await graph.refused('POST', id, { optimization_goal: 'VALUE' })).error_subcode).toBe(2490408);
    await graph.post(id, { optimization_goal: 'LANDING_PAGE_VIEWS' });
  });
});

describe('money', () => {
  const budget = { daily_budget: 5000, is_adset_budget_sharing_enabled: undefined };
  const value = under('SALES', 'VALUE', undefined, bought);
  const floor = (roas_average_floor: unknown) => ({
    bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS',
    bid_constraints: { roas_average_floor },
  });
  const cbo = { campaign: budget, daily_budget: undefined };
  const rows: RuleRow[] = [
    ['rule 18: budgets on both levels', { campaign: budget }, 1885621, cbo],
    ['rule 19: no budget at all', { daily_budget: undefined }, 1885272],
    ['rule 20: a budget below the minimum', { daily_budget: 99 }, 1885272, { daily_budget: 100 }],
    [
      'rule 20: a lifetime budget below the minimum by day',
      { daily_budget: undefined, lifetime_budget: 900, end_time: inDays(10) },
      1885272,
      { daily_budget: undefined, lifetime_budget: 1000, end_time: inDays(10) },
    ],
    [
      'rule 21: a bid above the budget',
      { bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_amount: 2001 },
      1885272,
      { bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_amount: 2000 },
    ],
    [
      'rule 21: a budget below five clicks',
      { billing_event: 'LINK_CLICKS', bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_amount: 401 },
      1885272,
      { billing_event: 'LINK_CLICKS', bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_amount: 400 },
    ],
    [
      'rule 25: a lifetime budget without an end',
      { daily_budget: undefined, lifetime_budget: 90000 },
      'none',
      { daily_budget: undefined, lifetime_budget: 90000, end_time: inDays(9) },
    ],
    ['rule 25: an end in the past', { end_time: inDays(-1) }, 1487033, { end_time: inDays(2) }],
    ['rule 26: a daily budget for half a day', { end_time: inDays(0.5) }, 'none', { end_time: inDays(1.5) }],
    [
      'rule 28: a cap without an amount',
      { bid_strategy: 'COST_CAP' },
      1815857,
      { bid_strategy: 'COST_CAP', bid_amount: 300 },
    ],
    [
      'rule 28: a cap inherited from the campaign',
      { ...cbo, campaign: { ...budget, bid_strategy: 'COST_CAP' } },
      1815857,
      { ...cbo, campaign: { ...budget, bid_strategy: 'COST_CAP' }, bid_amount: 300 },
    ],
    [
      'rule 29: an amount without a cap',
      { bid_strategy: 'LOWEST_COST_WITHOUT_CAP', bid_amount: 300 },
      1815857,
      { bid_amount: 300 },
    ],
    [
      'rule 30: a ROAS floor without value optimisation',
      { ...under('SALES', 'OFFSITE_CONVERSIONS', undefined, bought), ...floor(20000) },
      1885324,
      { ...value, ...floor(20000) },
    ],
    ['rule 31: a ROAS strategy without its floor', { ...value, bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }, 2490487],
    [
      'rule 31: a floor sent as an amount',
      { ...value, bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', bid_amount: 20000 },
      2490487,
    ],
    ['rule 31: a floor below 0.01', { ...value, ...floor(99) }, 'none', { ...value, ...floor(100) }],
    ['rule 31: a floor above 1000', { ...value, ...floor(10_000_001) }, 'none', { ...value, ...floor(10_000_000) }],
    ['rule 32: value with a cap', { ...value, bid_strategy: 'COST_CAP', bid_amount: 300 }, 1885324, value],
    [
      'rule 33: value of something else than purchases',
      under('SALES', 'VALUE', undefined, { ...bought, custom_event_type: 'ADD_TO_CART' }),
      'none',
      value,
    ],
    [
      'rule 34: a cap for conversations',
      { ...under('ENGAGEMENT', 'CONVERSATIONS', 'MESSENGER', page), bid_amount: 300 },
      1885204,
      under('ENGAGEMENT', 'CONVERSATIONS', 'MESSENGER', page),
    ],
    [
      'rule 35: another strategy than the campaign',
      { ...cbo, bid_strategy: 'COST_CAP', bid_amount: 300 },
      'none',
      { ...cbo, bid_strategy: 'LOWEST_COST_WITHOUT_CAP' },
    ],
    [
      'rule 36: a spend target without a campaign budget',
      { daily_spend_cap: 500 },
      'none',
      { ...cbo, daily_spend_cap: 500 },
    ],
    ['rule 36: a spend target of the other kind', { ...cbo, lifetime_spend_cap: 500 }, 'none'],
    [
      'rule 36: a minimum above the maximum',
      { ...cbo, daily_min_spend_target: 600, daily_spend_cap: 500 },
      'none',
      { ...cbo, daily_min_spend_target: 400, daily_spend_cap: 500 },
    ],
    [
      'rule 36: minimums above the campaign budget',
      { ...cbo, daily_min_spend_target: 5001 },
      2446149,
      { ...cbo, daily_min_spend_target: 5000 },
    ],
    [
      'rule 37: a bid below two cents for a thousand views',
      { ...under('TRAFFIC', 'REACH'), bid_amount: 1 },
      'none',
      { ...under('TRAFFIC', 'REACH'), bid_amount: 2 },
    ],
  ];
  testRules(graph, rows, adSet);

  test('rule 6: ad sets that share budgets bid alike and by the day', async () => {
    const id = await campaign({ is_adset_budget_sharing_enabled: true });
    const made = await graph.post(`${US}/adsets`, good.adSet(id));
    const other = { ...good.adSet(id), bid_strategy: 'COST_CAP', bid_amount: 300 };
    expect((await graph.refused('POST', `${US}/adsets`, other)).error_subcode).toBe(4834009);
    await graph.post(made.id, { bid_strategy: 'COST_CAP', bid_amount: 300 });
    await graph.post(`${US}/adsets`, other);
  });

  test('rule 22: a lifetime budget stays above what was spent; rule 27: and a daily one a daily one', async () => {
    const [{ id }] = (
      await graph.get(`${US}/adsets`, { filtering: [{ field: 'name', operator: 'EQUAL', value: 'Visitors 30 days' }] })
    ).data;
    expect(
      (await graph.refused('POST', id, { lifetime_budget: 100_000_000, end_time: inDays(90) })).error_user_title,
    ).toBe('Budget Kind Cannot Change');
    const parent = await campaign({ status: 'ACTIVE' });
    const set = await graph.post(`${US}/adsets`, {
      ...good.adSet(parent),
      daily_budget: 0,
      lifetime_budget: 100_000,
      end_time: inDays(9),
    });
    await graph.post(`${US}/ads`, {
      name: 'A',
      adset_id: set.id,
      creative: { name: 'K', object_story_spec: good.story },
    });
    graph.setNow(START + 3 * DAY_MS);
    expect((await graph.refused('POST', set.id, { lifetime_budget: 10_000 })).error_subcode).toBe(1885650);
    await graph.post(set.id, { lifetime_budget: 90_000 });
    graph.setNow(START);
  });

  test('rule 23: the fifth budget change of an hour is refused', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet({})).params);
    for (const daily_budget of [2100, 2200, 2300, 2400]) await graph.post(id, { daily_budget });
    expect(await graph.refused('POST', id, { daily_budget: 2500 })).toMatchObject({
      code: 613,
      error_subcode: 1487632,
    });
  });
});

describe('time', () => {
  const click = (window_days: number, ...more: object[]) => ({
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days }, ...more],
  });
  const view = (window_days: number) => ({ event_type: 'VIEW_THROUGH', window_days });
  const sales = under('SALES', 'OFFSITE_CONVERSIONS', undefined, bought);
  const reach = under('AWARENESS', 'REACH', undefined, page);
  const often = (spec: object) => ({
    ...reach,
    frequency_control_specs: [{ event: 'IMPRESSIONS', interval_days: 7, max_frequency: 2, ...spec }],
  });
  const lifetime = { daily_budget: undefined, lifetime_budget: 90_000, end_time: inDays(9) };
  const block = { start_minute: 480, end_minute: 720, days: [1, 2] };
  const parts = (...blocks: object[]) => ({ ...lifetime, pacing_type: ['day_parting'], adset_schedule: blocks });
  const rows: RuleRow[] = [
    ['rule 38: seven days after a click for link clicks', click(7), 1885501, click(1)],
    [
      'rule 38: a view without a click',
      { ...sales, attribution_spec: [view(1)] },
      1885501,
      { ...sales, ...click(7, view(1)) },
    ],
    ['rule 39: seven days after a view', { ...sales, ...click(7, view(7)) }, 1885501],
    ['rule 39: 28 days after a click', { ...sales, ...click(28) }, 1885501, { ...sales, ...click(7) }],
    ['rule 42: a frequency cap for clicks', { ...often({}), ...under('TRAFFIC', 'LINK_CLICKS') }, 'none', often({})],
    ['rule 42: a frequency cap over 91 days', often({ interval_days: 91 }), 'none', often({ interval_days: 90 })],
    ['rule 42: a frequency cap of clicks', often({ event: 'CLICKS' }), 'none'],
    [
      'rule 43: a schedule with a daily budget',
      { pacing_type: ['day_parting'], adset_schedule: [block] },
      'none',
      parts(block),
    ],
    ['rule 43: a schedule without day parting', { ...lifetime, adset_schedule: [block] }, 'none'],
    ['rule 44: half an hour', parts({ ...block, end_minute: 510 }), 'none', parts({ ...block, end_minute: 540 })],
    ['rule 44: an eighth day', parts({ ...block, days: [7] }), 'none', parts({ ...block, days: [6] })],
    [
      'rule 44: overlapping blocks',
      parts(block, { ...block, start_minute: 660, end_minute: 780 }),
      'none',
      parts(block, { ...block, start_minute: 720, end_minute: 780 }),
    ],
    [
      'rule 45: a start after the end',
      { start_time: inDays(9), end_time: inDays(5) },
      1487033,
      { start_time: inDays(-9) },
    ],
  ];
  testRules(graph, rows, adSet);

  test('rule 40: an unknown key is passed over, and the default stays', async () => {
    const { params } = await adSet({
      ...sales,
      attribution_spec: [{ event_type: 'CLICK_THROUGH', event_window_days: 1 }],
    });
    const { id } = await graph.post(`${US}/adsets`, params);
    const [first] = (await graph.get(id, { fields: 'attribution_spec' })).attribution_spec;
    expect(first).toEqual({ event_type: 'CLICK_THROUGH', window_days: 7 });
  });

  test('rule 41: attribution cannot be changed', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet(click(1))).params);
    expect(
      (await graph.refused('POST', id, { attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }] }))
        .error_subcode,
    ).toBe(1504040);
    await graph.post(id, click(1));
  });

  test('rule 143: learning starts anew with whom, what for and much more money, not with a name', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet({})).params);
    const stage = async () => (await graph.get(id, { fields: 'learning_stage_info' })).learning_stage_info.status;
    expect(await stage()).toBe('LEARNING');
    graph.advance(8 * DAY_MS);
    await graph.post(id, { name: 'Other', daily_budget: 2100 });
    expect(await stage()).toBe('SUCCESS');
    await graph.post(id, { daily_budget: 9000 });
    expect(await stage()).toBe('LEARNING');
    graph.setNow(START);
  });
});

test('rule 113: a promoted object keeps what it promotes; a conversion goal may count something else', async () => {
  const make = async (params: Params) => (await graph.post(`${US}/adsets`, (await adSet(params)).params)).id;
  const sales = await make(under('SALES', 'OFFSITE_CONVERSIONS', undefined, bought));
  const { promoted_object: promoted } = await graph.get(sales, { fields: 'promoted_object' });
  await graph.post(sales, { promoted_object: { ...promoted, custom_event_type: 'ADD_TO_CART' } });
  expect((await graph.refused('POST', sales, { promoted_object: { ...promoted, product_set_id: '1' } })).code).toBe(
    100,
  );
  const aware = await make(under('AWARENESS', 'REACH', undefined, page));
  expect((await graph.refused('POST', aware, { promoted_object: { page_id: '101000000000003' } })).code).toBe(100);
  await graph.post(aware, { promoted_object: page });
});
