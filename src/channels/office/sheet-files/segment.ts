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
  readonly #values: CellValue[] = [];
  readonly #formats: number[] = [];
  readonly #formulas: Record<string, string> = {};

  add(row: number, { value, format, formula }: Cell): void {
    if (formula !== undefined) this.#formulas[this.rows.length] = formula;
    this.rows.push(row);
    this.#values.push(value);
    this.#formats.push(format);
  }

  pack(firstRow: number): string {
    const start = this.rows[0]! - firstRow;
    const follow = this.rows.every((row, at) => row - firstRow === start + at);
    const same = this.#formats.every((format) => format === this.#formats[0]);
    const packed: Packed = [
      follow ? start : this.rows.map((row) => row - firstRow),
      this.#values,
      same ? this.#formats[0]! : this.#formats,
    ];
    if (Object.keys(this.#formulas).length > 0) packed.push(this.#formulas);
    return JSON.stringify(packed);
  }
}

export function unpackSegment(data: string, firstRow: number, visit: (row: number, cell: Cell) => void): void {
  const [rows, values, formats, formulas] = JSON.parse(data) as Packed;
  for (let at = 0; at < values.length; at++) {
    const row = firstRow + (typeof rows === 'number' ? rows + at : rows[at]!);
    const format = typeof formats === 'number' ? formats : formats[at]!;
    visit(row, { value: values[at]!, format, formula: formulas?.[at] });
  }
}
