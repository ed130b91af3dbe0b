import { serialNumber } from '../format.ts';
import type { Cell, CellError, NumberFormat } from '../state/workbook.ts';

/** Short words for writing seeded tables. */
export type Row = readonly (Cell | null)[];

export const number = (value: number, format?: NumberFormat): Cell => ({ value, ...(format && { format }) });
export const date = (moment: string, format: NumberFormat): Cell => ({ value: serialNumber(moment), format });

/** A formula with the result it had when it was last calculated. */
export const formula = (text: string, value: number | string | CellError, format?: NumberFormat): Cell => ({
  value,
  formula: text,
  ...(format && { format }),
});

/** Texts and switches as they are typed; an empty text leaves the cell empty. */
export const row = (...cells: (string | boolean | Cell | null)[]): Row =>
  cells.map((cell) => (cell === '' || cell === null || typeof cell === 'object' ? cell || null : { value: cell }));

export const PERCENT: NumberFormat = { type: 'PERCENT', pattern: '0.0%' };
export const WHOLE: NumberFormat = { type: 'NUMBER', pattern: '#,##0' };
export const RATE: NumberFormat = { type: 'NUMBER', pattern: '0.0000' };
export const money = (pattern: string): NumberFormat => ({ type: 'CURRENCY', pattern });
