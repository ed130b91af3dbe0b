import { beforeAll, expect, test } from 'vitest';
import { type Params, videoForTests } from '../calls.testing.ts';
import { Store } from '../state.ts';

const video = videoForTests();

/** Everything a Smart+ ad is made of, made once; a test changes one thing at a time. */
let made: { campaign_id: string; adgroup_id: string; group: Params; ad: Params };
let requests = 1_000;
const request_id = () => String(++requests);

beforeAll(async () => {
  const { campaign_id } = await video.post('smart_plus/campaign/create', campaign({ campaign_name: 'Steered' }));
  const { pixels } = await video.get('pixel/list');
  const group = {
    campaign_id,
    adgroup_name: 'G',
    promotion_type: 'WEBSITE',
    optimization_goal: 'CONVERT',
    billing_event: 'OCPM',
    bid_type: 'BID_TYPE_NO_BID',
    pixel_id: pixels[0].pixel_id,
    optimization_event: 'SHOPPING',
    schedule_type: 'SCHEDULE_FROM_NOW',
    schedule_start_time: '2026-11-16 00:00:00',
    targeting_spec: { location_ids: ['6252001'] },
  };
  const { adgroup_id } = await video.post('smart_plus/adgroup/create', { ...group, request_id: request_id() });
  const { list: films } = await video.get('file/video/ad/search');
  const { list: images } = await video.get('file/image/ad/search');
  const { identity_list } = await video.get('identity/get', { identity_type: 'TT_USER' });
  const { identity_id } = identity_list.find((one: Params) => one.available_status === 'AVAILABLE');
  const creative = (place: number) => ({
    creative_info: {
      ad_format: 'SINGLE_VIDEO',
      video_info: { video_id: films[place].video_id },
      image_info: [{ web_uri: images[place].image_id }],
      identity_type: 'TT_USER',
      identity_id,
    },
  });
  const ad = {
    adgroup_id,
    ad_name: 'Whole',
    creative_list: [creative(0), creative(1)],
    ad_text_list: [{ ad_text: 'Try it' }, { ad_text: 'Buy it' }],
    call_to_action_list: [{ call_to_action: 'SHOP_NOW' }],
    landing_page_url_list: [{ landing_page_url: 'https://acme.example' }],
    operation_status: 'DISABLE',
  };
  made = { campaign_id, adgroup_id, group, ad };
});

function campaign(more: Params): Params {
  return {
    campaign_name: 'C',
    objective_type: 'WEB_CONVERSIONS',
    sales_destination: 'WEBSITE',
    budget: 60,
    operation_status: 'DISABLE',
    request_id: request_id(),
    ...more,
  };
}

test('ads are whole at their own address, and one ad a creative in the plain list', async () => {
  const { smart_plus_ad_id } = await video.post('smart_plus/ad/create', made.ad);
  const own = await video.get('smart_plus/ad/get', { filtering: { smart_plus_ad_ids: [smart_plus_ad_id] } });
  expect(own.list).toMatchObject([{ ad_name: 'Whole', operation_status: 'DISABLE' }]);
  expect(own.list[0].creative_list).toHaveLength(2);
  const plain = await video.get('ad/get', { filtering: { ad_ids_v2: [smart_plus_ad_id] } });
  expect(plain.list.map((one: Params) => one.smart_plus_ad_id)).toEqual([smart_plus_ad_id, smart_plus_ad_id]);
  expect(plain.list.map((one: Params) => one.ad_id)).not.toContain(smart_plus_ad_id);
  expect(plain.list[0]).toMatchObject({
    ad_name: expect.stringMatching(/\.mp4$/),
    secondary_status: 'AD_STATUS_AUDIT',
  });
  const manual = await video.get('ad/get', {
    filtering: { ad_ids_v2: [smart_plus_ad_id], campaign_automation_type: 'MANUAL' },
  });
  expect(manual.list).toEqual([]);
});

test('a change replaces the ad, and a second one within five seconds is refused', async () => {
  const { smart_plus_ad_id } = await video.post('smart_plus/ad/create', made.ad);
  const { creative_list } = made.ad as { creative_list: unknown[] };
  const { adgroup_id: _, ...content } = made.ad;
  const changed = await video.post('smart_plus/ad/update', {
    ...content,
    smart_plus_ad_id,
    creative_list: creative_list.slice(1),
  });
  expect(changed.creative_list).toHaveLength(1);
  expect(await video.refused('POST', 'smart_plus/ad/update', { ...content, smart_plus_ad_id })).toMatchObject({
    code: 40132,
  });
});

test('reports by ad_id have a row a creative, by ad_id_v2 one for the whole, and the same sum', async () => {
  const report = async (dimension: string) => {
    const { list } = await video.get('report/integrated/get', {
      report_type: 'BASIC',
      data_level: 'AUCTION_AD',
      dimensions: [dimension],
      metrics: ['spend', 'ad_name', 'campaign_automation_type'],
      start_date: '2026-11-01',
      end_date: '2026-11-14',
      page_size: 100,
    });
    const rows = list.filter(({ metrics }: Params) => Number((metrics as Params).spend) > 0);
    const smart = rows.filter(({ metrics }: Params) => (metrics as Params).campaign_automation_type !== 'MANUAL');
    const cents = (some: { metrics: { spend: string } }[]) =>
      some.reduce((sum, { metrics }) => sum + Math.round(Number(metrics.spend) * 100), 0);
    return { smart, whole: cents(rows) };
  };
  const [byCreative, byAd] = [await report('ad_id'), await report('ad_id_v2')];
  expect(byCreative.smart).toHaveLength(2);
  expect(byAd.smart).toMatchObject([{ metrics: { ad_name: 'Always on 1' } }]);
  expect(byAd.whole).toBe(byCreative.whole);
});

test('a targeting_spec replaces the one before, and is nested', async () => {
  const spec = { location_ids: ['6252001'], gender: 'GENDER_FEMALE', age_groups: ['AGE_25_34'] };
  const filtering = { adgroup_ids: [made.adgroup_id] };
  const { adgroup_id } = made;
  const mode = { targeting_optimization_mode: 'MANUAL' };
  await video.post('smart_plus/adgroup/update', { adgroup_id, ...mode, targeting_spec: spec });
  expect((await video.get('smart_plus/adgroup/get', { filtering })).list[0].targeting_spec).toMatchObject(spec);
  await video.post('smart_plus/adgroup/update', { adgroup_id, targeting_spec: { location_ids: ['6252001'] } });
  const { list } = await video.get('adgroup/get', { filtering });
  expect(list[0]).toMatchObject({ gender: 'GENDER_UNLIMITED', campaign_automation_type: 'UPGRADED_SMART_PLUS' });
});

const GROUP_REFUSALS: [string, Params][] = [
  ['request_id: Missing', { request_id: undefined }],
  ['bid_type: Missing', { bid_type: undefined }],
  ['targeting_spec: Missing', { targeting_spec: undefined }],
  ['location_ids', { targeting_spec: {} }],
  ['promotion_type', { promotion_type: undefined }],
  ['bid_type: must be the same', { bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: 5 }],
  ['targeting_optimization_mode', { targeting_optimization_mode: 'HALF' }],
];

test.each(GROUP_REFUSALS)('an ad group is refused: %s', async (message, change) => {
  const body = { ...made.group, request_id: request_id(), ...change };
  expect((await video.refused('POST', 'smart_plus/adgroup/create', body)).message).toContain(message);
});

test('outside of a daily budget, no open end and no bid of one’s own', async () => {
  const { campaign_id } = await video.post(
    'smart_plus/campaign/create',
    campaign({ campaign_name: 'Lifetime', budget_mode: 'BUDGET_MODE_TOTAL', budget: 900 }),
  );
  const body = { ...made.group, campaign_id };
  const refused = async (more: Params) =>
    (await video.refused('POST', 'smart_plus/adgroup/create', { ...body, request_id: request_id(), ...more })).message;
  expect(await refused({})).toContain('schedule_type');
  const ends = { schedule_type: 'SCHEDULE_START_END', schedule_end_time: '2026-12-16 00:00:00' };
  expect(await refused({ ...ends, bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: 5 })).toContain('bid_type');
});

const AD_REFUSALS: [string, (ad: Params) => Params][] = [
  ['ad_name', () => ({ ad_name: undefined })],
  ['creative_list.0.creative_info: Missing', () => ({ creative_list: [{}] })],
  [
    'call_to_action_list: cannot be given with call_to_action_id.',
    () => ({ ad_configuration: { call_to_action_id: '1' } }),
  ],
  ['creative_list: Missing', () => ({ creative_list: [] })],
  [
    'creative_list: Longer',
    ({ creative_list }) => ({ creative_list: Array(32).fill((creative_list as unknown[])[0]) }),
  ],
  ['ad_text_list: Longer', () => ({ ad_text_list: Array(6).fill({ ad_text: 'x' }) })],
  ['ad_text', () => ({ ad_text_list: [] })],
  ['call_to_action_list: Longer', () => ({ call_to_action_list: Array(4).fill({ call_to_action: 'SHOP_NOW' }) })],
  ['This Call to Action is not supported', () => ({ call_to_action_list: [{ call_to_action: 'VIEW_PROFILE' }] })],
  ['landing_page_url', () => ({ landing_page_url_list: [] })],
  [
    'landing_page_url_list: Longer',
    () => ({ landing_page_url_list: Array(2).fill({ landing_page_url: 'https://a.example' }) }),
  ],
  ['Verify that your identity', () => ({ creative_list: [{ creative_info: { video_info: { video_id: 'x' } } }] })],
];

test.each(AD_REFUSALS)('an ad is refused: %s', async (message, change) => {
  const body = { ...made.ad, ...change(made.ad) };
  expect((await video.refused('POST', 'smart_plus/ad/create', body)).message).toContain(message);
});

test('plain addresses refuse Smart+ parts, and the other way round', async () => {
  const status = { operation_status: 'ENABLE' };
  const { list } = await video.get('ad/get', { filtering: { campaign_automation_type: 'UPGRADED_SMART_PLUS' } });
  const other = await video.get('ad/get', { filtering: { campaign_automation_type: 'MANUAL' } });
  for (const [path, body] of [
    ['adgroup/update', { adgroup_id: made.adgroup_id, adgroup_name: 'x' }],
    ['adgroup/status/update', { adgroup_ids: [made.adgroup_id], ...status }],
    ['ad/status/update', { ad_ids: [list[0].ad_id], ...status }],
    ['ad/create', { adgroup_id: made.adgroup_id, creatives: [{}] }],
    ['smart_plus/adgroup/update', { adgroup_id: other.list[0].adgroup_id, adgroup_name: 'x' }],
    ['smart_plus/ad/create', { ...made.ad, adgroup_id: other.list[0].adgroup_id }],
  ] as [string, Params][])
    expect((await video.refused('POST', path, body)).message).toContain('Smart+');
});

test('a campaign has thirty ad groups, an ad group thirty ads, and new targeting names its places', async () => {
  const store = new Store(video.world.db);
  const change = { adgroup_id: made.adgroup_id, targeting_spec: { age_groups: ['AGE_25_34'] } };
  const refused = await video.refused('POST', 'smart_plus/adgroup/update', change);
  expect(refused.message).toBe('targeting_spec.location_ids: Missing data for required field.');
  const { links, data } = store.need('AdGroup', made.adgroup_id);
  const { smart_plus_ad_id } = await video.post('smart_plus/ad/create', made.ad);
  const ad = store.need('SmartAd', smart_plus_ad_id);
  const more = (kind: 'AdGroup' | 'SmartAd', count: number) =>
    Array.from({ length: count }, () =>
      kind === 'AdGroup' ? store.insert('AdGroup', links, data) : store.insert('SmartAd', ad.links, ad.data),
    );
  const held = store.all('SmartAd', { adgroup: made.adgroup_id }).filter((one) => !one.data.deleted).length;
  const ads = more('SmartAd', 30 - held);
  expect((await video.refused('POST', 'smart_plus/ad/create', made.ad)).code).toBe(40502);
  store.remove(ads[0]!);
  await video.post('smart_plus/ad/create', made.ad);
  const others = store.all('AdGroup', { campaign: made.campaign_id }).filter((one) => !one.data.deleted).length;
  const groups = more('AdGroup', 30 - others);
  const body = () => ({ ...made.group, request_id: request_id() });
  expect((await video.refused('POST', 'smart_plus/adgroup/create', body())).code).toBe(40502);
  store.remove(groups[0]!);
  await video.post('smart_plus/adgroup/create', body());
});
