import { z } from 'zod';
import { WHATEVER_STATUS } from './campaigns.ts';
import type { VideoClient } from './client.ts';
import { isoTime, known, statusOf } from './fields.ts';
import { notFound } from './missing.ts';
import { ADS, type Ad as Wire } from './wire.ts';

export const Ad = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    campaign_id: z.string(),
    ad_group_id: z.string(),
    status: z.string(),
    delivery_status: z.string().optional(),
  })
  .describe(
    'Also ad_format, identity_id, identity_type, video_id, image_ids, ad_text, call_to_action, landing_page_url, *_time',
  );

export const CUSTOM_IDENTITY = 'CUSTOMIZED_USER';

export function adOf(wire: Wire) {
  return known({
    id: wire.ad_id,
    name: wire.ad_name,
    advertiser_id: wire.advertiser_id,
    campaign_id: wire.campaign_id,
    ad_group_id: wire.adgroup_id,
    status: statusOf(wire),
    delivery_status: wire.secondary_status,
    automation: wire.campaign_automation_type === 'UPGRADED_SMART_PLUS' ? 'SMART_PLUS' : 'MANUAL',
    ad_format: wire.ad_format,
    identity_type: wire.identity_type,
    identity_id: wire.identity_id,
    display_name: wire.display_name,
    video_id: wire.video_id,
    image_ids: wire.image_ids,
    tiktok_item_id: wire.tiktok_item_id,
    music_id: wire.music_id,
    ad_text: wire.ad_text,
    call_to_action: wire.call_to_action,
    landing_page_url: wire.landing_page_url,
    page_id: wire.page_id,
    created_time: isoTime(wire.create_time),
    updated_time: isoTime(wire.modify_time),
  });
}

export async function findAd(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  const filtering = { ad_ids: [id], ...WHATEVER_STATUS };
  return (await client.list(ADS, account, { limit: 1, filtering })).items[0];
}

export async function existingAd(client: VideoClient, account: string, id: string): Promise<Wire> {
  const found = await findAd(client, account, id);
  if (!found) throw notFound('ad', id, account, 'list_ads');
  return found;
}

/** What the platform says of an ad beside its content, and what an update does not take. */
const NOT_CONTENT = new Set(
  (
    'advertiser_id campaign_id campaign_name adgroup_id adgroup_name operation_status secondary_status create_time ' +
    'modify_time profile_image_url is_aco is_new_structure campaign_automation_type ad_id_v2 smart_plus_ad_id ' +
    'optimization_event phone_region_code phone_region_calling_code phone_number tiktok_page_category ' +
    'deeplink_format_type catalog_id display_name'
  ).split(' '),
);

/** The whole content of an ad as an update has to send it: the platform clears what it is not sent. */
export function contentOf(wire: Wire): Record<string, unknown> {
  const content = Object.entries(wire).filter(
    ([name, value]) => value !== null && value !== undefined && !NOT_CONTENT.has(name),
  );
  // Other identities bring their own name: the platform only shows it here.
  const ownName =
    wire.identity_type === CUSTOM_IDENTITY && wire.display_name ? { display_name: wire.display_name } : {};
  return { ...Object.fromEntries(content), ...ownName };
}

export const CallToAction = z
  .enum([
    'APPLY_NOW',
    'BOOK_NOW',
    'CALL_NOW',
    'CONTACT_US',
    'DOWNLOAD_NOW',
    'EXPERIENCE_NOW',
    'GET_QUOTE',
    'GET_SHOWTIMES',
    'GET_TICKETS_NOW',
    'INSTALL_NOW',
    'INTERESTED',
    'JOIN_THIS_HASHTAG',
    'LEARN_MORE',
    'LISTEN_NOW',
    'ORDER_NOW',
    'PLAY_GAME',
    'PREORDER_NOW',
    'READ_MORE',
    'SEND_MESSAGE',
    'SHOOT_WITH_THIS_EFFECT',
    'SHOP_NOW',
    'SIGN_UP',
    'SUBSCRIBE',
    'VIEW_NOW',
    'VIEW_PROFILE',
    'VIEW_VIDEO_WITH_THIS_EFFECT',
    'VISIT_STORE',
    'WATCH_LIVE',
    'WATCH_NOW',
  ])
  .describe('The button');
