import { newSmartCampaign } from '../rules/campaign-rules.ts';
import { changedSmartAdGroup, newSmartAdGroup, SPEC_FIELDS } from '../rules/smart-group-rules.ts';
import { AD_GROUPS, createAdGroup, updateAdGroup } from './ad-groups.ts';
import { CAMPAIGNS, createCampaign, updateCampaign } from './campaigns.ts';
import { type Listing, listObjects, switchObjects } from './objects.ts';
import { get, post, type Route } from './serve.ts';

/** Smart+ campaigns and ad groups, which have paths of their own. */
const SMART_PLUS = 'UPGRADED_SMART_PLUS';

/** The same ad groups, with their targeting in an object of its own. */
const SMART_GROUPS: Listing<'AdGroup'> = {
  ...AD_GROUPS,
  fields: [
    ...AD_GROUPS.fields.filter((name) => !SPEC_FIELDS.includes(name)),
    'targeting_spec',
    'targeting_optimization_mode',
  ],
  view(store, group, books) {
    const plain = Object.entries(AD_GROUPS.view(store, group, books));
    return {
      ...Object.fromEntries(plain.filter(([name]) => !SPEC_FIELDS.includes(name))),
      targeting_spec: Object.fromEntries(plain.filter(([name, value]) => SPEC_FIELDS.includes(name) && value !== null)),
    };
  },
};

export const smartPlusRoutes: readonly Route[] = [
  get('smart_plus/campaign/get', (call) => listObjects(call, CAMPAIGNS, SMART_PLUS)),
  post('smart_plus/campaign/create', (call) => createCampaign(call, newSmartCampaign, SMART_PLUS)),
  post('smart_plus/campaign/update', (call) => updateCampaign(call, SMART_PLUS)),
  post('smart_plus/campaign/status/update', (call) => {
    const { ids, status } = switchObjects(call, 'Campaign', 'campaign_ids', 'campaign', SMART_PLUS);
    return { campaign_ids: ids, status };
  }),
  get('smart_plus/adgroup/get', (call) => listObjects(call, SMART_GROUPS, SMART_PLUS)),
  post('smart_plus/adgroup/create', (call) => createAdGroup(call, newSmartAdGroup, SMART_GROUPS, SMART_PLUS)),
  post('smart_plus/adgroup/update', (call) => updateAdGroup(call, changedSmartAdGroup, SMART_GROUPS, SMART_PLUS)),
  post('smart_plus/adgroup/status/update', (call) => {
    const { ids, status } = switchObjects(call, 'AdGroup', 'adgroup_ids', 'adgroup', SMART_PLUS);
    return { adgroup_list: ids.map((adgroup_id) => ({ adgroup_id, status })) };
  }),
];
