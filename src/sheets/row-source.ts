import type { ResolvedRange } from './a1-resolve.ts';

export type Row = readonly unknown[];

/** The cells of a range, wherever they come from. Rows end with their last cell and the range with its last row. */
export interface RowSource {
  cells: ResolvedRange;
  /** Rows in order, some at a time, so that others get their turn in between. A batch may be empty. */
  batches(): Iterable<readonly Row[]>;
  /** The length of the longest row; gives way like `batches`. */
  width(): Generator<void, number>;
  /** No fewer than there are. */
  rowsAtMost: number;
  /** What a reader should know about the rows given out so far. */
  notes(): string[];
}

/** Rows that are all in memory. */
export function rowsInMemory(cells: ResolvedRange, rows: readonly Row[]): RowSource {
  return {
    cells,
    *batches() {
      for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
    },
    *width() {
      return rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    },
    rowsAtMost: rows.length,
    notes: () => [],
  };
}

const BATCH_ROWS = 256;

/** Columns of rows, cut like rows: none has empty cells at its end. */
export function transposed(rows: readonly Row[]): unknown[][] {
  const columns: unknown[][] = [];
  rows.forEach((line, row) => {
    line.forEach((value, column) => {
      columns[column] ??= [];
      if (value === '') return;
      while (columns[column].length < row) columns[column].push('');
      columns[column].push(value);
    });
  });
  return columns;
}
