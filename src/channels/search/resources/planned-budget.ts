import type { PlannedBudget, PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { coinDigits, decimalOf } from '../../../tools/money.ts';
import {
  amountProblems,
  coinsOf,
  daysFrom,
  look,
  type PlannedRun,
  shownMoney,
  stop,
} from '../../../tools/planned-campaign.ts';

/** The amount a day that a campaign gets, and the field that says it. */
export interface DailyBudget {
  amount: string | undefined;
  field: string;
  problems: readonly PlannedProblem[];
}

interface Sum {
  budget: PlannedBudget;
  field: string;
  problems: readonly PlannedProblem[];
}

/** The platform's campaigns have a budget a day: a total is shared out over its days, rounded down to the coin. */
export function dailyBudget(campaign: PlannedCampaign, run: PlannedRun, from: string): DailyBudget {
  const sum = sumOf(campaign, run, from);
  if ('amount' in sum) return sum;
  const { budget, field } = sum;
  const { amount, currency, per } = budget;
  if (per === 'day') return { amount, field, problems: sum.problems };
  const none = (problem: PlannedProblem): DailyBudget => ({
    amount: undefined,
    field,
    problems: [...sum.problems, problem],
  });
  const total = coinsOf(amount, currency) ?? 0n;
  const told = shownMoney(amount, currency);
  if (run.end === undefined) {
    const message = `Search takes a budget a day: ${told} in total can only be shared out with an end.`;
    return none(stop(run.endField, message, { allowed: 'a last day, or a budget a day' }));
  }
  // Wrong days are told where they stand.
  const days = Math.max(1, daysFrom(from, run.end));
  const daily = decimalOf(total / BigInt(days), coinDigits(currency));
  const inDays = days === 1 ? '1 day' : `${days} days`;
  if (total < BigInt(days)) return none(stop(field, `${told} in ${inDays} is less than a coin a day.`));
  const problem = look(
    field,
    `Search takes a budget a day: ${told} in ${inDays} is ${shownMoney(daily, currency)} a day.`,
  );
  return { amount: daily, field, problems: [...sum.problems, problem] };
}

/** The campaign's own budget, or what its groups have together. */
function sumOf(campaign: PlannedCampaign, run: PlannedRun, from: string): Sum | DailyBudget {
  const { budget, currency, groups } = campaign;
  if (budget) {
    const problems = amountProblems('budget', budget.amount, currency);
    return problems.length > 0
      ? { amount: undefined, field: 'budget', problems }
      : { budget, field: 'budget', problems };
  }
  const held = groups.flatMap((group, at) => (group.budget ? [{ group, at, budget: group.budget }] : []));
  const field = held.length > 0 ? `groups.${held[0]!.at}.budget` : 'budget';
  const problems = held.flatMap(({ at, budget: { amount } }) =>
    amountProblems(`groups.${at}.budget`, amount, currency),
  );
  if (held.length === 0)
    problems.push(stop('budget', 'A campaign needs a budget.', { allowed: 'a budget a day or in total' }));
  if (problems.length > 0) return { amount: undefined, field, problems };
  const isDaily = held.every(({ budget: { per } }) => per === 'day');
  const spans = new Set(held.map(({ group }) => `${group.start ?? ''} ${group.end ?? ''}`));
  if (isDaily && spans.size === 1)
    return summed(
      held.map(({ budget }) => ({ ...budget, times: 1 })),
      'day',
      field,
      currency,
    );
  const parts = held.map(({ group, budget }) => {
    const last = group.end ?? run.end;
    const first = later(group.start ?? from, from);
    return {
      ...budget,
      times: budget.per === 'total' ? 1 : last === undefined ? 0 : Math.max(1, daysFrom(first, last)),
    };
  });
  const endless = parts.findIndex(({ times }) => times === 0);
  if (endless < 0) return summed(parts, 'total', field, currency);
  const message =
    'Search has one budget a campaign: budgets of groups with other days or kinds can only be added up with an end.';
  return { amount: undefined, field, problems: [stop(run.endField, message, { allowed: 'a last day' })] };
}

function summed(
  parts: readonly (PlannedBudget & { times: number })[],
  per: PlannedBudget['per'],
  field: string,
  currency: string,
): Sum {
  const coins = parts.reduce((sum, { amount, times }) => sum + coinsOf(amount, currency)! * BigInt(times), 0n);
  const amount = decimalOf(coins, coinDigits(currency));
  const shown = `${shownMoney(amount, currency)} ${per === 'day' ? 'a day' : 'in total'}`;
  const message = `Search has one budget a campaign: its groups have ${shown} together.`;
  return { budget: { amount, currency, per }, field, problems: parts.length > 1 ? [look(field, message)] : [] };
}

export function later(one: string, other: string): string {
  return one > other ? one : other;
}
