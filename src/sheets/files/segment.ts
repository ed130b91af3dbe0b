import type { Cell, CellValue } from './cell.ts';

/**
 * Neighbouring cells of one column, packed as JSON for the store: a column of a large sheet is then a few hundred small
 * reads, and a row of it one for each column. Runs and repetitions are written once.
 */
type Packed = [
  /** The first row when the rows follow each other, else each row; counted from the first row of the block. */
  rows: number | number[],
  values: CellValue[],
  /** One format for all, or one for each. */
  formats: number | number[],
  /** By position in `values`. */
  formulas?: Record<string, string>,
];

export class SegmentDraft {
  readonly rows: number[] = [];
  readonly #cells: Cell[] = [];

  add(row: number, cell: Cell): void {
    this.rows.push(row);
    this.#cells.push(cell);
  }

  pack(firstRow: number): string {
    const start = this.rows[0]! - firstRow;
    const follow = this.rows.every((row, at) => row - firstRow === start + at);
    const formats = this.#cells.map(({ format }) => format);
    const same = formats.every((format) => format === formats[0]);
    const formulas = this.#cells.flatMap(({ formula }, at) => (formula === undefined ? [] : [[at, formula]]));
    const packed: Packed = [
      follow ? start : this.rows.map((row) => row - firstRow),
      this.#cells.map(({ value }) => value),
      same ? formats[0]! : formats,
    ];
    if (formulas.length > 0) packed.push(Object.fromEntries(formulas));
    return JSON.stringify(packed);
  }
}

/** Called with every cell of a segment; plain arguments, because a large range has very many. */
export type CellVisit = (row: number, value: CellValue, format: number, formula: string | undefined) => void;

export function unpackSegment(data: string, firstRow: number, visit: CellVisit): void {
  const [rows, values, formats, formulas] = JSON.parse(data) as Packed;
  for (let at = 0; at < values.length; at++) {
    const row = firstRow + (typeof rows === 'number' ? rows + at : rows[at]!);
    visit(row, values[at]!, typeof formats === 'number' ? formats : formats[at]!, formulas?.[at]);
  }
}
