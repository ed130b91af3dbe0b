import { HOUR_MS } from '../../ambient.ts';
import { plusDays } from '../../tools/days.ts';
import type { Days } from '../../tools/report/period.ts';
import { momentIn } from '../../tools/zoned-time.ts';

/** Days of the first reading: enough for every monitor to judge by. */
const FIRST_DAYS = 35;
/** Days of each later reading, so that no reading is long. */
const DAYS_AT_ONCE = 31;
/** Days before the newest that are read again with it; the rest of those that still move follow once a week. */
const REREAD_DAYS = 7;

/** One reading of one account. */
export interface HistoryStep {
  days: Days;
  /** It ends with the newest complete day, or leads up to it; else it goes further back. */
  isNewest: boolean;
}

interface Known {
  first_day: string;
  complete_until: string;
}

/** What to read next, where days are complete until `until`; undefined: all is known that will be kept. */
export function nextStep(
  known: Known | undefined,
  until: string,
  keptDays: number,
  conversionsMoveDays: number,
): HistoryStep | undefined {
  const oldest = plusDays(until, 1 - keptDays);
  if (!known)
    return { days: { start_date: later(oldest, plusDays(until, 1 - FIRST_DAYS)), end_date: until }, isNewest: true };
  const { first_day: first, complete_until: last } = known;
  if (last < until) {
    const end_date = earlier(until, plusDays(last, DAYS_AT_ONCE));
    const back = hasSunday(plusDays(last, 1), end_date) ? conversionsMoveDays : REREAD_DAYS;
    const start = plusDays(last, 1 - Math.min(back, conversionsMoveDays));
    return { days: { start_date: later(first, start), end_date }, isNewest: true };
  }
  if (first <= oldest) return undefined;
  return {
    days: { start_date: later(oldest, plusDays(first, -DAYS_AT_ONCE)), end_date: plusDays(first, -1) },
    isNewest: false,
  };
}

/** When a platform will have counted a day completely, on its own clock. */
export function completeAt(day: string, timeZone: string, afterHours: number): number {
  return Date.parse(momentIn(`${plusDays(day, 1)} 00:00`, timeZone)) + afterHours * HOUR_MS;
}

function hasSunday(from: string, to: string): boolean {
  for (let day = from; day <= to; day = plusDays(day, 1)) if (new Date(day).getUTCDay() === 0) return true;
  return false;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
