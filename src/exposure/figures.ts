import { DAY_MS } from '../ambient.ts';
import type { HeldBudget } from '../tools/exposure.ts';
import { dayIn } from '../tools/report/period.ts';
import { amountOf, dividedUp, largest, smallest, timesFactor } from './amounts.ts';

/** The sums that budgets add up to. */
export const MEASURES = ['daily', 'worst_day', 'month'] as const;
export type Measure = (typeof MEASURES)[number];
/** In units of `amounts.ts`. */
export type Figures = Readonly<Record<Measure, bigint>>;

export const NO_MONEY: Figures = { daily: 0n, worst_day: 0n, month: 0n };

export function eachMeasure(of: (measure: Measure) => bigint): Figures {
  return { daily: of('daily'), worst_day: of('worst_day'), month: of('month') };
}

/** The account's own days: how many of them are left in its month. */
export class AccountMonth {
  readonly asOf: number;
  readonly #timeZone: string;
  readonly #today: number;
  readonly #last: number;

  /** Throws RangeError for a zone that is none. */
  constructor(timeZone: string, asOf: number) {
    this.asOf = asOf;
    this.#timeZone = timeZone;
    const today = dayIn(timeZone, asOf);
    const [year, month] = today.split('-').map(Number);
    this.#today = Date.parse(today) / DAY_MS;
    this.#last = Date.UTC(year!, month!, 0) / DAY_MS;
  }

  /** With today, and with the day of an earlier end. */
  daysLeft(end: number | undefined): bigint {
    const last =
      end === undefined || end > this.asOf + 33 * DAY_MS
        ? this.#last
        : Math.min(this.#last, Date.parse(dayIn(this.#timeZone, end - 1)) / DAY_MS);
    return BigInt(Math.max(1, last - this.#today + 1));
  }
}

interface Run {
  start: number | undefined;
  end: number | undefined;
}

/** What a live budget may cost; text: why that cannot be told. Every division is rounded up. */
export function figuresOf(budget: HeldBudget, run: Run, month: AccountMonth): Figures | string {
  const amount = amountOf(budget.amount);
  const peak = amountOf(budget.peak ?? '0');
  if (amount === undefined || peak === undefined) return `its budget ${budget.amount} is no amount`;
  if (budget.kind === 'daily') return dailyFigures(budget, largest(amount, peak), run, month);
  if (budget.kind !== 'lifetime') return `a budget of the kind ${String(budget.kind)}`;
  if (run.end === undefined) return 'a lifetime budget without an end';
  const left = remaining(amount, budget.spent);
  const daily = smallest(left, largest(perDay(left, run.end, run.start, month.asOf), peak));
  return { daily, worst_day: smallest(left, timesFactor(daily, budget.worstDay)), month: left };
}

function dailyFigures({ total, worstDay }: HeldBudget, amount: bigint, { end }: Run, month: AccountMonth): Figures {
  const whole = total && amountOf(total.amount);
  const bounded = (figure: bigint) => (whole === undefined ? figure : smallest(figure, remaining(whole, total?.spent)));
  return {
    daily: bounded(amount),
    worst_day: bounded(timesFactor(amount, worstDay)),
    month: bounded(amount * month.daysLeft(end)),
  };
}

/** What is not known to be spent may still be. */
function remaining(amount: bigint, spent: string | undefined): bigint {
  const gone = amountOf(spent ?? '0') ?? 0n;
  return gone > amount ? 0n : amount - gone;
}

/** Spread evenly over the time that is left, and all of it in one day where less than a day is left. */
function perDay(left: bigint, end: number, start: number | undefined, asOf: number): bigint {
  const spanMs = Math.ceil(end - Math.max(asOf, start ?? asOf));
  return spanMs <= DAY_MS ? left : dividedUp(left * BigInt(DAY_MS), BigInt(spanMs));
}
