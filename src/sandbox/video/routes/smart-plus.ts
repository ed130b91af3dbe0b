import { bad } from '../errors.ts';
import { Books } from '../reports/spending.ts';
import { newSmartCampaign } from '../rules/campaign-rules.ts';
import { campaignView, listCampaigns, switchObjects, updateCampaign } from './campaigns.ts';
import { Input } from './input.ts';
import { get, post, type Route } from './serve.ts';

/** Campaigns, ad groups and ads that the platform steers itself have addresses of their own. */
const SMART_PLUS = 'UPGRADED_SMART_PLUS';

export const smartPlusRoutes: readonly Route[] = [
  get('smart_plus/campaign/get', (call) => listCampaigns(call, SMART_PLUS)),
  post('smart_plus/campaign/create', (call) =>
    call.world.change((record) => {
      const { store, advertiser, now } = call;
      const data = {
        ...newSmartCampaign(call),
        campaign_automation_type: SMART_PLUS,
        created: now,
        modified: now,
      } as const;
      const campaign = store.insert('Campaign', { advertiser: advertiser.id }, data);
      record({ kind: 'create', resource: 'campaign', id: campaign.id, account: advertiser.id });
      return campaignView(campaign, new Books(store, now));
    }),
  ),
  post('smart_plus/campaign/update', (call) => updateCampaign(call, SMART_PLUS)),
  post('smart_plus/campaign/status/update', (call) => {
    const { ids, status } = switchObjects(call, 'Campaign', 'campaign_ids', 'campaign', SMART_PLUS);
    return { campaign_ids: ids, status };
  }),
  post('smart_plus/adgroup/status/update', (call) => {
    const { ids, status } = switchObjects(call, 'AdGroup', 'adgroup_ids', 'adgroup', SMART_PLUS);
    return { adgroup_ids: ids, status };
  }),
  post('smart_plus/ad/status/update', (call) => {
    const ids = call.input.ids('smart_plus_ad_ids', 20);
    if (!ids) throw bad('smart_plus_ad_ids: Missing data for required field.');
    const input = new Input({ ...call.input.values, ad_ids: ids }, false);
    const { status } = switchObjects({ ...call, input }, 'Ad', 'ad_ids', 'ad', SMART_PLUS);
    return { smart_plus_ad_ids: ids, status };
  }),
];
