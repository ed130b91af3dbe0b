import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, type Params, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { Store } from '../state.ts';
import { LOCATIONS } from '../targeting/locations.ts';
import { OPTIONS } from '../targeting/options.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const APP = { application_id: '1730000000000001', object_store_url: 'https://apps.apple.com/app/id1' };
const housing = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] };
const campaign = async (params: Params = {}) =>
  (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id as string;
const adSet = async (id: string, params: Params = {}) =>
  (await graph.post(`${US}/adsets`, { ...good.adSet(id), ...params })).id as string;

describe('a new campaign', () => {
  const rows: RuleRow[] = [
    ['rule 1: no special_ad_categories', { special_ad_categories: undefined }, 'none', {}],
    ['rule 2: an old objective', { objective: 'CONVERSIONS' }, 'none', { objective: 'OUTCOME_SALES' }],
    ['rule 3: housing without a country', { special_ad_categories: ['HOUSING'] }, 'none', housing],
    ['rule 4: a country that does not exist', { ...housing, special_ad_category_country: ['ZZ'] }, 'none', housing],
    [
      'rule 5: no word on budget sharing',
      { is_adset_budget_sharing_enabled: undefined },
      4834011,
      { is_adset_budget_sharing_enabled: undefined, daily_budget: 5000 },
    ],
    [
      'rule 6: sharing beside a campaign budget',
      { is_adset_budget_sharing_enabled: true, daily_budget: 5000 },
      4834002,
      { is_adset_budget_sharing_enabled: true },
    ],
    [
      'rule 7: a bid strategy without a budget',
      { bid_strategy: 'COST_CAP' },
      1815857,
      { bid_strategy: 'COST_CAP', daily_budget: 5000 },
    ],
    ['rule 8: two budgets', { daily_budget: 5000, lifetime_budget: 50000 }, 'none', { lifetime_budget: 50000 }],
    [
      'rule 10: an iOS 14 campaign without its app',
      { objective: 'OUTCOME_APP_PROMOTION', is_skadnetwork_attribution: true },
      1815430,
      { objective: 'OUTCOME_APP_PROMOTION', is_skadnetwork_attribution: true, promoted_object: APP },
    ],
    [
      'an unknown smart_promotion_type',
      { smart_promotion_type: 'MAGIC' },
      'none',
      { smart_promotion_type: 'SMART_APP_PROMOTION' },
    ],
    ['rule 13: a spend cap below the minimum', { spend_cap: 9999 }, 2446307, { spend_cap: 10000 }],
    [
      'rule 14: an end before the start',
      { start_time: '2026-12-02', stop_time: '2026-12-01' },
      'none',
      { start_time: '2026-12-01', stop_time: '2026-12-02' },
    ],
    [
      'rule 16: politics without authorisation',
      { special_ad_categories: ['ISSUES_ELECTIONS_POLITICS'], special_ad_category_country: ['US'] },
      2708008,
    ],
    [
      'rule 16: politics in the EU',
      { special_ad_categories: ['ISSUES_ELECTIONS_POLITICS'], special_ad_category_country: ['FR'] },
      'none',
    ],
    ['rule 24: a fraction of a minor unit', { daily_budget: '50.5' }, 'none', { daily_budget: 5050 }],
  ];
  testRules(graph, rows, async (params) => ({ path: `${US}/campaigns`, params: { ...good.campaign, ...params } }));

  test('rule 10: an app has nine iOS 14 campaigns, each five ad sets', async () => {
    const params = {
      objective: 'OUTCOME_APP_PROMOTION',
      is_skadnetwork_attribution: true,
      promoted_object: { ...APP, application_id: '77' },
    };
    const ids = [];
    for (let count = 0; count < 9; count++) ids.push(await campaign(params));
    expect((await graph.refused('POST', `${US}/campaigns`, { ...good.campaign, ...params })).code).toBe(2695);
    const install = { ...good.adSet(ids[0]!), optimization_goal: 'APP_INSTALLS', promoted_object: APP };
    for (let count = 0; count < 5; count++) await graph.post(`${US}/adsets`, install);
    expect((await graph.refused('POST', `${US}/adsets`, install)).code).toBe(2695);
  });

  test('rule 14: a campaign holds 200 ad sets; rule 15: with more than 70 of them it is frozen', async () => {
    const id = await campaign({ daily_budget: 5000 });
    const set = await adSet(id, { daily_budget: undefined });
    const store = new Store(graph.world.db);
    const fill = (count: number) => {
      const { data, links } = store.need('AdSet', set);
      for (let made = 0; made < count; made++) store.insert('AdSet', links, data);
    };
    const bids = () => Object.fromEntries(store.all('AdSet', { campaign: id }).map((one) => [one.id, 200]));
    fill(69);
    await graph.post(id, { bid_strategy: 'LOWEST_COST_WITH_BID_CAP', adset_bid_amounts: bids() });
    fill(1);
    const error = await graph.refused('POST', id, { bid_strategy: 'COST_CAP', adset_bid_amounts: bids() });
    expect([error.code, error.error_subcode]).toEqual([100, undefined]);
    await graph.post(id, { daily_budget: 6000 });
    fill(129);
    const full = { ...good.adSet(id), daily_budget: undefined, bid_amount: 200 };
    expect((await graph.refused('POST', `${US}/adsets`, full)).error_user_title).toBe('Too Many Ad Sets');
  });

  test('rule 17: gambling passes at first and is rejected in review', async () => {
    const id = await campaign({
      status: 'ACTIVE',
      special_ad_categories: ['ONLINE_GAMBLING_AND_GAMING'],
      special_ad_category_country: ['US'],
    });
    const ad = await graph.post(`${US}/ads`, {
      name: 'A',
      adset_id: await adSet(id),
      creative: { name: 'K', object_story_spec: good.story },
    });
    const status = async () =>
      (await graph.get(ad.id, { fields: 'effective_status,ad_review_feedback' })).effective_status;
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(HOUR_MS);
    expect(await status()).toBe('DISAPPROVED');
  });
});

describe('the bid strategy of a changed campaign', () => {
  test('rule 7: needs a budget on the campaign', async () => {
    const error = await graph.refused('POST', await campaign(), { bid_strategy: 'COST_CAP' });
    expect(error).toMatchObject({ error_subcode: 1815857, error_data: { blame_field_specs: [['bid_strategy']] } });
  });

  test('rule 28: becomes a cap only with an amount for every ad set, and takes the amounts away when it ceases', async () => {
    const id = await campaign({ daily_budget: 5000 });
    const [one, two] = [await adSet(id, { daily_budget: undefined }), await adSet(id, { daily_budget: undefined })];
    const bids = async () =>
      Promise.all([one, two].map(async (set) => (await graph.get(set, { fields: 'bid_amount' })).bid_amount));
    for (const adset_bid_amounts of [undefined, { [one]: 300 }])
      expect(await graph.refused('POST', id, { bid_strategy: 'COST_CAP', adset_bid_amounts })).toMatchObject({
        error_subcode: 1815857,
        error_data: { blame_field_specs: [['adset_bid_amounts']] },
      });
    expect(await bids()).toEqual([undefined, undefined]);
    await graph.post(id, { bid_strategy: 'COST_CAP', adset_bid_amounts: { [one]: 300, [two]: 400 } });
    expect(await bids()).toEqual([300, 400]);
    expect((await graph.get(one, { fields: 'bid_strategy' })).bid_strategy).toBe('COST_CAP');
    await graph.post(id, { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' });
    expect(await bids()).toEqual([undefined, undefined]);
    expect((await graph.refused('POST', id, { adset_bid_amounts: { 1: 300 } })).code).toBe(100);
  });
});

describe('a changed campaign', () => {
  test('rule 11: keeps its objective once it has ad sets', async () => {
    const id = await campaign();
    await graph.post(id, { objective: 'OUTCOME_SALES' });
    await graph.post(id, { objective: 'OUTCOME_TRAFFIC' });
    await adSet(id);
    expect((await graph.refused('POST', id, { objective: 'OUTCOME_SALES' })).code).toBe(100);
    expect((await graph.refused('POST', id, { buying_type: 'RESERVED' })).code).toBe(100);
  });

  test('rule 12: cannot enter a category that its ad sets break', async () => {
    const id = await campaign();
    const set = await adSet(id, { targeting: { ...TARGETING, genders: [1] } });
    expect((await graph.refused('POST', id, housing)).error_subcode).toBe(2909034);
    await graph.post(set, { targeting: TARGETING });
    await graph.post(id, housing);
  });

  test('rule 13: cannot cap below what it spent', async () => {
    const [{ id }] = (
      await graph.get(`${US}/campaigns`, { filtering: [{ field: 'name', operator: 'CONTAIN', value: 'Always on' }] })
    ).data;
    expect((await graph.refused('POST', id, { spend_cap: 10000 })).error_subcode).toBe(2446307);
    await graph.post(id, { spend_cap: 900_000_000 });
  });
});

describe('an ad set of a special category', () => {
  let parent: string | undefined;
  const place = (type: string, name: string) => LOCATIONS.find((one) => one.type === type && one.name === name)!.key;
  const boston = { key: place('city', 'Boston') };
  const rows: RuleRow[] = [
    ['rule 68: ages', { age_min: 25 }, 2909034, { age_min: 18, age_max: 65 }],
    ['rule 69: genders', { genders: [1] }, 2909034],
    [
      'rule 70: zips',
      { geo_locations: { zips: [{ key: 'US:94304' }] } },
      2909034,
      { geo_locations: { regions: [{ key: place('region', 'Texas') }] } },
    ],
    ['rule 70: exclusions', { excluded_geo_locations: { regions: [{ key: place('region', 'Texas') }] } }, 2909034],
    [
      'rule 70: a small radius',
      { geo_locations: { cities: [{ ...boston, radius: 14, distance_unit: 'mile' }] } },
      2909034,
      { geo_locations: { cities: [{ ...boston, radius: 15, distance_unit: 'mile' }] } },
    ],
    ['rule 71: interests', { flexible_spec: [{ interests: [{ id: OPTIONS.interests![0]!.id }] }] }, 2446007],
    [
      'rule 72: another country',
      { geo_locations: { countries: ['US', 'CA'] } },
      2909034,
      { geo_locations: { countries: ['US'] } },
    ],
    ['rule 73: no word on advantage audience', { targeting_automation: {} }, 1870227],
  ];
  testRules(graph, rows, async (targeting) => {
    parent ??= await campaign(housing);
    return { path: `${US}/adsets`, params: { ...good.adSet(parent), targeting: { ...TARGETING, ...targeting } } };
  });

  test('rule 71: cannot use a lookalike', async () => {
    const { data } = await graph.get(`${US}/customaudiences`, { fields: 'subtype', limit: 100 });
    const of = (subtype: string) => data.find((audience: { subtype: string }) => audience.subtype === subtype).id;
    const params = { ...good.adSet(await campaign(housing)) };
    const aimed = (id: string) => ({ ...params, targeting: { ...TARGETING, custom_audiences: [{ id }] } });
    expect((await graph.refused('POST', `${US}/adsets`, aimed(of('LOOKALIKE')))).error_subcode).toBe(2909034);
    await graph.post(`${US}/adsets`, aimed(of('WEBSITE')));
  });

  test('politics and gambling do not limit whom an ad is aimed at', async () => {
    const id = await campaign({
      special_ad_categories: ['ONLINE_GAMBLING_AND_GAMING'],
      special_ad_category_country: ['US'],
    });
    await adSet(id, { targeting: { ...TARGETING, genders: [1] } });
  });

  test('rule 86: for loans, Australia wants its own declaration', async () => {
    const id = await campaign({
      special_ad_categories: ['FINANCIAL_PRODUCTS_SERVICES'],
      special_ad_category_country: ['AU'],
    });
    const params = { ...good.adSet(id), targeting: { ...TARGETING, geo_locations: { countries: ['AU'] } } };
    expect((await graph.refused('POST', `${US}/adsets`, params)).error_subcode).toBe(3858498);
    await graph.post(`${US}/adsets`, {
      ...params,
      regional_regulated_categories: ['AUSTRALIA_FINSERV'],
      regional_regulation_identities: { australia_finserv_beneficiary: '12', australia_finserv_payer: '12' },
    });
  });
});
