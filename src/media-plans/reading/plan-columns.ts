import type { ColumnMeaning, MappedColumn } from '../../tools/media-plan-desk.ts';
import { daySerial } from './calendar-days.ts';
import type { CellGrid } from './cell-grid.ts';
import { channelOf } from './channel-words.ts';
import { currencyCell } from './currency-text.ts';
import type { DayOrder } from './day-text.ts';
import type { HeadMeaning } from './head-meaning.ts';
import type { HeadRows } from './head-rows.ts';
import type { HeadLanguage } from './head-words.ts';
import { doubtfulPeriod, tellMonths } from './head-years.ts';
import { type MonthText, monthOf } from './month-names.ts';
import { numberOf } from './number-text.ts';
import { type PeriodDays, periodDays } from './period-heads.ts';
import type { ReadPlanOptions } from './sheet-reading.ts';
import { isAboutMoney, unitZeros } from './unit-factors.ts';

/** So many zeros more than are written, and the cell that says so. */
export interface ColumnUnit {
  zeros: number;
  row: number;
  column: number;
}

export interface PlanColumn {
  column: number;
  head: string;
  headRow: number;
  meaning: ColumnMeaning | null;
  found: MappedColumn['found'];
  /** What is said about how it was read. */
  written: string[];
  /** That the head may name, the usual one first. */
  currencies?: readonly string[] | undefined;
  /** Of a head that is a month, until the columns tell its year. */
  named?: MonthText | undefined;
  /** 2026-11. */
  month?: string | undefined;
  /** Of a column that is a week or a quarter, where its head tells them. */
  days?: PeriodDays | undefined;
  /** Amounts are in thousands or millions: so many zeros more, and the cell that says so. */
  unit?: ColumnUnit | undefined;
  said?: HeadMeaning | undefined;
}

/** Meanings that several columns may have. */
const SEVERAL: ReadonlySet<ColumnMeaning | null> = new Set([
  'channel',
  'month',
  'period',
  'headline',
  'text',
  'keywords',
  'note',
  'ignore',
  null,
]);

interface ColumnProblem {
  column: PlanColumn;
  message: string;
  allowed?: string | undefined;
}

interface PlanColumns {
  columns: PlanColumn[];
  /** They keep every row out. */
  problems: ColumnProblem[];
  looks: ColumnProblem[];
}

/** What each column is: as given, as remembered, by its head, or by its values. */
export function planColumns(
  grid: CellGrid,
  heads: HeadRows,
  { titleYear, ...options }: ReadPlanOptions & { titleYear: number | undefined },
): PlanColumns {
  const problems: ColumnProblem[] = [];
  const columns = allColumns(grid, heads, options);
  chooseBudgets(grid, heads, columns, problems);
  keepOneEach(grid, columns);
  dropIdlePeriods(grid, heads, columns);
  const parts = columns.filter(isPart);
  tellPeriods(parts, heads.language, options.today);
  const hasAmounts = ({ column }: PlanColumn) => valuesIn(grid, heads.last, column).some(isAmount);
  const months = parts.filter(({ named }) => named !== undefined);
  const looks = [
    tellMonths(months, hasAmounts, { today: options.today, titleYear }),
    doubtfulPeriod(parts, titleYear),
  ].flatMap((one) => (one ? [{ ...one, allowed: 'Heads with their year' }] : []));
  tellUnits(grid, heads, columns);
  findByValues(grid, heads, columns);
  for (const column of columns) {
    if (column.meaning !== 'month' || column.month !== undefined) continue;
    column.meaning = null;
    problems.push({ column, message: `The head "${column.head}" names no month.`, allowed: 'Such as Nov 2026' });
  }
  return { columns, problems, looks };
}

function allColumns(
  grid: CellGrid,
  { heads, last }: HeadRows,
  { given = {}, remembered = {} }: Pick<ReadPlanOptions, 'given' | 'remembered'>,
) {
  const columns: PlanColumn[] = [];
  for (let column = 0; column < grid.columns; column++) {
    const head = heads.find((one) => one.column === column);
    const letters = grid.letters(column);
    const chosen = given[letters] ?? remembered[letters];
    if (!head && !chosen && !hasContent(grid, last, column)) continue;
    const said = head?.found;
    const found = given[letters] ? 'given' : remembered[letters] ? 'remembered' : said ? 'head' : 'not_found';
    const meaning = chosen ?? said?.meaning ?? null;
    const month = said?.month ?? (meaning === 'month' ? monthOf(head?.text ?? '') : undefined);
    columns.push({
      column,
      head: head?.text ?? '',
      headRow: head?.row ?? last,
      meaning,
      found,
      written: [],
      said,
      days: head?.days,
      currencies: said?.currencies,
      named: month && meaning === 'month' ? withYear(month, grid.cell(head?.row ?? last, column).number) : undefined,
    });
  }
  return columns;
}

/** A head that shows only the month may be a day, which has a year. */
function withYear({ year, month }: MonthText, number: number | undefined): MonthText {
  const day = number === undefined ? undefined : daySerial(number);
  return {
    month,
    year: year ?? (day?.slice(5, 7) === String(month).padStart(2, '0') ? Number(day.slice(0, 4)) : undefined),
  };
}

function hasContent(grid: CellGrid, headRow: number, column: number): boolean {
  for (let row = headRow + 1; row < grid.rows; row++) if (grid.text(row, column) !== '') return true;
  return false;
}

const isFixed = ({ found }: PlanColumn) => found === 'given' || found === 'remembered';

/** Net before gross, planned before anything; columns of different currencies stay beside each other. */
function chooseBudgets(
  grid: CellGrid,
  heads: HeadRows,
  columns: readonly PlanColumn[],
  problems: ColumnProblem[],
): void {
  for (const meaning of ['budget_total', 'budget_daily'] as const) {
    const all = columns.filter((column) => column.meaning === meaning);
    if (all.length < 2) continue;
    const fixed = all.filter(isFixed);
    const currencies = new Set(all.map((column) => column.currencies?.[0]));
    if (fixed.length === 0 && currencies.size === all.length && !currencies.has(undefined)) continue;
    const certainty = (column: PlanColumn) => (column.said?.certainty ?? 0) + (column.said?.budget?.isLocal ? 8 : 0);
    const most = Math.max(...all.map(certainty));
    const best = fixed.length > 0 ? fixed : all.filter((column) => certainty(column) === most);
    const [first] = best;
    // With fees or without: `Total budget` beside `Media budget` with other amounts is no answer.
    const plain = (column: PlanColumn) => certainty(column) - (column.said?.budget?.isTotal ? 1 : 0);
    if (fixed.length === 0 && first!.said?.budget?.isTotal)
      best.push(...all.filter((column) => !best.includes(column) && plain(column) === plain(first!)));
    const isSame = best.every((column) => sameValues(grid, heads.last, first!.column, column.column));
    if (best.length > 1 && !isSame) {
      const names = best.map((column) => `${grid.letters(column.column)} (${column.head})`).join(' and ');
      problems.push({
        column: first!,
        message: `Columns ${names} both look like the budget, and nothing says which one is meant.`,
        allowed: 'Say in the mapping which column is the budget, and ignore the other',
      });
      for (const column of all) column.meaning = null;
      continue;
    }
    for (const column of all) {
      if (column === first || isFixed(column)) continue;
      column.meaning = 'ignore';
      column.written.push(`not used: ${grid.letters(first!.column)} is the budget`);
    }
  }
}

function sameValues(grid: CellGrid, headRow: number, a: number, b: number): boolean {
  for (let row = headRow + 1; row < grid.rows; row++) if (grid.text(row, a) !== grid.text(row, b)) return false;
  return true;
}

/** Of two columns with one meaning the one with the plainer head is used, or else the first. */
function keepOneEach(grid: CellGrid, columns: readonly PlanColumn[]): void {
  const kept = new Map<ColumnMeaning, PlanColumn>();
  const rank = (column: PlanColumn) => (isFixed(column) ? 1000 : 0) + (column.said?.certainty ?? 0);
  for (const column of columns) {
    const { meaning } = column;
    if (meaning === null || SEVERAL.has(meaning)) continue;
    const other = kept.get(meaning);
    if (other === undefined) {
      kept.set(meaning, column);
      continue;
    }
    if ((meaning === 'budget_total' || meaning === 'budget_daily') && column.currencies && other.currencies) continue;
    const [used, unused] = rank(column) > rank(other) ? [column, other] : [other, column];
    kept.set(meaning, used);
    unused.meaning = 'note';
    unused.written.push(`not used: ${grid.letters(used.column)} is the ${meaning.replaceAll('_', ' ')}`);
  }
  const [flight, start] = [kept.get('flight'), kept.get('start')];
  if (flight && start && kept.get('end') && !isFixed(flight)) {
    flight.meaning = 'note';
    flight.written.push(`not used: ${grid.letters(start.column)} has the start`);
  }
}

const isAmount = (text: string) => numberOf(text)?.isPercent === false;

const isPart = ({ meaning }: PlanColumn) => meaning === 'month' || meaning === 'period';

/** A calendar of crosses, ones or coloured cells has months or weeks as heads and no amounts; shares are none either. */
function dropIdlePeriods(grid: CellGrid, { last }: HeadRows, columns: readonly PlanColumn[]): void {
  const free = columns.filter((column) => !isFixed(column) && isPart(column));
  const values = new Map(free.map((column) => [column, valuesIn(grid, last, column.column)]));
  const isCalendar = ![...values.values()].flat().some((text) => isAmount(text) && !/^[01]$/.test(text));
  for (const column of free) {
    if (!isCalendar && values.get(column)!.some(isAmount)) continue;
    column.meaning = 'ignore';
    column.written.push('no amounts in it');
  }
}

/** The days of weeks. A first week with the number 1 and no word for the calendar is the plan's first week. */
function tellPeriods(columns: readonly PlanColumn[], language: HeadLanguage | undefined, today: string): void {
  const periods = columns.filter(({ meaning, days }) => meaning === 'period' && days === undefined);
  const weeks = periods.flatMap(({ said }) => (said?.period?.kind === 'week' ? [said.period] : []));
  const isOrdinal = weeks.length > 0 && weeks[0]!.week === 1 && !weeks.some(({ hasCalendarWord }) => hasCalendarWord);
  const daysBy = (order: DayOrder) =>
    periods.map(({ said }) => said?.period && periodDays({ period: said.period, isOrdinal }, order, today));
  const isRising = (days: readonly (PeriodDays | undefined)[]) =>
    days.every((one, at) => one && (at === 0 || one.start > (days[at - 1]?.end ?? '')));
  const [dmy, mdy] = [daysBy('dmy'), daysBy('mdy')];
  const usual = language === 'ja' ? mdy : dmy;
  const chosen = isRising(usual) ? usual : isRising(dmy) ? dmy : isRising(mdy) ? mdy : undefined;
  for (const [at, column] of periods.entries()) column.days = chosen?.[at];
}

const MONEY: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>([
  'budget_total',
  'budget_daily',
  'month',
  'period',
]);

/** Amounts in thousands: by the head, by the head of the weeks that a total adds up, or by a line above the heads. */
function tellUnits(grid: CellGrid, { first }: HeadRows, columns: readonly PlanColumn[]): void {
  const above = unitAbove(grid, first);
  const money = columns.filter(({ meaning }) => MONEY.has(meaning));
  for (const column of money) {
    const { said, headRow: row } = column;
    column.unit = said?.zeros ? { zeros: said.zeros, row, column: column.column } : above;
  }
  const parts = money.filter(isPart);
  const [unit] = parts.map((part) => part.unit);
  const isOne = parts.every((part) => part.unit?.zeros === unit?.zeros);
  for (const column of money) if (isOne && column.said?.isBareTotal) column.unit ??= unit;
}

function unitAbove(grid: CellGrid, firstHeadRow: number): PlanColumn['unit'] {
  for (let row = 0; row < firstHeadRow; row++) {
    for (const column of grid.filled(row)) {
      const zeros = unitZeros(grid.text(row, column));
      if (zeros > 0 && isAboutMoney(grid.text(row, column))) return { zeros, row, column };
    }
  }
  return undefined;
}

/** A line above the heads that counts something in thousands, and not money by its words. */
export function unsureUnit(grid: CellGrid, { first }: HeadRows): Pick<ColumnUnit, 'row' | 'column'> | undefined {
  for (let row = 0; row < first; row++) {
    const column = grid.filled(row).find((one) => unitZeros(grid.text(row, one)) > 0);
    if (column !== undefined && !isAboutMoney(grid.text(row, column))) return { row, column };
  }
  return undefined;
}

const SHOWN_BY_VALUES: readonly (readonly [ColumnMeaning, (text: string) => boolean])[] = [
  ['channel', (text) => channelOf(text).kind === 'channel'],
  ['currency', (text) => /^\p{Lu}{3}$/u.test(text) && currencyCell(text) !== undefined],
  ['landing_page', (text) => /^https?:\/\/\S+$/.test(text)],
];

/** Columns without a head that is understood, where every value can be only one thing. */
function findByValues(grid: CellGrid, { last }: HeadRows, columns: readonly PlanColumn[]): void {
  for (const column of columns) {
    if (column.meaning !== null || column.found !== 'not_found') continue;
    const values = valuesIn(grid, last, column.column);
    if (values.length < 2) continue;
    for (const [meaning, fits] of SHOWN_BY_VALUES) {
      if (columns.some((other) => other.meaning === meaning) || !values.every(fits)) continue;
      column.meaning = meaning;
      column.found = 'values';
      break;
    }
  }
}

function valuesIn(grid: CellGrid, headRow: number, column: number): string[] {
  const values: string[] = [];
  for (let row = headRow + 1; row < grid.rows && values.length < 500; row++) {
    const text = grid.text(row, column);
    if (text !== '') values.push(text);
  }
  return values;
}

/** The address of a head with its words, for sentences. */
export function mappedColumn(grid: CellGrid, { column, head, meaning, found, written }: PlanColumn): MappedColumn {
  return {
    column: grid.letters(column),
    head: head.replace(/\s+/g, ' ').trim(),
    meaning,
    found: meaning === null ? 'not_found' : found,
    ...(written.length > 0 && { written: written.join('; ') }),
  };
}
