import { plusDays } from '../../../tools/days.ts';
import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { stop } from '../../../tools/plan-problems.ts';
import { amountProblems, coinsOf, shownMoney } from '../../../tools/planned-campaign.ts';

/** The budget of a campaign, with the field that says it: a group of the sheet is the campaign itself. */
export function budgetOf({ budget, groups }: PlannedCampaign): { budget: PlannedBudget | undefined; field: string } {
  const own = groups[0]?.budget;
  return own ? { budget: own, field: 'groups.0.budget' } : { budget, field: 'budget' };
}

/** Its first and last day, likewise. */
export function daysOf({ start, end, groups }: PlannedCampaign) {
  const [own] = groups;
  return {
    start: own?.start ?? start,
    startField: own?.start === undefined ? 'start' : 'groups.0.start',
    end: own?.end ?? end,
    endField: own?.end === undefined ? 'end' : 'groups.0.end',
  };
}

export function budgetProblems(campaign: PlannedCampaign, end: string | undefined): PlannedProblem[] {
  const { budget, field } = budgetOf(campaign);
  if (!budget) {
    const message =
      'A campaign needs a budget of its own: each group of a sheet is a campaign here, and one budget for all of them is given to none.';
    return [stop(field, message, 'a budget a day or in total')];
  }
  const { amount, currency, per } = budget;
  const problems = amountProblems(field, amount, currency);
  if (problems.length === 0 && per === 'total' && end === undefined) {
    const message = `${shownMoney(amount, currency)} in total can only be spent by an end.`;
    problems.push(stop(daysOf(campaign).endField, message, 'a last day, or a budget a day'));
  }
  return problems;
}

/** A bid is an amount, and no larger than what a day may cost. */
export function bidProblems(campaign: PlannedCampaign, bid: string | undefined): PlannedProblem[] {
  if (bid === undefined) return [];
  const { currency } = campaign;
  const field = 'groups.0.bid';
  const problems = amountProblems(field, bid, currency);
  const { budget } = budgetOf(campaign);
  const [coins, most] = [coinsOf(bid, currency), budget && coinsOf(budget.amount, currency)];
  if (coins !== undefined && budget?.per === 'day' && most !== undefined && coins > most)
    problems.push(stop(field, `The bid is more than the ${shownMoney(budget.amount, currency)} a day.`));
  return problems;
}

/** The arguments of both tools. The platform's days are UTC, and its ends are exclusive. */
export function budgetArguments({ amount, per }: PlannedBudget): Record<string, string> {
  return per === 'day' ? { daily_budget_amount: amount } : { total_budget_amount: amount };
}

/** A day that has begun already starts at its last second: the platform takes no start that has passed. */
export function startOf(day: string, today: string): string {
  return day > today ? `${day}T00:00:00Z` : `${today}T23:59:59Z`;
}

export function endOf(day: string): string {
  return `${plusDays(day, 1)}T00:00:00Z`;
}
