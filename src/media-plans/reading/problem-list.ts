import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import type { CellGrid } from './cell-grid.ts';

type More = Pick<SheetProblem, 'allowed' | 'repair'>;

/** Problems by cell, and the rows that they keep out. */
export class ProblemList {
  readonly all: SheetProblem[] = [];
  readonly #grid: CellGrid;
  readonly #out = new Set<number>();
  readonly #said = new Set<string>();

  constructor(grid: CellGrid) {
    this.#grid = grid;
  }

  /** `row` is the one that stays out; the cell may stand in another row, where cells are merged. */
  stop(row: number, cell: { row: number; column: number }, message: string, more: More = {}): void {
    this.#out.add(row);
    this.#add('stop', cell, message, more);
  }

  look(cell: { row: number; column: number }, message: string, more: More = {}): void {
    this.#add('look', cell, message, more);
  }

  isOut(row: number): boolean {
    return this.#out.has(row);
  }

  #add(level: SheetProblem['level'], cell: { row: number; column: number }, message: string, more: More): void {
    const address = this.#grid.address(cell.row, cell.column);
    const key = `${address} ${message}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.all.push({ cell: address, level, kind: 'value', message, ...more });
  }
}
