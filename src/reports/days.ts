import { plusDays } from '../tools/days.ts';
import { type Days, DEFAULT_RANGE, dayIn, daysOf, givenDays, type PeriodArguments } from '../tools/report/period.ts';

/** The last day that a platform has counted completely. */
export function completeUntil(timeZone: string, now: number, afterHours: number): string {
  return plusDays(dayIn(timeZone, now - afterHours * 3_600_000), -1);
}

/** The requested days, on the calendar of an account. */
export function askedDays(period: PeriodArguments, timeZone: string, now: number): Days {
  return givenDays(period) ?? daysOf(period.date_range ?? DEFAULT_RANGE, dayIn(timeZone, now));
}

/** Without the days that are still being counted; undefined when none is left. */
export function completeDays({ start_date, end_date }: Days, until: string): Days | undefined {
  if (start_date > until) return undefined;
  return { start_date, end_date: end_date < until ? end_date : until };
}

export type Step = 'none' | 'day' | 'week' | 'month';

/** A span cut at the beginnings of days, weeks or months. */
export function bucketsOf(
  { start_date, end_date }: Days,
  step: Exclude<Step, 'none'>,
): { start: string; days: Days }[] {
  const buckets: { start: string; days: Days }[] = [];
  for (let first = start_date; first <= end_date; ) {
    const start = beginningOf(first, step);
    buckets.push({ start, days: { start_date: first, end_date: lastDayOf(start, step, { end_date }) } });
    first = nextOf(start, step);
  }
  return buckets;
}

/** The last day of a day, week or month that begins then, in a span that may cut it. */
export function lastDayOf(start: string, step: Step, { end_date }: Pick<Days, 'end_date'>): string {
  if (step === 'none') return end_date;
  const last = plusDays(nextOf(start, step), -1);
  return last < end_date ? last : end_date;
}

function beginningOf(day: string, step: Exclude<Step, 'none'>): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function nextOf(start: string, step: Exclude<Step, 'none'>): string {
  if (step === 'month') return `${plusDays(start, 31).slice(0, 7)}-01`;
  return plusDays(start, step === 'week' ? 7 : 1);
}

/** How many hours a zone is ahead of UTC at a moment. */
export function hoursAhead(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((local - at) / 900_000) / 4;
}
