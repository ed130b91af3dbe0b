import { beforeAll, expect, test } from 'vitest';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME, ACME_JAPAN } from '../seed.ts';
import { Store } from '../state.ts';
import { KEPT } from './ad-rules.ts';

/** The rules of ads: each case breaks one rule of a valid request. */
const video = videoForTests();

const ids: Record<string, string> = {};
let groups: Record<'tiktok' | 'pangle' | 'call' | 'form' | 'external' | 'web' | 'visits' | 'ios', string>;
let creative: Params;

beforeAll(async () => {
  const made = async (name: string, campaign: Params, more: Params) => {
    const { campaign_id } = await video.post('campaign/create', { ...GOOD.campaign, campaign_name: name, ...campaign });
    return (await video.post('adgroup/create', { ...GOOD.group, adgroup_name: name, campaign_id, ...more })).adgroup_id;
  };
  const lead = { objective_type: 'LEAD_GENERATION' };
  const leadGroup = {
    promotion_target_type: 'INSTANT_PAGE',
    optimization_goal: 'LEAD_GENERATION',
    billing_event: 'OCPM',
  };
  groups = {
    tiktok: await made('tiktok', { objective_type: 'TRAFFIC' }, {}),
    pangle: await made('pangle', { objective_type: 'TRAFFIC' }, { placements: ['PLACEMENT_PANGLE'] }),
    call: await made('call', lead, { ...leadGroup, promotion_type: 'LEAD_GEN_CLICK_TO_CALL' }),
    form: await made('form', lead, { ...leadGroup, promotion_type: 'LEAD_GENERATION' }),
    external: await made('external', lead, {
      ...leadGroup,
      promotion_type: 'LEAD_GENERATION',
      promotion_target_type: 'EXTERNAL_WEBSITE',
    }),
    web: await made(
      'web',
      { objective_type: 'WEB_CONVERSIONS' },
      {
        pixel_id: (await video.get('pixel/list')).pixels[0].pixel_id,
        optimization_event: 'SHOPPING',
        optimization_goal: 'CONVERT',
        billing_event: 'OCPM',
      },
    ),
    visits: await made(
      'visits',
      { objective_type: 'ENGAGEMENT' },
      { promotion_type: undefined, optimization_goal: 'PAGE_VISIT' },
    ),
    ios: await made(
      'ios',
      {
        objective_type: 'APP_PROMOTION',
        app_promotion_type: 'APP_INSTALL',
        campaign_type: 'IOS14_CAMPAIGN',
        app_id: '7',
      },
      {
        promotion_type: 'APP_IOS',
        app_id: '7',
        operating_systems: ['IOS'],
        optimization_goal: 'INSTALL',
        billing_event: 'OCPM',
      },
    ),
  };
});

beforeAll(async () => {
  const { identity_list } = await video.get('identity/get');
  for (const one of identity_list) ids[`${one.identity_type} ${one.available_status}`] = one.identity_id;
  ids.film = (await video.get('file/video/ad/search')).list[0].video_id;
  ids.image = (await video.get('file/image/ad/search')).list[0].image_id;
  const fresh = { upload_type: 'UPLOAD_BY_URL', video_url: 'https://acme.example/new.mp4' };
  ids.raw = (await video.post('file/video/ad/upload', fresh))[0].video_id;
  ids.music = (await video.get('file/music/get', { music_scene: 'CAROUSEL_ADS' })).musics[0].music_id;
  ids.form = (await video.get('page/get', { business_type: 'LEAD_GEN' })).list[0].page_id;
  const store = new Store(video.world.db);
  ids.square = store.insert('Image', { advertiser: US }, { ...SQUARE, file_name: 'square.png' }).id;
  ids.wide = store.insert('Image', { advertiser: US }, { ...SQUARE, width: 2000, file_name: 'wide.png' }).id;
  ids.customers = store.insert('EventSet', { advertiser: US }, { ...EVENT_SET, source: 'crm' }).id;
  const [post, hidden, studio] = ['First run of the year #running', 'Only for us', 'Behind the scenes #studio'].map(
    (text) => store.all('Post', { advertiser: US }).find(({ data }) => data.text === text)!.id,
  );
  Object.assign(ids, { post, hidden, studio });
  for (const kind of FOREIGN) {
    const [one] = store.all(kind, { advertiser: ACME_JAPAN.advertisers[0]!.id });
    ids[`foreign ${kind}`] = one!.id;
  }
  const adsOnly = {
    identity_type: 'TT_USER',
    display_name: 'Ads only',
    available_status: 'AVAILABLE',
    ads_only_mode: true,
  };
  ids.adsOnly = store.insert('Identity', { advertiser: US }, adsOnly).id;
  creative = {
    ad_name: 'A',
    ad_format: 'SINGLE_VIDEO',
    identity_type: 'TT_USER',
    identity_id: ids['TT_USER AVAILABLE'],
    video_id: ids.film,
    image_ids: [ids.image],
    ad_text: 'Try it',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://acme.example/?utm_source=a',
  };
});

/** Kinds that an ad refers to, of which another advertiser has some. */
const FOREIGN = ['Identity', 'Video', 'Image', 'Post', 'Music', 'InstantForm', 'Pixel'] as const;
const EVENT_SET = { name: 'Set', description: '', auto_tracking: false, created: 0 };
const SQUARE = { format: 'png', width: 500, height: 500, size: 9, signature: '0'.repeat(32), created: 0 };
const PHONE = { phone_region_code: 'US', phone_region_calling_code: '+1', phone_number: '2125550100' };
type Spoil = () => Params;
const custom = () => ({ identity_type: 'CUSTOMIZED_USER', identity_id: ids['CUSTOMIZED_USER AVAILABLE'] });
/** An ad made from a post, by the name of its id here. */
const shown = (post: string, more: Params = {}) => ({
  video_id: undefined,
  image_ids: undefined,
  ad_text: undefined,
  tiktok_item_id: ids[post] ?? '7',
  ...more,
});
const carousel = (more: Params) => ({ ad_format: 'CAROUSEL_ADS', video_id: undefined, music_id: ids.music, ...more });

test.each<[number, number, string, Spoil, keyof typeof groups | undefined]>([
  [104, 40002, "Missing required field(s): 'ad_format'", () => ({ ad_format: undefined }), undefined],
  [104, 40002, 'creatives.identity_id is required', () => ({ identity_id: undefined }), undefined],
  [108, 40002, 'ad_name', () => ({ ad_name: 'x'.repeat(513) }), undefined],
  [108, 40002, 'ad_text', () => ({ ad_text: 'x'.repeat(101) }), undefined],
  [108, 40002, 'ad_text', () => ({ ad_text: '日'.repeat(51) }), undefined],
  [108, 40002, 'Emojis', () => ({ ad_text: 'Run 🏃' }), undefined],
  [108, 40002, 'ad_text', () => ({ ad_text: undefined }), undefined],
  [109, 40002, 'Invalid identity type', () => ({ identity_type: 'SOMEBODY' }), undefined],
  [110, 40002, 'Custom identities are no longer supported', custom, undefined],
  [
    112,
    40002,
    "don't match",
    () => ({ identity_type: 'BC_AUTH_TT', identity_id: ids['BC_AUTH_TT AVAILABLE'] }),
    undefined,
  ],
  [113, 40002, 'no longer have access', () => ({ identity_id: ids['TT_USER NO_VALID_BIND_ACCOUNT'] }), undefined],
  [113, 40002, 'no longer have access', () => ({ identity_id: '42' }), undefined],
  [113, 40002, 'no longer have access', () => ({ identity_id: ids['foreign Identity'] }), undefined],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'SINGLE_IMAGE', video_id: undefined }), undefined],
  [114, 40002, 'Incorrect source field', () => carousel(custom()), 'pangle'],
  [114, 40002, 'Incorrect source field', () => ({}), 'pangle'],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'SINGLE_IMAGE', video_id: undefined }), 'pangle'],
  [114, 40002, 'Incorrect source field', () => carousel({ tiktok_page_category: 'PROFILE_PAGE' }), 'visits'],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'CATALOG_CAROUSEL' }), undefined],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'LIVE_CONTENT' }), undefined],
  [115, 40002, 'video_id', () => ({ video_id: undefined }), undefined],
  [115, 40002, 'cannot be given together', () => ({ tiktok_item_id: '7' }), undefined],
  [115, 40053, 'Invalid video id', () => ({ video_id: 'None' }), undefined],
  [115, 40053, 'Invalid video id', () => ({ video_id: ids['foreign Video'] }), undefined],
  [116, 40002, 'You must upload an image', () => ({ image_ids: [] }), undefined],
  [116, 40002, 'You must upload an image', () => ({ image_ids: [ids.image, ids.image] }), undefined],
  [116, 40002, 'aspect ratio', () => ({ image_ids: [ids.square] }), undefined],
  [117, 40901, 'transcoded', () => ({ video_id: ids.raw }), undefined],
  [118, 40002, 'combined with images', () => ({ video_id: undefined, tiktok_item_id: ids.post }), undefined],
  [118, 40002, 'combined with images', () => shown('post', { music_id: ids.music }), undefined],
  [118, 40002, 'Creative error', () => shown('nowhere'), undefined],
  [118, 40002, 'Creative error', () => shown('hidden'), undefined],
  [118, 40002, 'Creative error', () => shown('studio'), undefined],
  [118, 40002, 'Creative error', () => shown('foreign Post'), undefined],
  [118, 40002, 'tiktok_item_id', () => ({ ...custom(), video_id: undefined, tiktok_item_id: '7' }), 'pangle'],
  [119, 40002, 'Image size', () => carousel({ image_ids: [] }), undefined],
  [119, 40002, 'Image size', () => carousel({ image_ids: Array(36).fill(ids.image) }), undefined],
  [119, 40002, 'Image size', () => carousel({ image_ids: [ids.wide] }), undefined],
  [119, 40002, 'card_id', () => carousel({ card_id: '1' }), undefined],
  [120, 40002, 'music', () => carousel({ music_id: undefined }), undefined],
  [120, 40002, 'music', () => carousel({ music_id: '1' }), undefined],
  [120, 40002, 'music', () => carousel({ music_id: ids['foreign Music'] }), undefined],
  [121, 40002, 'Unable to access image', () => ({ image_ids: ['ad-site-i18n-sg/nowhere'] }), undefined],
  [121, 40002, 'Unable to access image', () => ({ image_ids: [ids['foreign Image']] }), undefined],
  [121, 40002, 'Unable to access image', () => ({ image_ids: ['7123456789012000001'] }), undefined],
  [122, 40002, 'call_to_action', () => ({ call_to_action: undefined }), undefined],
  [122, 40002, 'This Call to Action is not supported', () => ({ call_to_action: 'VIEW_PROFILE' }), undefined],
  [122, 40002, 'This Call to Action is not supported', () => ({ call_to_action: 'WATCH_LIVE' }), undefined],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: undefined }), undefined],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: 'ftp://acme.example' }), undefined],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: undefined }), 'external'],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: undefined, page_id: ids.form }), undefined],
  [123, 40002, 'page_id: Missing', () => ({}), 'form'],
  [123, 40002, 'does not exist', () => ({ page_id: '42' }), 'form'],
  [123, 40002, 'does not exist', () => ({ page_id: ids['foreign InstantForm'] }), 'form'],
  [124, 40002, 'utm_params', () => ({ utm_params: Array(15).fill({ key: 'utm_source', value: 'a' }) }), undefined],
  [124, 40002, 'utm_params', () => ({ utm_params: [{ key: 'k'.repeat(101), value: 'a' }] }), undefined],
  [124, 40002, 'utm_params', () => ({ utm_params: [{ key: 'utm_source', value: 'v'.repeat(601) }] }), undefined],
  [124, 40002, 'the same as in', () => ({ utm_params: [{ key: 'utm_medium', value: 'a' }] }), undefined],
  [124, 40002, 'the same as in', () => ({ utm_params: [{ key: 'utm_source', value: 'b' }] }), undefined],
  [125, 40002, 'tracking_pixel_id', () => ({ tracking_pixel_id: '42' }), 'web'],
  [125, 40002, 'does not exist', () => ({ tracking_pixel_id: '42' }), undefined],
  [125, 40002, 'does not exist', () => ({ tracking_pixel_id: ids['foreign Pixel'] }), undefined],
  [126, 40002, 'dark_post_status', () => ({ identity_id: ids.adsOnly, dark_post_status: 'OFF' }), undefined],
  [127, 40002, 'item_duet_status', () => ({ item_duet_status: 'ENABLE' }), undefined],
  [127, 40002, 'item_stitch', () => ({ item_duet_status: 'DISABLE', item_stitch_status: 'ENABLE' }), undefined],
  [128, 40002, 'landing_page_url', () => ({ landing_page_url: undefined, fallback_type: 'WEBSITE' }), 'ios'],
  [128, 40002, 'deeplink_type', () => ({ deeplink_type: 'DEFERRED_DEEPLINK' }), 'ios'],
  [129, 40002, 'phone_region_code', () => ({ ...PHONE, phone_region_code: undefined }), 'call'],
  [129, 40002, 'phone_region_calling_code', () => ({ ...PHONE, phone_region_calling_code: undefined }), 'call'],
  [129, 40002, 'phone_number', () => ({ ...PHONE, phone_number: undefined }), 'call'],
  [131, 40002, 'catalogue', () => ({ catalog_id: '7' }), undefined],
])('rule %i refuses an ad with %i', async (_, code, message, spoil, group = 'tiktok') => {
  const body = { adgroup_id: groups[group], creatives: [{ ...creative, ...spoil() }] };
  const refused = await video.refused('POST', 'ad/create', body);
  expect(refused).toEqual({ code, message: expect.stringContaining(message) });
});

test('what is not spoilt is accepted in every group', async () => {
  const { ad_ids } = await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [creative] });
  expect(ad_ids).toHaveLength(1);
  await video.post('ad/create', { adgroup_id: groups.call, creatives: [{ ...creative, ...PHONE }] });
  await video.post('ad/create', { adgroup_id: groups.pangle, creatives: [{ ...creative, ...custom() }] });
  await video.post('ad/create', { adgroup_id: groups.ios, creatives: [creative] });
  await video.post('ad/create', { adgroup_id: groups.form, creatives: [{ ...creative, page_id: ids.form }] });
  await video.post('ad/create', { adgroup_id: groups.external, creatives: [creative] });
  const visited = { ...creative, tiktok_page_category: 'PROFILE_PAGE', landing_page_url: undefined };
  await video.post('ad/create', { adgroup_id: groups.visits, creatives: [visited] });
  const pictures = carousel({ image_ids: [ids.image, ids.image] });
  await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [{ ...creative, ...pictures }] });
  await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [{ ...creative, ...shown('post') }] });
  const { pixels } = await video.get('pixel/list');
  const { event_set_id } = await video.post('offline/create', { name: 'Shops', description: 'Sales in shops' });
  const tracked = { tracking_pixel_id: pixels[0].pixel_id, tracking_offline_event_set_ids: [event_set_id] };
  await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [{ ...creative, ...tracked }] });
});

const picture = () => ({ ...custom(), ad_format: 'SINGLE_IMAGE', video_id: undefined, image_ids: [ids.square] });
const link = (text: string) => ({ text, url: 'https://acme.example/terms' });

const texts = (...all: string[]) => ({ disclaimer_type: 'TEXT_LINK', disclaimer_clickable_texts: all.map(link) });
const goods = (product_specific_type: string, more: Params = {}) => ({ product_specific_type, ...more });

/** The rules of section 8 that have no number, by field: what the refusal says and what breaks the rule. */
const FIELDS: [string, string, Spoil, (keyof typeof groups)?][] = [
  ['ad_format', 'Must be one of', () => ({ ad_format: 'DOUBLE_VIDEO' })],
  ['image_ids', 'Image size is not supported', picture, 'pangle'],
  ['ad_texts', 'Longer', () => ({ ad_texts: Array(6).fill('Try it') })],
  ['ad_texts', 'only for search campaigns', () => ({ ad_texts: ['Try it'] })],
  ['page_id', 'Not a valid integer', () => ({ page_id: 'form' }), 'form'],
  ['deeplink_type', 'Must be one of', () => ({ deeplink_type: 'LATER' })],
  ['deeplink_format_type', 'Must be one of', () => ({ deeplink_format_type: 'LINK' })],
  ['fallback_type', 'Must be one of', () => ({ fallback_type: 'NOWHERE' })],
  ['display_name', 'Length', () => ({ ...custom(), display_name: 'x'.repeat(41) }), 'pangle'],
  ['display_name', 'Length', () => ({ ...custom(), display_name: '日'.repeat(21) }), 'pangle'],
  ['app_name', 'Length', () => ({ app_name: '' })],
  ['app_name', 'Length', () => ({ app_name: 'x'.repeat(41) })],
  ['tracking_offline_event_set_ids', 'Longer', () => ({ tracking_offline_event_set_ids: Array(51).fill('1') })],
  ['tracking_offline_event_set_ids', 'does not exist', () => ({ tracking_offline_event_set_ids: ['1'] })],
  ['tracking_offline_event_set_ids', 'does not exist', () => ({ tracking_offline_event_set_ids: [ids.customers] })],
  ['impression_tracking_url', 'Not a valid URL', () => ({ impression_tracking_url: 'acme' })],
  ['click_tracking_url', 'Not a valid URL', () => ({ click_tracking_url: 'acme' })],
  ['video_view_tracking_url', 'Not a valid URL', () => ({ video_view_tracking_url: 'acme' })],
  ['dark_post_status', 'Must be one of', () => ({ dark_post_status: 'HIDDEN' })],
  ['item_duet_status', 'Must be one of', () => ({ item_duet_status: 'ON' })],
  ['item_stitch_status', 'Must be one of', () => ({ item_stitch_status: 'ON' })],
  ['promotional_music_disabled', 'Not a valid boolean', () => ({ promotional_music_disabled: 'no' })],
  ['tiktok_page_category', 'Missing', () => ({}), 'visits'],
  ['tiktok_page_category', 'Must be one of', () => ({ tiktok_page_category: 'SHOP' }), 'visits'],
  ['aigc_disclosure_type', 'Must be one of', () => ({ aigc_disclosure_type: 'YES' })],
  ['aigc_disclosure_type', 'only', () => ({ aigc_disclosure_type: 'SELF_DISCLOSURE' })],
  ['disclaimer_type', 'Must be one of', () => ({ disclaimer_type: 'TEXT' })],
  ['disclaimer_text', 'Missing', () => ({ disclaimer_type: 'TEXT_ONLY' })],
  ['disclaimer_text', 'Length', () => ({ disclaimer_type: 'TEXT_ONLY', disclaimer_text: link('x'.repeat(91)) })],
  ['disclaimer_clickable_texts', 'Missing', () => ({ disclaimer_type: 'TEXT_LINK' })],
  ['disclaimer_clickable_texts', 'Longer', () => texts('a', 'b', 'c', 'd')],
  ['disclaimer_clickable_texts', 'at most 40 characters', () => texts('x'.repeat(20), 'x'.repeat(21))],
  ['product_specific_type', 'Must be one of', () => goods('SOME')],
  ['product_set_id', 'Missing', () => goods('PRODUCT_SET')],
  ['item_group_ids', 'Longer', () => goods('PRODUCT_SET', { item_group_ids: Array(21).fill('1') })],
  ['sku_ids', 'Missing', () => goods('CUSTOMIZED_PRODUCTS')],
  ['sku_ids', 'Longer', () => goods('CUSTOMIZED_PRODUCTS', { sku_ids: Array(21).fill('1') })],
  ['creative_authorized', 'Not a valid boolean', () => ({ creative_authorized: 'yes' })],
  ['operation_status', 'Must be one of', () => ({ operation_status: 'DELETE' })],
];

test.each(FIELDS)('section 8 refuses a creative for its %s: %s', async (field, message, spoil, group = 'tiktok') => {
  const body = { adgroup_id: groups[group], creatives: [{ ...creative, ...spoil() }] };
  const refused = await video.refused('POST', 'ad/create', body);
  expect(refused).toEqual({ code: 40002, message: expect.stringContaining(message) });
  // The platform names no field where it is about a picture.
  if (field !== 'image_ids') expect(refused.message).toContain(field);
});

/** Fields without a rule: any text is taken, or their rule is one of the numbered ones. */
const ELSEWHERE = new Set(
  (
    'ad_name identity_type identity_id identity_authorized_bc_id video_id music_id tiktok_item_id ad_text call_to_action ' +
    'call_to_action_id landing_page_url deeplink utm_params tracking_pixel_id tracking_app_id card_id ' +
    'phone_region_code phone_region_calling_code phone_number'
  ).split(' '),
);

test('every field of a creative has its rule here or among the numbered ones', () => {
  const ruled = new Set([...FIELDS.map(([field]) => field), ...ELSEWHERE]);
  expect(KEPT.filter((field) => !ruled.has(field))).toEqual([]);
});

test('rule 130: a form needs the signed terms, which can be asked for and signed', async () => {
  const advertiser_id = ACME.advertisers[1]!.id;
  const post = (path: string, body: Params) => video.post(path, { advertiser_id, ...body });
  const { campaign_id } = await post('campaign/create', {
    ...GOOD.campaign,
    campaign_name: 'Leads',
    objective_type: 'LEAD_GENERATION',
  });
  const { adgroup_id } = await post('adgroup/create', {
    ...GOOD.group,
    campaign_id,
    location_ids: ['2921044'],
    promotion_type: 'LEAD_GENERATION',
    promotion_target_type: 'INSTANT_PAGE',
    optimization_goal: 'LEAD_GENERATION',
    billing_event: 'OCPM',
  });
  const own = async (path: string, more: Params = {}) => video.get(path, { advertiser_id, ...more });
  const { identity_list } = await own('identity/get', { identity_type: 'TT_USER' });
  const one = {
    ...creative,
    identity_id: identity_list.find((identity: Params) => identity.available_status === 'AVAILABLE').identity_id,
    video_id: (await own('file/video/ad/search')).list[0].video_id,
    image_ids: [(await own('file/image/ad/search')).list[0].image_id],
    page_id: (await own('page/get')).list[0].page_id,
  };
  const body = { advertiser_id, adgroup_id, creatives: [one] };
  expect((await video.refused('POST', 'ad/create', body)).message).toContain('LeadAds');
  expect(await own('term/check', { term_type: 'LeadAds' })).toEqual({ confirmed: false });
  await post('term/confirm', { term_type: 'LeadAds' });
  expect((await video.post('ad/create', body)).ad_ids).toHaveLength(1);
});

test('rule 111: an unchanged custom identity passes an update, and no other ad takes it', async () => {
  const { ad_ids } = await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [creative, creative] });
  const [old, other] = ad_ids;
  const store = new Store(video.world.db);
  const ad = store.need('Ad', old);
  store.save({ ...ad, data: { ...ad.data, creative: { ...ad.data.creative, ...custom() } } });
  const update = (ad_id: string) => ({ adgroup_id: groups.tiktok, creatives: [{ ...creative, ...custom(), ad_id }] });
  await video.post('ad/update', update(old));
  expect((await video.refused('POST', 'ad/update', update(other))).message).toContain('no longer supported');
});

test('an update keeps the phone number, and changes no format to a carousel', async () => {
  const body = { adgroup_id: groups.call, creatives: [{ ...creative, ...PHONE }] };
  const [ad_id] = (await video.post('ad/create', body)).ad_ids;
  await video.post('ad/update', { adgroup_id: groups.call, creatives: [{ ...creative, ad_id, ad_text: 'Call us' }] });
  const { list } = await video.get('ad/get', { filtering: { ad_ids: [ad_id] } });
  expect(list[0]).toMatchObject({ ad_text: 'Call us', ...PHONE });
  const turned = { adgroup_id: groups.call, creatives: [{ ...creative, ...carousel({}), ad_id }] };
  expect((await video.refused('POST', 'ad/update', turned)).message).toContain('ad_format');
});

test.each<[number, string, Params, string]>([
  [103, 'ad/create', {}, 'creatives: Missing data for required field.'],
  [103, 'ad/create', { creatives: [] }, 'creatives: Missing'],
  [103, 'ad/create', { creatives: Array(21).fill({}) }, 'creatives: Longer'],
  [105, 'ad/update', { creatives: [{ ad_name: 'x' }] }, 'creatives.0.ad_id: Missing data for required field.'],
  [105, 'ad/update', { creatives: [{ ad_id: '42' }] }, 'The ad 42 does not exist.'],
  [133, 'ad/status/update', { ad_ids: [], operation_status: 'ENABLE' }, 'ad_ids'],
  [133, 'ad/status/update', { ad_ids: Array(21).fill('1'), operation_status: 'ENABLE' }, 'ad_ids'],
  [133, 'ad/status/update', { ad_ids: ['42'], operation_status: 'ENABLE' }, 'The ad 42 does not exist.'],
  [133, 'ad/status/update', { aco_ad_ids: ['42'], operation_status: 'DELETE' }, 'aco_ad_ids'],
])('rule %i refuses %s', async (_, path, body, message) => {
  const refused = await video.refused('POST', path, { adgroup_id: groups.tiktok, ...body });
  expect(refused.message).toContain(message);
});

test('rules 106, 107: an update replaces, a patch changes what it may', async () => {
  const { ad_ids } = await video.post('ad/create', {
    adgroup_id: groups.pangle,
    creatives: [{ ...creative, ...custom(), display_name: 'Shop', app_name: 'App' }],
  });
  const [ad_id] = ad_ids;
  const read = async () => (await video.get('ad/get', { filtering: { ad_ids } })).list[0];
  const update = (one: Params, more: Params = {}) =>
    video.post('ad/update', { adgroup_id: groups.pangle, creatives: [{ ad_id, ...one }], ...more });
  await update({ ad_text: 'Patched', landing_page_url: 'https://other.example' }, { patch_update: true });
  expect(await read()).toMatchObject({
    ad_text: 'Patched',
    landing_page_url: creative.landing_page_url,
    app_name: 'App',
  });
  await update({ ...creative, ...custom() });
  expect(await read()).toMatchObject({ ad_text: 'Try it', app_name: null });
});

test('rule 132: a group holds 50 ads', async () => {
  const { campaign_id } = (await video.get('adgroup/get', { filtering: { adgroup_ids: [groups.tiktok] } })).list[0];
  const { list } = await video.get('adgroup/get', { filtering: { campaign_ids: [campaign_id] } });
  const body = { adgroup_id: list[0].adgroup_id, creatives: Array(20).fill(creative) };
  await video.post('ad/create', body);
  await video.post('ad/create', body);
  expect((await video.refused('POST', 'ad/create', body)).code).toBe(40502);
});
