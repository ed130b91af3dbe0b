import { type Finding, keepsFromServing } from '../../../tools/diagnosis.ts';
import type { SearchClient } from '../client.ts';
import { ofIds } from '../resources/listing.ts';
import { type Condition, equal, Literal, unequal } from '../resources/wire/gaql.ts';
import { adGroupGaps, assetGroupGaps, campaignGaps, type Subject, type Surroundings } from './findings.ts';

const CAMPAIGN = [
  ...['id', 'name', 'status', 'serving_status', 'advertising_channel_type', 'start_date_time', 'end_date_time'],
  ...['primary_status', 'primary_status_reasons', 'bidding_strategy_type'],
  ...['contains_eu_political_advertising', 'missing_eu_political_advertising_declaration'],
].map((field) => `campaign.${field}`);

const BUDGET = ['id', 'amount_micros', 'explicitly_shared', 'reference_count'].map(
  (field) => `campaign_budget.${field}`,
);

const AD = [
  ...['ad_group.id', 'ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status'],
  ...['approval_status', 'review_status', 'policy_topic_entries'].map((field) => `ad_group_ad.policy_summary.${field}`),
];

const KEYWORD = [
  'ad_group.id',
  ...[
    ...['criterion_id', 'status', 'keyword.text', 'approval_status', 'system_serving_status'],
    ...['effective_cpc_bid_micros', 'position_estimates.first_page_cpc_micros'],
  ].map((field) => `ad_group_criterion.${field}`),
];

const ONLY_KEYWORDS = [
  equal('ad_group_criterion.type', Literal.word('KEYWORD')),
  equal('ad_group_criterion.negative', Literal.boolean(false)),
];

export async function readSurroundings(client: SearchClient, account: string, subject: Subject): Promise<Surroundings> {
  const inCampaign = equal('campaign.id', Literal.digits(subject.campaignId));
  const owner = ['status', 'time_zone', 'currency_code'].map((field) => `customer.${field}`);
  const campaign = await client.row(account, {
    select: [...CAMPAIGN, ...BUDGET, ...owner],
    from: 'campaign',
    where: [inCampaign],
  });
  const living = (
    from: string,
    select: readonly string[],
    ids: Parameters<typeof ofIds>[0],
    more: readonly Condition[] = [],
  ) => {
    const where = [inCampaign, ...ofIds(ids), unequal(`${from}.status`, Literal.word('REMOVED')), ...more];
    return client.rows(account, { select, from, where });
  };
  const type = campaign?.campaign?.advertisingChannelType;
  const group = { 'ad_group.id': subject.adGroupId };
  const [adGroups, ads, keywords] =
    type === 'SEARCH' || subject.adGroupId !== undefined
      ? await Promise.all([
          living('ad_group', ['ad_group.id', 'ad_group.name', 'ad_group.status'], group),
          living('ad_group_ad', AD, { ...group, 'ad_group_ad.ad.id': subject.adId }),
          living(
            'ad_group_criterion',
            KEYWORD,
            { ...group, 'ad_group_criterion.criterion_id': subject.keywordId },
            ONLY_KEYWORDS,
          ),
        ])
      : [[], [], []];
  const assetGroup = ['asset_group.id', 'asset_group.name', 'asset_group.status'];
  const assetGroups =
    type === 'PERFORMANCE_MAX'
      ? await living('asset_group', assetGroup, { 'asset_group.id': subject.assetGroupId })
      : [];
  return { subject, campaign, adGroups, ads, keywords, assetGroups };
}

/** Statuses that stop the subject from serving: its own, its parents' and its parts'. */
export function obstaclesIn(around: Surroundings): Finding[] {
  const type = around.campaign?.campaign?.advertisingChannelType;
  const parts = type === 'PERFORMANCE_MAX' ? assetGroupGaps(around) : type === 'SEARCH' ? adGroupGaps(around) : [];
  return [...campaignGaps(around), ...parts];
}

/** What still stops a campaign from serving, each with the call that mends it. Every tool that takes part in a launch returns it. */
export function servingReport(client: SearchClient, account: string, campaignId: string) {
  const find = async () => obstaclesIn(await readSurroundings(client, account, { level: 'campaign', campaignId }));
  return keepsFromServing(find, `diagnose_delivery {"campaign_id":"${campaignId}"}`);
}

export async function servingReportIfOn(
  status: string | undefined,
  client: SearchClient,
  account: string,
  campaignId: string | undefined,
): Promise<Partial<Awaited<ReturnType<typeof servingReport>>>> {
  return status === 'ENABLED' ? servingReport(client, account, campaignId ?? '') : {};
}
