import { DAY_MS } from '../../../ambient.ts';
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

export function dayText({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
