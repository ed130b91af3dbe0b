import { DAY_MS } from '../../../ambient.ts';
import type { Days } from '../../../tools/report/period.ts';
import { numberOf, type Quantity, quantityOf } from '../../../tools/report/quantity.ts';
import { type AnalyticsRow, NOT_ADDED } from './metrics.ts';

/** The platform reports days, months and years. Weeks, from Monday, are added up here from days. */

type Day = NonNullable<AnalyticsRow['dateRange']>['start'];

const timeOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);

function dayOf(time: number): Day {
  const at = new Date(time);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  const time = timeOf(day);
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS);
}

/** Rows of days as rows of weeks. What does not add up, such as members reached, is left out and so shown as unknown. */
export function weeksOf(rows: readonly AnalyticsRow[], fields: readonly string[]): AnalyticsRow[] {
  const weeks = Map.groupBy(rows, ({ pivotValues, dateRange }) =>
    JSON.stringify([dateRange && mondayOf(dateRange.start), pivotValues]),
  );
  const added = fields.filter((field) => !NOT_ADDED.includes(field));
  return [...weeks.values()].map(([first, ...others]) => {
    const own = [first!, ...others];
    const sums = added.flatMap((field) => {
      const told = own.flatMap((row) => quantityOf(row[field]) ?? []);
      return told.length > 0 ? [[field, numberOf(told.reduce((sum: Quantity, one) => sum + one, 0n))]] : [];
    });
    const { pivotValues, dateRange } = first!;
    const start = dateRange && mondayOf(dateRange.start);
    return {
      pivotValues,
      ...Object.fromEntries(sums),
      ...(start && { dateRange: { start, end: dayOf(timeOf(start) + 6 * DAY_MS) } }),
    };
  });
}

/** The days that count of a week, month or year that the report's range cuts; undefined for whole ones. */
export function cutOf(step: 'week' | 'month' | 'year', within: Day, days: Days): Days | undefined {
  const start = { week: mondayOf(within), month: { ...within, day: 1 }, year: { ...within, month: 1, day: 1 } }[step];
  const first = timeOf(start);
  const next = {
    week: first + 7 * DAY_MS,
    month: Date.UTC(start.year, start.month, 1),
    year: Date.UTC(start.year + 1, 0, 1),
  }[step];
  const from = Math.max(first, Date.parse(days.start_date));
  const to = Math.min(next - DAY_MS, Date.parse(days.end_date));
  if (from === first && to === next - DAY_MS) return undefined;
  return { start_date: dayText(dayOf(from)), end_date: dayText(dayOf(to)) };
}

export function dayText({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
