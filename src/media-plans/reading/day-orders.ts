import { daySerial, partsDay } from './calendar-days.ts';
import type { CellGrid } from './cell-grid.ts';
import { type DayOrder, type DayText, dayOf, isMonthAndNumber } from './day-text.ts';
import { flightOf } from './flight-text.ts';
import type { HeadLanguage } from './head-words.ts';
import type { PlanColumn } from './plan-columns.ts';

export interface DayOrderOfColumn {
  order: DayOrder | undefined;
  isMixed: boolean;
  by: 'column' | 'other column' | 'language' | 'start and end' | 'nothing';
  /** `Nov 26` is a day of November, as `Nov 5` and `Nov 16` in these columns are; left out: the November of 2026. */
  namesDays?: true;
}

const ORDER_OF_LANGUAGE: Partial<Record<HeadLanguage, DayOrder>> = {
  de: 'dmy',
  fr: 'dmy',
  es: 'dmy',
  it: 'dmy',
  pt: 'dmy',
  nl: 'dmy',
  ja: 'mdy',
};

/** Plans are made for no later year. */
const YEARS_AHEAD = 2;

/** In which order the columns of days write day and month. */
export function* dayOrders(
  grid: CellGrid,
  columns: readonly PlanColumn[],
  rows: readonly number[],
  { language, today }: { language: HeadLanguage | undefined; today: string },
): Generator<void, Map<number, DayOrderOfColumn>> {
  const dated = columns.filter(({ meaning }) => meaning === 'start' || meaning === 'end' || meaning === 'flight');
  const proven = new Map<number, Set<DayOrder>>();
  for (const { column } of dated) {
    yield;
    proven.set(column, yield* provenIn(grid, column, rows));
  }
  const all = new Set([...proven.values()].flatMap((orders) => [...orders]));
  const orders = new Map<number, DayOrderOfColumn>();
  const namesDays = yield* hasNamedDays(grid, dated, rows, today);
  for (const { column } of dated) {
    const own = proven.get(column)!;
    const [first] = own.size > 0 ? own : all;
    if (own.size === 2) orders.set(column, { order: undefined, isMixed: true, by: 'column' });
    else if (own.size === 1) orders.set(column, { order: first, isMixed: false, by: 'column' });
    else if (all.size === 1) orders.set(column, { order: first, isMixed: false, by: 'other column' });
    else orders.set(column, yield* fallback(grid, dated, rows, language, today));
    if (namesDays) orders.set(column, { ...orders.get(column)!, namesDays });
  }
  return orders;
}

/** Whether a month with a number beside it stands there that is not the year of a plan. */
function* hasNamedDays(
  grid: CellGrid,
  dated: readonly PlanColumn[],
  rows: readonly number[],
  today: string,
): Generator<void, true | undefined> {
  const thisYear = Number(today.slice(0, 4));
  for (const [at, row] of rows.entries()) {
    if (at % 50 === 0) yield;
    for (const { column } of dated) {
      const { text, number, isRepair } = grid.cell(row, column);
      if (isRepair || number !== undefined || !isMonthAndNumber(text)) continue;
      const read = dayOf(text);
      const year = read.kind === 'month' ? read.year : undefined;
      if (year === undefined || year < thisYear - 1 || year > thisYear + YEARS_AHEAD) return true;
    }
  }
  return undefined;
}

function* fallback(
  grid: CellGrid,
  dated: readonly PlanColumn[],
  rows: readonly number[],
  language: HeadLanguage | undefined,
  today: string,
): Generator<void, DayOrderOfColumn> {
  const byLanguage = language && ORDER_OF_LANGUAGE[language];
  if (byLanguage) return { order: byLanguage, isMixed: false, by: 'language' };
  const plausible: DayOrder[] = [];
  for (const order of ['dmy', 'mdy'] as const) {
    if (yield* endsAfterStart(grid, dated, rows, order, today)) plausible.push(order);
  }
  if (plausible.length === 1) return { order: plausible[0], isMixed: false, by: 'start and end' };
  return { order: undefined, isMixed: false, by: 'nothing' };
}

function* provenIn(grid: CellGrid, column: number, rows: readonly number[]): Generator<void, Set<DayOrder>> {
  const orders = new Set<DayOrder>();
  for (const [at, row] of rows.entries()) {
    if (at % 50 === 0) yield;
    const { text, number, isRepair } = grid.cell(row, column);
    if (isRepair || text === '') continue;
    for (const read of daysIn(text)) {
      if (read.kind === 'day' && read.order && number === undefined) orders.add(read.order);
      if (number === undefined) continue;
      // A real day, as the sheet shows it, tells how the people of this sheet write days.
      const day = daySerial(number);
      if (read.kind === 'day' && read.order) orders.add(read.order);
      if (read.kind === 'either' && day) {
        for (const order of ['dmy', 'mdy'] as const) if (partsDay(read[order], day) === day) orders.add(order);
      }
    }
  }
  return orders;
}

function daysIn(text: string): DayText[] {
  const alone = dayOf(text);
  if (alone.kind !== 'unreadable') return [alone];
  const flight = flightOf(text);
  return flight ? [flight.start, flight.end] : [];
}

/** Read in this order no row ends before it starts. */
function* endsAfterStart(
  grid: CellGrid,
  dated: readonly PlanColumn[],
  rows: readonly number[],
  order: DayOrder,
  today: string,
): Generator<void, boolean> {
  const [start, end] = ['start', 'end'].map((meaning) => dated.find((column) => column.meaning === meaning));
  if (!start || !end) return true;
  const dayIn = (row: number, { column }: PlanColumn) => {
    const read = dayOf(grid.text(row, column));
    const parts = read.kind === 'either' ? read[order] : read.kind === 'day' ? read.parts : undefined;
    return parts && partsDay(parts, today);
  };
  for (const [at, row] of rows.entries()) {
    if (at % 50 === 0) yield;
    const [from, to] = [dayIn(row, start), dayIn(row, end)];
    if (from !== undefined && to !== undefined && from > to) return false;
  }
  return true;
}
