import { type Lineage, readInParts, valuesOf } from '../../../tools/lineage.ts';
import type { VideoClient } from '../client.ts';
import { AD_GROUPS, CAMPAIGNS } from '../wire.ts';
import { listAds } from './ad.ts';
import { adGroupOf } from './ad-group.ts';
import { campaignOf, WHATEVER_STATUS } from './campaign.ts';

/** Ids that the platform takes in one filter. */
const IDS_MAX = 100;

export const lineage: Lineage<VideoClient> = {
  campaign_id: {
    read: (client, account, ids) =>
      readInParts(ids, IDS_MAX, async (some) => {
        const currency = await client.currency(account);
        const found = await client.all(CAMPAIGNS, account, { campaign_ids: some, ...WHATEVER_STATUS });
        return found.map((wire) => ({ id: wire.campaign_id, values: valuesOf(campaignOf(wire, currency)) }));
      }),
  },
  ad_group_id: {
    above: 'campaign_id',
    read: (client, account, ids) =>
      readInParts(ids, IDS_MAX, async (some) => {
        const currency = await client.currency(account);
        const found = await client.all(AD_GROUPS, account, { adgroup_ids: some, ...WHATEVER_STATUS });
        return found.map((wire) => ({
          id: wire.adgroup_id,
          parent: wire.campaign_id,
          values: valuesOf(adGroupOf(wire, currency)),
        }));
      }),
  },
  ad_id: {
    above: 'ad_group_id',
    read: (client, account, ids) =>
      readInParts(ids, IDS_MAX, async (some) => {
        const filtering = { ad_ids: some, ...WHATEVER_STATUS };
        const { items } = await listAds(client, account, { limit: IDS_MAX, filtering });
        return items.map(({ id, ad_group_id, status }) => ({ id, parent: ad_group_id, values: { status } }));
      }),
  },
};
