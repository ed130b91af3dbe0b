import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';
import type { CellGrid } from './cell-grid.ts';
import type { HeadRows } from './head-rows.ts';
import type { ReadPlanOptions } from './sheet-reading.ts';

const TWICE: ReadonlySet<ColumnMeaning> = new Set<ColumnMeaning>(['channel', 'campaign', 'budget_total', 'country']);

/**
 * The head cell where a second table begins, right of an empty column: it names again what the plan names already, as a
 * sum by channel does. A mapping that was given for its columns makes them the plan's.
 */
export function* tableBeside(
  grid: CellGrid,
  { heads, first, last }: HeadRows,
  { given = {}, remembered = {} }: ReadPlanOptions,
): Generator<void, { row: number; column: number } | undefined> {
  const named = new Set<ColumnMeaning>();
  let isAfterGap = false;
  for (let column = 0; column < grid.columns; column++) {
    const head = heads.find((one) => one.column === column);
    if (!head) {
      yield;
      isAfterGap ||= named.size >= 3 && isEmpty(grid, column, first);
      continue;
    }
    const meaning = head.found?.meaning;
    if (isAfterGap && begins(heads, column, named)) {
      const letters = Array.from({ length: grid.columns - column }, (_, at) => grid.letters(column + at));
      const isMapped = letters.some((letter) => given[letter] ?? remembered[letter]);
      return isMapped ? undefined : { row: Math.min(head.row, last), column };
    }
    isAfterGap = false;
    if (meaning) named.add(meaning);
  }
  return undefined;
}

/** The heads up to the next empty column: at least two, one of which is there already. */
function begins(heads: HeadRows['heads'], from: number, named: ReadonlySet<ColumnMeaning>): boolean {
  const block = heads.filter(({ column }) => column >= from);
  return block.length >= 2 && block.some(({ found }) => found && TWICE.has(found.meaning) && named.has(found.meaning));
}

/** Down to the first blank row: below it another table may begin. */
function isEmpty(grid: CellGrid, column: number, from: number): boolean {
  for (let row = from; row < grid.rows && grid.filled(row).length > 0; row++) {
    if (grid.text(row, column) !== '') return false;
  }
  return true;
}
