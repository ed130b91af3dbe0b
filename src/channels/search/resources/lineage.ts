import { type Lineage, valuesOf } from '../../../tools/lineage.ts';
import type { SearchClient } from '../client.ts';
import { CAMPAIGN_FIELDS, shownCampaign } from './campaign.ts';
import { among, Literal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

export const lineage: Lineage<SearchClient> = {
  campaign_id: {
    read: async (client, account, ids) =>
      (await rowsOf(client, account, CAMPAIGN_FIELDS, 'campaign', 'campaign.id', ids)).map((row) => {
        const shown = shownCampaign(row);
        return { id: shown.id, values: valuesOf(shown) };
      }),
  },
  ad_group_id: {
    above: 'campaign_id',
    read: async (client, account, ids) =>
      (await rowsOf(client, account, AD_GROUP, 'ad_group', 'ad_group.id', ids)).map(({ adGroup, campaign }) => ({
        id: adGroup?.id ?? '',
        parent: campaign?.id,
        values: { status: adGroup?.status },
      })),
  },
  ad_id: {
    above: 'ad_group_id',
    read: async (client, account, ids) =>
      (await rowsOf(client, account, AD, 'ad_group_ad', 'ad_group_ad.ad.id', ids)).map(({ adGroupAd, adGroup }) => ({
        id: adGroupAd?.ad?.id ?? '',
        parent: adGroup?.id,
        values: { status: adGroupAd?.status },
      })),
  },
  asset_group_id: {
    above: 'campaign_id',
    read: async (client, account, ids) =>
      (await rowsOf(client, account, ASSET_GROUP, 'asset_group', 'asset_group.id', ids)).map(
        ({ assetGroup, campaign }) => ({
          id: assetGroup?.id ?? '',
          parent: campaign?.id,
          values: { status: assetGroup?.status },
        }),
      ),
  },
  // A keyword is named together with its ad group: its number alone may stand in several.
  keyword_id: {
    above: 'ad_group_id',
    read: async (_client, _account, ids) =>
      ids.map((id) => ({ id, parent: id.includes('~') ? id.split('~')[0] : undefined, values: {} })),
  },
};

const AD_GROUP = ['ad_group.id', 'ad_group.status', 'campaign.id'];
const AD = ['ad_group_ad.ad.id', 'ad_group_ad.status', 'ad_group.id'];
const ASSET_GROUP = ['asset_group.id', 'asset_group.status', 'campaign.id'];

function rowsOf(
  client: SearchClient,
  account: string,
  select: readonly string[],
  from: string,
  idField: string,
  ids: readonly string[],
): Promise<Row[]> {
  return client.rows(account, { select, from, where: [among(idField, ids.map(Literal.digits))] });
}
