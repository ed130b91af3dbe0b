/**
 * What happened in one corner of a report, in whole numbers only, so that any set of parts adds up to the whole exactly.
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
/** Three conversion actions: counts, then values. */
export const CONVERSIONS = 9;
export const VALUES = 12;
export const ACTIONS = 3;
export const CELL_SIZE = 15;

/** Each remaining number is shared out along with one that was shared out before it, so that no part has cost without a click. */
const FOLLOWS: readonly (readonly [followed: number, followers: readonly number[]])[] = [
  [CLICKS, [COST, INVALID_CLICKS, CONVERSIONS, CONVERSIONS + 1, CONVERSIONS + 2]],
  [UNCLICKED, [TOP, ABSOLUTE_TOP, VIEW_THROUGH]],
  [MISSED, [MISSED_FOR_BUDGET]],
  [CONVERSIONS, [VALUES]],
  [CONVERSIONS + 1, [VALUES + 1]],
  [CONVERSIONS + 2, [VALUES + 2]],
];

export function emptyCell(): Cell {
  return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
}

export function addTo(sum: Cell, part: Cell): void {
  for (let i = 0; i < CELL_SIZE; i += 1) sum[i]! += part[i]!;
}

/**
 * Where between two whole numbers the rounding falls. It differs from cell to cell, so that the same part does not always
 * get the odd click, and depends on nothing but the cell, so that the answer is always the same.
 */
function phaseOf(cell: Cell): number {
  const mixed = cell[CLICKS]! * 0.6180339887 + cell[UNCLICKED]! * 0.7548776662 + cell[COST]! * 0.5698402909;
  return mixed - Math.floor(mixed);
}

/** Shares a cell out by weight. Rounding runs along the cumulated weights, so the parts always add up to the cell. */
export function split(cell: Cell, weights: readonly number[]): Cell[] {
  const parts = weights.map(emptyCell);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const phase = phaseOf(cell);
  for (const carrier of [CLICKS, UNCLICKED, MISSED]) {
    let cumulated = 0;
    let given = 0;
    for (let i = 0; i < weights.length; i += 1) {
      cumulated += weights[i]!;
      const upTo = i === weights.length - 1 ? cell[carrier]! : Math.floor((cell[carrier]! * cumulated) / whole + phase);
      parts[i]![carrier] = upTo - given;
      given = upTo;
    }
  }
  for (const [followed, followers] of FOLLOWS) shareAlong(cell, parts, followed, followers, phase);
  return parts;
}

function shareAlong(cell: Cell, parts: Cell[], followed: number, followers: readonly number[], phase: number): void {
  const whole = cell[followed]!;
  if (whole === 0) return;
  for (const follower of followers) {
    let cumulated = 0;
    let given = 0;
    for (const part of parts) {
      cumulated += part[followed]!;
      const upTo = cumulated === whole ? cell[follower]! : Math.floor((cell[follower]! * cumulated) / whole + phase);
      part[follower] = upTo - given;
      given = upTo;
    }
  }
}
