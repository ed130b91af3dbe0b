import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { unitsOf } from '../../../tools/money.ts';
import { stop } from '../../../tools/plan-problems.ts';
import type { PlannedRun } from '../../../tools/plan-schedule.ts';
import { digitsOf, isKnown } from '../money.ts';

const CAP = 'LOWEST_COST_WITH_BID_CAP';

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
  if (units === undefined)
    return [
      stop(field, `${amount} has too many decimals: ${currency} has ${digitsOf(currency)}.`, 'An amount without them'),
    ];
  return units > 0n ? [] : [stop(field, `${amount} is no amount to spend.`, 'More than 0')];
}

/** Which level holds the budget; one of them has to. */
export function holderOf(campaign: PlannedCampaign): { holder: 'campaign' | 'groups'; problems: PlannedProblem[] } {
  const { budget, groups } = campaign;
  const own = groups.flatMap((group, at) => (group.budget ? [at] : []));
  if (!budget && own.length === 0)
    return { holder: 'campaign', problems: [stop('budget', 'There is no budget.', 'An amount a day or in total')] };
  const wrong = groups.flatMap((group, at) => (Boolean(group.budget) === (budget === undefined) ? [] : [at]));
  const message = budget
    ? 'The campaign has a budget, so its ad sets cannot have budgets of their own.'
    : 'Other ad sets of the campaign have budgets of their own, so this one needs one.';
  return {
    holder: budget ? 'campaign' : 'groups',
    problems: wrong.map((at) => stop(`groups.${at}.budget`, message)),
  };
}

/** A campaign with a budget bids for all its ad sets alike. */
export function campaignBid({ groups, budget }: PlannedCampaign) {
  if (!budget || groups.every(({ bid }) => bid === undefined)) return { arguments: {}, problems: [] };
  const without = groups.flatMap(({ bid }, at) => (bid === undefined ? [at] : []));
  return {
    arguments: { bid_strategy: CAP },
    problems: without.map((at) =>
      stop(
        `groups.${at}.bid`,
        'Other ad sets of the campaign have a bid, so this one needs one.',
        'A bid, or none in all rows',
      ),
    ),
  };
}

/** The budget and bid of an ad set, with what the platform would refuse. */
export function groupMoney(campaign: PlannedCampaign, at: number, { days, end_time, isShort, from }: PlannedRun) {
  const { budget, bid } = campaign.groups[at]!;
  const [budgetField, bidField] = [`groups.${at}.budget`, `groups.${at}.bid`];
  const own = campaign.budget ? undefined : budget;
  const held = own ?? campaign.budget;
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
      ...(bid === undefined ? [] : amountProblems(bid, currency, bidField)),
      ...(held?.per === 'total' && from.end_time === undefined
        ? [stop('end', 'A budget for the whole run needs an end.', 'The last day')]
        : []),
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
