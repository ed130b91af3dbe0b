import { Refusal } from '../errors.ts';
import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { changedAdGroup, type NewGroup, newAdGroup } from '../rules/ad-group-rules.ts';
import type { AdGroupData, Automation } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { type Listing, listObjects, ownObject, refuseOtherAutomation, switchObjects } from './objects.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const FIELDS = (
  'advertiser_id campaign_id campaign_name adgroup_id adgroup_name placement_type placements promotion_type ' +
  'promotion_target_type promotion_website_type app_id pixel_id optimization_event location_ids languages gender ' +
  'age_groups operating_systems interest_category_ids interest_keyword_ids purchase_intention_keyword_ids audience_ids ' +
  'excluded_audience_ids actions network_types device_model_ids device_price_ranges spending_power household_income ' +
  'smart_audience_enabled smart_interest_behavior_enabled saved_audience_id brand_safety_type budget_mode budget ' +
  'schedule_type schedule_start_time schedule_end_time dayparting optimization_goal billing_event bid_type bid_price ' +
  'conversion_bid_price deep_bid_type roas_bid bid_display_mode pacing frequency frequency_schedule ' +
  'click_attribution_window view_attribution_window comment_disabled video_download_disabled share_disabled ' +
  'secondary_optimization_event search_result_enabled product_source zipcode_ids operation_status secondary_status is_new_structure is_smart_performance_campaign ' +
  'campaign_automation_type create_time modify_time'
).split(' ');

export const AD_GROUPS: Listing<'AdGroup'> = {
  kind: 'AdGroup',
  level: 'ADGROUP',
  fields: FIELDS,
  ids: { campaign_ids: ({ links }) => links.campaign, adgroup_ids: ({ id }) => id },
  name: { filter: 'adgroup_name', of: ({ data }) => data.adgroup_name },
  statusOf: (one, books) => books.statuses.adGroup(one),
  view: adGroupView,
};

export const adGroupRoutes: readonly Route[] = [
  get('adgroup/get', (call) => listObjects(call, AD_GROUPS)),
  post('adgroup/create', (call) => createAdGroup(call, newAdGroup, AD_GROUPS, 'MANUAL')),
  post('adgroup/update', (call) => updateAdGroup(call, changedAdGroup, AD_GROUPS, 'MANUAL')),
  post('adgroup/status/update', (call) => {
    refuseReach(call);
    const mayBePartial = call.input.flag('allow_partial_success');
    const { ids, status, refusals } = switchObjects(call, 'AdGroup', 'adgroup_ids', 'adgroup', 'MANUAL', mayBePartial);
    const error_list = [...refusals].map(([adgroup_id, error_message]) => ({ adgroup_id, error_message }));
    return { adgroup_ids: ids, status, ...(error_list.length > 0 && { error_list }) };
  }),
];

export function createAdGroup(
  call: AdvertiserCall,
  make: (call: AdvertiserCall, campaign: Entity<'Campaign'>) => NewGroup,
  { view }: Listing<'AdGroup'>,
  automation: Automation,
) {
  return call.world.change((record) => {
    const { store, input, advertiser, now } = call;
    const campaign = ownObject(call, 'Campaign', input.needId('campaign_id'), 'campaign');
    refuseOtherAutomation(campaign, automation);
    const made = { ...make(call, campaign), created: now, modified: now };
    const group = store.insert('AdGroup', { advertiser: advertiser.id, campaign: campaign.id }, made);
    record({ kind: 'create', resource: 'adgroup', id: group.id, account: advertiser.id, detail: made });
    return view(store, group, new Books(store, now));
  });
}

export function updateAdGroup(
  call: AdvertiserCall,
  change: (call: AdvertiserCall, group: Entity<'AdGroup'>) => Partial<AdGroupData>,
  { view }: Listing<'AdGroup'>,
  automation: Automation,
) {
  return call.world.change((record) => {
    const { store, input, advertiser, now } = call;
    const group = ownObject(call, 'AdGroup', input.needId('adgroup_id'), 'ad group');
    refuseOtherAutomation(store.need('Campaign', group.links.campaign), automation);
    const changes = change(call, group);
    group.data = { ...group.data, ...changes, modified: now };
    store.save(group);
    const books = new Books(store, now);
    books.replan(group.links.campaign!);
    record({ kind: 'update', resource: 'adgroup', id: group.id, account: advertiser.id, detail: changes });
    return view(store, group, books);
  });
}

/** Reach-and-frequency groups run as they were booked, and those of dedicated campaigns stay. */
function refuseReach({ store, input }: AdvertiserCall): void {
  const status = input.text('operation_status');
  for (const id of input.ids('adgroup_ids', 20) ?? []) {
    const group = store.find('AdGroup', id);
    const campaign = group && store.need('Campaign', group.links.campaign);
    if (campaign?.data.objective_type === 'RF_REACH' && status !== 'DELETE')
      throw new Refusal(40002, 'Reach & Frequency ad groups cannot be switched.');
    if (campaign?.data.more.campaign_type === 'IOS14_CAMPAIGN' && status === 'DELETE')
      throw new Refusal(40002, 'Ad groups of dedicated campaigns cannot be deleted.');
  }
}

function adGroupView(store: Store, group: Entity<'AdGroup'>, books: Books): Record<string, unknown> {
  const { more, created, modified, deleted: _, start, end, ...data } = group.data;
  const campaign = store.need('Campaign', group.links.campaign);
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, null])),
    advertiser_id: group.links.advertiser,
    campaign_id: campaign.id,
    campaign_name: campaign.data.campaign_name,
    adgroup_id: group.id,
    ...data,
    ...more,
    schedule_start_time: platformTime(start),
    schedule_end_time: platformTime(end),
    campaign_automation_type: campaign.data.campaign_automation_type,
    is_new_structure: true,
    is_smart_performance_campaign: false,
    secondary_status: books.statuses.adGroup(group),
    create_time: platformTime(created),
    modify_time: platformTime(modified),
  };
}
