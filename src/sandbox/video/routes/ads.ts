import { MINUTE_MS } from '../../../ambient.ts';

import { bad, Refusal } from '../errors.ts';
import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { CREATED_ONLY, checkAdCount, creativeOf, PATCHABLE } from '../rules/ad-rules.ts';
import { rejectionOf } from '../rules/review.ts';
import type { Entity, Store } from '../state.ts';
import { Input } from './input.ts';
import { isDeleted, type Listing, listObjects, ownObject, refuseOtherAutomation, switchObjects } from './objects.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

export const REVIEW_MS = 30 * MINUTE_MS;
const CREATIVES_MAX = 20;

const FIELDS = (
  'advertiser_id campaign_id campaign_name adgroup_id adgroup_name ad_id ad_name ad_format video_id image_ids music_id ' +
  'tiktok_item_id ad_text ad_texts call_to_action call_to_action_id landing_page_url page_id deeplink deeplink_type ' +
  'fallback_type utm_params identity_type identity_id identity_authorized_bc_id display_name app_name profile_image_url ' +
  'dark_post_status item_duet_status item_stitch_status promotional_music_disabled tracking_pixel_id ' +
  'impression_tracking_url click_tracking_url video_view_tracking_url tracking_app_id tracking_offline_event_set_ids ' +
  'tiktok_page_category card_id aigc_disclosure_type disclaimer_type disclaimer_text disclaimer_clickable_texts ' +
  'creative_authorized deeplink_format_type phone_region_code phone_region_calling_code phone_number operation_status secondary_status is_aco is_new_structure ' +
  'campaign_automation_type ad_id_v2 smart_plus_ad_id optimization_event create_time modify_time'
).split(' ');

const ADS: Listing<'Ad'> = {
  kind: 'Ad',
  level: 'AD',
  fields: FIELDS,
  ids: {
    campaign_ids: ({ links }) => links.campaign,
    adgroup_ids: ({ links }) => links.adgroup,
    ad_ids: ({ id }) => id,
    ad_ids_v2: wholeAdId,
  },
  name: { filter: 'ad_name', of: ({ data }) => String(data.creative.ad_name) },
  statusOf: (one, books) => books.statuses.ad(one),
  view: adView,
};

export const adRoutes: readonly Route[] = [
  get('ad/review_info', ({ store, input, advertiser, now }) => {
    const ids = input.ids('ad_ids', 100);
    if (!ids?.length) throw input.missing('ad_ids');
    input.text('lang');
    const ads = ids.map((id) => store.find('Ad', id)).filter((ad) => ad?.links.advertiser === advertiser.id);
    return { ad_review_map: Object.fromEntries(ads.map((ad) => [ad!.id, reviewView(ad!, now)])) };
  }),
  get('ad/get', (call) => listObjects(call, ADS)),
  post('ad/create', (call) =>
    call.world.change((record) => {
      const { store, advertiser, now } = call;
      const group = groupOf(call);
      const creatives = creativesOf(call);
      checkAdCount(
        call,
        group,
        creatives.map(({ values }) => values),
      );
      const made = creatives.map((input) => {
        const creative = creativeOf(call, input, group);
        const off = input.choice('operation_status', ['ENABLE', 'DISABLE']) === 'DISABLE';
        const data = { created: now, modified: now, reviewed: now + REVIEW_MS, creative, delivery: [] };
        const links = { ...group.links, adgroup: group.id };
        const ad = store.insert('Ad', links, { ...data, operation_status: off ? 'DISABLE' : 'ENABLE' });
        if (creative.ad_name === '') ad.data.creative = { ...creative, ad_name: ad.id };
        store.save(ad);
        record({ kind: 'create', resource: 'ad', id: ad.id, account: advertiser.id, detail: creative });
        return ad;
      });
      const books = new Books(store, now);
      books.replan(group.links.campaign!);
      return {
        ad_ids: made.map(({ id }) => id),
        creatives: made.map((ad) => adView(store, ad, books)),
        need_audit: true,
      };
    }),
  ),
  post('ad/update', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      const group = groupOf(call);
      const isPatch = input.flag('patch_update') ?? false;
      const changed = creativesOf(call).map((creative) => {
        const id = creative.needId('ad_id');
        const ad = store.find('Ad', id);
        if (ad?.links.adgroup !== group.id) throw new Refusal(40007, `The ad ${id} does not exist.`);
        if (isDeleted(store, ad as Entity<'Ad'>)) throw bad(`The ad ${id} has been deleted.`);
        const held = ad.data.creative;
        // Without `patch_update` the creative is replaced: omitted fields are cleared.
        const whole = new Input(
          isPatch ? { ...held, ...patchOf(creative) } : { ...creative.values, ...keptOf(held) },
          false,
        );
        const next = creativeOf(call, whole, group, held);
        const { ad_name: _, ...before } = held;
        const { ad_name: __, ...after } = next;
        const isEdited = JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after));
        ad.data = {
          ...ad.data,
          creative: next,
          modified: now,
          ...(isEdited && { reviewed: now + REVIEW_MS, edited: true as const, rejected: false }),
        };
        store.save(ad);
        record({ kind: 'update', resource: 'ad', id, account: advertiser.id, detail: next });
        return ad;
      });
      const books = new Books(store, now);
      books.replan(group.links.campaign!);
      return { ad_ids: changed.map(({ id }) => id), creatives: changed.map((ad) => adView(store, ad, books)) };
    }),
  ),
  post('ad/status/update', (call) => {
    // Automated Creative Optimization ads; there are none here.
    const [made] = call.input.ids('aco_ad_ids', 20) ?? [];
    if (made !== undefined && call.input.text('operation_status') === 'DELETE')
      throw bad('aco_ad_ids: DELETE is not supported.');
    if (made !== undefined) throw new Refusal(40007, `The ad ${made} does not exist.`);
    const { ids, status } = switchObjects(call, 'Ad', 'ad_ids', 'ad');
    return { ad_ids: ids, status };
  }),
];

/** The creatives of a Smart+ ad are listed as ads, each with the id of the whole. */
function wholeAdId({ id, data }: Entity<'Ad'>): string {
  return data.smart ?? id;
}

function groupOf(call: AdvertiserCall): Entity<'AdGroup'> {
  const group = ownObject(call, 'AdGroup', call.input.needId('adgroup_id'), 'ad group');
  refuseOtherAutomation(call.store.need('Campaign', group.links.campaign), 'MANUAL');
  return group;
}

function creativesOf({ input }: AdvertiserCall): Input[] {
  const creatives = input.objects('creatives');
  if (creatives === undefined || creatives.length === 0) throw input.missing('creatives');
  if (creatives.length > CREATIVES_MAX) throw bad(`creatives: Longer than maximum length ${CREATIVES_MAX}.`);
  return creatives;
}

function patchOf({ values }: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => PATCHABLE.includes(name)));
}

function keptOf(held: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(CREATED_ONLY.map((name) => [name, held[name]]));
}

function sorted(fields: Record<string, unknown>): [string, unknown][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}

function adView(store: Store, ad: Entity<'Ad'>, books: Books): Record<string, unknown> {
  const { creative, created, modified, operation_status } = ad.data;
  const campaign = store.need('Campaign', ad.links.campaign);
  const group = store.need('AdGroup', ad.links.adgroup);
  const identity = store.find('Identity', String(creative.identity_id));
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, null])),
    advertiser_id: ad.links.advertiser,
    campaign_id: campaign.id,
    campaign_name: campaign.data.campaign_name,
    adgroup_id: group.id,
    adgroup_name: group.data.adgroup_name,
    ad_id: ad.id,
    display_name: identity?.data.display_name ?? null,
    profile_image_url: `https://p16.acme.example/${creative.identity_id}.jpeg`,
    dark_post_status: creative.identity_type === 'CUSTOMIZED_USER' ? null : 'ON',
    utm_params: [],
    ...creative,
    operation_status,
    secondary_status: books.statuses.ad(ad),
    is_aco: false,
    is_new_structure: true,
    campaign_automation_type: campaign.data.campaign_automation_type,
    ad_id_v2: ad.data.smart ?? null,
    smart_plus_ad_id: ad.data.smart ?? null,
    optimization_event: group.data.more.optimization_event ?? null,
    create_time: platformTime(created),
    modify_time: platformTime(modified),
  };
}

/** How the review of an ad ended, and what it found. */
function reviewView({ id, data }: Entity<'Ad'>, now: number): Record<string, unknown> {
  const rejection = data.reviewed <= now ? rejectionOf(data) : undefined;
  return {
    ad_id: id,
    is_approved: data.reviewed <= now && rejection === undefined,
    review_status: rejection || data.reviewed > now ? 'UNAVAILABLE' : 'ALL_AVAILABLE',
    appeal_status: 'NOT_APPEALED',
    forbidden_placements: [],
    forbidden_ages: [],
    forbidden_locations: [],
    forbidden_operation_systems: [],
    last_audit_time: platformTime(Math.min(data.reviewed, now)),
    reject_info: rejection
      ? [
          {
            reasons: [rejection.reason],
            suggestion: rejection.suggestion,
            forbidden_ages: [],
            forbidden_locations: [],
            forbidden_placements: [],
            content_info: { content_type: 'MODE_STRING', text_content: rejection.text },
          },
        ]
      : [],
  };
}
