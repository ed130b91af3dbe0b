import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { unitsOf } from '../../../tools/money.ts';
import { bidForViews, hasOneBid, oneBidProblems, tooFine, wholeRunProblems } from '../../../tools/plan-budgets.ts';
import { stop } from '../../../tools/plan-problems.ts';
import type { PlannedRun } from '../../../tools/plan-schedule.ts';
import { digitsOf, isKnown } from '../money.ts';

/** What people call a group here. */
export const AD_SET = 'ad set';
const CAP = 'LOWEST_COST_WITH_BID_CAP';
/** Goals whose bids are for no click and no result. */
const VIEWS: Readonly<Record<string, string>> = { REACH: '1,000 impressions', THRUPLAY: 'a view' };

/** A budget as the arguments of a campaign or an ad set. */
export function budgetArguments(budget: PlannedBudget | undefined, field: string) {
  if (!budget) return { arguments: {}, from: {} };
  const name = argumentOf(budget);
  return { arguments: { [name]: budget.amount }, from: { [name]: field } };
}

export function argumentOf({ per }: PlannedBudget): 'daily_budget' | 'lifetime_budget' {
  return per === 'day' ? 'daily_budget' : 'lifetime_budget';
}

/** Problems of one amount that the platform would see only later. */
export function amountProblems(amount: string, currency: string, field: string): PlannedProblem[] {
  if (!isKnown(currency)) return [stop(field, `The platform's table of currencies has no ${currency}.`)];
  const units = unitsOf(amount, digitsOf(currency));
  if (units === undefined) return [tooFine(amount, currency, digitsOf(currency), field)];
  return units > 0n ? [] : [stop(field, `${amount} is no amount to spend.`, 'More than 0')];
}

/** A bid that goes for all ad sets of a campaign. */
export function campaignBid(campaign: PlannedCampaign) {
  return {
    arguments: hasOneBid(campaign) ? { bid_strategy: CAP } : {},
    problems: oneBidProblems(campaign, AD_SET),
  };
}

/** The budget and bid of an ad set, with what the platform would refuse. */
export function groupMoney(campaign: PlannedCampaign, at: number, goal: string, run: PlannedRun) {
  const { days, end_time, isShort, from } = run;
  const { budget, bid } = campaign.groups[at]!;
  const [budgetField, bidField] = [`groups.${at}.budget`, `groups.${at}.bid`];
  const own = campaign.budget ? undefined : budget;
  const money = budgetArguments(own, budgetField);
  const { currency } = campaign;
  return {
    arguments: {
      ...money.arguments,
      ...(bid !== undefined && { bid_amount: bid }),
      ...(bid !== undefined && own && { bid_strategy: CAP }),
    },
    from: { ...money.from, bid_amount: bidField, bid_strategy: bidField },
    problems: [
      ...(own ? amountProblems(own.amount, currency, budgetField) : []),
      ...(bid === undefined ? [] : [...amountProblems(bid, currency, bidField), ...bidForViews(bidField, VIEWS[goal])]),
      ...wholeRunProblems(own ?? campaign.budget, run),
      ...(own?.per === 'day' && end_time !== undefined && isShort
        ? [stop(from.end_time ?? 'end', 'With a daily budget an ad set has to run for 24 hours.', 'A later day')]
        : []),
      ...(bid !== undefined && own ? bidProblems(bid, own, days ?? 1, bidField) : []),
    ],
  };
}

/** The platform wants a budget that pays for a capped result every day. */
function bidProblems(bid: string, budget: PlannedBudget, days: number, field: string): PlannedProblem[] {
  const [most, whole] = [bid, budget.amount].map((amount) => unitsOf(amount, 9) ?? 0n) as [bigint, bigint];
  if (most * BigInt(budget.per === 'total' ? days : 1) <= whole) return [];
  return [stop(field, `The bid ${bid} is more than the budget has for a day.`, 'A lower bid')];
}
