import { daysFrom } from '../../tools/days.ts';
import type { PlannedBudget } from '../../tools/media-planning.ts';
import { coinDigits, decimalOf, type Money, unitsOf } from '../../tools/money.ts';

/** As fine as any platform counts. */
const DIGITS = 9;

/** Amounts of one currency, added up exactly. */
export class MoneySum {
  readonly #currency: string;
  #units: bigint | undefined;

  constructor(currency: string) {
    this.#currency = currency;
  }

  add(money: Money | null): void {
    const units = money && money.currency === this.#currency ? unitsOf(money.amount, DIGITS) : undefined;
    if (units !== undefined) this.#units = (this.#units ?? 0n) + units;
  }

  /** Null: nothing was added. */
  get money(): Money | null {
    return this.#units === undefined ? null : moneyOf(this.#units, this.#currency);
  }
}

/** Null where it cannot be told: no budget, no end, or an end before the start. */
export function plannedMoney(budgets: readonly PlannedBudget[], start?: string, end?: string): Money | null {
  return added(budgets, (units, { per }) => {
    if (per === 'total') return units;
    return start === undefined || end === undefined || end < start ? undefined : units * BigInt(daysFrom(start, end));
  });
}

/** What would be spent by the end of a day if every day spent the same. */
export function expectedMoney(
  budgets: readonly PlannedBudget[],
  start: string | undefined,
  end: string | undefined,
  until: string,
): Money | null {
  if (start === undefined || until < start || (end ?? start) < start) return null;
  const last = end !== undefined && end < until ? end : until;
  const passed = BigInt(daysFrom(start, last));
  return added(budgets, (units, { per }) => {
    if (per === 'day') return units * passed;
    return end === undefined ? undefined : (units * passed) / BigInt(daysFrom(start, end));
  });
}

function added(
  budgets: readonly PlannedBudget[],
  count: (units: bigint, budget: PlannedBudget) => bigint | undefined,
): Money | null {
  const [first] = budgets;
  if (!first) return null;
  let sum = 0n;
  for (const budget of budgets) {
    const units = unitsOf(budget.amount, DIGITS);
    const counted = units === undefined ? undefined : count(units, budget);
    if (counted === undefined || budget.currency !== first.currency) return null;
    sum += counted;
  }
  return moneyOf(sum, first.currency);
}

function moneyOf(units: bigint, currency: string): Money {
  const digits = coinDigits(currency);
  const step = 10n ** BigInt(DIGITS - digits);
  return { amount: decimalOf((units + step / 2n) / step, digits), currency };
}
