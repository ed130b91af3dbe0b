import { daysFrom } from '../../../tools/days.ts';
import type { PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { coinDigits, decimalOf } from '../../../tools/money.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { amountProblems, coinsOf, shownMoney } from '../../../tools/planned-campaign.ts';

/** The amount a day that a campaign gets; undefined where there is none. */
export interface DailyBudget {
  amount?: string;
  problems: readonly PlannedProblem[];
}

/** The platform's campaigns have a budget a day: a total is shared out over its days, rounded down to the coin. */
export function dailyBudget({ budget }: PlannedCampaign, first: string, last: string | undefined): DailyBudget {
  if (!budget) return { problems: [stop('budget', 'A campaign needs a budget.', 'a budget a day or in total')] };
  const { amount, currency, per } = budget;
  const coins = coinsOf(amount, currency);
  if (coins === undefined) return { problems: amountProblems('budget', amount, currency) };
  if (per === 'day') return { amount, problems: [] };
  const total = shownMoney(amount, currency);
  if (last === undefined) {
    const message = `Search takes a budget a day: ${total} in total can only be shared out with an end.`;
    return { problems: [stop('end', message, 'a last day, or a budget a day')] };
  }
  // Days in the wrong order are told where they stand.
  const days = Math.max(1, daysFrom(first, last));
  const inDays = days === 1 ? '1 day' : `${days} days`;
  if (coins < BigInt(days)) return { problems: [stop('budget', `${total} in ${inDays} is less than a coin a day.`)] };
  const daily = decimalOf(coins / BigInt(days), coinDigits(currency));
  const shown = shownMoney(daily, currency);
  return {
    amount: daily,
    problems: [look('budget', `Search takes a budget a day: ${total} in ${inDays} is ${shown} a day.`)],
  };
}

export function later(one: string, other: string): string {
  return one > other ? one : other;
}
