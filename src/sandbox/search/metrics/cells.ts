/**
 * The numbers of one cell of a report: integers only, so that any set of parts adds up to the whole exactly.
 * Money is in the currency's billing units, conversions and their values in hundredths.
 */
export type Cell = number[];

export const CLICKS = 0;
export const UNCLICKED = 1;
export const MISSED = 2;
export const COST = 3;
export const INVALID_CLICKS = 4;
export const TOP = 5;
export const ABSOLUTE_TOP = 6;
export const VIEW_THROUGH = 7;
export const MISSED_FOR_BUDGET = 8;
/** Conversion actions: counts, then values. The numbers of the first are made up, those of the others were sent. */
export const CONVERSIONS = 9;
export const VALUES = 15;
export const ACTIONS = 6;
export const MADE_UP_ACTIONS = 3;
/** The content network's part of impressions and losses, which has impression shares of its own. */
export const CONTENT_CLICKS = 21;
export const CONTENT_UNCLICKED = 22;
export const CONTENT_MISSED = 23;
export const CONTENT_MISSED_FOR_BUDGET = 24;
export const CELL_SIZE = 25;

export function emptyCell(): Cell {
  return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
}

export function addTo(sum: Cell, part: Cell): void {
  for (let i = 0; i < CELL_SIZE; i += 1) sum[i]! += part[i]!;
}

/**
 * Where between two whole numbers the rounding falls. It differs from cell to cell, so that the same part does not always
 * get the odd click, and depends on nothing but the cell, so that the answer is always the same.
 */
export function phaseOf(cell: Cell): number {
  const mixed = cell[CLICKS]! * 0.6180339887 + cell[UNCLICKED]! * 0.7548776662 + cell[COST]! * 0.5698402909;
  return mixed - Math.floor(mixed);
}
