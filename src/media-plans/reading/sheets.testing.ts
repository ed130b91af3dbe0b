import type { ReadPlanOptions, SheetCells } from './sheet-reading.ts';

/** A cell as text, or as a number with how the sheet shows it. */
export type TestCell = string | number | { value: number; shown: string };

/** Day 0 of the serial numbers. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

export const day = (iso: string, shown: string): TestCell => ({
  value: (Date.parse(`${iso}T00:00Z`) - EPOCH_MS) / 86_400_000,
  shown,
});

/** A sheet of rows; with `at` the first of them stands in that row and column of the tab. */
export function sheetOf(rows: readonly (readonly TestCell[])[], at: Partial<SheetCells> = {}): SheetCells {
  return {
    tab: 'Plan',
    firstRow: 0,
    firstColumn: 0,
    shown: rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.shown : String(cell)))),
    values: rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.value : cell))),
    ...at,
  };
}

export const OPTIONS: ReadPlanOptions = { today: '2026-11-18' };
