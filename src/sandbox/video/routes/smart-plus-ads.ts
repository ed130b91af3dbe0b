import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { statusOf } from '../rules/campaign-rules.ts';
import { checkSmartAdCount, type SmartContent, type SmartCreative, smartContent } from '../rules/smart-ad-rules.ts';
import type { Entity, Store } from '../state.ts';
import { REVIEW_MS } from './ads.ts';
import { type Listing, listObjects, ownObject, refuseOtherAutomation, switchObjects } from './objects.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const SMART_PLUS = 'UPGRADED_SMART_PLUS';

const FIELDS = (
  'advertiser_id campaign_id campaign_name adgroup_id adgroup_name smart_plus_ad_id ad_name creative_list ad_text_list ' +
  'call_to_action_list landing_page_url_list page_list deeplink_list interactive_add_on_list ad_configuration ' +
  'operation_status secondary_status create_time modify_time'
).split(' ');

/** No filter by name: the platform has none here. */
const SMART_ADS: Listing<'SmartAd'> = {
  kind: 'SmartAd',
  level: 'AD',
  fields: FIELDS,
  ids: {
    campaign_ids: ({ links }) => links.campaign,
    adgroup_ids: ({ links }) => links.adgroup,
    smart_plus_ad_ids: ({ id }) => id,
  },
  statusOf: (one, books) => books.statuses.smartAd(one),
  view: smartAdView,
};

export const smartPlusAdRoutes: readonly Route[] = [
  get('smart_plus/ad/get', (call) => listObjects(call, SMART_ADS)),
  post('smart_plus/ad/create', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      const group = ownObject(call, 'AdGroup', input.needId('adgroup_id'), 'ad group');
      refuseOtherAutomation(store.need('Campaign', group.links.campaign), SMART_PLUS);
      const { ad_name, content, creatives } = smartContent(call, group);
      checkSmartAdCount(call, group);
      const dated = { created: now, modified: now };
      const data = { ...dated, ad_name, content, operation_status: statusOf(call) };
      const ad = store.insert('SmartAd', { ...group.links, adgroup: group.id }, data);
      for (const creative of creatives) insertCreative(store, ad, creative, now);
      record({ kind: 'create', resource: 'ad', id: ad.id, account: advertiser.id, detail: { ad_name, content } });
      return answered(call, ad);
    }),
  ),
  post('smart_plus/ad/update', (call) => {
    const { world, store, input, advertiser, now, limits } = call;
    const ad = ownObject(call, 'SmartAd', input.needId('smart_plus_ad_id'), 'ad');
    limits.countSmartAd(ad.id);
    return world.change((record) => {
      const next = smartContent(call, store.need('AdGroup', ad.links.adgroup));
      ad.data = { ...ad.data, ad_name: next.ad_name, content: next.content, modified: now };
      store.save(ad);
      replaceCreatives(store, ad, next, now);
      record({ kind: 'update', resource: 'ad', id: ad.id, account: advertiser.id, detail: next });
      return answered(call, ad);
    });
  }),
  post('smart_plus/ad/status/update', (call) => {
    for (const id of call.input.ids('smart_plus_ad_ids', 20) ?? []) call.limits.countSmartAd(id);
    const { ids, status } = switchObjects(call, 'SmartAd', 'smart_plus_ad_ids', 'ad', SMART_PLUS);
    return { smart_plus_ad_ids: ids, status };
  }),
];

function answered({ store, now }: AdvertiserCall, ad: Entity<'SmartAd'>): Record<string, unknown> {
  const books = new Books(store, now);
  books.replan(ad.links.campaign!);
  return smartAdView(store, ad, books);
}

function insertCreative(store: Store, ad: Entity<'SmartAd'>, { info, creative }: SmartCreative, now: number): void {
  const dated = { created: now, modified: now, reviewed: now + REVIEW_MS };
  const data = { ...dated, smart: ad.id, info, creative, delivery: [], operation_status: 'ENABLE' as const };
  store.insert('Ad', ad.links, data);
}

/** Creatives that stay keep their numbers and, when nothing about them changed, their review. */
function replaceCreatives(store: Store, ad: Entity<'SmartAd'>, { creatives }: SmartContent, now: number): void {
  const left = store.creativesOf(ad);
  for (const next of creatives) {
    const place = left.findIndex((held) => isSame(held, next));
    const [held] = place < 0 ? [] : left.splice(place, 1);
    if (!held) {
      insertCreative(store, ad, next, now);
      continue;
    }
    const isEdited = JSON.stringify(held.data.creative) !== JSON.stringify(next.creative);
    const again = isEdited && { reviewed: now + REVIEW_MS, edited: true as const };
    held.data = { ...held.data, info: next.info, creative: next.creative, modified: now, ...again };
    store.save(held);
  }
  for (const gone of left) {
    gone.data.deleted = true;
    store.save(gone);
  }
}

function isSame(held: Entity<'Ad'>, { material, creative }: SmartCreative): boolean {
  if (material !== undefined) return material === materialId(held);
  const { video_id, tiktok_item_id } = held.data.creative;
  return video_id === creative.video_id && tiktok_item_id === creative.tiktok_item_id;
}

/** A creative has another id in its Smart+ ad than as an ad of its own. */
function materialId({ id }: Entity<'Ad'>): string {
  return String(BigInt(id) + 1n);
}

function smartAdView(store: Store, ad: Entity<'SmartAd'>, books: Books): Record<string, unknown> {
  const { content, created, modified, ad_name, operation_status } = ad.data;
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, null])),
    advertiser_id: ad.links.advertiser,
    campaign_id: ad.links.campaign,
    campaign_name: store.need('Campaign', ad.links.campaign).data.campaign_name,
    adgroup_id: ad.links.adgroup,
    adgroup_name: store.need('AdGroup', ad.links.adgroup).data.adgroup_name,
    smart_plus_ad_id: ad.id,
    ad_name,
    ...content,
    creative_list: store.creativesOf(ad).map((one) => ({
      ad_material_id: materialId(one),
      material_operation_status: one.data.operation_status,
      creative_info: { ...one.data.info, material_name: one.data.creative.ad_name },
    })),
    operation_status,
    secondary_status: books.statuses.smartAd(ad),
    create_time: platformTime(created),
    modify_time: platformTime(modified),
  };
}
