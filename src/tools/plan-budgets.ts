import type { PlannedBudget, PlannedCampaign, PlannedProblem } from './media-planning.ts';
import { stop } from './plan-problems.ts';
import type { PlannedRun } from './plan-schedule.ts';

/** Budgets and bids of planned campaigns on platforms where the campaign or its groups hold the budget. */

/** Which level holds the budget; one of them has to. `groupWord` is what people call a group there. */
export function budgetHolder(
  { budget, groups }: PlannedCampaign,
  groupWord: string,
): { holder: 'campaign' | 'groups'; problems: PlannedProblem[] } {
  if (!budget && groups.every((group) => !group.budget))
    return { holder: 'campaign', problems: [stop('budget', 'There is no budget.', 'An amount a day or in total')] };
  const message = budget
    ? `The campaign has a budget, so its ${groupWord}s cannot have budgets of their own.`
    : `Other ${groupWord}s of the campaign have budgets of their own, so this one needs one.`;
  return {
    holder: budget ? 'campaign' : 'groups',
    problems: groups.flatMap((group, at) =>
      Boolean(group.budget) === (budget === undefined) ? [] : [stop(`groups.${at}.budget`, message)],
    ),
  };
}

/** A campaign with a budget bids for all its groups alike. */
export function hasOneBid({ groups, budget }: PlannedCampaign): boolean {
  return budget !== undefined && groups.some(({ bid }) => bid !== undefined);
}

export function oneBidProblems(campaign: PlannedCampaign, groupWord: string): PlannedProblem[] {
  if (!hasOneBid(campaign)) return [];
  const message = `Other ${groupWord}s of the campaign have a bid, so this one needs one.`;
  return campaign.groups.flatMap(({ bid }, at) =>
    bid === undefined ? [stop(`groups.${at}.bid`, message, 'A bid, or none in all rows')] : [],
  );
}

/** Bids of sheets are for a click or a result; the same amount for a view or for impressions would be far too much. */
export function bidForViews(field: string, paidFor: string | undefined): PlannedProblem[] {
  const message = `The bid is for a click; this campaign pays for ${paidFor}.`;
  return paidFor === undefined ? [] : [stop(field, message, 'No bid')];
}

export function wholeRunProblems(budget: PlannedBudget | undefined, { from }: PlannedRun): PlannedProblem[] {
  return budget?.per === 'total' && from.end_time === undefined
    ? [stop('end', 'A budget for the whole run needs an end.', 'The last day')]
    : [];
}

export function tooFine(amount: string, currency: string, digits: number, field: string): PlannedProblem {
  return stop(field, `${amount} has too many decimals: ${currency} has ${digits}.`, 'An amount without them');
}
