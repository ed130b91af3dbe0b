import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { good, type Params, START, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { Store } from '../state.ts';
import { APP, adSetMaker, BOUGHT, under } from './ad-sets.testing.ts';
import { type RefusalRow, saidBy, testRefusals } from './rows.testing.ts';

const graph = socialForTests();
const adSet = adSetMaker(graph);
const inDays = (days: number) => new Date(START + days * DAY_MS).toISOString();
const lifetime = { daily_budget: undefined, lifetime_budget: 90_000, end_time: inDays(9) };
const block = { start_minute: 480, end_minute: 720, days: [1] };
const parts = (one: unknown) => ({ ...lifetime, pacing_type: ['day_parting'], adset_schedule: [one] });
const often = (spec: object) => ({
  ...under('AWARENESS', 'REACH', undefined, { page_id: ACCOUNTS.us.page }),
  frequency_control_specs: [{ event: 'IMPRESSIONS', interval_days: 7, max_frequency: 2, ...spec }],
});
const sales = (promoted: Params) => under('SALES', 'OFFSITE_CONVERSIONS', undefined, { ...BOUGHT, ...promoted });
const shared = (params: Params) => ({ campaign: { is_adset_budget_sharing_enabled: true }, ...params });
const install = under('APP_PROMOTION', 'APP_INSTALLS', undefined, APP);
const onPlay = under('APP_PROMOTION', 'APP_INSTALLS', undefined, {
  ...APP,
  object_store_url: 'https://play.google.com/store/apps/details?id=a',
});
const aimed = (targeting: Params) => ({ targeting: { ...TARGETING, ...targeting } });

describe('a new ad set', () => {
  const rows: RefusalRow[] = [
    ['no name', { name: undefined }, [100, undefined, 'name'], {}],
    ['an empty name', { name: '' }, [100, undefined, 'name'], {}],
    ['a name of 401 characters', { name: 'x'.repeat(401) }, [100, undefined, 'name'], { name: 'x'.repeat(400) }],
    ['no campaign', { campaign_id: undefined }, [100, undefined, 'campaign_id'], {}],
    ['a campaign that does not exist', { campaign_id: '1' }, [100, undefined, 'campaign_id'], {}],
    ['no goal', { optimization_goal: undefined }, [100, undefined, 'optimization_goal'], {}],
    ['an unknown goal', { optimization_goal: 'LUCK' }, [100, undefined, 'optimization_goal'], {}],
    ['nothing to be billed for', { billing_event: undefined }, [100, undefined, 'billing_event'], {}],
    ['billing for luck', { billing_event: 'LUCK' }, [100, undefined, 'billing_event'], {}],
    ['no targeting', { targeting: undefined }, [100, 1885364, 'targeting', 'geo_locations'], {}],
    ['an archived status', { status: 'ARCHIVED' }, [100, undefined, 'status'], { status: 'PAUSED' }],
    ['an unknown strategy', { bid_strategy: 'LUCK' }, [100, undefined, 'bid_strategy'], {}],
    ['an unknown destination', { destination_type: 'MOON' }, [100, undefined, 'destination_type'], {}],
    ['a budget below nothing', { daily_budget: -1 }, [100, undefined, 'daily_budget'], {}],
    [
      'a lifetime budget below nothing',
      { ...lifetime, lifetime_budget: -1 },
      [100, undefined, 'lifetime_budget'],
      lifetime,
    ],
    [
      'both budgets',
      { ...lifetime, daily_budget: 2000 },
      [100, undefined, 'daily_budget'],
      { ...lifetime, daily_budget: 0 },
    ],
    ['a budget in words', { daily_budget: 'much' }, [100, undefined, 'daily_budget'], {}],
    ['a start in words', { start_time: 'soon' }, [100, undefined, 'start_time'], { start_time: inDays(1) }],
    [
      'an end before the start',
      { start_time: inDays(5), end_time: inDays(4) },
      [100, 1487033, 'end_time'],
      { start_time: inDays(5), end_time: inDays(6) },
    ],
    [
      'a lifetime budget among budgets that are shared',
      shared(lifetime),
      [100, undefined, 'lifetime_budget'],
      shared({}),
    ],
    ['hours that are no object', parts(null), [100, undefined, 'adset_schedule'], parts(block)],
    ['no day for the hours', parts({ ...block, days: [] }), [100, undefined, 'adset_schedule'], parts(block)],
    [
      'hours after midnight',
      parts({ ...block, end_minute: 1500 }),
      [100, undefined, 'adset_schedule'],
      parts({ ...block, end_minute: 1440 }),
    ],
    [
      'views more often than 90 times',
      often({ max_frequency: 91 }),
      [100, undefined, 'frequency_control_specs'],
      often({ max_frequency: 90 }),
    ],
    [
      'views in no days',
      often({ interval_days: 0 }),
      [100, undefined, 'frequency_control_specs'],
      often({ interval_days: 1 }),
    ],
    [
      'a page that does not exist',
      { ...often({}), promoted_object: { page_id: '1' } },
      [100, undefined, 'promoted_object'],
      often({}),
    ],
    [
      'an event that is not named',
      under('ENGAGEMENT', 'EVENT_RESPONSES', 'ON_EVENT'),
      [100, 1815430, 'promoted_object'],
      under('ENGAGEMENT', 'EVENT_RESPONSES', 'ON_EVENT', { event_id: '7' }),
    ],
    [
      'products that do not exist',
      sales({ product_set_id: '1' }),
      [100, undefined, 'promoted_object', 'product_set_id'],
      sales({ product_set_id: '3100000000000012' }),
    ],
    [
      'a catalog that does not exist',
      sales({ product_catalog_id: '1' }),
      [100, undefined, 'promoted_object', 'product_catalog_id'],
      sales({}),
    ],
    [
      'an Android app on iPhones',
      { ...onPlay, ...aimed({ user_os: ['iOS'] }) },
      [100, 1487678, 'targeting', 'user_os'],
      { ...onPlay, ...aimed({ user_os: ['Android'] }) },
    ],
    [
      'an iPhone app on Android',
      { ...install, ...aimed({ user_os: ['Android'] }) },
      [100, 1487678, 'targeting', 'user_os'],
      { ...install, ...aimed({ user_os: ['iOS'] }) },
    ],
    [
      'installs that are billed by the install',
      { ...install, billing_event: 'APP_INSTALLS' },
      [100, undefined, 'billing_event'],
      install,
    ],
    ['labels that are numbers', { adlabels: [7] }, [100, undefined, 'adlabels'], { adlabels: [{ name: 'Q4' }] }],
    ['labels without a name', { adlabels: [{}] }, [100, undefined, 'adlabels'], { adlabels: [{ name: 'Q4' }] }],
    ['a label that does not exist', { adlabels: [{ id: '1' }] }, [100, undefined, 'adlabels'], {}],
  ];
  testRefusals(graph, rows, adSet);

  test('is not made in a campaign that is archived or deleted', async () => {
    const { id } = await graph.post(`${US}/campaigns`, good.campaign);
    await graph.post(`${US}/adsets`, good.adSet(id));
    for (const status of ['ARCHIVED', 'DELETED']) {
      await graph.post(id, { status });
      const error = await graph.refused('POST', `${US}/adsets`, good.adSet(id));
      expect(saidBy(error), status).toEqual([100, 1487566, 'campaign_id']);
    }
  });

  test('is not made in a campaign of another account', async () => {
    const { id } = await graph.post(`${ACCOUNTS.europe.id}/campaigns`, good.campaign);
    const error = await graph.refused('POST', `${US}/adsets`, good.adSet(id));
    expect(saidBy(error)).toEqual([100, undefined, 'campaign_id']);
  });

  test('takes no label of another account', async () => {
    const { id } = await graph.post(`${ACCOUNTS.europe.id}/adlabels`, { name: 'Spring' });
    const { path, params } = await adSet({ adlabels: [{ id }] });
    expect(saidBy(await graph.refused('POST', path, params))).toEqual([100, undefined, 'adlabels']);
  });

  test('holds the labels it is given by name or by id', async () => {
    const label = await graph.post(`${US}/adlabels`, { name: 'Spring' });
    const { path, params } = await adSet({ adlabels: [{ id: label.id }, { name: 'Summer' }] });
    const { id } = await graph.post(path, params);
    const { adlabels } = await graph.get(id, { fields: 'adlabels' });
    expect(adlabels).toEqual([
      { id: label.id, name: 'Spring' },
      { id: expect.any(String), name: 'Summer' },
    ]);
    expect(saidBy(await graph.refused('POST', `${id}/adlabels`))).toEqual([100, undefined, 'adlabels']);
    await graph.post(`${id}/adlabels`, { adlabels: [{ name: 'Summer' }, { name: 'Autumn' }] });
    const names = (await graph.get(id, { fields: 'adlabels{name}' })).adlabels.map(({ name }: Params) => name);
    expect(names).toEqual(['Spring', 'Summer', 'Autumn']);
  });
});

describe('a change of an ad set', () => {
  let id = '';
  const rows: RefusalRow[] = [
    ['another campaign', { campaign_id: '1' }, [100, undefined, 'campaign_id'], { name: 'Other' }],
    ['an unknown status', { status: 'GONE' }, [100, undefined, 'status'], { status: 'PAUSED' }],
    ['an end in the past', { end_time: inDays(-1) }, [100, 1487033, 'end_time'], { end_time: inDays(30) }],
    ['an end before the start', { start_time: inDays(8), end_time: inDays(7) }, [100, 1487033, 'end_time'], {}],
    ['a name of 401 characters', { name: 'x'.repeat(401) }, [100, undefined, 'name'], { name: 'x'.repeat(400) }],
    ['dynamic creative', { is_dynamic_creative: true }, [100, 1815198, 'is_dynamic_creative'], {}],
    ['a budget below the least', { daily_budget: 99 }, [100, 1885272, 'daily_budget'], { daily_budget: 2100 }],
  ];
  testRefusals(graph, rows, async (params) => {
    id ||= (await graph.post(`${US}/adsets`, (await adSet({})).params)).id;
    return { path: id, params };
  });

  test('of its end takes the end away with 0', async () => {
    const { id: set } = await graph.post(`${US}/adsets`, (await adSet({ end_time: inDays(9) })).params);
    expect((await graph.get(set, { fields: 'end_time' })).end_time).toContain('2026-11-24');
    await graph.post(set, { end_time: 0 });
    expect(await graph.get(set, { fields: 'end_time' })).toEqual({ id: set });
  });
});

describe('budget schedules', () => {
  const raised = {
    time_start: inDays(1),
    time_end: inDays(2),
    budget_value: 500,
    budget_value_type: 'ABSOLUTE',
  };
  let daily = '';
  const rows: RefusalRow[] = [
    ['no start', { time_start: undefined }, [100, undefined, 'time_start'], {}],
    ['no end', { time_end: undefined }, [100, undefined, 'time_end'], {}],
    ['an end at the start', { time_end: inDays(1) }, [100, undefined, 'time_end'], {}],
    ['no value', { budget_value: undefined }, [100, undefined, 'budget_value'], {}],
    ['a value of nothing', { budget_value: 0 }, [100, undefined, 'budget_value'], { budget_value: 1 }],
    ['no kind of value', { budget_value_type: undefined }, [100, undefined, 'budget_value_type'], {}],
    ['an unknown kind', { budget_value_type: 'DOUBLE' }, [100, undefined, 'budget_value_type'], {}],
    ['an unknown rhythm', { recurrence_type: 'DAILY' }, [100, undefined, 'recurrence_type'], {}],
  ];
  testRefusals(graph, rows, async (params) => {
    daily ||= (await graph.post(`${US}/adsets`, (await adSet({})).params)).id;
    return { path: `${daily}/budget_schedules`, params: { ...raised, ...params } };
  });

  test('belong to daily budgets, fifty at most, and show their times', async () => {
    const { id: other } = await graph.post(`${US}/adsets`, (await adSet(lifetime)).params);
    const refused = async (id: string) => graph.refused('POST', `${id}/budget_schedules`, raised);
    expect(saidBy(await refused(other))).toEqual([100, undefined, 'time_start']);
    const { id } = await graph.post(`${US}/adsets`, (await adSet({})).params);
    for (let count = 0; count < 50; count++) await graph.post(`${id}/budget_schedules`, raised);
    expect((await refused(id)).error_user_title).toBe('Too Many Schedules');
    const [first] = (await graph.get(`${id}/budget_schedules`)).data;
    expect(first).toMatchObject({ budget_value: 500, recurrence_type: 'ONE_TIME' });
    expect(Date.parse(first.time_start)).toBe(START + DAY_MS);
    expect(Date.parse(first.time_end)).toBe(START + 2 * DAY_MS);
  });
});

describe('a new ad', () => {
  const creative = { name: 'K', object_story_spec: good.story };
  const sets = new Map<string, string>();
  const setLike = async (params: Params) => {
    const key = JSON.stringify(params);
    if (!sets.has(key)) sets.set(key, (await graph.post(`${US}/adsets`, (await adSet(params)).params)).id);
    return sets.get(key)!;
  };
  const rows: RefusalRow[] = [
    ['no name', { name: undefined }, [100, undefined, 'name'], {}],
    ['a name of 401 characters', { name: 'x'.repeat(401) }, [100, undefined, 'name'], { name: 'x'.repeat(400) }],
    ['no ad set', { adset_id: undefined }, [100, undefined, 'adset_id'], {}],
    ['an ad set that does not exist', { adset_id: '1' }, [100, undefined, 'adset_id'], {}],
    ['no creative', { creative: undefined }, [100, undefined, 'creative'], {}],
    ['a creative that does not exist', { creative: { creative_id: '1' } }, [100, undefined, 'creative'], {}],
    ['an archived status', { status: 'ARCHIVED' }, [100, undefined, 'status'], { status: 'PAUSED' }],
    [
      'a plain creative in a dynamic ad set',
      { set: { is_dynamic_creative: true } },
      [100, 1885998, 'creative'],
      {
        set: { is_dynamic_creative: true },
        creative: { name: 'K', object_story_spec: { page_id: ACCOUNTS.us.page }, asset_feed_spec: good.feed },
      },
    ],
  ];
  testRefusals(graph, rows, async ({ set = {}, ...params }) => ({
    path: `${US}/ads`,
    params: { name: 'A', adset_id: await setLike(set as Params), creative, ...params },
  }));

  test('takes no creative that was deleted or is another account’s', async () => {
    const adset_id = await setLike({});
    const make = async (account: string, page = ACCOUNTS.us.page) =>
      (await graph.post(`${account}/adcreatives`, { ...creative, object_story_spec: { ...good.story, page_id: page } }))
        .id as string;
    const ad = (creative_id: string) => ({ name: 'A', adset_id, creative: { creative_id } });
    const [own, theirs] = [await make(US), await make(ACCOUNTS.europe.id)];
    await graph.post(`${US}/ads`, ad(own));
    expect(saidBy(await graph.refused('POST', `${US}/ads`, ad(theirs)))).toEqual([100, undefined, 'creative']);
    await graph.remove(own);
    expect(saidBy(await graph.refused('POST', `${US}/ads`, ad(own)))).toEqual([100, undefined, 'creative']);
  });

  test('is not put into an ad set that has ended', async () => {
    const { id: adset_id } = await graph.post(`${US}/adsets`, (await adSet({ end_time: inDays(2) })).params);
    const ad = { name: 'A', adset_id, creative };
    await graph.post(`${US}/ads`, ad);
    graph.setNow(START + 2 * DAY_MS + HOUR_MS);
    expect(saidBy(await graph.refused('POST', `${US}/ads`, ad))).toEqual([100, 1487007, 'adset_id']);
    graph.setNow(START);
  });

  test('for a post needs the page that its ad set promotes', async () => {
    const page = { page_id: ACCOUNTS.us.page };
    const post = await setLike(under('ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_POST', page));
    const ad = { name: 'A', adset_id: post, creative };
    await graph.post(`${US}/ads`, ad);
    const store = new Store(graph.world.db);
    const { promoted_object: _, ...data } = store.need('AdSet', post).data;
    store.save(Object.assign(store.need('AdSet', post), { data }));
    expect(saidBy(await graph.refused('POST', `${US}/ads`, ad))).toEqual([100, 1885154, 'adset_id']);
  });

  test('does not move to another ad set, and the same creative again is no change', async () => {
    const { id } = await graph.post(`${US}/ads`, { name: 'A', adset_id: await setLike({}), creative });
    const other = await setLike({ name: 'Other' });
    expect(saidBy(await graph.refused('POST', id, { adset_id: other }))).toEqual([100, undefined, 'adset_id']);
    graph.advance(HOUR_MS);
    const { creative: own } = await graph.get(id, { fields: 'creative' });
    await graph.post(id, { adset_id: await setLike({}), creative: { creative_id: own.id } });
    expect((await graph.get(id, { fields: 'effective_status' })).effective_status).toBe('CAMPAIGN_PAUSED');
    expect((await graph.get(`${id}/adcreatives`)).data).toEqual([{ id: own.id }]);
    graph.setNow(START);
  });
});
