import type { Parts } from '../../tools/report/metrics.ts';
import type { Quantity } from '../../tools/report/quantity.ts';

/** A whole number; as text where JSON could not hold it exactly. Null: the platform does not tell it. */
type Cell = number | string | null;

/** The cells of one day; 0: a day without any, which was without activity where it is known. */
type Cells = readonly Cell[] | 0;

/** The days of one campaign in one month, the first of the month first. The list ends with the last day that has cells. */
export interface MonthFigures {
  /** What the cells of a day are, in this order. */
  sums: readonly string[];
  days: readonly Cells[];
}

export interface KeptMonth {
  figures: MonthFigures;
  /** What was said first of the days that were restated. */
  first: MonthFigures | undefined;
}

/** A platform's answer about some days of a month. */
export interface ReadMonth {
  sums: readonly string[];
  /** Every day of the month that was asked about, counted from 1. */
  asked: readonly number[];
  /** The days that it has told of. */
  told: ReadonlyMap<number, Parts>;
  /** Of the days that were asked about, those whose figures were known before. */
  wasKnown(day: number): boolean;
}

function cellOf(value: unknown): Cell {
  if (typeof value !== 'bigint') return null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

export function partsOfDay({ sums }: Pick<MonthFigures, 'sums'>, cells: readonly Cell[]): Parts {
  const parts: Record<string, Quantity | null> = {};
  for (let at = 0; at < sums.length; at++) {
    const cell = cells[at] ?? null;
    parts[sums[at]!] = cell === null ? null : cell === 0 ? 0n : BigInt(cell);
  }
  return parts;
}

/** What is kept after a platform has told of some days again; undefined: as before. */
export function mergedMonth(kept: KeptMonth | undefined, read: ReadMonth): KeptMonth | undefined {
  const { sums } = read;
  const days = daysIn(kept?.figures, sums);
  const first = daysIn(kept?.first, sums);
  const nothing = sums.map(() => 0);
  let isChanged = kept !== undefined && !isSame(kept.figures.sums, sums);
  for (const day of read.asked) {
    const told = read.told.get(day);
    const before = days.get(day) ?? (read.wasKnown(day) ? nothing : undefined);
    if (!before && !told) continue;
    const now = told ? sums.map((name) => cellOf(told[name])) : nothing;
    if (before && isSame(before, now)) continue;
    isChanged = true;
    days.set(day, now);
    if (!before) continue;
    const earliest = first.get(day) ?? before;
    if (isSame(earliest, now)) first.delete(day);
    else first.set(day, earliest);
  }
  if (!isChanged) return undefined;
  return { figures: { sums, days: listed(days) }, first: first.size > 0 ? { sums, days: listed(first) } : undefined };
}

/** Cells in the order of `sums`: a later version of the service may read more of them than an earlier one. */
function daysIn(month: MonthFigures | undefined, sums: readonly string[]): Map<number, readonly Cell[]> {
  const days = new Map<number, readonly Cell[]>();
  const places = month && !isSame(month.sums, sums) ? sums.map((name) => month.sums.indexOf(name)) : undefined;
  for (const [at, cells] of month?.days.entries() ?? [])
    if (cells !== 0) days.set(at + 1, places ? places.map((place) => cells[place] ?? null) : cells);
  return days;
}

function listed(days: ReadonlyMap<number, readonly Cell[]>): Cells[] {
  return Array.from({ length: Math.max(0, ...days.keys()) }, (_, at) => days.get(at + 1) ?? 0);
}

function isSame(one: readonly Cell[], other: readonly Cell[]): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}
