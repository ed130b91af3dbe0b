import { type Finding, keepsFromServing } from '../../../tools/diagnosis.ts';
import type { SearchClient } from '../client.ts';
import { type Condition, equal, Literal, unequal } from '../gaql.ts';
import { adGroupGaps, assetGroupGaps, campaignGaps, type Subject, type Surroundings } from './findings.ts';

const CAMPAIGN = [
  ...['id', 'name', 'status', 'serving_status', 'advertising_channel_type', 'start_date_time', 'end_date_time'],
  ...['primary_status', 'primary_status_reasons', 'bidding_strategy_type'],
  ...['contains_eu_political_advertising', 'missing_eu_political_advertising_declaration'],
].map((field) => `campaign.${field}`);

export async function readSurroundings(client: SearchClient, account: string, subject: Subject): Promise<Surroundings> {
  const inCampaign = equal('campaign.id', Literal.digits(subject.campaignId));
  const campaign = await client.row(account, {
    select: [
      ...CAMPAIGN,
      'campaign_budget.amount_micros',
      'customer.status',
      'customer.time_zone',
      'customer.currency_code',
    ],
    from: 'campaign',
    where: [inCampaign],
  });
  const living = (
    from: string,
    select: readonly string[],
    ids: Readonly<Record<string, string | undefined>>,
    more: Condition[] = [],
  ) =>
    client.rows(account, {
      select,
      from,
      where: [
        inCampaign,
        ...Object.entries(ids).flatMap(([field, id]) => (id === undefined ? [] : [equal(field, Literal.digits(id))])),
        unequal(`${from}.status`, Literal.word('REMOVED')),
        ...more,
      ],
    });
  const type = campaign?.campaign?.advertisingChannelType;
  const group = { 'ad_group.id': subject.adGroupId };
  const [adGroups, ads, keywords] =
    type === 'SEARCH' || subject.adGroupId !== undefined
      ? await Promise.all([
          living('ad_group', ['ad_group.id', 'ad_group.name', 'ad_group.status'], group),
          living(
            'ad_group_ad',
            [
              ...['ad_group.id', 'ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status'],
              ...['approval_status', 'review_status', 'policy_topic_entries'].map(
                (field) => `ad_group_ad.policy_summary.${field}`,
              ),
            ],
            { ...group, 'ad_group_ad.ad.id': subject.adId },
          ),
          living(
            'ad_group_criterion',
            [
              'ad_group.id',
              ...[
                ...['criterion_id', 'status', 'keyword.text', 'approval_status', 'system_serving_status'],
                ...['effective_cpc_bid_micros', 'position_estimates.first_page_cpc_micros'],
              ].map((field) => `ad_group_criterion.${field}`),
            ],
            { ...group, 'ad_group_criterion.criterion_id': subject.keywordId },
            [
              equal('ad_group_criterion.type', Literal.word('KEYWORD')),
              equal('ad_group_criterion.negative', Literal.boolean(false)),
            ],
          ),
        ])
      : [[], [], []];
  const assetGroups =
    type === 'PERFORMANCE_MAX'
      ? await living('asset_group', ['asset_group.id', 'asset_group.name', 'asset_group.status'], {
          'asset_group.id': subject.assetGroupId,
        })
      : [];
  return { subject, campaign, adGroups, ads, keywords, assetGroups };
}

/** What keeps the subject from serving by its own status and by that of what it stands in or is made of. */
export function obstaclesIn(around: Surroundings): Finding[] {
  const type = around.campaign?.campaign?.advertisingChannelType;
  const parts = type === 'PERFORMANCE_MAX' ? assetGroupGaps(around) : type === 'SEARCH' ? adGroupGaps(around) : [];
  return [...campaignGaps(around), ...parts];
}

/** The same as `missingToServe`, for a change that was to let something serve. */
export async function servingReport(
  status: string | undefined,
  client: SearchClient,
  account: string,
  campaignId: string | undefined,
): Promise<{ keeps_from_serving?: string[] }> {
  return status === 'ENABLED' ? { keeps_from_serving: await missingToServe(client, account, campaignId ?? '') } : {};
}

/** What still keeps a campaign from serving, each with the call that mends it. Told with every change that a launch is made of. */
export async function missingToServe(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  const find = async () => obstaclesIn(await readSurroundings(client, account, { level: 'campaign', campaignId }));
  return (await keepsFromServing(find, `diagnose_delivery {"campaign_id":"${campaignId}"}`)).keeps_from_serving;
}
