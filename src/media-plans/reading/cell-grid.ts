import { columnLetters, printTitle } from '../../sheets/a1.ts';
import type { SheetCells } from './sheet-reading.ts';

export interface GridCell {
  /** As the sheet shows it, or as a repair says. */
  text: string;
  /** The number behind it; undefined where the cell holds text. */
  number: number | undefined;
  isRepair: boolean;
}

const NOTHING: GridCell = { text: '', number: undefined, isRepair: false };

/** The cells of a range with repairs in their places; rows and columns are counted from 0 in the range. */
export class CellGrid {
  readonly rows: number;
  readonly columns: number;
  readonly #cells: SheetCells;
  readonly #repairs: ReadonlyMap<string, string>;
  readonly #title: string;

  /** `columns`: only so many from the left. */
  constructor(cells: SheetCells, repairs: Readonly<Record<string, string>> = {}, columns = Number.POSITIVE_INFINITY) {
    this.#cells = cells;
    this.#title = printTitle(cells.tab);
    this.#repairs = new Map(Object.entries(repairs).map(([address, text]) => [bare(address), text]));
    this.rows = Math.max(cells.shown.length, cells.values.length);
    this.columns = Math.min(columns, Math.max(width(cells.shown), width(cells.values)));
  }

  cell(row: number, column: number): GridCell {
    if (this.#repairs.size > 0) {
      const repair = this.#repairs.get(this.#place(row, column));
      if (repair !== undefined) return { text: repair.trim(), number: undefined, isRepair: true };
    }
    const value = this.#cells.values[row]?.[column];
    const shown = this.#cells.shown[row]?.[column] ?? (typeof value === 'object' ? '' : (value ?? ''));
    const text = String(shown).trim();
    if (text === '' && typeof value !== 'number') return NOTHING;
    return { text, number: typeof value === 'number' ? value : undefined, isRepair: false };
  }

  text(row: number, column: number): string {
    return this.cell(row, column).text;
  }

  /** `Plan!F7`. */
  address(row: number, column: number): string {
    return `${this.#title}!${this.#place(row, column)}`;
  }

  letters(column: number): string {
    return columnLetters(this.#cells.firstColumn + column);
  }

  /** As the sheet counts it, from 1. */
  rowNumber(row: number): number {
    return this.#cells.firstRow + row + 1;
  }

  /** Columns of a row that hold something. */
  filled(row: number): number[] {
    const filled: number[] = [];
    for (let column = 0; column < this.columns; column++) if (this.text(row, column) !== '') filled.push(column);
    return filled;
  }

  #place(row: number, column: number): string {
    return `${this.letters(column)}${this.rowNumber(row)}`;
  }
}

/** The address without its tab: a repair belongs to the range that is read. */
function bare(address: string): string {
  return address
    .slice(address.lastIndexOf('!') + 1)
    .replaceAll('$', '')
    .toUpperCase();
}

function width(rows: readonly (readonly unknown[])[]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 0);
}
