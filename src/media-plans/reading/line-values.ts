import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';
import type { CellGrid, GridCell } from './cell-grid.ts';
import type { MergedCells } from './merged-cells.ts';
import type { PlanColumn } from './plan-columns.ts';

/** A cell that a row says something in, its own or one merged over it. */
export interface LineCell extends GridCell {
  row: number;
  column: number;
  address: string;
  head: PlanColumn;
}

/** Nothing is meant by a dash. */
const DASH = /^(?:-+|–|—|−|n\/?a\.?|k\.?\s?a\.?|\/)$/i;

/** The cells of rows by what they mean. */
export class LineValues {
  readonly grid: CellGrid;
  readonly #merged: MergedCells;
  readonly #byMeaning = new Map<ColumnMeaning, PlanColumn[]>();

  constructor(grid: CellGrid, columns: readonly PlanColumn[], merged: MergedCells) {
    this.grid = grid;
    this.#merged = merged;
    for (const column of columns) {
      if (column.meaning === null) continue;
      this.#byMeaning.set(column.meaning, [...(this.#byMeaning.get(column.meaning) ?? []), column]);
    }
  }

  has(meaning: ColumnMeaning): boolean {
    return this.#byMeaning.has(meaning);
  }

  /** Those that hold something, from left to right. */
  all(row: number, meaning: ColumnMeaning): LineCell[] {
    return (this.#byMeaning.get(meaning) ?? []).flatMap((head) => {
      const own = this.#merged.get(head.column)?.get(row) ?? row;
      const cell = this.grid.cell(own, head.column);
      if (cell.text === '' || DASH.test(cell.text)) return [];
      return [{ ...cell, row: own, column: head.column, address: this.grid.address(own, head.column), head }];
    });
  }

  one(row: number, meaning: ColumnMeaning): LineCell | undefined {
    return this.all(row, meaning)[0];
  }
}

const ERROR =
  /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!|GETTING_DATA|BEZUG!|NV|WERT!|ZAHL!|ÜBERLAUF!|VALEUR!|NOM\s?\?|NOMBRE!|NOMBRE\?|VALOR!|RIF!|VALORE!|NOME\?|NOM!|WAARDE!|NAAM\?|VERW!|GETAL!|DEEL\/0!|¡REF!|¡VALOR!|¡DIV\/0!|¿NOMBRE\?|N\/D|N\/B)$|^#(?:¡|¿)/i;

/** What a formula shows that could not be calculated. */
export function isFormulaError(text: string): boolean {
  return ERROR.test(text);
}
