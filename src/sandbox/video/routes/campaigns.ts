import { bad } from '../errors.ts';
import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { changedCampaign, newCampaign } from '../rules/campaign-rules.ts';
import type { Automation, CampaignData } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { type Listing, listObjects, ownObject, refuseOtherAutomation, switchObjects } from './objects.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const FIELDS = (
  'advertiser_id campaign_id campaign_name campaign_type objective_type objective app_promotion_type ' +
  'virtual_objective_type sales_destination campaign_automation_type campaign_product_source budget budget_mode ' +
  'budget_optimize_on bid_type deep_bid_type roas_bid optimization_goal operation_status secondary_status ' +
  'special_industries is_search_campaign is_smart_performance_campaign is_new_structure rf_campaign_type rta_id app_id ' +
  'po_number catalog_enabled create_time modify_time'
).split(' ');

export const CAMPAIGNS: Listing<'Campaign'> = {
  kind: 'Campaign',
  level: 'CAMPAIGN',
  fields: FIELDS,
  ids: { campaign_ids: ({ id }) => id },
  name: { filter: 'campaign_name', of: ({ data }) => data.campaign_name },
  statusOf: (one, books) => books.statuses.campaign(one),
  view: campaignView,
};

export const campaignRoutes: readonly Route[] = [
  get('campaign/get', (call) => listObjects(call, CAMPAIGNS)),
  post('campaign/create', (call) => createCampaign(call, newCampaign, 'MANUAL')),
  post('campaign/update', (call) => updateCampaign(call, 'MANUAL')),
  post('campaign/status/update', (call) => {
    if (call.input.has('postback_window_mode') && call.input.text('operation_status') !== 'DISABLE')
      throw bad('postback_window_mode: only with DISABLE.');
    const { ids, status } = switchObjects(call, 'Campaign', 'campaign_ids', 'campaign');
    return { campaign_ids: ids, status, campaign_list: ids.map((campaign_id) => ({ campaign_id, status })) };
  }),
];

type Made = Omit<CampaignData, 'created' | 'modified' | 'campaign_automation_type'>;

export function createCampaign(call: AdvertiserCall, make: (call: AdvertiserCall) => Made, automation: Automation) {
  return call.world.change((record) => {
    const { now: created, store, advertiser } = call;
    const made = make(call);
    const data = { ...made, campaign_automation_type: automation, created, modified: created };
    const campaign = store.insert('Campaign', { advertiser: advertiser.id }, data);
    record({ kind: 'create', resource: 'campaign', id: campaign.id, account: advertiser.id, detail: made });
    return campaignView(store, campaign, new Books(store, created));
  });
}

export function updateCampaign(call: AdvertiserCall, automation: Automation) {
  const { world, store, input, advertiser, now } = call;
  const campaign = ownObject(call, 'Campaign', input.needId('campaign_id'), 'campaign');
  refuseOtherAutomation(campaign, automation);
  const books = new Books(store, now);
  const spent = () => books.against(campaign.data.budget_mode, { campaign: campaign.id });
  return world.change((record) => {
    const changes = changedCampaign(call, campaign.data, spent);
    campaign.data = { ...campaign.data, ...changes, modified: now };
    store.save(campaign);
    books.replan(campaign.id);
    record({ kind: 'update', resource: 'campaign', id: campaign.id, account: advertiser.id, detail: changes });
    return campaignView(store, campaign, new Books(store, now));
  });
}

function campaignView(_: Store, campaign: Entity<'Campaign'>, books: Books): Record<string, unknown> {
  const { more, created, modified, deleted: __, ...data } = campaign.data;
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, null])),
    advertiser_id: campaign.links.advertiser,
    campaign_id: campaign.id,
    campaign_type: 'REGULAR_CAMPAIGN',
    objective: data.objective_type === 'APP_PROMOTION' ? 'APP' : 'LANDING_PAGE',
    app_promotion_type: 'UNSET',
    roas_bid: 0,
    is_search_campaign: false,
    is_smart_performance_campaign: false,
    is_new_structure: true,
    rf_campaign_type: 'STANDARD',
    ...data,
    ...more,
    secondary_status: books.statuses.campaign(campaign),
    create_time: platformTime(created),
    modify_time: platformTime(modified),
  };
}
