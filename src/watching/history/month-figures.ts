import type { Parts } from '../../tools/report/metrics.ts';
import type { Quantity } from '../../tools/report/quantity.ts';

/** A whole number; as text where JSON could not hold it exactly. Null: the platform does not tell it. */
type Cell = number | string | null;

/** The days of one campaign in one month, by day of the month (`07`). A known day that is not there was without activity. */
export interface MonthFigures {
  /** What the cells of a day are, in this order. */
  sums: readonly string[];
  days: Readonly<Record<string, readonly Cell[]>>;
}

export interface KeptMonth {
  figures: MonthFigures;
  /** What was said first of the days that were restated. */
  first: MonthFigures | undefined;
}

/** A platform's answer about some days of a month. */
export interface ReadMonth {
  sums: readonly string[];
  /** Every day of the month that was asked about. */
  asked: readonly string[];
  /** The days that it has told of. */
  told: ReadonlyMap<string, Parts>;
  /** Of the days that were asked about, those whose figures were known before. */
  wasKnown(day: string): boolean;
}

export function cellOf(value: unknown): Cell {
  if (typeof value !== 'bigint') return null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

export function partsOfDay({ sums }: Pick<MonthFigures, 'sums'>, cells: readonly Cell[]): Parts {
  const parts: Record<string, Quantity | null> = {};
  for (let at = 0; at < sums.length; at++) {
    const cell = cells[at] ?? null;
    parts[sums[at]!] = cell === null ? null : BigInt(cell);
  }
  return parts;
}

/** What is kept after a platform has told of some days again; undefined: as before. */
export function mergedMonth(kept: KeptMonth | undefined, read: ReadMonth): KeptMonth | undefined {
  const days: Record<string, readonly Cell[]> = { ...alignedDays(kept?.figures, read.sums) };
  const first: Record<string, readonly Cell[]> = { ...alignedDays(kept?.first, read.sums) };
  const nothing = read.sums.map(() => 0);
  let isChanged = kept !== undefined && !isSame(kept.figures.sums, read.sums);
  for (const day of read.asked) {
    const told = read.told.get(day);
    const before = days[day] ?? (read.wasKnown(day) ? nothing : undefined);
    if (before === undefined && !told) continue;
    const now = told ? read.sums.map((name) => cellOf(told[name])) : nothing;
    if (before !== undefined && isSame(before, now)) continue;
    isChanged = true;
    days[day] = now;
    if (before === undefined) continue;
    first[day] ??= before;
    if (isSame(first[day], now)) delete first[day];
  }
  if (!isChanged) return undefined;
  const { sums } = read;
  return { figures: { sums, days }, first: Object.keys(first).length > 0 ? { sums, days: first } : undefined };
}

/** The cells in another order: a later version of the service may read more sums than an earlier one. */
function alignedDays(month: MonthFigures | undefined, sums: readonly string[]): MonthFigures['days'] {
  if (!month || isSame(month.sums, sums)) return month?.days ?? {};
  const places = sums.map((name) => month.sums.indexOf(name));
  const aligned = (cells: readonly Cell[]) => places.map((place) => cells[place] ?? null);
  return Object.fromEntries(Object.entries(month.days).map(([day, cells]) => [day, aligned(cells)]));
}

function isSame(one: readonly Cell[], other: readonly Cell[]): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}
