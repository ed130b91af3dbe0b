import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { strategyShown } from './bidding.ts';
import { equal, Literal } from './wire/gaql.ts';
import { idOf } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const CAMPAIGN_TYPES = [
  'SEARCH',
  'PERFORMANCE_MAX',
  'DISPLAY',
  'SHOPPING',
  'VIDEO',
  'DEMAND_GEN',
  'HOTEL',
  'MULTI_CHANNEL',
  'LOCAL',
  'SMART',
  'LOCAL_SERVICES',
  'TRAVEL',
] as const;

export const CAMPAIGN_FIELDS = [
  'campaign.id',
  'campaign.name',
  'campaign.status',
  'campaign.advertising_channel_type',
  'campaign.primary_status',
  'campaign.primary_status_reasons',
  'campaign.bidding_strategy_type',
  'campaign.bidding_strategy',
  'campaign.maximize_conversions.target_cpa_micros',
  'campaign.maximize_conversion_value.target_roas',
  'campaign.target_cpa.target_cpa_micros',
  'campaign.target_roas.target_roas',
  'campaign.target_spend.cpc_bid_ceiling_micros',
  'campaign.target_impression_share.cpc_bid_ceiling_micros',
  'campaign.target_impression_share.location',
  'campaign.target_impression_share.location_fraction_micros',
  'campaign.start_date_time',
  'campaign.end_date_time',
  'campaign.contains_eu_political_advertising',
  'campaign.brand_guidelines_enabled',
  'campaign.network_settings.target_search_network',
  'campaign.geo_target_type_setting.positive_geo_target_type',
  'campaign.targeting_setting.target_restrictions',
  'campaign_budget.id',
  'campaign_budget.amount_micros',
  'campaign_budget.total_amount_micros',
  'campaign_budget.period',
  'campaign_budget.explicitly_shared',
  'campaign_budget.reference_count',
  'customer.currency_code',
];

export const CampaignOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  primary_status: z.string().optional(),
  primary_status_reasons: z.array(z.string()).optional(),
  budget: Money.optional(),
  budget_period: z.string().optional(),
  budget_id: z.string().optional(),
  budget_shared: z.boolean().optional(),
  bidding_strategy: z.string().optional(),
  portfolio_strategy_id: z.string().optional(),
  target_cpa: Money.optional(),
  target_roas: z.number().optional(),
  max_cpc: Money.optional(),
  impression_share: z.number().optional(),
  impression_place: z.string().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  contains_eu_political_advertising: z.boolean().optional(),
  search_partners: z.boolean().optional(),
});
export type ShownCampaign = z.infer<typeof CampaignOutput>;

/** The platform's words for the declaration; an undeclared campaign has neither. */
export const EU_POLITICAL = {
  yes: 'CONTAINS_EU_POLITICAL_ADVERTISING',
  no: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
} as const;

export function shownCampaign(row: Row): ShownCampaign {
  const { campaign, campaignBudget: budget, customer } = row;
  const share = campaign?.targetImpressionShare;
  const currency = customer?.currencyCode;
  const political = campaign?.containsEuPoliticalAdvertising;
  return {
    id: campaign?.id ?? '',
    name: campaign?.name ?? '',
    status: campaign?.status ?? 'UNKNOWN',
    type: campaign?.advertisingChannelType ?? 'UNKNOWN',
    primary_status: campaign?.primaryStatus,
    primary_status_reasons: campaign?.primaryStatusReasons.length ? campaign.primaryStatusReasons : undefined,
    budget: moneyOf(budget?.amountMicros ?? budget?.totalAmountMicros, currency),
    budget_period: budget?.period,
    budget_id: budget && (budget.id ?? idOf(budget.resourceName)),
    budget_shared: budget && isShared(budget),
    bidding_strategy: strategyShown(row),
    portfolio_strategy_id: campaign?.biddingStrategy ? idOf(campaign.biddingStrategy) : undefined,
    target_cpa: moneyOf(
      nonZero(campaign?.maximizeConversions?.targetCpaMicros ?? campaign?.targetCpa?.targetCpaMicros),
      currency,
    ),
    target_roas: (campaign?.maximizeConversionValue?.targetRoas ?? campaign?.targetRoas?.targetRoas) || undefined,
    max_cpc: moneyOf(nonZero(campaign?.targetSpend?.cpcBidCeilingMicros ?? share?.cpcBidCeilingMicros), currency),
    impression_share: share?.locationFractionMicros ? Number(share.locationFractionMicros) / 1_000_000 : undefined,
    impression_place: share?.location,
    start_date: campaign?.startDateTime?.slice(0, 10),
    end_date: campaign?.endDateTime?.slice(0, 10),
    contains_eu_political_advertising:
      political === EU_POLITICAL.yes ? true : political === EU_POLITICAL.no ? false : undefined,
    search_partners:
      campaign?.advertisingChannelType === 'SEARCH'
        ? (campaign.networkSettings?.targetSearchNetwork ?? false)
        : undefined,
  };
}

/** A budget that other campaigns spend from, or may begin to. */
export function isShared(budget: NonNullable<Row['campaignBudget']>): boolean {
  return budget.explicitlyShared === true || Number(budget.referenceCount ?? 0) > 1;
}

export function campaignRow(client: SearchClient, account: string, id: string): Promise<Row | undefined> {
  return client.row(account, {
    select: CAMPAIGN_FIELDS,
    from: 'campaign',
    where: [equal('campaign.id', Literal.digits(id))],
  });
}

/** The campaign, or a not-found failure. */
export async function existingCampaign(client: SearchClient, account: string, id: string): Promise<Row> {
  const found = await campaignRow(client, account, id);
  if (!found) throw notFound({ what: 'campaign', id, list: 'list_campaigns', accountArgument: 'customer_id' });
  return found;
}

/** A target of zero is no target. */
function nonZero(micros: string | undefined): string | undefined {
  return micros === undefined || Number(micros) === 0 ? undefined : micros;
}
