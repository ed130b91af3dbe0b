import { z } from 'zod';
import { WebAddress } from '../../../tools/fields.ts';
import { collect } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { Params, PlaceInList, VideoClient } from '../client.ts';
import { ADS, SMART_ADS, type SmartAd, type Ad as Wire } from '../wire.ts';
import { placeOf } from './account.ts';
import { SMART_PLUS, WHATEVER_STATUS } from './campaign.ts';
import { isoTime, statusOf } from './fields.ts';
import { findSmartAd, smartAdOf } from './smart-ad.ts';

export const Ad = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    campaign_id: z.string(),
    ad_group_id: z.string(),
    status: z.string(),
  })
  .describe(
    'Also delivery_status, ad_format, identity_id, identity_type, video_id, image_ids, ad_text, call_to_action, landing_page_url, page_id, rejected_for, *_time; of Smart+ ads creatives, ad_texts, call_to_actions',
  );

/** Addresses that are called when something happens to an ad; manual ads only. */
export const TRACKING = ['impression_tracking_url', 'click_tracking_url', 'video_view_tracking_url'] as const;
export const trackingFields = {
  impression_tracking_url: WebAddress.optional().describe('Called when it is shown'),
  click_tracking_url: WebAddress.optional().describe('Called on a click'),
  video_view_tracking_url: WebAddress.optional().describe('Called on a view'),
};

const AddressOrNone = z
  .string()
  .refine(
    (text) => text === 'none' || WebAddress.safeParse(text).success,
    'must be a whole http or https address, such as https://example.com/page, or "none"',
  );
/** The same of an ad that has one already. */
export const trackingChanges = {
  impression_tracking_url: AddressOrNone.optional().describe('Called when it is shown; "none": no more'),
  click_tracking_url: AddressOrNone.optional().describe('Called on a click; likewise'),
  video_view_tracking_url: AddressOrNone.optional().describe('Called on a view; likewise'),
};

export const CUSTOM_IDENTITY = 'CUSTOMIZED_USER';

export function adOf(wire: Wire) {
  return withoutUnset({
    id: wire.ad_id,
    name: wire.ad_name,
    advertiser_id: wire.advertiser_id,
    campaign_id: wire.campaign_id,
    ad_group_id: wire.adgroup_id,
    status: statusOf(wire),
    delivery_status: wire.secondary_status,
    automation: 'MANUAL',
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
    impression_tracking_url: wire.impression_tracking_url,
    click_tracking_url: wire.click_tracking_url,
    video_view_tracking_url: wire.video_view_tracking_url,
    created_time: isoTime(wire.create_time),
    updated_time: isoTime(wire.modify_time),
  });
}

export async function findAd(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  const filtering = { ad_ids: [id], ...WHATEVER_STATUS };
  return (await client.list(ADS, account, { limit: 1, filtering })).items[0];
}

/** An ad of either kind. The id of a Smart+ creative finds the Smart+ ad it belongs to. */
export async function existingAd(
  client: VideoClient,
  account: string,
  id: string,
): Promise<{ manual: Wire; smart?: never } | { smart: SmartAd; manual?: never }> {
  const manual = await findAd(client, account, id);
  if (manual && manual.campaign_automation_type !== SMART_PLUS) return { manual };
  const smart = await findSmartAd(client, account, manual?.smart_plus_ad_id ?? id);
  if (!smart) throw notFound({ what: 'ad', id, list: 'list_ads', ...placeOf(account) });
  return { smart };
}

interface AdQuery {
  limit: number;
  cursor?: string | undefined;
  filtering: Params & { ad_ids?: string[]; ad_name?: string };
}

/**
 * Manual and Smart+ ads, each once. `ad/get` also lists the creatives of Smart+ ads, which are left out; `smart_plus/ad/get`
 * cannot filter by name, so that is done here.
 */
export function listAds(client: VideoClient, account: string, { limit, cursor, filtering }: AdQuery) {
  const { ad_ids, ad_name, ...others } = filtering;
  const smartFiltering = { ...others, ...(ad_ids && { smart_plus_ad_ids: ad_ids }) };
  const part = searchText(ad_name ?? '');
  const sources = [
    async (at: PlaceInList) => {
      const { items, next } = await client.page(ADS, account, filtering, at);
      return { next, items: items.filter((ad) => ad.campaign_automation_type !== SMART_PLUS).map(adOf) };
    },
    async (at: PlaceInList) => {
      const { items, next } = await client.page(SMART_ADS, account, smartFiltering, at);
      return { next, items: items.filter((ad) => searchText(ad.ad_name).includes(part)).map(smartAdOf) };
    },
  ];
  const scope = ['ads', account, filtering];
  return collect<ReturnType<typeof adOf> | ReturnType<typeof smartAdOf>>(
    { limit, cursor, scope, pageMax: ADS.pageMax },
    async (position = '0:0', size) => {
      const [source = 0, place = 0] = position.split(':').map(Number);
      const { items, next } = await sources[source]!({ position: String(place), size });
      if (next !== undefined) return { items, next: `${source}:${next}` };
      return { items, next: source + 1 < sources.length ? `${source + 1}:0` : undefined };
    },
  );
}

/** Fields of `ad/get` that are no content. */
const NOT_CONTENT = new Set(
  (
    'advertiser_id campaign_id campaign_name adgroup_id adgroup_name operation_status secondary_status create_time ' +
    'modify_time profile_image_url is_aco is_new_structure campaign_automation_type ad_id_v2 smart_plus_ad_id ' +
    'optimization_event display_name'
  ).split(' '),
);

/** Content that is given at creation and that no update takes. */
const CREATED_ONLY = new Set(
  'phone_region_code phone_region_calling_code phone_number tiktok_page_category deeplink_format_type catalog_id'.split(
    ' ',
  ),
);

/** The content of an ad as an update has to send it: the platform clears fields that are missing. */
export function contentOf(wire: Wire): Record<string, unknown> {
  const content = Object.entries(wholeContentOf(wire)).filter(([name]) => !CREATED_ONLY.has(name));
  return Object.fromEntries(content);
}

/** All content of an ad, for a copy of it. */
export function wholeContentOf(wire: Wire): Record<string, unknown> {
  const content = Object.entries(wire).filter(
    ([name, value]) => value !== null && value !== undefined && !NOT_CONTENT.has(name),
  );
  // With other identities this is the identity's own name, which an update does not take.
  const ownName =
    wire.identity_type === CUSTOM_IDENTITY && wire.display_name ? { display_name: wire.display_name } : {};
  return { ...Object.fromEntries(content), ...ownName };
}
