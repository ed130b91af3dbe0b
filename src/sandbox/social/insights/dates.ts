import { addDays, daysBetween, weekday } from '../../calendar.ts';
import { isObject } from '../../json.ts';
import { badParameter, GraphError } from '../errors.ts';
import type { Params } from '../graph/params.ts';

export interface DateRange {
  since: string;
  until: string;
}

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;
const monthsBefore = (date: string, months: number) => {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
};
const firstOfQuarter = (date: string) => monthsBefore(date, (Number(date.slice(5, 7)) - 1) % 3);
const lastDays = (days: number) => (today: string) => ({ since: addDays(today, -days), until: addDays(today, -1) });
const monday = (date: string) => addDays(date, -((weekday(date) + 6) % 7));
const sunday = (date: string) => addDays(date, -weekday(date));
const everything = (today: string) => ({ since: monthsBefore(today, 36), until: today });

/** "Last" periods end yesterday, "this" periods today, all in the account's zone. */
const PRESETS: Record<string, (today: string) => DateRange> = {
  today: (today) => ({ since: today, until: today }),
  yesterday: lastDays(1),
  last_3d: lastDays(3),
  last_7d: lastDays(7),
  last_14d: lastDays(14),
  last_28d: lastDays(28),
  last_30d: lastDays(30),
  last_90d: lastDays(90),
  this_month: (today) => ({ since: firstOfMonth(today), until: today }),
  last_month: (today) => ({ since: monthsBefore(today, 1), until: addDays(firstOfMonth(today), -1) }),
  this_quarter: (today) => ({ since: firstOfQuarter(today), until: today }),
  last_quarter: (today) => ({
    since: monthsBefore(firstOfQuarter(today), 3),
    until: addDays(firstOfQuarter(today), -1),
  }),
  this_year: (today) => ({ since: `${today.slice(0, 4)}-01-01`, until: today }),
  last_year: (today) => ({
    since: `${Number(today.slice(0, 4)) - 1}-01-01`,
    until: `${Number(today.slice(0, 4)) - 1}-12-31`,
  }),
  this_week_mon_today: (today) => ({ since: monday(today), until: today }),
  this_week_sun_today: (today) => ({ since: sunday(today), until: today }),
  last_week_mon_sun: (today) => ({ since: addDays(monday(today), -7), until: addDays(monday(today), -1) }),
  last_week_sun_sat: (today) => ({ since: addDays(sunday(today), -7), until: addDays(sunday(today), -1) }),
  maximum: everything,
  data_maximum: everything,
};

/** The periods that rows are made for, in runs of periods that follow each other without a gap. */
export function readPeriods(params: Params, today: string): DateRange[][] {
  const ranges = params.array('time_ranges')?.map((range) => [checkedRange(range, 'time_ranges', today)]);
  if (ranges && params.has('time_range'))
    throw badParameter('time_range cannot be used with time_ranges', 'time_range');
  if (ranges && params.has('time_increment'))
    throw badParameter('time_increment cannot be used with time_ranges', 'time_increment');
  return ranges ?? [cut(readRange(params, today), params.text('time_increment') ?? 'all_days')];
}

function readRange(params: Params, today: string): DateRange {
  const range = params.object('time_range');
  if (range) return checkedRange(range, 'time_range', today);
  const preset = params.oneOf('date_preset', Object.keys(PRESETS)) ?? 'last_30d';
  return PRESETS[preset]!(today);
}

function checkedRange(range: unknown, name: string, today: string): DateRange {
  const { since, until } = isObject(range) ? range : {};
  if (!isDate(since) || !isDate(until))
    throw badParameter(`Param ${name} must have since and until as YYYY-MM-DD`, name);
  if (since > until) throw badParameter(`Param ${name}: since must not be after until`, name);
  if (since < monthsBefore(today, 37))
    throw new GraphError(
      3018,
      '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    );
  return { since, until };
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function cut(range: DateRange, increment: string): DateRange[] {
  if (increment === 'all_days') return [range];
  if (increment !== 'monthly' && !/^([1-9]|[1-8]\d|90)$/.test(increment)) {
    throw badParameter(
      'Param time_increment must be an integer between 1 and 90, monthly or all_days',
      'time_increment',
    );
  }
  const periods: DateRange[] = [];
  for (let since = range.since; since <= range.until; ) {
    const end = increment === 'monthly' ? addDays(monthsBefore(since, -1), -1) : addDays(since, Number(increment) - 1);
    const until = earlier(end, range.until);
    periods.push({ since, until });
    since = addDays(until, 1);
  }
  return periods;
}

export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

export function lengthOf({ since, until }: DateRange): number {
  return daysBetween(since, until) + 1;
}

export function olderThanMonths(range: DateRange, months: number, today: string): boolean {
  return range.since < monthsBefore(today, months);
}
