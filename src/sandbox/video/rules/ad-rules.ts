import { bad, Refusal } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { Fields } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { checkCover, checkCreativeFields, checkImageAd, checkSameFormat } from './creative-field-rules.ts';
import { fitsCarousel } from './file-rules.ts';
import { checkName } from './names.ts';

const FORMATS = ['SINGLE_VIDEO', 'SINGLE_IMAGE', 'CAROUSEL_ADS', 'CATALOG_CAROUSEL', 'LIVE_CONTENT'];
const IDENTITY_TYPES = ['CUSTOMIZED_USER', 'AUTH_CODE', 'TT_USER', 'BC_AUTH_TT', 'TTS_TT'];
const CAROUSEL_IMAGES_MAX = 35;
const CAROUSEL_OBJECTIVES = [
  'APP_PROMOTION',
  'WEB_CONVERSIONS',
  'TRAFFIC',
  'LEAD_GENERATION',
  'REACH',
  'PRODUCT_SALES',
];
/** The most ads of one TikTok account. */
const IDENTITY_ADS_MAX = 10_000;

const CALLS_TO_ACTION =
  'APPLY_NOW BOOK_NOW CALL_NOW CONTACT_US DOWNLOAD_NOW EXPERIENCE_NOW GET_QUOTE GET_SHOWTIMES GET_TICKETS_NOW INSTALL_NOW INTERESTED JOIN_THIS_HASHTAG LEARN_MORE LISTEN_NOW ORDER_NOW PLAY_GAME PREORDER_NOW READ_MORE SEND_MESSAGE SHOOT_WITH_THIS_EFFECT SHOP_NOW SIGN_UP SUBSCRIBE VIEW_NOW VIEW_PROFILE VIEW_VIDEO_WITH_THIS_EFFECT VISIT_STORE WATCH_LIVE WATCH_NOW'.split(
    ' ',
  );
/** Calls to action that only some objectives have. */
const RARE_CALLS: Readonly<Record<string, string>> = {
  VIEW_PROFILE: 'ENGAGEMENT',
  JOIN_THIS_HASHTAG: 'RF_REACH',
  SHOOT_WITH_THIS_EFFECT: 'RF_REACH',
  VIEW_VIDEO_WITH_THIS_EFFECT: 'RF_REACH',
};

/** The fields of a creative that are kept; others are ignored. */
export const KEPT = [
  'ad_name',
  'ad_format',
  'identity_type',
  'identity_id',
  'identity_authorized_bc_id',
  'video_id',
  'image_ids',
  'music_id',
  'tiktok_item_id',
  'ad_text',
  'ad_texts',
  'call_to_action',
  'call_to_action_id',
  'landing_page_url',
  'page_id',
  'deeplink',
  'deeplink_type',
  'deeplink_format_type',
  'fallback_type',
  'utm_params',
  'display_name',
  'app_name',
  'tracking_pixel_id',
  'impression_tracking_url',
  'click_tracking_url',
  'video_view_tracking_url',
  'tracking_app_id',
  'tracking_offline_event_set_ids',
  'dark_post_status',
  'item_duet_status',
  'item_stitch_status',
  'promotional_music_disabled',
  'tiktok_page_category',
  'card_id',
  'aigc_disclosure_type',
  'disclaimer_type',
  'disclaimer_text',
  'disclaimer_clickable_texts',
  'creative_authorized',
  'phone_region_code',
  'phone_region_calling_code',
  'phone_number',
];

/** Fields that no update takes: they stay as they were created. */
export const CREATED_ONLY = [
  'phone_region_code',
  'phone_region_calling_code',
  'phone_number',
  'tiktok_page_category',
  'deeplink_format_type',
];

/** Fields that an update with `patch_update` may name. */
export const PATCHABLE = [
  'ad_name',
  'identity_id',
  'identity_type',
  'identity_authorized_bc_id',
  'video_id',
  'image_ids',
  'music_id',
  'tiktok_item_id',
  'ad_text',
  'ad_texts',
];

/** A whole creative, checked as the platform does at creation and at every replacement. */
export function creativeOf(call: AdvertiserCall, input: Input, group: Entity<'AdGroup'>, held?: Fields): Fields {
  const ad_name = input.needText('ad_name');
  checkName('ad_name', ad_name, 512, 0);
  if (!input.has('ad_format')) throw bad("Missing required field(s): 'ad_format'");
  const format = input.needChoice('ad_format', FORMATS);
  const campaign = call.store.need('Campaign', group.links.campaign).data;
  const onTikTok =
    group.data.placement_type === 'PLACEMENT_TYPE_AUTOMATIC' || group.data.placements.includes('PLACEMENT_TIKTOK');
  checkIdentity(call, input, onTikTok, held);
  if (format === 'SINGLE_IMAGE' && onTikTok) throw bad('Incorrect source field');
  if (format === 'CAROUSEL_ADS' && !(onTikTok && CAROUSEL_OBJECTIVES.includes(campaign.objective_type)))
    throw bad('Incorrect source field');
  // Outside of TikTok the images and videos of a custom identity are shown, and nothing else.
  if (!onTikTok && input.text('identity_type') !== 'CUSTOMIZED_USER') throw bad('Incorrect source field');
  checkSameFormat(format, held);
  if (format === 'CATALOG_CAROUSEL' && campaign.objective_type !== 'PRODUCT_SALES') throw bad('Incorrect source field');
  if (format === 'LIVE_CONTENT' && group.data.more.promotion_type !== 'LIVE_SHOPPING')
    throw bad('Incorrect source field');
  // No catalogue is kept, so none can be found.
  if (format === 'CATALOG_CAROUSEL' || input.has('catalog_id')) throw bad('Could not find catalogue ID.');
  checkMedia(call, input, format);
  checkTexts(input);
  checkButton(input, onTikTok, campaign.objective_type);
  checkDestination(call, input, group);
  checkRest(call, input, group);
  checkCreativeFields(call, input, group);
  return Object.fromEntries(KEPT.flatMap((name) => (input.has(name) ? [[name, input.values[name]]] : [])));
}

function checkIdentity({ store, advertiser }: AdvertiserCall, input: Input, onTikTok: boolean, held?: Fields): void {
  const id = input.text('identity_id');
  if (id === undefined) throw bad('creatives.identity_id is required');
  const type = input.needText('identity_type');
  if (!IDENTITY_TYPES.includes(type)) throw bad('Invalid identity type. Enter a valid identity type');
  const isOld = held?.identity_type === type && held.identity_id === id;
  if (type === 'CUSTOMIZED_USER' && onTikTok && !isOld)
    throw bad('Custom identities are no longer supported. Use an authorized TikTok account.');
  const identity = store.find('Identity', id);
  if (type === 'BC_AUTH_TT' && input.text('identity_authorized_bc_id') !== identity?.data.bc_id)
    throw bad('"Identity_type" and "Identity_bc_ID" don\'t match.');
  const isUsable =
    identity?.links.advertiser === advertiser.id &&
    identity.data.identity_type === type &&
    identity.data.available_status === 'AVAILABLE';
  if (!isUsable) throw bad('You no longer have access to the TikTok account used in this ad');
  if (identity.data.ads_only_mode && input.text('dark_post_status') === 'OFF')
    throw bad('dark_post_status: OFF is not supported for this identity.');
}

function checkMedia(call: AdvertiserCall, input: Input, format: string): void {
  const images = input.texts('image_ids') ?? [];
  const [video, post] = [input.text('video_id'), input.text('tiktok_item_id')];
  if (post !== undefined) {
    if (input.text('identity_type') === 'CUSTOMIZED_USER')
      throw bad('tiktok_item_id: not supported for CUSTOMIZED_USER.');
    if (video !== undefined) throw bad('video_id and tiktok_item_id cannot be given together.');
    if (images.length > 0 || input.has('music_id'))
      throw bad('tiktok_item_id: cannot be combined with images or music.');
    const { data } = call.store.find('Post', post) ?? {};
    if (data?.identity !== input.text('identity_id') || data?.status !== 'ITEM_STATUS_HESITATE_RECOMMEND')
      throw bad('Creative error. Verify that your identity matches your selected TikTok posts');
    return;
  }
  if (format === 'SINGLE_VIDEO') {
    if (video === undefined) throw input.missing('video_id');
    const { data } = readyVideo(call, video);
    if (images.length !== 1) throw bad('You must upload an image.');
    checkCover(ownImage(call, images[0]!).data, data);
  }
  if (format === 'SINGLE_IMAGE' && images.length !== 1) throw bad('You must upload an image.');
  if (format === 'CAROUSEL_ADS') {
    if (images.length === 0 || images.length > CAROUSEL_IMAGES_MAX) throw bad('Image size is not supported');
    const music = call.store.find('Music', input.text('music_id') ?? '');
    if (music?.links.advertiser !== call.advertiser.id) throw bad('Please select valid music for Carousel Ads.');
    if (input.has('card_id')) throw bad('card_id: not supported for Carousel Ads.');
  }
  for (const id of images) {
    const image = ownImage(call, id);
    if (format === 'CAROUSEL_ADS' && !fitsCarousel(image.data)) throw bad('Image size is not supported');
    if (format === 'SINGLE_IMAGE') checkImageAd(image.data);
  }
}

function ownImage({ store, advertiser }: AdvertiserCall, id: string): Entity<'Image'> {
  const image = store.find('Image', id);
  if (image?.links.advertiser !== advertiser.id) throw bad(`Unable to access image ${id}. Check the image ID.`);
  return image;
}

/** How many ads a group may hold: fewer where they are booked or of a shop. */
export function checkAdCount(
  { store, advertiser }: AdvertiserCall,
  group: Entity<'AdGroup'>,
  creatives: readonly Fields[],
) {
  const { objective_type, more } = store.need('Campaign', group.links.campaign).data;
  const isFew = objective_type === 'RF_REACH' || more.campaign_product_source === 'STORE';
  const full = () => new Refusal(40502, 'The number of ads has reached the limit.');
  const alive = store.all('Ad', { adgroup: group.id }).filter(({ data }) => !data.deleted);
  if (alive.length + creatives.length > (isFew ? 20 : 50)) throw full();
  const all = store.all('Ad', { advertiser: advertiser.id }).filter(({ data }) => !data.deleted);
  for (const { identity_id } of creatives)
    if (all.filter(({ data }) => data.creative.identity_id === identity_id).length >= IDENTITY_ADS_MAX) throw full();
}

function readyVideo({ store, advertiser, now }: AdvertiserCall, id: string): Entity<'Video'> {
  const video = store.find('Video', id);
  if (video?.links.advertiser !== advertiser.id) throw new Refusal(40053, `Invalid video id: ${id}`);
  if (video.data.ready > now) throw new Refusal(40901, 'The video is still being transcoded.');
  return video;
}

function checkTexts(input: Input): void {
  const text = input.text('ad_text');
  if (text === undefined) {
    if (!input.has('tiktok_item_id')) throw input.missing('ad_text');
    return;
  }
  checkName('ad_text', text, 100);
}

export function checkButton(input: Input, onTikTok: boolean, objective: string): void {
  const button = input.text('call_to_action');
  if (button === undefined) {
    const needs = onTikTok && !input.has('call_to_action_id') && !['REACH', 'VIDEO_VIEWS'].includes(objective);
    if (needs) throw input.missing('call_to_action');
    return;
  }
  const rare = RARE_CALLS[button];
  if (!CALLS_TO_ACTION.includes(button) || button === 'WATCH_LIVE' || (rare !== undefined && rare !== objective))
    throw bad('This Call to Action is not supported');
}

function checkDestination({ advertiser, store }: AdvertiserCall, input: Input, group: Entity<'AdGroup'>): void {
  const { promotion_type, promotion_target_type, promotion_website_type } = group.data.more;
  const url = input.text('landing_page_url');
  if (url !== undefined && !/^https?:\/\/[^/\s]+/.test(url)) throw bad('landing_page_url: Not a valid URL.');
  const page = input.id('page_id');
  if (page !== undefined && store.find('InstantForm', page)?.links.advertiser !== advertiser.id)
    throw bad(`page_id: the page ${page} does not exist.`);
  const isForm = promotion_type === 'LEAD_GENERATION' && promotion_target_type === 'INSTANT_PAGE';
  if (isForm && !advertiser.data.leadTerms) throw bad('The LeadAds term has not been confirmed.');
  const isPage = isForm || promotion_website_type === 'TIKTOK_NATIVE_PAGE';
  if (isPage && page === undefined) throw input.missing('page_id');
  const isWebsite =
    promotion_type === 'WEBSITE' ||
    (promotion_type === 'LEAD_GENERATION' && promotion_target_type === 'EXTERNAL_WEBSITE');
  if (isWebsite && !isPage && url === undefined) throw input.missing('landing_page_url');
  if (input.text('fallback_type') === 'WEBSITE' && url === undefined) throw input.missing('landing_page_url');
  if (promotion_type === 'LEAD_GEN_CLICK_TO_CALL') {
    for (const field of ['phone_region_code', 'phone_region_calling_code', 'phone_number'])
      if (!input.has(field)) throw input.missing(field);
  }
}

function checkRest({ store, advertiser }: AdvertiserCall, input: Input, group: Entity<'AdGroup'>): void {
  const { campaign_type } = store.need('Campaign', group.links.campaign).data.more;
  if (campaign_type === 'IOS14_CAMPAIGN' && input.text('deeplink_type') === 'DEFERRED_DEEPLINK')
    throw bad('deeplink_type: DEFERRED_DEEPLINK is not supported in IOS14 campaigns.');
  const params = input.objects('utm_params') ?? [];
  if (params.length > 14) throw bad('utm_params: Longer than maximum length 14.');
  for (const param of params) {
    if (param.needText('key').length > 100 || param.needText('value').length > 600)
      throw bad('utm_params: a key has at most 100 and a value at most 600 characters.');
  }
  const query = URL.parse(input.text('landing_page_url') ?? '')?.searchParams;
  if (params.some((param) => query?.get(param.needText('key')) !== param.text('value')))
    throw bad('utm_params: must be the same as in landing_page_url.');
  const pixel = input.id('tracking_pixel_id');
  if (pixel !== undefined && group.data.more.pixel_id !== undefined && pixel !== group.data.more.pixel_id)
    throw bad('tracking_pixel_id: must be the pixel of the ad group.');
  if (pixel !== undefined && store.find('Pixel', pixel)?.links.advertiser !== advertiser.id)
    throw bad(`tracking_pixel_id: the pixel ${pixel} does not exist.`);
  for (const field of ['item_duet_status', 'item_stitch_status'])
    if (input.text(field) === 'ENABLE' && (input.flag('promotional_music_disabled') ?? true))
      throw bad(`${field}: only when promotional_music_disabled is false.`);
}
