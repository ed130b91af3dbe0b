import type { Finding } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import { dayIn, daysOf } from '../../../tools/report/period.ts';
import { moneyOfQuantity, quantityOf } from '../../../tools/report/quantity.ts';
import type { ProfessionalClient } from '../client.ts';
import { coinDigits, moneyOf } from '../money.ts';
import { AnalyticsRow } from '../report/metrics.ts';
import { totalsQuery } from '../report/request.ts';
import { bidsByHand } from '../resources/bidding.ts';
import { urnOf } from '../resources/fields.ts';
import type { Level } from '../resources/level.ts';
import { audienceSize, shownTargeting } from '../resources/targeting.ts';
import { Pricing, type WireCampaign, type WireMoney } from '../wire.ts';
import { finding } from './findings.ts';

/** Findings that need further requests: audience size, suggested bids, recent numbers. */

export async function audienceFindings(client: ProfessionalClient, campaign: WireCampaign): Promise<Finding[]> {
  const { id, targetingCriteria } = campaign;
  if (!targetingCriteria || (await audienceSize(client, shownTargeting(targetingCriteria))) > 0) return [];
  const message = 'The targeting reaches fewer than 300 members: widen it (estimate_audience)';
  return [finding('audience', 'campaign', id, message, { targeting: FILL_IN })];
}

/** A bid that wins no impressions: 0, or below the range the platform suggests. */
export async function bidFindings(
  client: ProfessionalClient,
  account: string,
  campaign: WireCampaign,
  shown: number | undefined,
): Promise<Finding[]> {
  const { id, unitCost, optimizationTargetType: target } = campaign;
  if (!bidsByHand(target) || !campaign.targetingCriteria) return [];
  const { include, exclude } = campaign.targetingCriteria;
  const [pricing] = await client.found(
    '/adBudgetPricing',
    Pricing,
    {
      q: 'criteriaV2',
      account: urnOf('sponsoredAccount', account),
      bidType: campaign.costType,
      campaignType: campaign.type,
      matchType: 'EXACT',
      targetingCriteria: { include, exclude },
      objectiveType: campaign.objectiveType,
    },
    account,
  );
  const { min, default: usual = min } = pricing?.suggestedBid ?? {};
  const bid = Number(unitCost?.amount ?? 0);
  if (!min || !usual || bid >= Number(min.amount)) return [];
  const change = { unit_cost_amount: moneyOf(usual)!.amount };
  if (bid === 0) {
    const message = `The campaign bids by hand and its bid is 0: it is shown as runnable and never delivers. Usual is ${told(usual)}`;
    return [finding('bid', 'campaign', id, message, change)];
  }
  const effect = shown === 0 ? 'wins nothing: no impression in the last 7 days' : 'wins little';
  const message = `The bid of ${told(unitCost!)} ${effect}. Others bid at least ${told(min)}, usually ${told(usual)}`;
  return [{ ...finding('bid', 'campaign', id, message, change), stops: shown === 0 }];
}

function told(money: WireMoney): string {
  const { amount, currency } = moneyOf(money)!;
  return `${amount} ${currency}`;
}

const FACETS = {
  campaign_group: ['campaignGroups', 'sponsoredCampaignGroup'],
  campaign: ['campaigns', 'sponsoredCampaign'],
  creative: ['creatives', 'sponsoredCreative'],
} as const;

/** What the object did in the last days, today included. */
export async function recentNumbers(client: ProfessionalClient, account: string, level: Level, id: string) {
  const { currency } = await client.account(account);
  const today = dayIn('UTC', client.session.platformNow());
  const days = { start_date: daysOf('LAST_7_DAYS', today).start_date, end_date: today };
  const [facet, kind] = FACETS[level];
  const fields = ['impressions', 'clicks', 'costInLocalCurrency'];
  const query = totalsQuery({ account, facets: { [facet]: [urnOf(kind, id)] }, days, fields });
  const [row] = await client.found('/adAnalytics', AnalyticsRow, query, account);
  return {
    ...days,
    impressions: Number(row?.impressions ?? 0),
    clicks: Number(row?.clicks ?? 0),
    cost: moneyOfQuantity(quantityOf(row?.costInLocalCurrency) ?? 0n, currency, coinDigits(currency)),
  };
}
