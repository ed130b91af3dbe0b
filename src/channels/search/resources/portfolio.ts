import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Money } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { needs, onlyWith } from '../../../tools/rules.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { type BiddingTargets, ruleOf, sentAs, strategyNamed, TARGETS, type Target } from './bidding.ts';
import { SharerOutput, sharersOf } from './sharing.ts';
import { equal, Literal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

/** Strategies that a portfolio can have. */
export const PORTFOLIOS = [
  'MAXIMIZE_CLICKS',
  'MAXIMIZE_CONVERSIONS',
  'MAXIMIZE_CONVERSION_VALUE',
  'TARGET_CPA',
  'TARGET_ROAS',
  'TARGET_IMPRESSION_SHARE',
] as const;
export type Portfolio = (typeof PORTFOLIOS)[number];

/** Unlike a campaign of its own, any portfolio can limit what a click may cost. */
function targetsOf(strategy: Portfolio): Partial<Record<Target, string>> {
  return { ...ruleOf(strategy).targets, max_cpc: 'cpcBidCeilingMicros' };
}

export function portfolioProblems(strategy: Portfolio, targets: BiddingTargets): Problem[] {
  const given = { ...targets, bidding_strategy: strategy };
  const owners = (target: Target) => PORTFOLIOS.filter((name) => targetsOf(name)[target] !== undefined);
  return TARGETS.flatMap((target) => onlyWith(given, target, { bidding_strategy: owners(target) }));
}

export function missingPortfolioTargets(strategy: Portfolio, targets: BiddingTargets): Problem[] {
  const given = { ...targets, bidding_strategy: strategy };
  return (ruleOf(strategy).needs ?? []).flatMap((target) => needs(given, { bidding_strategy: strategy }, target));
}

/** The strategy as the platform's message. */
export function portfolioFields(strategy: Portfolio, targets: BiddingTargets, currency: string | undefined) {
  const fields = Object.entries(targetsOf(strategy)) as [Target, string][];
  const sent = fields.flatMap(([target, field]) =>
    targets[target] === undefined ? [] : [[field, sentAs(target, targets[target], currency)]],
  );
  return { [ruleOf(strategy).holder]: Object.fromEntries(sent) };
}

export const PORTFOLIO_FIELDS = [
  ...['id', 'name', 'status', 'type'],
  ...['maximize_conversions.target_cpa_micros', 'maximize_conversions.cpc_bid_ceiling_micros'],
  ...['maximize_conversion_value.target_roas', 'maximize_conversion_value.cpc_bid_ceiling_micros'],
  ...['target_cpa.target_cpa_micros', 'target_cpa.cpc_bid_ceiling_micros'],
  ...['target_roas.target_roas', 'target_roas.cpc_bid_ceiling_micros', 'target_spend.cpc_bid_ceiling_micros'],
  ...['location', 'location_fraction_micros', 'cpc_bid_ceiling_micros'].map(
    (field) => `target_impression_share.${field}`,
  ),
].map((field) => `bidding_strategy.${field}`);

export const PortfolioOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  bidding_strategy: z.string(),
  target_cpa: Money.optional(),
  target_roas: z.number().optional(),
  max_cpc: Money.optional(),
  impression_share: z.number().optional(),
  impression_place: z.string().optional(),
  campaigns: z.array(SharerOutput).describe('That it bids for'),
});
export type ShownPortfolio = z.infer<typeof PortfolioOutput>;

export async function shownPortfolios(
  client: SearchClient,
  account: string,
  rows: readonly Row[],
): Promise<ShownPortfolio[]> {
  const ids = rows.map(({ biddingStrategy }) => biddingStrategy?.id ?? '');
  const sharers = await sharersOf(client, account, 'bidding_strategy.id', ids);
  return rows.map((row) => ({ ...shownPortfolio(row), campaigns: sharers.get(row.biddingStrategy?.id ?? '') ?? [] }));
}

function shownPortfolio({ biddingStrategy: held, customer }: Row): Omit<ShownPortfolio, 'campaigns'> {
  const { maximizeConversions, maximizeConversionValue, targetCpa, targetRoas, targetSpend } = held ?? {};
  const share = held?.targetImpressionShare;
  const scheme = maximizeConversions ?? maximizeConversionValue ?? targetCpa ?? targetRoas ?? targetSpend ?? share;
  const money = (micros: string | undefined) =>
    Number(micros ?? 0) > 0 ? moneyOf(micros, customer?.currencyCode) : undefined;
  return {
    id: held?.id ?? '',
    name: held?.name ?? '',
    status: held?.status ?? 'UNKNOWN',
    bidding_strategy: strategyNamed(held?.type) ?? 'UNKNOWN',
    target_cpa: money((maximizeConversions ?? targetCpa)?.targetCpaMicros),
    target_roas: (maximizeConversionValue ?? targetRoas)?.targetRoas || undefined,
    max_cpc: money(scheme?.cpcBidCeilingMicros),
    impression_share: share?.locationFractionMicros ? Number(share.locationFractionMicros) / 1_000_000 : undefined,
    impression_place: share?.location,
  };
}

export async function portfolioRow(client: SearchClient, account: string, id: string): Promise<Row> {
  const row = await client.row(account, {
    select: [...PORTFOLIO_FIELDS, 'customer.currency_code'],
    from: 'bidding_strategy',
    where: [equal('bidding_strategy.id', Literal.digits(id))],
  });
  if (row) return row;
  throw notFound({
    what: 'portfolio strategy',
    field: 'strategy_id',
    id,
    list: 'list_bidding_strategies',
    accountArgument: 'customer_id',
  });
}

export async function portfolioShown(
  client: SearchClient,
  account: string,
  id: string,
): Promise<ShownPortfolio | undefined> {
  return (await shownPortfolios(client, account, [await portfolioRow(client, account, id)]))[0];
}
