import { decimalOf, type Money, unitsOf } from '../tools/money.ts';
import type { LiveObject, SpentBudget } from '../tools/stopping.ts';

export interface DailyCost {
  /** What their daily budgets allow in a day, one sum for each currency. */
  aDay: Money[];
  /** How many spend from a budget for their whole run, which says nothing about one day. */
  wholeRun: number;
}

/** What a day of these objects costs. A budget counts once, and only when everything live that spends from it is among them. */
export function dailyCost(budgets: readonly SpentBudget[], stopped: ReadonlySet<LiveObject>): DailyCost {
  const shared = freed(budgets, stopped);
  const daily = shared.flatMap(([first]) => (first?.period === 'DAILY' ? [first.amount] : []));
  const wholeRun = shared.flat().filter(({ period }) => period === 'LIFETIME');
  return { aDay: sums(daily), wholeRun: new Set(wholeRun.map(({ object }) => object)).size };
}

/** The same by object. A budget that several share is told of the first that spends from it. */
export function costOfEach(
  budgets: readonly SpentBudget[],
  stopped: ReadonlySet<LiveObject>,
): { object: LiveObject; aDay: Money }[] {
  const daily = freed(budgets, stopped).flatMap(([first]) => (first?.period === 'DAILY' ? [first] : []));
  return [...Map.groupBy(daily, ({ object }) => object)].map(([object, own]) => ({
    object,
    aDay: sums(own.map(({ amount }) => amount))[0]!,
  }));
}

/** By budget: those from which nothing live spends any more. */
function freed(budgets: readonly SpentBudget[], stopped: ReadonlySet<LiveObject>): SpentBudget[][] {
  return [...Map.groupBy(budgets, ({ id }) => id).values()].filter((spenders) =>
    spenders.every(({ object }) => stopped.has(object)),
  );
}

/** The sums of several accounts; currencies stay apart. */
export function together(costs: readonly DailyCost[]): DailyCost {
  return {
    aDay: sums(costs.flatMap(({ aDay }) => aDay)),
    wholeRun: costs.reduce((count, { wholeRun }) => count + wholeRun, 0),
  };
}

/** One exact sum for each currency, with as many decimals as the longest of its amounts. */
function sums(amounts: readonly Money[]): Money[] {
  const byCurrency = [...Map.groupBy(amounts, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byCurrency.map(([currency, some]) => {
    const digits = Math.max(...some.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
    const units = some.reduce((sum, { amount }) => sum + (unitsOf(amount, digits) ?? 0n), 0n);
    return { amount: decimalOf(units, digits), currency };
  });
}
