import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';
import type { CellGrid } from './cell-grid.ts';
import type { PlanColumn } from './plan-columns.ts';
import type { SheetRow } from './row-kinds.ts';

const FILLED_DOWN: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>([
  'channel',
  'account',
  'campaign',
  'container',
  'objective',
  'type',
  'group',
  'start',
  'end',
  'flight',
  'currency',
  'country',
  'language',
]);

/** Column → row → the row above whose cell is merged over it. */
export type MergedCells = ReadonlyMap<number, ReadonlyMap<number, number>>;

/**
 * A value that is written once and meant for the rows below. A column is taken so only where it never says the same twice
 * in a row and leaves out often: otherwise an empty cell is one that was forgotten.
 */
export function* mergedCells(
  grid: CellGrid,
  columns: readonly PlanColumn[],
  rows: readonly SheetRow[],
): Generator<void, MergedCells> {
  const merged = new Map<number, Map<number, number>>();
  const below = columns.filter(({ meaning }) => meaning === 'group' || meaning === 'ad');
  const above = columns.filter(({ meaning }) => meaning === 'channel' || meaning === 'campaign');
  for (const column of columns) {
    if (!FILLED_DOWN.has(column.meaning)) continue;
    yield;
    const { sources, lines, repeats } = yield* blanksIn(grid, column, rows, column.meaning === 'group' ? above : []);
    // One empty cell of a short sheet is enough, but not for money to be of another currency.
    const isEnough = sources.size >= 2 || (lines <= 4 && column.meaning !== 'currency');
    const isEvident = repeats === 0 && sources.size > 0 && isEnough && sources.size * 5 >= lines;
    const deeper = below.filter((one) => one !== column && one.meaning !== column.meaning);
    const isPart = (row: number) =>
      column.meaning === 'campaign' && deeper.some((one) => grid.text(row, one.column) !== '');
    const kept = isEvident ? sources : new Map([...sources].filter(([row]) => isPart(row)));
    if (kept.size === 0) continue;
    merged.set(column.column, kept);
    column.written.push(`${kept.size} empty ${kept.size === 1 ? 'cell' : 'cells'} filled from above`);
  }
  return merged;
}

/** `within`: columns in which another value ends what a cell is meant for, as a campaign ends its groups. */
function* blanksIn(grid: CellGrid, { column }: PlanColumn, rows: readonly SheetRow[], within: readonly PlanColumn[]) {
  const sources = new Map<number, number>();
  const places = new Map<number, string>();
  let [lines, repeats] = [0, 0];
  let last: { row: number; text: string; isAdjacent: boolean } | undefined;
  for (const [at, { row, kind }] of rows.entries()) {
    if (at % 50 === 0) yield;
    if (kind !== 'line') {
      last = undefined;
      continue;
    }
    lines += 1;
    for (const { column: one } of within) {
      const place = grid.text(row, one);
      if (place === '' || place === places.get(one)) continue;
      places.set(one, place);
      last = undefined;
    }
    const text = grid.text(row, column);
    if (text === '') {
      if (last) sources.set(row, last.row);
      if (last) last.isAdjacent = false;
      continue;
    }
    if (last?.isAdjacent && last.text === text) repeats += 1;
    last = { row, text, isAdjacent: true };
  }
  return { sources, lines, repeats };
}
