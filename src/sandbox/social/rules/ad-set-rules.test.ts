import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Params, START, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { APP, adSetMaker, BOUGHT, PAGE, under } from './ad-sets.testing.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const adSet = adSetMaker(graph);
const inDays = (days: number) => new Date(START + days * DAY_MS).toISOString();

describe('what goes together', () => {
  const rows: RuleRow[] = [
    [
      'rule 144: ON_AD under traffic',
      under('TRAFFIC', 'LINK_CLICKS', 'ON_AD', PAGE),
      1815715,
      under('TRAFFIC', 'LINK_CLICKS', 'WEBSITE'),
    ],
    [
      'rule 144: ON_AD under engagement',
      under('ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_AD', PAGE),
      1815715,
      under('ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_POST', PAGE),
    ],
    [
      'rule 144: any destination under awareness',
      under('AWARENESS', 'REACH', 'WEBSITE', PAGE),
      1815715,
      under('AWARENESS', 'REACH', undefined, PAGE),
    ],
    [
      'rule 145: video views without ON_VIDEO',
      under('ENGAGEMENT', 'THRUPLAY', undefined, PAGE),
      2490408,
      under('ENGAGEMENT', 'THRUPLAY', 'ON_VIDEO', PAGE),
    ],
    [
      'rule 145: lead forms on WhatsApp',
      under('LEADS', 'LEAD_GENERATION', 'WHATSAPP', PAGE),
      2490408,
      under('LEADS', 'CONVERSATIONS', 'WHATSAPP', PAGE),
    ],
    [
      'rule 145: lead forms without ON_AD',
      under('LEADS', 'LEAD_GENERATION', undefined, PAGE),
      2490408,
      under('LEADS', 'LEAD_GENERATION', 'ON_AD', PAGE),
    ],
    [
      'rule 145: link clicks on WhatsApp under traffic',
      under('TRAFFIC', 'LINK_CLICKS', 'WHATSAPP', PAGE),
      2490408,
      under('TRAFFIC', 'LINK_CLICKS', 'MESSENGER', PAGE),
    ],
    [
      'rule 145: the goal of another objective',
      under('TRAFFIC', 'VALUE'),
      2490408,
      under('SALES', 'VALUE', undefined, BOUGHT),
    ],
    [
      'rule 146: awareness without a page',
      under('AWARENESS', 'REACH'),
      1815430,
      under('AWARENESS', 'REACH', undefined, PAGE),
    ],
    [
      'rule 146: conversions without a pixel',
      under('SALES', 'OFFSITE_CONVERSIONS'),
      1815430,
      under('SALES', 'OFFSITE_CONVERSIONS', 'WEBSITE', BOUGHT),
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
    ['rule 146: a pixel for a lead form', under('LEADS', 'LEAD_GENERATION', 'ON_AD', { ...PAGE, ...BOUGHT }), 1815023],
    ['rule 146: a pixel beside an app', under('LEADS', 'LINK_CLICKS', 'APP', { ...APP, ...BOUGHT }), 1815229],
    [
      'rule 146: an app without an event under leads',
      under('LEADS', 'LINK_CLICKS', 'APP', APP),
      2446759,
      under('LEADS', 'LINK_CLICKS', 'APP', { ...APP, custom_event_type: 'LEAD' }),
    ],
    [
      'rule 146: leads counted under sales',
      under('SALES', 'OFFSITE_CONVERSIONS', undefined, { ...BOUGHT, custom_event_type: 'LEAD' }),
      2446814,
    ],
    [
      'rule 109: a pixel of somebody else',
      under('SALES', 'OFFSITE_CONVERSIONS', undefined, { ...BOUGHT, pixel_id: '1' }),
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

describe('time', () => {
  const click = (window_days: number, ...more: object[]) => ({
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days }, ...more],
  });
  const view = (window_days: number) => ({ event_type: 'VIEW_THROUGH', window_days });
  const sales = under('SALES', 'OFFSITE_CONVERSIONS', undefined, BOUGHT);
  const reach = under('AWARENESS', 'REACH', undefined, PAGE);
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
      'rule 44: a zone in small letters',
      parts({ ...block, timezone_type: 'user' }),
      'none',
      parts({ ...block, timezone_type: 'USER' }),
    ],
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

  test('rule 143: learning starts again with targeting, goal and a large budget step, not with a name', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet({})).params);
    const stage = async () => (await graph.get(id, { fields: 'learning_stage_info' })).learning_stage_info.status;
    expect(await stage()).toBe('LEARNING');
    graph.advance(8 * DAY_MS);
    const { daily_budget } = await graph.get(id, { fields: 'daily_budget' });
    const fifthMore = (Number(daily_budget) * 6) / 5;
    await graph.post(id, { name: 'Other', daily_budget: fifthMore });
    expect(await stage()).toBe('SUCCESS');
    await graph.post(id, { daily_budget: Math.ceil((fifthMore * 6) / 5) + 1 });
    expect(await stage()).toBe('LEARNING');
    graph.setNow(START);
  });
});

test('rule 113: a promoted object keeps what it promotes; a conversion goal may count something else', async () => {
  const make = async (params: Params) => (await graph.post(`${US}/adsets`, (await adSet(params)).params)).id;
  const sales = await make(under('SALES', 'OFFSITE_CONVERSIONS', undefined, BOUGHT));
  const { promoted_object: promoted } = await graph.get(sales, { fields: 'promoted_object' });
  await graph.post(sales, { promoted_object: { ...promoted, custom_event_type: 'ADD_TO_CART' } });
  expect((await graph.refused('POST', sales, { promoted_object: { ...promoted, product_set_id: '1' } })).code).toBe(
    100,
  );
  const aware = await make(under('AWARENESS', 'REACH', undefined, PAGE));
  expect((await graph.refused('POST', aware, { promoted_object: { page_id: '101000000000003' } })).code).toBe(100);
  await graph.post(aware, { promoted_object: PAGE });
});
