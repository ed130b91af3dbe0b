import { bad } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { Fields } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { checkName } from './names.ts';

/** Values of single fields of a creative. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  deeplink_type: ['NORMAL', 'DEFERRED_DEEPLINK'],
  deeplink_format_type: ['UNIVERSAL_OR_APP_LINK', 'SCHEME_LINK', 'UNIVERSAL_OR_APP', 'SCHEME'],
  fallback_type: ['APP_INSTALL', 'WEBSITE', 'UNSET'],
  dark_post_status: ['ON', 'OFF'],
  item_duet_status: ['ENABLE', 'DISABLE'],
  item_stitch_status: ['ENABLE', 'DISABLE'],
  tiktok_page_category: ['PROFILE_PAGE', 'OTHER_TIKTOK_PAGE', 'TIKTOK_INSTANT_PAGE'],
  aigc_disclosure_type: ['SELF_DISCLOSURE', 'NOT_DECLARED'],
  disclaimer_type: ['TEXT_ONLY', 'TEXT_LINK'],
  product_specific_type: ['ALL', 'PRODUCT_SET', 'CUSTOMIZED_PRODUCTS'],
  operation_status: ['ENABLE', 'DISABLE'],
};
const TRACKING_URLS = ['impression_tracking_url', 'click_tracking_url', 'video_view_tracking_url'];
const TEXTS_MAX = 5;
const OFFLINE_SETS_MAX = 50;
const PRODUCTS_MAX = 20;
const DISCLAIMER_MAX = 90;
const LINKS_MAX = 3;
const LINKS_LENGTH_MAX = 40;

/** The rules of fields that no other rule is about (section 8 of the reference). */
export function checkCreativeFields(call: AdvertiserCall, input: Input, group: Entity<'AdGroup'>): void {
  for (const [field, allowed] of Object.entries(CHOICES)) input.choice(field, allowed);
  for (const field of ['promotional_music_disabled', 'creative_authorized']) input.flag(field);
  for (const field of TRACKING_URLS) {
    const url = input.text(field);
    if (url !== undefined && !/^https?:\/\/[^/\s]+/.test(url)) throw bad(`${field}: Not a valid URL.`);
  }
  for (const field of ['display_name', 'app_name']) {
    const name = input.text(field);
    if (name !== undefined) checkName(field, name, 40);
  }
  checkOfflineSets(call, input);
  checkProducts(input);
  checkTexts(call, input, group);
  checkDisclaimer(input);
  if (input.has('aigc_disclosure_type') && input.text('identity_type') !== 'CUSTOMIZED_USER')
    throw bad('aigc_disclosure_type: only for CUSTOMIZED_USER.');
  if (group.data.optimization_goal === 'PAGE_VISIT' && !input.has('tiktok_page_category'))
    throw input.missing('tiktok_page_category');
}

function checkOfflineSets({ store, advertiser }: AdvertiserCall, input: Input): void {
  for (const id of input.ids('tracking_offline_event_set_ids', OFFLINE_SETS_MAX) ?? []) {
    const set = store.find('EventSet', id);
    if (set?.links.advertiser !== advertiser.id || set.data.source !== 'offline' || set.data.deleted)
      throw bad(`tracking_offline_event_set_ids: the event set ${id} does not exist.`);
  }
}

/** Products are chosen by their set or one by one, as the type says. */
function checkProducts(input: Input): void {
  const groups = input.texts('item_group_ids', PRODUCTS_MAX);
  const products = input.texts('sku_ids', PRODUCTS_MAX);
  const type = input.text('product_specific_type');
  if (type === 'PRODUCT_SET' && !input.has('product_set_id') && !groups?.length) throw input.missing('product_set_id');
  if (type === 'CUSTOMIZED_PRODUCTS' && !products?.length) throw input.missing('sku_ids');
}

function checkTexts({ store }: AdvertiserCall, input: Input, group: Entity<'AdGroup'>): void {
  const texts = input.texts('ad_texts', TEXTS_MAX);
  if (texts === undefined) return;
  if (store.need('Campaign', group.links.campaign).data.more.is_search_campaign !== true)
    throw bad('ad_texts: only for search campaigns.');
  for (const text of texts) checkName('ad_texts', text, 100);
}

function checkDisclaimer(input: Input): void {
  const type = input.text('disclaimer_type');
  if (type === 'TEXT_ONLY') {
    const disclaimer = input.object('disclaimer_text');
    if (!disclaimer) throw input.missing('disclaimer_text');
    checkName('disclaimer_text', disclaimer.needText('text'), DISCLAIMER_MAX);
  }
  if (type === 'TEXT_LINK') {
    const links = input.objects('disclaimer_clickable_texts') ?? [];
    if (links.length === 0) throw input.missing('disclaimer_clickable_texts');
    if (links.length > LINKS_MAX) throw bad(`disclaimer_clickable_texts: Longer than maximum length ${LINKS_MAX}.`);
    const length = links.reduce((sum, link) => sum + link.needText('text').length, 0);
    if (length > LINKS_LENGTH_MAX)
      throw bad(`disclaimer_clickable_texts: at most ${LINKS_LENGTH_MAX} characters together.`);
  }
}

/** Sizes of an image ad that need no allowlist. */
const IMAGE_AD_SIZES = ['1200x628', '640x640', '720x1280'];

export function checkImageAd({ width, height }: { width: number; height: number }): void {
  if (!IMAGE_AD_SIZES.includes(`${width}x${height}`)) throw bad('Image size is not supported');
}

/** A cover has the shape of its video, give or take the rounding of a pixel. */
export function checkCover(cover: { width: number; height: number }, video: { width: number; height: number }): void {
  if (Math.abs(cover.width / cover.height - video.width / video.height) > 0.01)
    throw bad('image_ids: the cover must have the aspect ratio of the video.');
}

const CAROUSELS = ['CAROUSEL_ADS', 'CATALOG_CAROUSEL'];

/** An ad does not become a carousel, and a carousel nothing else. */
export function checkSameFormat(format: string, held: Fields | undefined): void {
  const before = held?.ad_format;
  if (held && before !== format && (CAROUSELS.includes(format) || CAROUSELS.includes(String(before))))
    throw bad('ad_format: a carousel format cannot be changed.');
}
