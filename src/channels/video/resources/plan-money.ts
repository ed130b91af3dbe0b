import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { decimalOf, unitsOf } from '../../../tools/money.ts';
import { bidForViews, tooFine, wholeRunProblems } from '../../../tools/plan-budgets.ts';
import { stop } from '../../../tools/plan-problems.ts';
import type { PlannedRun } from '../../../tools/plan-schedule.ts';
import { digitsOf, ratioOf } from '../money.ts';
import { BID_MAX, billingOf } from './bidding.ts';

/** What people call a group here. */
export const AD_GROUP = 'ad group';
/** Least and most of a budget, before the currency's ratio. */
const FLOORS = { campaign: 50, group: 20 };
const CEILING = 10_000_000;
/** Billing events whose bids are for no click and no result. */
const VIEWS: Readonly<Record<string, string>> = { CPM: '1,000 impressions', CPV: 'a view' };

/** What the platform would refuse of a budget. One of an ad group for its whole run has to last for its days. */
export function budgetProblems(
  { amount, currency, per }: PlannedBudget,
  level: 'campaign' | 'group',
  field: string,
  days = 1,
): PlannedProblem[] {
  const [digits, ratio] = [digitsOf(currency), BigInt(ratioOf(currency))];
  const units = unitsOf(amount, digits);
  if (units === undefined) return [tooFine(amount, currency, digits, field)];
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

/** The budget and bid of an ad group, with what the platform would refuse. */
export function groupMoney(campaign: PlannedCampaign, at: number, goal: string, run: PlannedRun) {
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
      ...(own ? budgetProblems(own, 'group', budgetField, run.days) : []),
      ...wholeRunProblems(held, run),
      ...(bid === undefined ? [] : bidProblems(bid, held, { goal, currency: campaign.currency, field: bidField })),
    ],
  };
}

function bidProblems(
  bid: string,
  budget: PlannedBudget | undefined,
  { goal, currency, field }: { goal: string; currency: string; field: string },
): PlannedProblem[] {
  const forViews = bidForViews(field, VIEWS[billingOf(goal)]);
  if (forViews.length > 0) return forViews;
  const digits = digitsOf(currency);
  const units = unitsOf(bid, digits);
  if (units === undefined) return [tooFine(bid, currency, digits, field)];
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
