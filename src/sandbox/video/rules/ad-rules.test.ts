import { beforeAll, expect, test } from 'vitest';
import { GOOD, type Params, videoForTests } from '../calls.testing.ts';
import { ACME_JAPAN } from '../seed.ts';

/** The rules of ads: each case breaks one rule of a valid request. */
const video = videoForTests();

const ids: Record<string, string> = {};
let groups: Record<'tiktok' | 'pangle' | 'call' | 'form' | 'ios', string>;
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
  const { identity_list } = await video.get('identity/get');
  for (const one of identity_list) ids[`${one.identity_type} ${one.available_status}`] = one.identity_id;
  ids.film = (await video.get('file/video/ad/search')).list[0].video_id;
  ids.image = (await video.get('file/image/ad/search')).list[0].image_id;
  const fresh = { upload_type: 'UPLOAD_BY_URL', video_url: 'https://acme.example/new.mp4' };
  ids.raw = (await video.post('file/video/ad/upload', fresh))[0].video_id;
  ids.foreign = `ad-site-i18n-sg/${ACME_JAPAN.advertisers[0]!.id.slice(-4)}`;
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

type Spoil = () => Params;
const custom = () => ({ identity_type: 'CUSTOMIZED_USER', identity_id: ids['CUSTOMIZED_USER AVAILABLE'] });
const carousel = (more: Params) => ({ ad_format: 'CAROUSEL_ADS', video_id: undefined, music_id: '1', ...more });

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
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'SINGLE_IMAGE', video_id: undefined }), undefined],
  [114, 40002, 'Incorrect source field', () => carousel(custom()), 'pangle'],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'CATALOG_CAROUSEL' }), undefined],
  [114, 40002, 'Incorrect source field', () => ({ ad_format: 'LIVE_CONTENT' }), undefined],
  [115, 40002, 'video_id', () => ({ video_id: undefined }), undefined],
  [115, 40002, 'cannot be given together', () => ({ tiktok_item_id: '7' }), undefined],
  [115, 40053, 'Invalid video id', () => ({ video_id: 'None' }), undefined],
  [116, 40002, 'You must upload an image', () => ({ image_ids: [] }), undefined],
  [116, 40002, 'You must upload an image', () => ({ image_ids: [ids.image, ids.image] }), undefined],
  [117, 40901, 'transcoded', () => ({ video_id: ids.raw }), undefined],
  [118, 40002, 'tiktok_item_id', () => ({ video_id: undefined, tiktok_item_id: '7' }), undefined],
  [118, 40002, 'tiktok_item_id', () => ({ ...custom(), video_id: undefined, tiktok_item_id: '7' }), 'pangle'],
  [119, 40002, 'Image size', () => carousel({ image_ids: [] }), undefined],
  [119, 40002, 'Image size', () => carousel({ image_ids: Array(36).fill(ids.image) }), undefined],
  [119, 40002, 'card_id', () => carousel({ card_id: '1' }), undefined],
  [120, 40002, 'music', () => carousel({ music_id: undefined }), undefined],
  [121, 40002, 'Unable to access image', () => ({ image_ids: [ids.foreign] }), undefined],
  [122, 40002, 'call_to_action', () => ({ call_to_action: undefined }), undefined],
  [122, 40002, 'This Call to Action is not supported', () => ({ call_to_action: 'VIEW_PROFILE' }), undefined],
  [122, 40002, 'This Call to Action is not supported', () => ({ call_to_action: 'WATCH_LIVE' }), undefined],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: undefined }), undefined],
  [123, 40002, 'landing_page_url', () => ({ landing_page_url: 'ftp://acme.example' }), undefined],
  [123, 40002, 'page_id', () => ({ landing_page_url: undefined }), 'form'],
  [124, 40002, 'utm_params', () => ({ utm_params: Array(15).fill({ key: 'utm_source', value: 'a' }) }), undefined],
  [124, 40002, 'utm_params', () => ({ utm_params: [{ key: 'k'.repeat(101), value: 'a' }] }), undefined],
  [124, 40002, 'the same as in', () => ({ utm_params: [{ key: 'utm_source', value: 'b' }] }), undefined],
  [127, 40002, 'item_duet_status', () => ({ item_duet_status: 'ENABLE' }), undefined],
  [128, 40002, 'landing_page_url', () => ({ landing_page_url: undefined, fallback_type: 'WEBSITE' }), 'ios'],
  [128, 40002, 'deeplink_type', () => ({ deeplink_type: 'DEFERRED_DEEPLINK' }), 'ios'],
  [129, 40002, 'phone_region_code', () => ({}), 'call'],
  [130, 40002, 'LeadAds', () => ({ page_id: '7' }), 'form'],
  [131, 40002, 'catalogue', () => ({ catalog_id: '7' }), undefined],
])('rule %i refuses an ad with %i', async (_, code, message, spoil, group = 'tiktok') => {
  const body = { adgroup_id: groups[group], creatives: [{ ...creative, ...spoil() }] };
  const refused = await video.refused('POST', 'ad/create', body);
  expect(refused).toEqual({ code, message: expect.stringContaining(message) });
});

test('what is not spoilt is accepted in every group', async () => {
  const { ad_ids } = await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [creative] });
  expect(ad_ids).toHaveLength(1);
  const phone = { phone_region_code: 'US', phone_region_calling_code: '+1', phone_number: '2125550100' };
  await video.post('ad/create', { adgroup_id: groups.call, creatives: [{ ...creative, ...phone }] });
  await video.post('ad/create', { adgroup_id: groups.pangle, creatives: [{ ...creative, ...custom() }] });
  await video.post('ad/create', { adgroup_id: groups.ios, creatives: [creative] });
  const pictures = carousel({ image_ids: [ids.image, ids.image] });
  await video.post('ad/create', { adgroup_id: groups.tiktok, creatives: [{ ...creative, ...pictures }] });
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

test('an update replaces (106), a patch changes what it may (107), an old custom identity stays (111)', async () => {
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

test('a group holds 50 ads (132)', async () => {
  const { campaign_id } = (await video.get('adgroup/get', { filtering: { adgroup_ids: [groups.tiktok] } })).list[0];
  const { list } = await video.get('adgroup/get', { filtering: { campaign_ids: [campaign_id] } });
  const body = { adgroup_id: list[0].adgroup_id, creatives: Array(20).fill(creative) };
  await video.post('ad/create', body);
  await video.post('ad/create', body);
  expect((await video.refused('POST', 'ad/create', body)).code).toBe(40502);
});
