import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Id, wordOf } from '../../../tools/fields.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { Pace } from '../../../upstream/session.ts';
import type { VideoClient } from '../client.ts';
import { SMART_ADS, type SmartAd as Wire } from '../wire.ts';
import { SMART_PLUS, WHATEVER_STATUS } from './campaign.ts';
import { CallToAction, isoTime, plainText, statusOf, TextId } from './fields.ts';

/** A Smart+ ad has lists of creatives, texts and buttons, which the platform combines. */
export const smartFields = {
  creatives: z
    .array(
      z.strictObject({
        video_id: TextId.optional().describe('A ready video, with image_id'),
        image_id: TextId.optional().describe('Cover of the video'),
        tiktok_item_id: Id.optional().describe('Instead, from list_posts'),
      }),
    )
    .min(1)
    .max(31)
    .optional()
    .describe('Smart+ ads only: all videos and posts it shows'),
  ad_texts: z.array(plainText(100)).min(1).max(5).optional().describe('Smart+ ads only: all texts'),
  call_to_actions: z
    .array(wordOf(CallToAction.options, 'must be one of call_to_action'))
    .min(1)
    .max(3)
    .optional()
    .describe('Smart+ ads only: all buttons, as in call_to_action'),
};
export const SMART_ONLY = ['creatives', 'ad_texts', 'call_to_actions'] as const;
/** Fields that manual ads have instead of those lists. */
export const MANUAL_ONLY = ['video_id', 'image_ids', 'tiktok_item_id', 'ad_text', 'call_to_action'] as const;

interface Creative {
  video_id?: string | undefined;
  image_id?: string | undefined;
  tiktok_item_id?: string | undefined;
}

export interface SmartContent {
  ad_name?: string | undefined;
  creatives?: Creative[] | undefined;
  ad_texts?: string[] | undefined;
  call_to_actions?: string[] | undefined;
  landing_page_url?: string | undefined;
  page_id?: string | undefined;
}

export interface Author {
  identity_type?: string | null | undefined;
  identity_id?: string | null | undefined;
  identity_authorized_bc_id?: string | null | undefined;
}

/** A creative is a video with its cover image, or a post. */
export function creativeProblems(creatives: readonly Creative[]): Problem[] {
  return creatives.flatMap(({ video_id, image_id, tiktok_item_id }, place) => {
    const field = `creatives.${place}`;
    if ((video_id === undefined) === (tiktok_item_id === undefined))
      return [{ field, message: 'needs exactly one of video_id, tiktok_item_id' }];
    if ((video_id === undefined) !== (image_id === undefined))
      return [
        { field, message: video_id ? 'needs image_id, the cover of its video' : 'takes no image_id with a post' },
      ];
    return [];
  });
}

export function smartAdOf(wire: Wire) {
  const [first] = wire.creative_list ?? [];
  return withoutUnset({
    id: wire.smart_plus_ad_id,
    name: wire.ad_name,
    advertiser_id: wire.advertiser_id,
    campaign_id: wire.campaign_id,
    ad_group_id: wire.adgroup_id,
    status: statusOf(wire),
    delivery_status: wire.secondary_status,
    automation: 'SMART_PLUS',
    identity_type: first?.creative_info.identity_type,
    identity_id: first?.creative_info.identity_id,
    creatives: wire.creative_list?.map(({ creative_info: info }) =>
      withoutUnset({
        video_id: info.video_info?.video_id,
        image_id: info.image_info?.[0]?.web_uri,
        tiktok_item_id: info.tiktok_item_id,
      }),
    ),
    ad_texts: wire.ad_text_list?.map(({ ad_text }) => ad_text),
    call_to_actions: wire.call_to_action_list?.map(({ call_to_action }) => call_to_action),
    landing_page_url: wire.landing_page_url_list?.[0]?.landing_page_url,
    page_id: wire.page_list?.[0]?.page_id,
    created_time: isoTime(wire.create_time),
    updated_time: isoTime(wire.modify_time),
  });
}

export async function findSmartAd(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  const filtering = { smart_plus_ad_ids: [id], ...WHATEVER_STATUS };
  return (await client.list(SMART_ADS, account, { limit: 1, filtering })).items[0];
}

/** The content in the platform's form, where each list holds objects. */
export function platformContent(content: SmartContent, author: Author): Record<string, unknown> {
  const { ad_name, creatives, ad_texts, call_to_actions, landing_page_url, page_id } = content;
  return {
    ...(ad_name !== undefined && { ad_name }),
    ...(creatives && { creative_list: creatives.map((one) => platformCreative(one, author)) }),
    ...(ad_texts && { ad_text_list: ad_texts.map((ad_text) => ({ ad_text })) }),
    ...(call_to_actions && { call_to_action_list: call_to_actions.map((call_to_action) => ({ call_to_action })) }),
    ...(landing_page_url !== undefined && { landing_page_url_list: [{ landing_page_url }] }),
    ...(page_id !== undefined && { page_list: [{ page_id }] }),
  };
}

function platformCreative({ video_id, image_id, tiktok_item_id }: Creative, author: Author) {
  const { identity_type, identity_id, identity_authorized_bc_id } = author;
  return {
    creative_info: {
      ad_format: 'SINGLE_VIDEO',
      identity_type,
      identity_id,
      ...(identity_authorized_bc_id && { identity_authorized_bc_id }),
      ...(video_id !== undefined && { video_info: { video_id } }),
      ...(image_id !== undefined && { image_info: [{ web_uri: image_id }] }),
      ...(tiktok_item_id !== undefined && { tiktok_item_id }),
    },
  };
}

/** Fields of `smart_plus/ad/get` that an update does not take. */
const NOT_CONTENT = new Set(
  (
    'advertiser_id campaign_id campaign_name adgroup_id adgroup_name operation_status secondary_status create_time ' +
    'modify_time'
  ).split(' '),
);

/** The body of an update: the whole ad with the changes, unknown fields included, because missing ones may be cleared. */
export function smartReplacement(held: Wire, wanted: SmartContent): Record<string, unknown> {
  const kept = Object.fromEntries(
    Object.entries(held).filter(([name, value]) => value !== null && value !== undefined && !NOT_CONTENT.has(name)),
  );
  const { call_to_action_id, ...configuration } = held.ad_configuration ?? {};
  return {
    ...kept,
    ...platformContent(wanted, held.creative_list?.[0]?.creative_info ?? {}),
    ...(wanted.creatives && { creative_list: wanted.creatives.map((one) => mergedCreative(held, one)) }),
    // The platform refuses a dynamic button beside named ones.
    ...(wanted.call_to_actions && call_to_action_id && { ad_configuration: configuration }),
  };
}

/** An existing creative keeps all but its cover; a new one gets the identity of the first. */
function mergedCreative(held: Wire, wanted: Creative): Record<string, unknown> {
  const made = platformCreative(wanted, held.creative_list?.[0]?.creative_info ?? {});
  const same = held.creative_list?.find(({ creative_info: info }) =>
    wanted.tiktok_item_id === undefined
      ? info.video_info?.video_id === wanted.video_id
      : info.tiktok_item_id === wanted.tiktok_item_id,
  );
  if (!same) return made;
  const image = made.creative_info.image_info && { image_info: made.creative_info.image_info };
  return { ...same, creative_info: { ...same.creative_info, ...image } };
}

/** The platform takes one write of a Smart+ ad in five seconds. */
export function smartAdPace(id: string): Pace {
  return { name: `${SMART_PLUS} ${id}`, requests: 1, perMs: 5200 };
}
