import { dayOf, daysFrom, plusDays } from '../../tools/days.ts';

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number, 0));
}

/** The parts of a span of days that are in each month, in order. */
export function monthsIn(start: string, end: string): { month: string; days: number }[] {
  const parts: { month: string; days: number }[] = [];
  for (let from = start; from <= end; ) {
    const month = monthOf(from);
    const last = lastDayOf(month);
    const until = last < end ? last : end;
    parts.push({ month, days: daysFrom(from, until) });
    from = plusDays(until, 1);
  }
  return parts;
}

/** The day it is in a zone. */
export function dayIn(ms: number, timeZone: string | undefined): string {
  return new Date(ms).toLocaleDateString('sv-SE', { timeZone: timeZone ?? 'UTC' });
}

/** `14 Dec`, with its year where that is another one than `today`'s. */
export function dayWords(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const };
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC', ...year });
}
