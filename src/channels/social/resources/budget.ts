import { invalidArguments, type Problem } from '../../../errors.ts';
import { changedUnits } from '../../../tools/money.ts';
import { needs, notBoth, onlyWith } from '../../../tools/rules.ts';
import { minorUnits, moneyOf } from '../money.ts';

/** Amounts in the arguments of campaigns and ad sets. Only one of the two levels may hold a budget. */

const AMOUNTS = ['daily_budget', 'lifetime_budget', 'spend_cap', 'bid_amount'] as const;
type Amounts = { [name in (typeof AMOUNTS)[number]]?: string | undefined };

/** Strategies that have a `bid_amount`. */
export const CAPPED = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];

/** The amounts as the platform counts them. */
export function platformAmounts(args: Amounts, currency: string): Record<string, number> {
  return Object.fromEntries(given(args).map(([name, amount]) => [name, minorUnits(name, amount, currency)]));
}

/** The same amounts as results show them, to compare with what is read back, and what the platform takes away for them. */
export function shownAmounts(
  args: Amounts & { bid_strategy?: string | undefined },
  currency: string,
): Record<string, unknown> {
  const { daily_budget, lifetime_budget, bid_strategy } = args;
  const amounts = given(args).map(([name, amount]) => [name, moneyOf(minorUnits(name, amount, currency), currency)]);
  return {
    ...(daily_budget !== undefined && { lifetime_budget: null }),
    ...(lifetime_budget !== undefined && { daily_budget: null }),
    ...(bid_strategy !== undefined && !CAPPED.includes(bid_strategy) && { bid_amount: null }),
    ...(bid_strategy !== undefined && bid_strategy !== 'LOWEST_COST_WITH_MIN_ROAS' && { min_roas: null }),
    ...Object.fromEntries(amounts),
  };
}

function given(args: Amounts): [string, string][] {
  return AMOUNTS.flatMap((name): [string, string][] => {
    const amount = args[name];
    return amount === undefined || amount === 'none' ? [] : [[name, amount]];
  });
}

/** Whole minor units: +3 % of 33.33 is 34.33. */
export function changedByPercent(units: number, percent: number): number {
  return Number(changedUnits(BigInt(units), percent));
}

/** The platform's value for "no spend cap". */
export const NO_CAP = 922_337_203_685_478;

interface Holder {
  id: string;
  name: string;
  daily_budget?: string | undefined;
  lifetime_budget?: string | undefined;
}

export function holdsBudget({ daily_budget, lifetime_budget }: Partial<Holder>): boolean {
  return [daily_budget, lifetime_budget].some((amount) => amount !== undefined && amount !== '0');
}

/** The platform says "Invalid parameter" (100/1885621) to a budget on both levels: we say it before sending. */
export function refuseSecondBudget(args: Amounts, campaign: Holder): void {
  if (!holdsBudget(args) || !holdsBudget(campaign)) return;
  throw invalidArguments(
    [
      {
        field: args.daily_budget === undefined ? 'lifetime_budget' : 'daily_budget',
        message: `cannot be set here: the campaign "${campaign.name}" (${campaign.id}) holds the budget, and only one level may`,
      },
    ],
    'Leave the budget out, or change the campaign budget with update_social_campaign. Nothing was changed.',
  );
}

interface SpentHolder {
  lifetime_budget?: string | undefined;
  budget_remaining?: string | undefined;
}

/** The platform refuses a lifetime budget below 110 % of what is spent of it (100/1885650) without saying how much that is. */
export function refuseBelowSpent({ lifetime_budget: wanted }: Amounts, held: SpentHolder, currency: string): void {
  if (wanted === undefined || !Number(held.lifetime_budget) || held.budget_remaining === undefined) return;
  const spent = Number(held.lifetime_budget) - Number(held.budget_remaining);
  const least = Math.ceil(spent * 1.1);
  if (minorUnits('lifetime_budget', wanted, currency) >= least) return;
  const { amount } = moneyOf(least, currency);
  throw invalidArguments([
    {
      field: 'lifetime_budget',
      message: `must be at least ${amount} ${currency}: ${moneyOf(spent, currency).amount} is spent of it already, and the platform wants 110 % of that`,
      at_least: amount,
    },
  ]);
}

export function requireSomeBudget(args: Amounts, campaign: Holder): void {
  if (holdsBudget(args) || holdsBudget(campaign)) return;
  throw invalidArguments([
    {
      field: 'daily_budget',
      message: `or lifetime_budget is required: the campaign "${campaign.name}" (${campaign.id}) holds no budget`,
    },
  ]);
}

/** The level that holds the budget also holds the bid strategy. */
export function refuseStrategyWithoutBudget(args: Amounts & { bid_strategy?: string | undefined }, held: Holder): void {
  if (args.bid_strategy === undefined || holdsBudget(args) || holdsBudget(held)) return;
  throw invalidArguments(
    [
      {
        field: 'bid_strategy',
        message: `cannot be set here: the ad sets of "${held.name}" (${held.id}) hold the budgets`,
      },
    ],
    'Change it on the ad sets with update_ad_set instead. Nothing was changed.',
  );
}

export function refuseCampaignBudget(args: Amounts, adSets: readonly Holder[]): void {
  const holder = adSets.find(holdsBudget);
  if (!holdsBudget(args) || !holder) return;
  throw invalidArguments(
    [
      {
        field: args.daily_budget === undefined ? 'lifetime_budget' : 'daily_budget',
        message: `cannot be set here: ad sets of this campaign hold the budget ("${holder.name}", ${holder.id}), and only one level may`,
      },
    ],
    'Change the budgets of the ad sets with update_ad_set instead. Nothing was changed.',
  );
}

/** A minimum return (min ROAS) needs the optimization goal VALUE. */
export function roasProblems(args: {
  bid_strategy?: string | undefined;
  optimization_goal?: string | undefined;
}): Problem[] {
  return args.bid_strategy === 'LOWEST_COST_WITH_MIN_ROAS' && args.optimization_goal !== 'VALUE'
    ? [
        {
          field: 'optimization_goal',
          message: 'must be VALUE with LOWEST_COST_WITH_MIN_ROAS',
          allowed_values: ['VALUE'],
        },
      ]
    : [];
}

/** The arguments that a bid strategy requires or excludes. */
export function bidProblems(args: {
  bid_strategy?: string | undefined;
  bid_amount?: unknown;
  min_roas?: unknown;
}): Problem[] {
  return [
    ...needs(args, { bid_strategy: CAPPED }, 'bid_amount'),
    ...notBoth(args, { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }, 'bid_amount'),
    ...needs(args, { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }, 'min_roas'),
    ...onlyWith(args, 'min_roas', { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }),
  ];
}
