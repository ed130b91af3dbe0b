import type { SearchClient } from './client.ts';
import { equal, Literal, unequal } from './gaql.ts';
import type { Row } from './wire.ts';

/**
 * What still keeps a campaign from serving, each with the call that mends it. Told with every change that a launch is made
 * of; it never fails one, because the change stands whether or not this can be read.
 */
export async function missingToServe(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  try {
    const [campaign] = await client.rows(account, {
      select: ['campaign.status', 'campaign.advertising_channel_type', 'campaign.end_date_time'],
      from: 'campaign',
      where: [equal('campaign.id', Literal.digits(campaignId))],
    });
    const type = campaign?.campaign?.advertisingChannelType;
    const parts =
      type === 'PERFORMANCE_MAX'
        ? await assetGroupGaps(client, account, campaignId)
        : type === 'SEARCH'
          ? await adGroupGaps(client, account, campaignId)
          : [];
    return [
      ...(campaign?.campaign?.status === 'ENABLED'
        ? []
        : [`The campaign is paused: update_campaign {"campaign_id":"${campaignId}","status":"ENABLED"}.`]),
      ...parts,
    ];
  } catch {
    return ['What else keeps it from serving could not be read just now; list_campaigns shows its primary_status.'];
  }
}

async function assetGroupGaps(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  const groups = await client.rows(account, {
    select: ['asset_group.id', 'asset_group.status'],
    from: 'asset_group',
    where: inCampaign(campaignId, 'asset_group'),
  });
  if (groups.length === 0) return ['It has no asset group: create_asset_group.'];
  if (groups.some(({ assetGroup }) => assetGroup?.status === 'ENABLED')) return [];
  const id = groups[0]?.assetGroup?.id ?? '';
  return [`No asset group is enabled: update_asset_group {"asset_group_id":"${id}","status":"ENABLED"}.`];
}

async function adGroupGaps(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  const [groups, ads, keywords] = await Promise.all([
    client.rows(account, {
      select: ['ad_group.id', 'ad_group.status'],
      from: 'ad_group',
      where: inCampaign(campaignId, 'ad_group'),
    }),
    client.rows(account, {
      select: ['ad_group.id', 'ad_group_ad.ad.id', 'ad_group_ad.status'],
      from: 'ad_group_ad',
      where: inCampaign(campaignId, 'ad_group_ad'),
    }),
    client.rows(account, {
      select: ['ad_group.id', 'ad_group_criterion.criterion_id', 'ad_group_criterion.status'],
      from: 'ad_group_criterion',
      where: [
        ...inCampaign(campaignId, 'ad_group_criterion'),
        equal('ad_group_criterion.type', Literal.word('KEYWORD')),
        equal('ad_group_criterion.negative', Literal.boolean(false)),
      ],
    }),
  ]);
  return [
    ...gap(
      'ad group',
      'create_ad_group',
      groups,
      ({ adGroup }) => adGroup?.status,
      ({ adGroup }) => `update_ad_group {"ad_group_id":"${adGroup?.id}","status":"ENABLED"}`,
    ),
    ...gap(
      'ad',
      'create_responsive_search_ad',
      ads,
      ({ adGroupAd }) => adGroupAd?.status,
      ({ adGroupAd }) => `update_ad {"ad_id":"${adGroupAd?.ad?.id}","status":"ENABLED"}`,
    ),
    ...gap(
      'keyword',
      'add_keywords',
      keywords,
      ({ adGroupCriterion }) => adGroupCriterion?.status,
      ({ adGroup }) => `update_keywords {"ad_group_id":"${adGroup?.id}","keyword_ids":[…],"status":"ENABLED"}`,
    ),
  ];
}

function inCampaign(campaignId: string, resource: string) {
  return [equal('campaign.id', Literal.digits(campaignId)), unequal(`${resource}.status`, Literal.word('REMOVED'))];
}

function gap(
  what: string,
  create: string,
  rows: readonly Row[],
  statusOf: (row: Row) => string | undefined,
  enable: (row: Row) => string,
): string[] {
  const [first] = rows;
  if (!first) return [`It has no ${what}: ${create}.`];
  return rows.some((row) => statusOf(row) === 'ENABLED') ? [] : [`No ${what} is enabled: ${enable(first)}.`];
}
