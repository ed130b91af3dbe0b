import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { decimalOf, unitsOf } from '../../../tools/money.ts';
import { stop } from '../../../tools/plan-problems.ts';
import type { PlannedRun } from '../../../tools/plan-schedule.ts';
import { digitsOf, ratioOf } from '../money.ts';
import { BID_MAX, billingOf } from './bidding.ts';

/** Least and most of a budget, before the currency's ratio. */
const FLOORS = { campaign: 50, group: 20 };
const CEILING = 10_000_000;

/** What the platform would refuse of a budget. One of an ad group for its whole run has to last for its days. */
export function budgetProblems(
  { amount, currency, per }: PlannedBudget,
  level: 'campaign' | 'group',
  field: string,
  days = 1,
): PlannedProblem[] {
  const [digits, ratio] = [digitsOf(currency), BigInt(ratioOf(currency))];
  const units = unitsOf(amount, digits);
  if (units === undefined) return [tooFine(amount, currency, field)];
  const step = 10n ** BigInt(digits);
  const lasting = level === 'group' && per === 'total' ? BigInt(days) : 1n;
  const [least, most] = [BigInt(FLOORS[level]) * ratio * step * lasting, BigInt(CEILING) * ratio * step];
  const words = (bound: bigint) => `${decimalOf(bound, digits)} ${currency}`;
  const why = lasting > 1n ? ` for ${days} days` : per === 'day' ? ' a day' : '';
  if (units < least)
    return [
      {
        ...stop(field, `The platform wants at least ${words(least)}${why} here.`, `${words(least)} or more`),
        repair: decimalOf(least, digits),
      },
    ];
  return units < most ? [] : [stop(field, `The platform takes less than ${words(most)}.`, `Less than ${words(most)}`)];
}

function tooFine(amount: string, currency: string, field: string): PlannedProblem {
  const message = `${amount} has too many decimals: ${currency} has ${digitsOf(currency)}.`;
  return stop(field, message, 'An amount without them');
}

/** Which level holds the budget; one of them has to. */
export function holderOf(campaign: PlannedCampaign): { holder: 'campaign' | 'groups'; problems: PlannedProblem[] } {
  const { budget, groups } = campaign;
  if (!budget && groups.every((group) => !group.budget))
    return { holder: 'campaign', problems: [stop('budget', 'There is no budget.', 'An amount a day or in total')] };
  const wrong = groups.flatMap((group, at) => (Boolean(group.budget) === (budget === undefined) ? [] : [at]));
  const message = budget
    ? 'The campaign has a budget, so its ad groups cannot have budgets of their own.'
    : 'Other ad groups of the campaign have budgets of their own, so this one needs one.';
  return {
    holder: budget ? 'campaign' : 'groups',
    problems: wrong.map((at) => stop(`groups.${at}.budget`, message)),
  };
}

/** A campaign that shares its budget has ad groups that bid alike. */
export function sharedBidProblems({ groups, budget }: PlannedCampaign): PlannedProblem[] {
  if (!budget || groups.every(({ bid }) => bid === undefined)) return [];
  const message = 'Other ad groups of the campaign have a bid, so this one needs one.';
  return groups.flatMap(({ bid }, at) =>
    bid === undefined ? [stop(`groups.${at}.bid`, message, 'A bid, or none in all rows')] : [],
  );
}

/** The budget and bid of an ad group, with what the platform would refuse. */
export function groupMoney(campaign: PlannedCampaign, at: number, goal: string, { days, from }: PlannedRun) {
  const { budget, bid } = campaign.groups[at]!;
  const [budgetField, bidField] = [`groups.${at}.budget`, `groups.${at}.bid`];
  const own = campaign.budget ? undefined : budget;
  const held = own ?? campaign.budget;
  return {
    arguments: {
      ...(own && { budget: own.amount, budget_mode: own.per === 'day' ? 'BUDGET_MODE_DAY' : 'BUDGET_MODE_TOTAL' }),
      ...(bid !== undefined && { bid }),
    },
    from: { budget: budgetField, budget_mode: budgetField, bid: bidField },
    problems: [
      ...(own ? budgetProblems(own, 'group', budgetField, days) : []),
      ...(held?.per === 'total' && from.end_time === undefined
        ? [stop('end', 'A budget for the whole run needs an end.', 'The last day')]
        : []),
      ...(bid === undefined ? [] : bidProblems(bid, held, { goal, currency: campaign.currency, field: bidField })),
    ],
  };
}

function bidProblems(
  bid: string,
  budget: PlannedBudget | undefined,
  { goal, currency, field }: { goal: string; currency: string; field: string },
): PlannedProblem[] {
  const digits = digitsOf(currency);
  const units = unitsOf(bid, digits);
  if (units === undefined) return [tooFine(bid, currency, field)];
  if (units <= 0n) return [stop(field, `${bid} is no bid.`, 'More than 0')];
  const most = BigInt((BID_MAX[billingOf(goal)] ?? 0) * ratioOf(currency)) * 10n ** BigInt(digits);
  if (units > most) {
    const bound = `${decimalOf(most, digits)} ${currency}`;
    return [stop(field, `The platform takes bids of at most ${bound} for this goal.`, `At most ${bound}`)];
  }
  const whole = budget && unitsOf(budget.amount, digits);
  return whole !== undefined && units >= whole
    ? [stop(field, `The bid ${bid} is not below the budget.`, 'A lower bid')]
    : [];
}
