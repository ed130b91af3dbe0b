import { spokenDay, yearFor } from './calendar-days.ts';
import type { CellGrid } from './cell-grid.ts';
import { quoted } from './folded-text.ts';
import type { HeadRows } from './head-rows.ts';
import type { MonthText } from './month-names.ts';
import type { PeriodDays } from './period-heads.ts';

interface HeadColumn {
  head: string;
  /** What the head of a month says; its year may be missing. */
  named?: MonthText | undefined;
  month?: string | undefined;
  days?: PeriodDays | undefined;
}

/** A column whose year was concluded, in words. */
interface DoubtfulYear<Column> {
  column: Column;
  message: string;
}

/** The year that titles name, where they name one; a day with its year is no title. */
export function titleYearOf(grid: CellGrid, { first }: HeadRows): number | undefined {
  const years = new Set<number>();
  for (let row = 0; row < first; row++) {
    for (const column of grid.filled(row)) {
      for (const [year] of grid.text(row, column).matchAll(/(?<![\d./-])20\d\d(?![\d./-])/g)) years.add(Number(year));
    }
  }
  return years.size === 1 ? [...years][0] : undefined;
}

/**
 * Gives columns that are months their years, from left to right. Where no head names one, the title tells that of the
 * first month that has amounts, or else it is the next such month.
 */
export function tellMonths<Column extends HeadColumn>(
  columns: readonly Column[],
  hasAmounts: (column: Column) => boolean,
  { today, titleYear }: { today: string; titleYear: number | undefined },
): DoubtfulYear<Column> | undefined {
  if (columns.length === 0) return undefined;
  const months = columns.flatMap(({ named }) => named ?? []);
  const usual = months.map(({ year, month }) => year ?? yearFor(month, 28, today));
  const isNamed = months.some(({ year }) => year !== undefined);
  const first = Math.max(0, columns.findIndex(hasAmounts));
  const anchored = isNamed ? months : months.with(first, { ...months[first]!, year: titleYear ?? usual[first] });
  const years = risingYears(anchored, isNamed) ?? usual.map((year) => titleYear ?? year);
  for (const [at, column] of columns.entries())
    column.month = `${years[at]}-${String(months[at]!.month).padStart(2, '0')}`;
  if (isNamed || titleYear === usual[first]) return undefined;
  const doubtful = columns.find((column, at) => years[at] !== usual[at] && hasAmounts(column));
  if (!doubtful) return undefined;
  const why = titleYear === undefined ? 'as the months before it are' : 'by the year that stands above the heads';
  const spoken = spokenDay(`${doubtful.month}-01`).replace(/^1 /, '');
  return { column: doubtful, message: `${quoted(doubtful.head)} names no year and is read as ${spoken}, ${why}.` };
}

/** A month without a year follows the one before it. Undefined: they are in no order. */
function risingYears(months: readonly MonthText[], isNamed: boolean): number[] | undefined {
  const first = months.findIndex(({ year }) => year !== undefined);
  const years: number[] = [];
  for (let at = first; at < months.length; at++) {
    const { month, year } = months[at]!;
    const before = months[at - 1];
    const isLater = before !== undefined && month >= before.month;
    // Two blocks of the same months, such as two currencies, are of the same year.
    const again = isNamed ? -1 : months.findIndex((one, index) => index >= first && index < at && one.month === month);
    years[at] = year ?? (isLater ? years[at - 1]! : again === -1 ? years[at - 1]! + 1 : years[again]!);
  }
  for (let at = first - 1; at >= 0; at--) {
    years[at] = years[at + 1]! - (months[at]!.month > months[at + 1]!.month ? 1 : 0);
  }
  return isNamed || Math.max(...years) - Math.min(...years) <= 1 ? years : undefined;
}

/** Weeks, quarters and days without a year are read as the next such ones. Tells the first that lies in no year of the title. */
export function doubtfulPeriod<Column extends HeadColumn>(
  columns: readonly Column[],
  titleYear: number | undefined,
): DoubtfulYear<Column> | undefined {
  const first = columns.find(({ days }) => days && !days.hasYear);
  if (!first?.days || titleYear === undefined) return undefined;
  const { start, end } = first.days;
  if (start.startsWith(`${titleYear}`) || end.startsWith(`${titleYear}`)) return undefined;
  const words = `${quoted(first.head)} names no year and is read as from ${spokenDay(start)} on`;
  return { column: first, message: `${words}; above the heads stands ${titleYear}.` };
}
