import { listCampaigns, switchObjects, updateCampaign } from './campaigns.ts';
import { get, post, type Route } from './serve.ts';

/** Campaigns, ad groups and ads that the platform steers itself have addresses of their own. */
const SMART_PLUS = 'UPGRADED_SMART_PLUS';

export const smartPlusRoutes: readonly Route[] = [
  get('smart_plus/campaign/get', (call) => listCampaigns(call, SMART_PLUS)),
  post('smart_plus/campaign/update', (call) => updateCampaign(call, SMART_PLUS)),
  post('smart_plus/campaign/status/update', (call) => {
    const { ids, status } = switchObjects(call, 'Campaign', 'campaign_ids', 'campaign', SMART_PLUS);
    return { campaign_ids: ids, status };
  }),
];
