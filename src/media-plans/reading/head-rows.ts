import type { CellGrid } from './cell-grid.ts';
import { dayOf } from './day-text.ts';
import { type HeadMeaning, headMeaning } from './head-meaning.ts';
import type { HeadLanguage } from './head-words.ts';
import { monthOf } from './month-names.ts';
import { numberOf } from './number-text.ts';

/** Titles, logos and notes above the heads end somewhere. */
const ROWS_LOOKED_AT = 200;
const MEANINGS_LEAST = 2;
/** Heads as clear as this are only searched for a little further, for clearer ones. */
const [SURE_SCORE, ROWS_AFTER_SURE] = [4, 20];

interface SheetHead {
  column: number;
  /** As the sheet has it; of two rows with a slash between. */
  text: string;
  /** Where it stands, for problems. */
  row: number;
  found: HeadMeaning | undefined;
}

export interface HeadRows {
  first: number;
  last: number;
  heads: readonly SheetHead[];
  language: HeadLanguage | undefined;
}

/** The row or two rows that hold the heads; undefined where no row has at least two that are understood. */
export function* findHeadRows(grid: CellGrid): Generator<void, HeadRows | undefined> {
  const rows = Math.min(grid.rows, ROWS_LOOKED_AT);
  let best: { first: number; last: number; score: number } | undefined;
  for (let row = 0; row < rows; row++) {
    yield;
    if (best && best.score >= SURE_SCORE && row > best.last + ROWS_AFTER_SURE) break;
    const single = scoreOf(headsIn(grid, row, row));
    const pair = row + 1 < rows && mayBeLower(grid, row) ? scoreOf(headsIn(grid, row, row + 1)) : 0;
    // A title over one row of heads adds nothing to them.
    const isPair = pair > single && pair > scoreOf(headsIn(grid, row + 1, row + 1));
    const score = (isPair ? pair : single) - numbersIn(grid, row);
    if (score >= MEANINGS_LEAST && (best === undefined || score > best.score)) {
      best = { first: row, last: isPair ? row + 1 : row, score };
    }
  }
  return best && headRowsAt(grid, best.first, best.last);
}

/** Heads of known rows, words of two languages understood by the language of the most. */
export function headRowsAt(grid: CellGrid, first: number, last: number): HeadRows {
  const language = languageOf(headsIn(grid, first, last));
  return { first, last, language, heads: headsIn(grid, first, last, language) };
}

/** A row in the middle whose cells are mostly heads. */
export function looksLikeHeads(grid: CellGrid, row: number): boolean {
  if (numbersIn(grid, row, 1) > 0) return false;
  const heads = headsIn(grid, row, row);
  const known = heads.filter(({ found }) => found !== undefined && found.certainty >= 100).length;
  return known >= 3 && known >= heads.length * 0.6;
}

function headsIn(grid: CellGrid, first: number, last: number, preferred?: HeadLanguage): SheetHead[] {
  const heads: SheetHead[] = [];
  let above = '';
  for (let column = 0; column < grid.columns; column++) {
    const own = grid.text(first, column);
    if (own !== '') above = own;
    const lower = first === last ? '' : grid.text(last, column);
    const upper = lower === '' ? own : above;
    if (upper === '' && lower === '') continue;
    heads.push({
      column,
      text: [upper, lower].filter((text) => text !== '').join(' / '),
      row: lower === '' ? first : last,
      found: headMeaning(lower, upper, preferred),
    });
  }
  return heads;
}

/** Different meanings count; columns that are only carried along count little. */
function scoreOf(heads: readonly SheetHead[]): number {
  const meanings = new Set<string>();
  let carried = 0;
  for (const { found } of heads) {
    if (found === undefined) continue;
    if (found.meaning === 'note' || found.meaning === 'ignore') carried += 1;
    else meanings.add(found.meaning === 'month' ? `month ${found.month?.month}` : found.meaning);
  }
  return meanings.size + (meanings.size >= MEANINGS_LEAST ? carried * 0.2 : 0);
}

/** The row below holds words under cells that are merged, and no value of a campaign. */
function mayBeLower(grid: CellGrid, upper: number): boolean {
  const lower = grid.filled(upper + 1);
  if (lower.length === 0 || numbersIn(grid, upper + 1) > 0) return false;
  return (
    lower.some((column) => grid.text(upper, column) === '') ||
    lower.some((column) => monthOf(grid.text(upper + 1, column)))
  );
}

function numbersIn(grid: CellGrid, row: number, most = Number.POSITIVE_INFINITY): number {
  let numbers = 0;
  for (const column of grid.filled(row)) {
    if (numbers >= most) break;
    const { text, number } = grid.cell(row, column);
    if (monthOf(text) || /^20\d\d$/.test(text)) continue;
    const isDay = /\d/.test(text) && dayOf(text).kind !== 'unreadable';
    if (number !== undefined || isDay || (/\d/.test(text) && numberOf(text))) numbers += 1;
  }
  return numbers;
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
    return text === grid.text(first, column) || text === grid.text(last, column);
  }).length;
  return same >= 2 && same >= filled.length * 0.6;
}
