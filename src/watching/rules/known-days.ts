import { DAY_MS } from '../../ambient.ts';
import { dayOf } from '../../tools/days.ts';
import type { Quantity } from '../../tools/report/quantity.ts';
import type { CampaignDays, HistoryDay } from '../history/daily-history.ts';

/** A day as a whole number, so that rules can count with it. */
export type DayNumber = number;

export function numberOfDay(day: string): DayNumber {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

export function dayOfNumber(day: DayNumber): string {
  return dayOf(day * DAY_MS);
}

/** `first`: what the platform said when the day had just ended. `now`: what it says at present. */
export type Told = 'first' | 'now';

/** The closed days of one campaign, by number. A day that is not closed or not kept is not known, which is not zero. */
export class KnownDays {
  readonly series: CampaignDays;
  readonly #days: readonly (HistoryDay | undefined)[];
  /** The first and the last known day. */
  readonly first: DayNumber;
  readonly last: DayNumber;
  /** Since when it has been switched on without a break, as far as that was seen. */
  readonly liveSince: DayNumber | undefined;
  readonly readDailySince: DayNumber | undefined;

  constructor(series: CampaignDays) {
    const { account, campaign, days } = series;
    const from = days.findIndex(({ day }) => day >= account.firstDay);
    const to = days.findLastIndex(({ day }) => day <= account.completeUntil);
    const closed = from === -1 || to < from ? [] : days.slice(from, to + 1);
    this.series = series;
    this.first = closed[0] ? numberOfDay(closed[0].day) : 0;
    this.#days = withoutGaps(closed, this.first);
    this.last = this.first + this.#days.length - 1;
    this.liveSince = campaign.liveSince === undefined ? undefined : numberOfDay(campaign.liveSince);
    this.readDailySince = account.readDailySince === undefined ? undefined : numberOfDay(account.readDailySince);
  }

  day(day: DayNumber): HistoryDay | undefined {
    return this.#days[day - this.first];
  }

  value(day: DayNumber, name: string, told: Told = 'now'): Quantity | undefined {
    const known = this.day(day);
    const value = (told === 'first' ? (known?.first ?? known?.parts) : known?.parts)?.[name];
    return typeof value === 'bigint' ? value : undefined;
  }

  /** Days between the end of a day and what is known of it now. */
  age(day: DayNumber): number {
    return Math.max(0, numberOfDay(this.series.account.completeUntil) - day);
  }
}

/** A list without a gap is its own index; in any other, a missing day stays an empty place. */
function withoutGaps(days: readonly HistoryDay[], first: DayNumber): readonly (HistoryDay | undefined)[] {
  const last = days.at(-1);
  if (!last || numberOfDay(last.day) - first === days.length - 1) return days;
  const placed: (HistoryDay | undefined)[] = [];
  for (const day of days) placed[numberOfDay(day.day) - first] = day;
  return placed;
}

/** The days before one, newest first: `step` 7 gives the same weekday. */
export function daysBefore(day: DayNumber, count: number, step = 1): DayNumber[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => day - (index + 1) * step);
}

export function sumOf(values: readonly Quantity[]): Quantity {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** Rounded to a millionth. */
export function meanOf(values: readonly Quantity[]): Quantity | undefined {
  return values.length === 0 ? undefined : sumOf(values) / BigInt(values.length);
}

export function largestOf(values: readonly Quantity[]): Quantity {
  return ascending(values).at(-1) ?? 0n;
}

export function medianOf(values: readonly Quantity[]): Quantity | undefined {
  if (values.length === 0) return undefined;
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

function ascending(values: readonly Quantity[]): Quantity[] {
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

const MILLION = 1_000_000;

/** A quantity times a plain number, exact to the millionth of the number. */
export function timesOf(quantity: Quantity, factor: number): Quantity {
  return (quantity * BigInt(Math.round(factor * MILLION))) / BigInt(MILLION);
}
