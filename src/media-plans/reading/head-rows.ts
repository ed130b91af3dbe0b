import type { CellGrid } from './cell-grid.ts';
import { dayOf } from './day-text.ts';
import { type HeadMeaning, headMeaning } from './head-meaning.ts';
import type { HeadLanguage } from './head-words.ts';
import { monthOf } from './month-names.ts';
import { numberOf } from './number-text.ts';
import { dayRuns, type PeriodDays, periodOf } from './period-heads.ts';

/** Titles, logos and notes above the heads end somewhere. */
const ROWS_LOOKED_AT = 200;
const MEANINGS_LEAST = 2;
/** Merged cells over merged cells: Budget, over January, over the weeks. */
const HEAD_ROWS_MAX = 3;
/** Heads as clear as this are only searched for a little further, for clearer ones. */
const [SURE_SCORE, ROWS_AFTER_SURE] = [4, 20];

interface SheetHead {
  column: number;
  /** As the sheet has it; of several rows with a slash between. */
  text: string;
  /** Where it stands, for problems. */
  row: number;
  found: HeadMeaning | undefined;
  /** Of a head that is a day beside other days: those until the next head. */
  days?: PeriodDays | undefined;
}

export interface HeadRows {
  first: number;
  last: number;
  heads: readonly SheetHead[];
  language: HeadLanguage | undefined;
}

interface Candidate {
  first: number;
  last: number;
  score: number;
}

/** The one to three rows that hold the heads; undefined where no row has at least two that are understood. */
export function* findHeadRows(grid: CellGrid, today: string): Generator<void, HeadRows | undefined> {
  const rows = Math.min(grid.rows, ROWS_LOOKED_AT);
  let best: Candidate | undefined;
  for (let row = 0; row < rows; row++) {
    yield;
    if (best && best.score >= SURE_SCORE && row > best.last + ROWS_AFTER_SURE) break;
    const found = candidateAt(grid, row, rows, today);
    if (found.score < MEANINGS_LEAST || (best && found.score <= best.score)) continue;
    // The first table is read, and another one below it is told of, however clear its heads are.
    if (best && isTable(grid, best, row)) break;
    best = found;
  }
  return best && headRowsAt(grid, best.first, best.last, today);
}

/** As many rows as add something to the heads: a title over them does not. */
function candidateAt(grid: CellGrid, row: number, rows: number, today: string): Candidate {
  const numbers = numbersIn(grid, row, today);
  let best: Candidate = { first: row, last: row, score: scoreOf(headsIn(grid, row, row)) };
  for (let last = row + 1; last < Math.min(rows, row + HEAD_ROWS_MAX); last++) {
    if (!mayBeLower(grid, row, last, today)) break;
    const score = scoreOf(headsIn(grid, row, last));
    if (score > best.score && score > scoreOf(headsIn(grid, row + 1, last))) best = { first: row, last, score };
  }
  return { ...best, score: best.score - numbers };
}

/** Clear heads with amounts or days below them, before the row where others stand. */
function isTable(grid: CellGrid, { last, score }: Candidate, before: number): boolean {
  if (score < SURE_SCORE || before - last < 3) return false;
  for (let row = last + 1; row < before; row++) {
    const cells = grid.filled(row).map((column) => grid.cell(row, column));
    const numbers = cells.filter(({ text, number }) => number !== undefined || numberOf(text));
    if (cells.length >= 3 && numbers.length > 0) return true;
  }
  return false;
}

/** Heads of known rows, words of two languages understood by the language of the most. */
export function headRowsAt(grid: CellGrid, first: number, last: number, today: string): HeadRows {
  const language = languageOf(headsIn(grid, first, last));
  const runs = dayRuns(grid, last, today);
  const heads = headsIn(grid, first, last, language).map((head) => {
    const days = runs.get(head.column);
    const isFree = head.found === undefined || head.found.meaning === 'month' || head.found.meaning === 'period';
    if (!days || !isFree) return head;
    const found: HeadMeaning = { meaning: 'period', certainty: 100, languages: [], currencies: head.found?.currencies };
    return { ...head, found, days };
  });
  return { first, last, language, heads };
}

/** A row in the middle whose cells are mostly heads. */
export function looksLikeHeads(grid: CellGrid, row: number): boolean {
  if (numbersIn(grid, row, undefined, 1) > 0) return false;
  const heads = headsIn(grid, row, row);
  const known = heads.filter(({ found }) => found !== undefined && found.certainty >= 100).length;
  return known >= 3 && known >= heads.length * 0.6;
}

function headsIn(grid: CellGrid, first: number, last: number, preferred?: HeadLanguage): SheetHead[] {
  const heads: SheetHead[] = [];
  const carried: string[] = [];
  for (let column = 0; column < grid.columns; column++) {
    const own: string[] = [];
    for (let row = first; row <= last; row++) own.push(grid.text(row, column));
    for (const [at, text] of own.entries()) {
      if (text === '') continue;
      carried[at] = text;
      // A new word in an upper row ends what stood below the one before it.
      for (let below = at + 1; below < own.length - 1; below++) if (own[below] === '') carried[below] = '';
    }
    const lowest = own.findLastIndex((text) => text !== '');
    if (lowest === -1) continue;
    const isUnder = lowest === own.length - 1;
    const above = own.slice(0, lowest).map((text, at) => (text === '' && isUnder ? (carried[at] ?? '') : text));
    const upper = [...new Set(above.filter((text) => text !== ''))];
    heads.push({
      column,
      text: [...upper, own[lowest]].join(' / '),
      row: first + lowest,
      found: meaningUnder(own[lowest]!, upper, preferred),
    });
  }
  return heads;
}

/** By the word right above, else by all words above. */
function meaningUnder(
  lower: string,
  upper: readonly string[],
  preferred: HeadLanguage | undefined,
): HeadMeaning | undefined {
  const [top = '', middle] = upper;
  if (middle === undefined) return headMeaning(lower, top, preferred);
  const above = headMeaning(top, '', preferred);
  if (above?.meaning === 'ignore') return above;
  const near = headMeaning(lower, middle, preferred);
  const whole = headMeaning(lower, `${top} ${middle}`, preferred);
  const found = near ?? whole;
  return found && { ...found, currencies: found.currencies ?? whole?.currencies };
}

/** Different meanings count; columns that are only carried along count little. */
function scoreOf(heads: readonly SheetHead[]): number {
  const meanings = new Set<string>();
  let carried = 0;
  const hasPeriods = heads.filter(({ found }) => found?.meaning === 'period').length >= 3;
  for (const { found, text } of heads) {
    if (found === undefined || (found.meaning === 'period' && !hasPeriods)) continue;
    if (found.meaning === 'note' || found.meaning === 'ignore') carried += 1;
    else if (found.meaning === 'period') meanings.add(`period ${text}`);
    else meanings.add(found.meaning === 'month' ? `month ${found.month?.month}` : found.meaning);
  }
  return meanings.size + (meanings.size >= MEANINGS_LEAST ? carried * 0.2 : 0);
}

/** The row below holds words under cells that are merged, and no value of a campaign. */
function mayBeLower(grid: CellGrid, first: number, row: number, today: string): boolean {
  const lower = grid.filled(row);
  if (lower.length === 0 || numbersIn(grid, row, today) > 0) return false;
  return (
    lower.some((column) => grid.text(row - 1, column) === '' || (row - 1 > first && grid.text(first, column) === '')) ||
    lower.some((column) => monthOf(grid.text(row, column)) || periodOf(grid.text(row, column)))
  );
}

/** Cells that hold amounts or days of a row, and are no heads. */
function numbersIn(grid: CellGrid, row: number, today?: string, most = Number.POSITIVE_INFINITY): number {
  let numbers = 0;
  const runs = today === undefined ? undefined : dayRuns(grid, row, today);
  const filled = grid.filled(row);
  // One or two weeks are the start and end of a row; several are heads.
  const hasPeriods = filled.filter((column) => periodOf(grid.text(row, column))).length >= 3;
  const weeks = weekNumbers(grid, row, filled);
  for (const column of filled) {
    if (numbers >= most) break;
    const { text, number } = grid.cell(row, column);
    if (
      weeks.has(column) ||
      runs?.has(column) ||
      monthOf(text) ||
      (hasPeriods && periodOf(text)) ||
      /^20\d\d$/.test(text)
    )
      continue;
    const isDay = /\d/.test(text) && dayOf(text).kind !== 'unreadable';
    if (number !== undefined || isDay || (/\d/.test(text) && numberOf(text))) numbers += 1;
  }
  return numbers;
}

/** Under `KW` the weeks are often only numbers: three or more that count up. */
function weekNumbers(grid: CellGrid, row: number, filled: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  let run: number[] = [];
  let last = 0;
  for (const column of filled) {
    const text = grid.text(row, column);
    const week = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    const isNext = run.length > 0 && (week === last + 1 || (last >= 52 && week === 1));
    run = week < 1 || week > 53 ? [] : isNext ? [...run, column] : [column];
    last = week;
    if (run.length >= 3) for (const one of run) found.add(one);
  }
  return found;
}

function languageOf(heads: readonly SheetHead[]): HeadLanguage | undefined {
  const votes = new Map<HeadLanguage, number>();
  for (const { found } of heads) {
    for (const language of found?.languages ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] === second?.[1]) return undefined;
  return first[0];
}

/** Whether a row says the heads again. */
export function repeatsHeads(
  grid: CellGrid,
  row: number,
  filled: readonly number[],
  { first, last }: HeadRows,
): boolean {
  const same = filled.filter((column) => {
    const text = grid.text(row, column);
    for (let head = first; head <= last; head++) if (text === grid.text(head, column)) return true;
    return false;
  }).length;
  return same >= 2 && same >= filled.length * 0.6;
}
