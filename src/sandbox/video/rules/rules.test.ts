import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { GOOD, type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

const APP_GROUP = { promotion_type: 'APP_ANDROID', app_id: '7', operating_systems: ['ANDROID'] };
const ENDS = { schedule_type: 'SCHEDULE_START_END', schedule_end_time: '2026-11-20 00:00:00' };

let made = 0;
async function campaign(more: Params = {}): Promise<string> {
  made += 1;
  return (await video.post('campaign/create', { ...GOOD.campaign, campaign_name: `C${made}`, ...more })).campaign_id;
}

test.each<[number, number, Params]>([
  [17, 40002, { campaign_name: '' }],
  [17, 40002, { campaign_name: 'あ'.repeat(257) }],
  [17, 40002, { campaign_name: 'Go 🚀' }],
  [18, 40002, { campaign_name: 'Store traffic' }],
  [19, 40002, { request_id: 'abc' }],
  [21, 40002, { objective_type: 'CONVERSIONS' }],
  [22, 40002, { objective_type: 'APP_PROMOTION' }],
  [23, 40002, { sales_destination: 'WEBSITE' }],
  [24, 40002, { objective_type: 'PRODUCT_SALES' }],
  [25, 40002, { budget_optimize_on: true }],
  [25, 40002, { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: 60 }],
  [26, 40002, { objective_type: 'REACH', budget_mode: 'BUDGET_MODE_DAY', budget: 60 }],
  [28, 40002, { budget_mode: 'BUDGET_MODE_DAY' }],
  [29, 40002, { budget_mode: 'BUDGET_MODE_DAY', budget: 49.99 }],
  [30, 40002, { budget_mode: 'BUDGET_MODE_DAY', budget: 10_000_000 }],
  [31, 40002, { budget_mode: 'BUDGET_MODE_DAY', budget: 50.001 }],
  [36, 40002, { campaign_type: 'IOS14_CAMPAIGN' }],
  [38, 40002, { rta_bid_enabled: true }],
])('campaign rule %i refuses with %i', async (_rule, code, spoilt) => {
  const before = (await video.ledger({ kind: 'create' })).length;
  const refused = await video.refused('POST', 'campaign/create', { ...GOOD.campaign, campaign_name: 'New', ...spoilt });
  expect(refused.code).toBe(code);
  expect((await video.ledger({ kind: 'create' })).length).toBe(before);
});

test('rule 20: a request_id makes one object for ten seconds', async () => {
  const args = { ...GOOD.campaign, campaign_name: 'Twice', request_id: '77' };
  await video.post('campaign/create', args);
  expect((await video.refused('POST', 'campaign/create', args)).code).toBe(40050);
  video.advance(10_001);
  await video.post('campaign/create', args);
});

test('rules 29, 41: the edges of the floor pass, and deleted campaigns are final', async () => {
  const id = await campaign({ budget_mode: 'BUDGET_MODE_DAY', budget: 50 });
  const status = (operation_status: string) => ({ campaign_ids: [id], operation_status });
  await video.post('campaign/status/update', status('DELETE'));
  expect((await video.refused('POST', 'campaign/status/update', status('ENABLE'))).code).toBe(40002);
  expect((await video.refused('POST', 'campaign/update', { campaign_id: id, campaign_name: 'x' })).code).toBe(40002);
  const both = { campaign_ids: [await campaign(), '42'], operation_status: 'ENABLE' };
  expect((await video.refused('POST', 'campaign/status/update', both)).code).toBe(40007);
});

test('ad groups are switched all or none, or those that can be where the caller allows a part', async () => {
  const { adgroup_id } = await video.post('adgroup/create', { ...GOOD.group, campaign_id: await campaign() });
  const off = { adgroup_ids: ['42', adgroup_id], operation_status: 'DISABLE' };
  const stateNow = async () => {
    const { list } = await video.get('adgroup/get', { filtering: { adgroup_ids: [adgroup_id] } });
    return list[0].operation_status;
  };
  expect((await video.refused('POST', 'adgroup/status/update', off)).code).toBe(40007);
  expect(await stateNow()).toBe('ENABLE');
  expect(await video.post('adgroup/status/update', { ...off, allow_partial_success: true })).toMatchObject({
    adgroup_ids: [adgroup_id],
    error_list: [{ adgroup_id: '42', error_message: expect.stringContaining('does not exist') }],
  });
  expect(await stateNow()).toBe('DISABLE');
});

test.each<[number, number, Params]>([
  [45, 40007, { campaign_id: '42' }],
  [47, 40002, { promotion_type: 'LIVE_SHOPPING' }],
  [49, 40002, { placements: [] }],
  [51, 40002, { optimization_goal: 'INSTALL' }],
  [52, 40002, { billing_event: 'CPM' }],
  [56, 40002, { pixel_id: '42' }],
  [62, 40002, { bid_type: 'BID_TYPE_CUSTOM' }],
  [64, 40002, { bid_type: 'BID_TYPE_CUSTOM', bid_price: 20 }],
  [64, 40002, { bid_type: 'BID_TYPE_CUSTOM', bid_price: 31, budget: 500 }],
  [65, 40002, { pacing: 'PACING_MODE_FAST' }],
  [65, 40002, { pacing: undefined }],
  [72, 40002, { budget_mode: 'BUDGET_MODE_INFINITE' }],
  [72, 40002, { budget_mode: 'BUDGET_MODE_TOTAL' }],
  [73, 40002, { budget: 19.99 }],
  [75, 40002, { schedule_start_time: '2026-11-15' }],
  [75, 40002, { schedule_start_time: '2026-11-15 05:00:00' }],
  [76, 40002, { schedule_type: 'SCHEDULE_START_END' }],
  [79, 40002, { dayparting: '101' }],
  [80, 40002, { location_ids: ['6252001', '5332921'] }],
  [81, 40002, { location_ids: ['999'] }],
  [84, 40065, { age_groups: ['AGE_13_17'] }],
  [87, 40002, { device_price_ranges: [0, 75] }],
  [90, 40002, { audience_ids: ['42'] }],
  [97, 40002, { click_attribution_window: 'ONE_DAY' }],
])('ad group rule %i refuses with %i', async (_rule, code, spoilt) => {
  const campaign_id = await campaign();
  const refused = await video.refused('POST', 'adgroup/create', { ...GOOD.group, campaign_id, ...spoilt });
  expect(refused.code).toBe(code);
});

const REACH = { objective_type: 'REACH', budget_mode: 'BUDGET_MODE_INFINITE' };
const WEB = { objective_type: 'WEB_CONVERSIONS', budget_mode: 'BUDGET_MODE_INFINITE' };
const VIEWS = { objective_type: 'VIDEO_VIEWS', budget_mode: 'BUDGET_MODE_INFINITE' };
const APP = { objective_type: 'APP_PROMOTION', app_promotion_type: 'APP_INSTALL' };
const SHARED = { budget_mode: 'BUDGET_MODE_DAY', budget: 60, budget_optimize_on: true };
const HOUSING = { special_industries: ['HOUSING'] };
const reach = { promotion_type: undefined, optimization_goal: 'REACH', billing_event: 'CPM' };
const views = { promotion_type: undefined, optimization_goal: 'ENGAGED_VIEW', billing_event: 'CPV' };
const convert = { optimization_goal: 'CONVERT', billing_event: 'OCPM' };
const value = { optimization_goal: 'VALUE', billing_event: 'OCPM' };
const capped = { frequency: 3, frequency_schedule: 7 };
const hashtags = { action_scene: 'HASHTAG_RELATED', action_period: 0, action_category_ids: ['6170000000000000010'] };

test.each<[number, string, Params, Params]>([
  [48, 'manual placement', { ...reach, ...capped, placement_type: 'PLACEMENT_TYPE_AUTOMATIC' }, REACH],
  [49, 'PLACEMENT_GLOBAL_APP_BUNDLE', { placements: ['PLACEMENT_GLOBAL_APP_BUNDLE'] }, {}],
  [50, 'tiktok_subplacements', { tiktok_subplacements: ['IN_FEED'] }, {}],
  [50, 'tiktok_subplacements', { tiktok_subplacements: ['TIKTOK_LITE'] }, {}],
  [53, 'budget_optimize_on', {}, { ...WEB, ...SHARED }],
  [55, 'Please select a pixel', convert, WEB],
  [57, 'optimization_event', { optimization_goal: 'IN_APP_EVENT', billing_event: 'OCPM', ...APP_GROUP }, APP],
  [
    58,
    'LANDING_PAGE_VIEW',
    { optimization_goal: 'TRAFFIC_LANDING_PAGE_VIEW', billing_event: 'OCPM', optimization_event: 'FORM' },
    {},
  ],
  [60, 'TIKTOK_NATIVE_PAGE', { promotion_website_type: 'TIKTOK_NATIVE_PAGE' }, {}],
  [
    61,
    'operating_systems',
    { ...APP_GROUP, operating_systems: ['IOS'], optimization_goal: 'INSTALL', billing_event: 'OCPM' },
    APP,
  ],
  [61, 'app_id', { ...APP_GROUP, app_id: undefined, optimization_goal: 'INSTALL', billing_event: 'OCPM' }, APP],
  [63, 'Bid needs to be greater', { bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: 2 }, {}],
  [64, 'decimals', { bid_type: 'BID_TYPE_CUSTOM', bid_price: 1.005 }, {}],
  [67, 'bid_display_mode', { ...views, bid_type: 'BID_TYPE_CUSTOM', bid_price: 2 }, VIEWS],
  [68, 'deep_bid_type', { ...value, ...APP_GROUP, optimization_event: 'ACTIVE_PAY' }, APP],
  [
    68,
    'roas_bid',
    { ...value, ...APP_GROUP, optimization_event: 'ACTIVE_PAY', deep_bid_type: 'VO_MIN_ROAS', roas_bid: 1001 },
    APP,
  ],
  [69, 'secondary_optimization_event', { secondary_optimization_event: 'ACTIVE_PAY' }, {}],
  [70, 'frequency cap', reach, REACH],
  [71, 'frequency', { ...reach, frequency: 1001, frequency_schedule: 7 }, REACH],
  [71, 'frequency_schedule', { ...reach, frequency: 1, frequency_schedule: 31 }, REACH],
  [
    72,
    'BUDGET_MODE_TOTAL',
    { budget_mode: 'BUDGET_MODE_TOTAL', budget: 500, ...ENDS },
    { budget_mode: 'BUDGET_MODE_DAY', budget: 60 },
  ],
  [73, '$20', { budget: 19, product_source: 'CATALOG' }, {}],
  [74, 'less than', { budget: 10_000_000 }, {}],
  [78, '30 days', { ...views, optimization_goal: 'ENGAGED_VIEW_FIFTEEN' }, VIEWS],
  [83, 'zipcode_ids', { zipcode_ids: ['2000094103'], placements: ['PLACEMENT_PANGLE'] }, {}],
  [83, 'location ID', { zipcode_ids: ['1'] }, {}],
  [85, 'gender', { gender: 'GENDER_MALE' }, HOUSING],
  [85, 'age_groups', { age_groups: ['AGE_25_34'] }, HOUSING],
  [85, 'zipcode_ids', { zipcode_ids: ['2000094103'] }, HOUSING],
  [85, 'actions', { actions: [hashtags] }, HOUSING],
  [85, 'interest_category_ids', { interest_category_ids: ['11'] }, HOUSING],
  [86, 'device_model_ids', { device_model_ids: ['1'], device_price_ranges: [50, 100] }, {}],
  [
    86,
    'interest_keyword_ids',
    { interest_keyword_ids: ['4360000000000000010'], purchase_intention_keyword_ids: ['1'] },
    {},
  ],
  [86, 'pangle', { included_pangle_audience_package_ids: ['1'], excluded_pangle_audience_package_ids: ['2'] }, {}],
  [88, 'household_income', { household_income: ['TOP5'], location_ids: ['6251999'] }, {}],
  [89, 'action_period', { actions: [{ ...hashtags, action_period: 7 }] }, {}],
  [
    89,
    'action_category_ids',
    { actions: [{ action_scene: 'VIDEO_RELATED', action_period: 7, action_category_ids: ['102001'] }] },
    {},
  ],
  [93, 'smart_audience_enabled', { ...reach, ...capped, smart_audience_enabled: true }, REACH],
  [94, 'auto_targeting_enabled', { auto_targeting_enabled: true }, {}],
  [95, 'allowlist', { brand_safety_type: 'STANDARD_INVENTORY' }, {}],
  [95, 'brand_safety_partner', { ...reach, ...capped, brand_safety_type: 'THIRD_PARTY' }, REACH],
  [96, 'search_result_enabled', { ...reach, ...capped, search_result_enabled: true }, REACH],
  [96, 'search_keywords', { search_keywords: [{ keyword: 'k'.repeat(81) }] }, {}],
  [97, 'click_attribution_window', { click_attribution_window: 'ONE_DAY', view_attribution_window: 'OFF' }, {}],
  [98, 'is_lhf_compliance', { location_ids: ['2635167'], is_hfss: true }, {}],
])('ad group rule %i refuses: %s', async (_rule, message, spoilt, parent) => {
  const campaign_id = await campaign(parent);
  const refused = await video.refused('POST', 'adgroup/create', { ...GOOD.group, campaign_id, ...spoilt });
  expect(refused.message).toContain(message);
});

test('an ad group is accepted, keeps what an update leaves out, and refuses what is fixed', async () => {
  const { adgroup_id } = await video.post('adgroup/create', { ...GOOD.group, campaign_id: await campaign() });
  const changed = await video.post('adgroup/update', { adgroup_id, budget: 30 });
  expect(changed).toMatchObject({ budget: 30, location_ids: ['6252001'], adgroup_name: 'G' });
  const fixed = await video.refused('POST', 'adgroup/update', { adgroup_id, optimization_goal: 'REACH' });
  expect(fixed.message).toContain('optimization_goal');
  const left = await video.refused('POST', 'adgroup/update', { adgroup_id, location_ids: ['1861060'] });
  expect(left.message).toContain('US');
});

test('statuses follow the clock: review, an exhausted day, a new one', async () => {
  const campaign_id = await campaign({ operation_status: 'ENABLE' });
  const { adgroup_id } = await video.post('adgroup/create', { ...GOOD.group, campaign_id, operation_status: 'ENABLE' });
  const status = async () =>
    (await video.get('ad/get', { filtering: { adgroup_ids: [adgroup_id] } })).list[0].secondary_status;
  const [image] = (await video.get('file/image/ad/search')).list;
  const [film] = (await video.get('file/video/ad/search')).list;
  const { identity_list } = await video.get('identity/get', { identity_type: 'TT_USER' });
  const identity = identity_list.find((one: { available_status: string }) => one.available_status === 'AVAILABLE');
  const creative = {
    ad_name: 'A',
    ad_format: 'SINGLE_VIDEO',
    identity_type: 'TT_USER',
    identity_id: identity.identity_id,
    video_id: film.video_id,
    image_ids: [image.image_id],
    ad_text: 'Try it',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://acme.example',
  };
  await video.post('ad/create', { adgroup_id, creatives: [creative] });
  expect(await status()).toBe('AD_STATUS_AUDIT');
  video.setNow(Date.parse('2026-11-17T15:00:00Z'));
  expect(await status()).toBe('AD_STATUS_DELIVERY_OK');
  video.setNow(Date.parse('2026-11-18T04:30:00Z'));
  expect(await status()).toBe('AD_STATUS_BUDGET_EXCEED');
  video.advance(DAY_MS / 4);
  expect(await status()).toBe('AD_STATUS_DELIVERY_OK');
});
