import { obstacle } from '../../tools/diagnosis.ts';
import type { ReadyCall } from '../../tools/ready-call.ts';
import type { SearchClient } from './client.ts';
import { equal, Literal, unequal } from './gaql.ts';
import type { Row } from './wire.ts';

type Mend = Pick<ReadyCall, 'tool' | 'arguments'>;

/** The same as `missingToServe`, for a change that was to let something serve. */
export async function servingReport(
  status: string | undefined,
  client: SearchClient,
  account: string,
  campaignId: string | undefined,
): Promise<{ keeps_from_serving?: string[] }> {
  return status === 'ENABLED' ? { keeps_from_serving: await missingToServe(client, account, campaignId ?? '') } : {};
}

/**
 * What still keeps a campaign from serving, each with the call that mends it. Told with every change that a launch is made
 * of; it never fails one, because the change stands whether or not this can be read.
 */
export async function missingToServe(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  try {
    const row = await client.row(account, {
      select: [
        'campaign.status',
        'campaign.serving_status',
        'campaign.advertising_channel_type',
        'campaign.start_date_time',
        'campaign.end_date_time',
      ],
      from: 'campaign',
      where: [equal('campaign.id', Literal.digits(campaignId))],
    });
    const type = row?.campaign?.advertisingChannelType;
    const parts =
      type === 'PERFORMANCE_MAX'
        ? await assetGroupGaps(client, account, campaignId)
        : type === 'SEARCH'
          ? await adGroupGaps(client, account, campaignId)
          : [];
    return [...campaignGaps(campaignId, row?.campaign), ...parts];
  } catch {
    return ['What else keeps it from serving could not be read just now; list_campaigns shows its primary_status.'];
  }
}

function campaignGaps(id: string, campaign: Row['campaign']): string[] {
  const changed = (change: object) => ({ tool: 'update_campaign', arguments: { campaign_id: id, ...change } });
  if (campaign?.status === 'REMOVED') return ['The campaign is removed, which is final.'];
  return [
    ...(campaign?.status === 'ENABLED' ? [] : [obstacle('The campaign is paused', changed({ status: 'ENABLED' }))]),
    ...(campaign?.servingStatus === 'ENDED'
      ? [obstacle(`Its last day was ${campaign.endDateTime?.slice(0, 10)}`, changed({ end_date: 'none' }))]
      : []),
    ...(campaign?.servingStatus === 'PENDING' ? [`It begins on ${campaign.startDateTime?.slice(0, 10)}.`] : []),
  ];
}

async function assetGroupGaps(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  const groups = await client.rows(account, {
    select: ['asset_group.id', 'asset_group.status'],
    from: 'asset_group',
    where: inCampaign(campaignId, 'asset_group'),
  });
  return gap(
    'asset group',
    { tool: 'create_asset_group', arguments: { campaign_id: campaignId } },
    groups,
    ({ assetGroup }) => assetGroup?.status,
    ([first]) => enabling('update_asset_group', { asset_group_id: first?.assetGroup?.id }),
  );
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
  const live = new Set(groups.flatMap(({ adGroup }) => (adGroup?.status === 'ENABLED' ? (adGroup.id ?? []) : [])));
  // What stands in a paused group helps nobody while another one is live.
  const counted = (rows: readonly Row[]) =>
    live.size > 0 ? rows.filter((row) => live.has(row.adGroup?.id ?? '')) : rows;
  const [group = groups[0]?.adGroup?.id] = live;
  const inGroup = group === undefined ? {} : { ad_group_id: group };
  return [
    ...gap(
      'ad group',
      { tool: 'create_ad_group', arguments: { campaign_id: campaignId } },
      groups,
      ({ adGroup }) => adGroup?.status,
      ([first]) => enabling('update_ad_group', { ad_group_id: first?.adGroup?.id }),
    ),
    ...gap(
      'ad',
      { tool: 'create_responsive_search_ad', arguments: inGroup },
      counted(ads),
      ({ adGroupAd }) => adGroupAd?.status,
      ([first]) => enabling('update_ad', { ad_id: first?.adGroupAd?.ad?.id }),
    ),
    ...gap(
      'keyword',
      { tool: 'add_keywords', arguments: inGroup },
      counted(keywords),
      ({ adGroupCriterion }) => adGroupCriterion?.status,
      enableKeywords,
    ),
  ];
}

function enableKeywords(rows: readonly Row[]): Mend {
  const ad_group_id = rows[0]?.adGroup?.id;
  const mates = rows.filter(({ adGroup }) => adGroup?.id === ad_group_id).slice(0, 50);
  const keyword_ids = mates.map(({ adGroupCriterion }) => adGroupCriterion?.criterionId);
  return enabling('update_keywords', { ad_group_id, keyword_ids });
}

function enabling(tool: string, which: Record<string, unknown>): Mend {
  return { tool, arguments: { ...which, status: 'ENABLED' } };
}

function inCampaign(campaignId: string, resource: string) {
  return [equal('campaign.id', Literal.digits(campaignId)), unequal(`${resource}.status`, Literal.word('REMOVED'))];
}

function gap(
  what: string,
  create: Mend,
  rows: readonly Row[],
  statusOf: (row: Row) => string | undefined,
  enable: (rows: readonly Row[]) => Mend,
): string[] {
  if (rows.length === 0) return [obstacle(`It has no ${what}`, create)];
  return rows.some((row) => statusOf(row) === 'ENABLED') ? [] : [obstacle(`No ${what} is enabled`, enable(rows))];
}
