import { beforeAll, expect, test } from 'vitest';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { Store } from '../state.ts';

/** Bounds of campaigns and ad groups: each row has a request that is taken, and what spoils it. */
const video = videoForTests();

let pixel_id: string;
let audiences: Record<string, string>;
beforeAll(async () => {
  pixel_id = (await video.get('pixel/list')).pixels[0].pixel_id;
  const { list } = await video.get('dmp/custom_audience/list', { page_size: 100 });
  audiences = Object.fromEntries(list.map((one: Params) => [one.name, one.audience_id]));
});

let made = 0;
const newName = () => `Bound ${++made}`;
const campaign = async (more: Params = {}): Promise<string> =>
  (await video.post('campaign/create', { ...GOOD.campaign, campaign_name: newName(), ...more })).campaign_id;
const group = async (campaign_id: string, more: Params = {}): Promise<string> =>
  (await video.post('adgroup/create', { ...GOOD.group, campaign_id, ...more })).adgroup_id;

const APP = { objective_type: 'APP_PROMOTION', app_promotion_type: 'APP_INSTALL' };
const IOS14 = { ...APP, campaign_type: 'IOS14_CAMPAIGN', app_id: '7' };
const RESERVED = { objective_type: 'RF_REACH', operation_status: 'ENABLE' };
const WEB = { objective_type: 'WEB_CONVERSIONS', virtual_objective_type: 'SALES', sales_destination: 'WEBSITE' };

test.each<[string, Params, Params]>([
  ['sales_destination: APP does not fit WEB_CONVERSIONS.', WEB, { sales_destination: 'APP' }],
  [
    'sales_destination: WEBSITE does not fit TRAFFIC.',
    {},
    { virtual_objective_type: 'SALES', sales_destination: 'WEBSITE' },
  ],
  ['app_id', IOS14, { app_id: undefined }],
  ['rf_campaign_type: only for RF_REACH.', {}, { rf_campaign_type: 'STANDARD' }],
  [
    'budget_mode: a RF_REACH campaign needs BUDGET_MODE_INFINITE.',
    RESERVED,
    { budget_mode: 'BUDGET_MODE_DAY', budget: 60 },
  ],
])('a campaign is refused: %s', async (message, sound, spoilt) => {
  const body = (more: Params) => ({ ...GOOD.campaign, campaign_name: newName(), ...more });
  const refused = await video.refused('POST', 'campaign/create', body({ ...sound, ...spoilt }));
  expect(refused).toEqual({ code: 40002, message: expect.stringContaining(message) });
  await video.post('campaign/create', body(sound));
});

test('a campaign takes no name of another, and special industries are only taken from it', async () => {
  const campaign_id = await campaign({ special_industries: ['HOUSING'] });
  const change = (more: Params) => video.post('campaign/update', { campaign_id, ...more });
  const refused = await video.refused('POST', 'campaign/update', { campaign_id, campaign_name: 'Store traffic' });
  expect(refused.message).toContain('Campaign name already exists');
  const own = (await video.get('campaign/get', { filtering: { campaign_ids: [campaign_id] } })).list[0].campaign_name;
  await change({ campaign_name: own });
  const other = { campaign_id, special_industries: ['CREDIT'] };
  expect((await video.refused('POST', 'campaign/update', other)).message).toContain('special_industries');
  await change({ special_industries: [] });
  const { list } = await video.get('campaign/get', { filtering: { campaign_ids: [campaign_id] } });
  expect(list[0].special_industries).toEqual([]);
});

const REACH = { objective_type: 'REACH', budget_mode: 'BUDGET_MODE_INFINITE' };
const REACHING = {
  ...{ promotion_type: undefined, optimization_goal: 'REACH', billing_event: 'CPM' },
  ...{ frequency: 3, frequency_schedule: 7 },
};
const VIEWS = { objective_type: 'VIDEO_VIEWS', budget_mode: 'BUDGET_MODE_INFINITE' };
const VIEWED = { promotion_type: undefined, optimization_goal: 'ENGAGED_VIEW', billing_event: 'CPV' };
const WEB_ADS = { objective_type: 'WEB_CONVERSIONS' };
const converting = () => ({
  ...{ optimization_goal: 'CONVERT', billing_event: 'OCPM', pixel_id, optimization_event: 'SHOPPING' },
});
const valued = () => ({ ...converting(), optimization_goal: 'VALUE', deep_bid_type: 'VO_HIGHEST_VALUE' });
const APP_GROUP = {
  ...{ promotion_type: 'APP_ANDROID', app_id: '7', operating_systems: ['ANDROID'] },
  ...{ optimization_goal: 'INSTALL', billing_event: 'OCPM' },
};
const VISITS = { optimization_goal: 'TRAFFIC_LANDING_PAGE_VIEW', billing_event: 'OCPM' };
const ends = (end: string, start = '2026-11-16 00:00:00') => ({
  ...{ schedule_type: 'SCHEDULE_START_END', schedule_start_time: start, schedule_end_time: end },
});
const words = (count: number) => ({ search_keywords: new Array(count).fill({ keyword: 'k' }) });
const videoAction = (action_category_ids: string[]) => ({
  actions: [{ action_scene: 'VIDEO_RELATED', action_period: 7, action_category_ids }],
});
const HOUSING = { special_industries: ['HOUSING'] };
const PANGLE = { placements: ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE'] };

/** The refusal, the campaign above, what is taken, and what spoils it. */
const GROUPS: [string, Params, () => Params, () => Params][] = [
  [
    'operating_systems: exactly one is needed for an app.',
    APP,
    () => APP_GROUP,
    () => ({ operating_systems: ['ANDROID', 'IOS'] }),
  ],
  [
    'placements: PLACEMENT_GLOBAL_APP_BUNDLE is not supported with TRAFFIC_LANDING_PAGE_VIEW.',
    {},
    () => VISITS,
    () => ({ placements: ['PLACEMENT_TIKTOK', 'PLACEMENT_GLOBAL_APP_BUNDLE'] }),
  ],
  ['budget', {}, () => ({}), () => ({ budget: undefined })],
  ['pixel_id: not supported for CLICK.', WEB_ADS, () => ({}), () => ({ pixel_id })],
  ['optimization_event', WEB_ADS, converting, () => ({ optimization_event: undefined })],
  ['optimization_event: the pixel has no SUBSCRIBE.', WEB_ADS, converting, () => ({ optimization_event: 'SUBSCRIBE' })],
  ['optimization_event: VALUE needs SHOPPING.', WEB_ADS, valued, () => ({ optimization_event: 'ON_WEB_CART' })],
  ['search_keywords: Longer than maximum length 1000.', {}, () => words(1000), () => words(1001)],
  ['Could not find catalogue ID.', {}, () => ({}), () => ({ catalog_id: '7' })],
  ['schedule_start_time', {}, () => ({}), () => ({ schedule_start_time: undefined })],
  [
    'schedule_start_time: must not be after 2028-01-01.',
    {},
    () => ({ schedule_start_time: '2028-01-01 00:00:00' }),
    () => ({ schedule_start_time: '2028-01-01 00:00:01' }),
  ],
  [
    'schedule_end_time: must be after schedule_start_time.',
    {},
    () => ends('2026-11-16 00:00:01'),
    () => ends('2026-11-16 00:00:00'),
  ],
  [
    'schedule_end_time: must not be in the past.',
    {},
    () => ends('2026-11-15 17:30:01', '2026-11-15 10:00:00'),
    () => ends('2026-11-15 17:30:00', '2026-11-15 10:00:00'),
  ],
  [
    'schedule_end_time: must not be after 2038-01-01.',
    {},
    () => ends('2038-01-01 00:00:00'),
    () => ends('2038-01-01 00:00:01'),
  ],
  [
    'schedule_type: ENGAGED_VIEW_FIFTEEN needs SCHEDULE_START_END of at most 30 days.',
    VIEWS,
    () => ({ ...VIEWED, optimization_goal: 'ENGAGED_VIEW_FIFTEEN', ...ends('2026-12-16 00:00:00') }),
    () => ends('2026-12-16 00:00:01'),
  ],
  [
    'schedule_type: ENGAGED_VIEW_FIFTEEN needs SCHEDULE_START_END of at most 30 days.',
    VIEWS,
    () => ({ ...VIEWED, optimization_goal: 'ENGAGED_VIEW_FIFTEEN', ...ends('2026-12-16 00:00:00') }),
    () => ({ schedule_type: 'SCHEDULE_FROM_NOW' }),
  ],
  [
    'secondary_optimization_event: only for INSTALL and VALUE',
    WEB_ADS,
    () => ({ ...valued(), secondary_optimization_event: 'SHOPPING' }),
    () => ({ ...converting(), secondary_optimization_event: 'SHOPPING' }),
  ],
  [
    'secondary_optimization_event: only for INSTALL and VALUE',
    APP,
    () => APP_GROUP,
    () => ({ secondary_optimization_event: 'ACTIVE_PAY' }),
  ],
  [
    'location_ids: Longer than maximum length 3000.',
    {},
    () => ({}),
    () => ({ location_ids: new Array(3001).fill('6252001') }),
  ],
  [
    'location_ids: Longer than maximum length 3000.',
    {},
    () => ({ zipcode_ids: new Array(2999).fill('2000094103') }),
    () => ({ zipcode_ids: new Array(3000).fill('2000094103') }),
  ],
  [
    'interest_category_ids: 999 does not exist.',
    {},
    () => ({ interest_category_ids: ['11'] }),
    () => ({ interest_category_ids: ['999'] }),
  ],
  [
    'is still processing or has fewer than 1,000 users.',
    {},
    () => ({ audience_ids: [audiences.Customers] }),
    () => ({ audience_ids: [audiences['Tiny test']] }),
  ],
  [
    'an audience cannot be included and excluded.',
    {},
    () => ({ audience_ids: [audiences.Customers] }),
    () => ({ excluded_audience_ids: [audiences.Customers] }),
  ],
  ['action_category_ids: only with PLACEMENT_TIKTOK alone.', {}, () => videoAction(['101001']), () => PANGLE],
  [
    'action_category_ids: at least 1 category does not exist.',
    {},
    () => videoAction(['101001']),
    () => videoAction(['999']),
  ],
  [
    'brand_safety_type: only with PLACEMENT_TIKTOK alone.',
    REACH,
    () => ({ ...REACHING, brand_safety_type: 'STANDARD_INVENTORY' }),
    () => PANGLE,
  ],
  ['household_income: only in the US', {}, () => ({ household_income: ['TOP5'] }), () => PANGLE],
  [
    'audience_ids: not supported for special ad categories.',
    HOUSING,
    () => ({ audience_ids: [audiences.Customers] }),
    () => ({ audience_ids: [audiences['Like customers']] }),
  ],
];

test.each(GROUPS)('an ad group is refused: %s', async (message, above, sound, spoilt) => {
  const campaign_id = await campaign(above);
  const body = { ...GOOD.group, campaign_id, ...sound() };
  const refused = await video.refused('POST', 'adgroup/create', { ...body, ...spoilt() });
  expect(refused.message).toContain(/^\w+$/.test(message) ? `${message}: Missing data for required field.` : message);
  await video.post('adgroup/create', body);
});

test('products are sold on TikTok, and not to people chosen by what they can spend', async () => {
  const store = new Store(video.world.db);
  const campaign_id = await campaign();
  const one = store.need('Campaign', campaign_id);
  one.data.objective_type = 'PRODUCT_SALES';
  store.save(one);
  const create = (more: Params) =>
    video.refused('POST', 'adgroup/create', { ...GOOD.group, campaign_id, ...more }).then(({ message }) => message);
  expect(await create({ ...PANGLE })).toContain('placements: PRODUCT_SALES only supports PLACEMENT_TIKTOK.');
  expect(await create({ spending_power: 'HIGH' })).toContain('spending_power: not supported for PRODUCT_SALES.');
  expect(await create({ saved_audience_id: '1' })).toContain('saved_audience_id: not supported for PRODUCT_SALES.');
  await group(campaign_id, { spending_power: 'ALL' });
});

test('the schedule of an ad group is changed until it begins, and its end at any time', async () => {
  const adgroup_id = await group(await campaign(), ends('2026-11-20 00:00:00'));
  const refused = async (more: Params) =>
    (await video.refused('POST', 'adgroup/update', { adgroup_id, ...more })).message;
  const change = async (more: Params) => {
    const { schedule_start_time, schedule_end_time, schedule_type } = await video.post('adgroup/update', {
      adgroup_id,
      ...more,
    });
    return [schedule_type, schedule_start_time, schedule_end_time];
  };
  expect(await refused({ schedule_type: 'SCHEDULE_FROM_NOW' })).toContain('schedule_start_time');
  expect(await refused({ schedule_start_time: '2026-11-15 05:00:00' })).toContain('12 hours');
  expect(await change({ schedule_start_time: '2026-11-17 00:00:00' })).toEqual([
    ...['SCHEDULE_START_END', '2026-11-17 00:00:00', '2026-11-20 00:00:00'],
  ]);
  expect(await refused({ schedule_end_time: '2026-11-16 00:00:00' })).toContain('must be after schedule_start_time');
  expect(await change({ schedule_end_time: '2026-11-21 00:00:00' })).toEqual([
    ...['SCHEDULE_START_END', '2026-11-17 00:00:00', '2026-11-21 00:00:00'],
  ]);
  const open = { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time: '2026-11-18 00:00:00' };
  expect((await change(open)).slice(0, 2)).toEqual(['SCHEDULE_FROM_NOW', '2026-11-18 00:00:00']);
});

test('statuses tell a run that is over, ads that were all denied, and what was deleted above', async () => {
  const store = new Store(video.world.db);
  const { list } = await video.get('ad/get', {
    filtering: { secondary_status: 'AD_STATUS_DELIVERY_OK' },
    page_size: 50,
  });
  const alone = list.find((one: Params) => store.all('Ad', { adgroup: String(one.adgroup_id) }).length > 0);
  const statuses = async () => {
    const shown = async (level: string, ids: Params) =>
      (await video.get(`${level}/get`, { filtering: { ...ids, primary_status: 'STATUS_ALL' } })).list[0]
        .secondary_status;
    return [await shown('adgroup', { adgroup_ids: [alone.adgroup_id] }), await shown('ad', { ad_ids: [alone.ad_id] })];
  };
  const over = async (change: (data: { end: number; deleted?: boolean }) => void) => {
    const one = store.need('AdGroup', alone.adgroup_id);
    const before = structuredClone(one.data);
    change(one.data as never);
    store.save(one);
    const seen = await statuses();
    const finished = { adgroup_ids: [alone.adgroup_id], primary_status: 'STATUS_TIME_DONE' };
    const done = (await video.get('adgroup/get', { filtering: finished })).list.length;
    store.save({ ...one, data: before });
    return [...seen, done];
  };
  expect(await statuses()).toEqual(['ADGROUP_STATUS_DELIVERY_OK', 'AD_STATUS_DELIVERY_OK']);
  const now = video.world.now();
  const past = (data: { end: number }) => Object.assign(data, { end: now });
  expect(await over(past)).toEqual(['ADGROUP_STATUS_TIME_DONE', 'AD_STATUS_DONE', 1]);
  const later = (data: { end: number }) => Object.assign(data, { end: now + 1000 });
  expect(await over(later)).toEqual(['ADGROUP_STATUS_DELIVERY_OK', 'AD_STATUS_DELIVERY_OK', 0]);
  const gone = (data: object) => Object.assign(data, { deleted: true });
  expect((await over(gone))[1]).toBe('AD_STATUS_ADGROUP_DELETE');
  const ads = store.all('Ad', { adgroup: String(alone.adgroup_id) });
  for (const ad of ads) store.save({ ...ad, data: { ...ad.data, rejected: true } });
  expect(await statuses()).toEqual(['ADGROUP_STATUS_AUDIT_DENY', 'AD_STATUS_AUDIT_DENY']);
  for (const ad of ads) store.save(ad);
});

const SMART = {
  ...{ objective_type: 'WEB_CONVERSIONS', sales_destination: 'WEBSITE', budget: 60, operation_status: 'DISABLE' },
};

test.each<[string, Params, Params]>([
  ['request_id', SMART, { request_id: undefined }],
  ['budget', SMART, { budget: undefined }],
  ['app_promotion_type', { ...SMART, ...APP }, { app_promotion_type: undefined }],
])('a Smart+ campaign is refused without %s', async (field, sound, spoilt) => {
  const body = () => ({ ...sound, request_id: String(5000 + ++made), campaign_name: newName() });
  const refused = await video.refused('POST', 'smart_plus/campaign/create', { ...body(), ...spoilt });
  expect(refused).toEqual({ code: 40002, message: expect.stringContaining(field) });
  const { campaign_id } = await video.post('smart_plus/campaign/create', body());
  const { list } = await video.get('smart_plus/campaign/get', { filtering: { campaign_ids: [campaign_id] } });
  expect(list).toMatchObject([{ campaign_id, advertiser_id: US }]);
});
