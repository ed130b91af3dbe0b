import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { Problem } from '../../errors.ts';
import { dayOf } from '../days.ts';
import { Day } from '../fields.ts';
import { timeIn } from '../zoned-time.ts';

/** Named spans of whole days, the same in every channel. "Last" ends yesterday, "this" ends today. */
export const DATE_RANGES = [
  'TODAY',
  'YESTERDAY',
  'LAST_3_DAYS',
  'LAST_7_DAYS',
  'LAST_14_DAYS',
  'LAST_28_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
  'THIS_WEEK_SUN_TODAY',
  'THIS_WEEK_MON_TODAY',
  'LAST_WEEK_SUN_SAT',
  'LAST_WEEK_MON_SUN',
  'LAST_BUSINESS_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
  'THIS_QUARTER',
  'LAST_QUARTER',
  'THIS_YEAR',
  'LAST_YEAR',
  'MAXIMUM',
] as const;
export type DateRange = (typeof DATE_RANGES)[number];

export const DEFAULT_RANGE: DateRange = 'LAST_30_DAYS';

/** Days that are both counted, as `2026-12-31`. */
export interface Days {
  start_date: string;
  end_date: string;
}

/** Days on the calendar of a time zone. */
export interface Period extends Days {
  time_zone: string;
}

export interface PeriodArguments {
  date_range?: DateRange | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The three arguments by which every report is told its days. */
export function periodArguments(usual: DateRange = DEFAULT_RANGE) {
  return {
    date_range: z.enum(DATE_RANGES).optional().describe(`${usual} when no days are given; in the account's days`),
    start_date: Day.optional().describe('With end_date, instead of date_range'),
    end_date: Day.optional().describe('Counted too'),
  };
}

export function periodProblems({ date_range, start_date, end_date }: PeriodArguments): Problem[] {
  if (start_date === undefined && end_date === undefined) return [];
  if (date_range !== undefined) {
    const message = 'cannot be given together with start_date and end_date; leave one of them out';
    return [{ field: 'date_range', message, allowed_values: DATE_RANGES }];
  }
  if (start_date === undefined) return [{ field: 'start_date', message: 'is required when end_date is given' }];
  if (end_date === undefined) return [{ field: 'end_date', message: 'is required when start_date is given' }];
  return start_date > end_date ? [{ field: 'end_date', message: `must not be before start_date (${start_date})` }] : [];
}

/** The days that were spelled out, if they were. */
export function givenDays({ start_date, end_date }: PeriodArguments): Days | undefined {
  return start_date !== undefined && end_date !== undefined ? { start_date, end_date } : undefined;
}

/** Social keeps numbers for 37 months, the least of all platforms; whole months before today fit into that. */
const MAXIMUM_MONTHS = 36;

/** The days a name means on a day. */
export function daysOf(range: DateRange, today: string): Days {
  const day = Date.parse(`${today}T00:00:00Z`) / DAY_MS;
  const [start, end] = span(range, day);
  return { start_date: dateText(start), end_date: dateText(end) };
}

function span(range: DateRange, today: number): readonly [number, number] {
  const weekday = new Date(today * DAY_MS).getUTCDay();
  const [sunday, monday] = [today - weekday, today - ((weekday + 6) % 7)];
  const month = (months: number) => monthStart(today, months);
  const intoQuarter = new Date(today * DAY_MS).getUTCMonth() % 3;
  const intoYear = new Date(today * DAY_MS).getUTCMonth();
  const last = (days: number) => [today - days, today - 1] as const;
  switch (range) {
    case 'TODAY':
      return [today, today];
    case 'YESTERDAY':
      return last(1);
    case 'LAST_3_DAYS':
      return last(3);
    case 'LAST_7_DAYS':
      return last(7);
    case 'LAST_14_DAYS':
      return last(14);
    case 'LAST_28_DAYS':
      return last(28);
    case 'LAST_30_DAYS':
      return last(30);
    case 'LAST_90_DAYS':
      return last(90);
    case 'THIS_WEEK_SUN_TODAY':
      return [sunday, today];
    case 'THIS_WEEK_MON_TODAY':
      return [monday, today];
    case 'LAST_WEEK_SUN_SAT':
      return [sunday - 7, sunday - 1];
    case 'LAST_WEEK_MON_SUN':
      return [monday - 7, monday - 1];
    case 'LAST_BUSINESS_WEEK':
      return [monday - 7, monday - 3];
    case 'THIS_MONTH':
      return [month(0), today];
    case 'LAST_MONTH':
      return [month(-1), month(0) - 1];
    case 'THIS_QUARTER':
      return [month(-intoQuarter), today];
    case 'LAST_QUARTER':
      return [month(-intoQuarter - 3), month(-intoQuarter) - 1];
    case 'THIS_YEAR':
      return [month(-intoYear), today];
    case 'LAST_YEAR':
      return [month(-intoYear - 12), month(-intoYear) - 1];
    case 'MAXIMUM':
      return [month(-MAXIMUM_MONTHS), today];
  }
}

/** Which day it is in a time zone. */
export function dayIn(timeZone: string, now: number): string {
  return timeIn(timeZone, now).slice(0, 10);
}

function monthStart(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

function dateText(day: number): string {
  return dayOf(day * DAY_MS);
}

/** How many days there are, the first and the last included. */
export function lengthOf({ start_date, end_date }: Days): number {
  return (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1;
}
