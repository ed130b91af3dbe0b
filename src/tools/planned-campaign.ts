import type { PlannedCalls, PlannedProblem } from './media-planning.ts';
import { coinDigits, decimalOf, unitsOf } from './money.ts';
import { stop } from './plan-problems.ts';

/** What the channels have in common when they turn planned campaigns into calls. */

/** No calls where something keeps the campaign from being made. */
export function plannedCalls({ calls, problems }: PlannedCalls): PlannedCalls {
  return { calls: problems.some(({ level }) => level === 'stop') ? [] : calls, problems };
}

/** Names are the same in any case and with any spacing. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').normalize('NFKC').toLowerCase();
}

export function shownMoney(amount: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount as Intl.StringNumericLiteral);
}

const DIGITS_MAX = 9;

export function isSameAmount(one: string, other: string): boolean {
  return unitsOf(one, DIGITS_MAX) === unitsOf(other, DIGITS_MAX);
}

/** The amount in coins; undefined where it is none, or finer than the currency. */
export function coinsOf(amount: string, currency: string): bigint | undefined {
  const coins = unitsOf(amount, coinDigits(currency));
  return coins === undefined || coins <= 0n ? undefined : coins;
}

export function amountProblems(field: string, amount: string, currency: string): PlannedProblem[] {
  if (coinsOf(amount, currency) !== undefined) return [];
  const least = shownMoney(decimalOf(1n, coinDigits(currency)), currency);
  return [stop(field, `${amount} ${currency} is no amount that can be paid.`, `steps of ${least}`)];
}
