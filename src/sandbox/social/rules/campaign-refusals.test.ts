import { describe, expect, test } from 'vitest';
import { good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { Store } from '../state.ts';
import { type Refusal, type RefusalRow, testRefusals } from './rows.testing.ts';

const graph = socialForTests();
const field = (name: string): Refusal => [100, undefined, name];
const housing = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] };
const money = { daily_budget: 5000, is_adset_budget_sharing_enabled: undefined };

describe('a new campaign', () => {
  const rows: RefusalRow[] = [
    ['no name', { name: undefined }, field('name'), {}],
    ['a name of 401 characters', { name: 'x'.repeat(401) }, field('name'), { name: 'x'.repeat(400) }],
    ['no objective', { objective: undefined }, field('objective'), {}],
    ['an archived status', { status: 'ARCHIVED' }, field('status'), { status: 'PAUSED' }],
    ['an unknown way to buy', { buying_type: 'BARTER' }, field('buying_type'), { buying_type: 'AUCTION' }],
    ['an unknown category', { special_ad_categories: ['PETS'] }, field('special_ad_categories'), housing],
    ['an unknown strategy', { ...money, bid_strategy: 'LUCK' }, field('bid_strategy'), money],
    ['a budget below the least', { ...money, daily_budget: 99 }, [100, 1885272, 'daily_budget'], money],
    ['a budget below nothing', { ...money, daily_budget: -5 }, field('daily_budget'), money],
    ['a cap below the least', { spend_cap: 9999 }, [100, 2446307, 'spend_cap'], { spend_cap: 10_000 }],
    ['an end at the start', { start_time: START / 1000, stop_time: START / 1000 }, field('stop_time'), {}],
    [
      'a catalog that does not exist',
      { promoted_object: { product_catalog_id: '1' } },
      [100, undefined, 'promoted_object', 'product_catalog_id'],
      {},
    ],
    ['a word for yes', { is_adset_budget_sharing_enabled: 'perhaps' }, field('is_adset_budget_sharing_enabled'), {}],
  ];
  testRefusals(graph, rows, (params) => ({ path: `${US}/campaigns`, params: { ...good.campaign, ...params } }));

  test('is one of 6,000 that are not deleted or archived', async () => {
    const store = new Store(graph.world.db);
    const { id } = await graph.post(`${US}/campaigns`, good.campaign);
    const { data, links } = store.need('Campaign', id);
    const made: string[] = [];
    const live = store.all('Campaign', { account: US }).filter((one) => !/DELETED|ARCHIVED/.test(one.data.status));
    graph.world.change(() => {
      for (let count = live.length; count < 6000; count++) made.push(store.insert('Campaign', links, data).id);
    });
    const refused = await graph.refused('POST', `${US}/campaigns`, good.campaign);
    expect([refused.code, refused.error_user_title]).toEqual([100, 'Too Many Campaigns']);
    await graph.remove(made[0]!);
    await graph.post(`${US}/campaigns`, good.campaign);
    graph.world.change(() => {
      for (const one of made) {
        const node = store.need('Campaign', one);
        store.save(Object.assign(node, { data: { ...node.data, status: 'DELETED' as const } }));
      }
    });
  });
});

describe('a change of a campaign', () => {
  let id = '';
  const rows: RefusalRow[] = [
    ['another way to buy', { buying_type: 'RESERVED' }, field('buying_type'), { name: 'Other' }],
    [
      'another objective above ad sets',
      { objective: 'OUTCOME_SALES' },
      field('objective'),
      { objective: 'OUTCOME_TRAFFIC' },
    ],
    ['an old objective', { objective: 'LINK_CLICKS' }, field('objective'), {}],
    ['an unknown status', { status: 'GONE' }, field('status'), { status: 'ACTIVE' }],
    ['a budget above ad sets that have theirs', { daily_budget: 5000 }, [100, 1885621, 'daily_budget'], {}],
    ['a strategy without a budget', { bid_strategy: 'COST_CAP' }, [100, 1815857, 'bid_strategy'], {}],
    [
      'a category without its country',
      { special_ad_categories: ['HOUSING'] },
      field('special_ad_category_country'),
      {},
    ],
    ['a cap below the least', { spend_cap: 1 }, [100, 2446307, 'spend_cap'], { spend_cap: 10_000 }],
    ['bids of ad sets of others', { adset_bid_amounts: { 5: 100 } }, field('adset_bid_amounts'), {}],
  ];
  testRefusals(graph, rows, async (params) => {
    if (id === '') {
      id = (await graph.post(`${US}/campaigns`, good.campaign)).id;
      await graph.post(`${US}/adsets`, good.adSet(id));
    }
    return { path: id, params };
  });

  test('that moves the budget replaces its kind', async () => {
    const made = await graph.post(`${US}/campaigns`, { ...good.campaign, ...money });
    await graph.post(made.id, { lifetime_budget: 90_000 } satisfies Params);
    expect(await graph.get(made.id, { fields: 'daily_budget,lifetime_budget' })).toEqual({
      id: made.id,
      lifetime_budget: '90000',
    });
  });
});
