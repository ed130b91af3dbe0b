import { type Day, dayOf, dayText, monthStart, quarterStart, weekday, weekStart } from '../metrics/calendar.ts';
import type { Condition } from './parse.ts';
import { queryError } from './tokens.ts';

export interface Range {
  low: Day;
  high: Day;
}

const ALWAYS: Range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/** Every word that DURING takes, as days in the account's zone. */
export function duringRange(word: string, today: Day): Range | undefined {
  const sunday = today - ((weekday(today) + 1) % 7);
  const monday = weekStart(today);
  switch (word.toUpperCase()) {
    case 'TODAY':
      return { low: today, high: today };
    case 'YESTERDAY':
      return { low: today - 1, high: today - 1 };
    case 'LAST_7_DAYS':
      return { low: today - 7, high: today - 1 };
    case 'LAST_14_DAYS':
      return { low: today - 14, high: today - 1 };
    case 'LAST_30_DAYS':
      return { low: today - 30, high: today - 1 };
    case 'THIS_WEEK_SUN_TODAY':
      return { low: sunday, high: today };
    case 'THIS_WEEK_MON_TODAY':
      return { low: monday, high: today };
    case 'LAST_WEEK_SUN_SAT':
      return { low: sunday - 7, high: sunday - 1 };
    case 'LAST_WEEK_MON_SUN':
      return { low: monday - 7, high: monday - 1 };
    case 'LAST_BUSINESS_WEEK':
      return { low: monday - 7, high: monday - 3 };
    case 'THIS_MONTH':
      return { low: monthStart(today), high: today };
    case 'LAST_MONTH':
      return { low: monthStart(monthStart(today) - 1), high: monthStart(today) - 1 };
    default:
      return undefined;
  }
}

/** `YYYY-MM-DD` whichever way a date was written. */
export function readDate(text: string): string {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const dashed = text.includes('-');
  const iso = `${year}-${month}-${date}`;
  const day = year === undefined ? Number.NaN : dayOf(iso);
  if (Number.isNaN(day) || dayText(day) !== iso || (dashed && text !== iso))
    throw queryError('INVALID_DATE_FORMAT', `invalid date '${text}': use YYYY-MM-DD or YYYYMMDD.`, text);
  return iso;
}

/** Date segments that may be filtered without being selected, with the period that a day falls into. */
export const CORE_DATES: Readonly<Record<string, { start: (day: Day) => Day; next: (start: Day) => Day }>> = {
  'segments.date': { start: (day) => day, next: (start) => start + 1 },
  'segments.week': { start: weekStart, next: (start) => start + 7 },
  'segments.month': { start: monthStart, next: (start) => monthStart(start + 31) },
  'segments.quarter': { start: quarterStart, next: (start) => quarterStart(start + 92) },
  'segments.year': { start: yearStart, next: (start) => yearStart(start + 366) },
};

function yearStart(day: Day): Day {
  return dayOf(`${dayText(day).slice(0, 4)}-01-01`);
}

/** The days whose period satisfies a condition on a core date segment, as the outermost range that can hold them. */
export function outerRange(condition: Condition, today: Day): Range {
  const period = CORE_DATES[condition.field]!;
  const points = condition.values.map((value) => pointOf(condition, value.text));
  const [first, second] = points as [Day, Day];
  switch (condition.operator) {
    case '=':
      return { low: first, high: period.next(first) - 1 };
    case '>=':
      return { ...ALWAYS, low: first };
    case '>':
      return { ...ALWAYS, low: period.next(first) };
    case '<=':
      return { ...ALWAYS, high: period.next(first) - 1 };
    case '<':
      return { ...ALWAYS, high: first - 1 };
    case 'BETWEEN':
      return { low: first, high: period.next(second) - 1 };
    case 'IN':
      return { low: Math.min(...points), high: period.next(Math.max(...points)) - 1 };
    case 'DURING':
      return alignedDuring(condition, period, today);
    default:
      return ALWAYS;
  }
}

function pointOf({ field, operator }: Condition, text: string): Day {
  if (operator === 'DURING') return 0;
  const day = dayOf(field === 'segments.year' ? `${text.padStart(4, '0')}-01-01` : readDate(text));
  if (CORE_DATES[field]!.start(day) !== day)
    throw queryError('MISALIGNED_DATE_FOR_FILTER', `'${text}' is not the first day of a ${field.slice(9)}.`, text);
  return day;
}

function alignedDuring(
  { field, values }: Condition,
  period: { start: (day: Day) => Day; next: (day: Day) => Day },
  today: Day,
): Range {
  const word = values[0]!;
  const range = word.kind === 'word' ? duringRange(word.text, today) : undefined;
  if (!range) throw queryError('INVALID_VALUE_WITH_DURING_OPERATOR', `'${word.text}' is not a date range.`, word.text);
  if (period.start(range.low) !== range.low)
    throw queryError('MISALIGNED_DATE_FOR_FILTER', `${word.text} does not begin with a ${field.slice(9)}.`, word.text);
  return { low: range.low, high: period.next(period.start(range.high)) - 1 };
}
