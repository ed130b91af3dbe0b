import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { adSetMaker, BOUGHT, PAGE, under } from './ad-sets.testing.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const adSet = adSetMaker(graph);
const inDays = (days: number) => new Date(START + days * DAY_MS).toISOString();

const campaign = async (params: Params = {}) =>
  (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id as string;

describe('money', () => {
  const budget = { daily_budget: 5000, is_adset_budget_sharing_enabled: undefined };
  const value = under('SALES', 'VALUE', undefined, BOUGHT);
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
    ['rule 26: a daily budget for 23 hours', { end_time: inDays(23 / 24) }, 'none', { end_time: inDays(1) }],
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
      { ...under('SALES', 'OFFSITE_CONVERSIONS', undefined, BOUGHT), ...floor(20000) },
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
      under('SALES', 'VALUE', undefined, { ...BOUGHT, custom_event_type: 'ADD_TO_CART' }),
      'none',
      value,
    ],
    [
      'rule 34: a cap for conversations',
      { ...under('ENGAGEMENT', 'CONVERSATIONS', 'MESSENGER', PAGE), bid_amount: 300 },
      1885204,
      under('ENGAGEMENT', 'CONVERSATIONS', 'MESSENGER', PAGE),
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
    const spent = 100_000 - Number((await graph.get(set.id, { fields: 'budget_remaining' })).budget_remaining);
    const least = Math.ceil((spent * 110) / 100);
    expect((await graph.refused('POST', set.id, { lifetime_budget: least - 1 })).error_subcode).toBe(1885650);
    await graph.post(set.id, { lifetime_budget: least });
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
