import {
  ABSOLUTE_TOP,
  ACTIONS,
  type Cell,
  CLICKS,
  CONTENT_CLICKS,
  CONTENT_MISSED,
  CONTENT_MISSED_FOR_BUDGET,
  CONTENT_UNCLICKED,
  CONVERSIONS,
  COST,
  emptyCell,
  INVALID_CLICKS,
  MISSED,
  MISSED_FOR_BUDGET,
  phaseOf,
  TOP,
  UNCLICKED,
  VALUES,
  VIEW_THROUGH,
} from './cells.ts';

/** Which numbers of a cell are wanted beside clicks, the impressions without them and cost. */
export type Wanted = readonly boolean[];

export const EVERYTHING: Wanted = emptyCell().map(() => true);

const actions = Array.from({ length: ACTIONS }, (_, action) => action);

/**
 * The numbers in the order in which they are shared out: three by weight, each other along with one that was shared out
 * before it, so that no part has cost without a click.
 */
const STEPS: readonly { number: number; along?: number }[] = [
  { number: CLICKS },
  { number: UNCLICKED },
  { number: MISSED },
  { number: COST, along: CLICKS },
  { number: INVALID_CLICKS, along: CLICKS },
  ...actions.map((action) => ({ number: CONVERSIONS + action, along: CLICKS })),
  { number: TOP, along: UNCLICKED },
  { number: ABSOLUTE_TOP, along: UNCLICKED },
  { number: VIEW_THROUGH, along: UNCLICKED },
  { number: MISSED_FOR_BUDGET, along: MISSED },
  { number: CONTENT_CLICKS, along: CLICKS },
  { number: CONTENT_UNCLICKED, along: UNCLICKED },
  { number: CONTENT_MISSED, along: MISSED },
  { number: CONTENT_MISSED_FOR_BUDGET, along: MISSED_FOR_BUDGET },
  ...actions.map((action) => ({ number: VALUES + action, along: CONVERSIONS + action })),
];

/** Shares cells out by weight. Rounding runs along their sums, so the parts always add up to the cell. */
export class Splitter {
  readonly #steps: typeof STEPS;
  /** For each number, the cumulative amount given to a part and those before it. */
  readonly #given: readonly number[][] = emptyCell().map(() => []);

  /** Unwanted numbers are left out, unless a wanted number is split in proportion to them. */
  constructor(wanted: Wanted) {
    const needed = [...wanted];
    for (const { number, along } of STEPS.toReversed()) if (along !== undefined && needed[number]) needed[along] = true;
    this.#steps = STEPS.filter(({ number }) => needed[number]);
  }

  /**
   * Adds to each part what it gets of a cell; `bounds` are those of its weights, `worths` say how much a click of each
   * part is worth beside the others' when conversions are shared out.
   */
  share(cell: Cell, bounds: readonly number[], parts: readonly Cell[], worths?: readonly number[]): void {
    const phase = phaseOf(cell);
    for (const { number, along } of this.#steps) {
      if (along === undefined) this.#byWeight(cell[number]!, number, bounds, phase, parts);
      else if (worths && along === CLICKS && number >= CONVERSIONS && number < VALUES)
        this.#byWorth(cell, number, worths, phase, parts);
      else this.#alongWith(cell, number, along, phase, parts);
    }
  }

  /** Along with clicks, of which some are worth more than others. */
  #byWorth(cell: Cell, number: number, worths: readonly number[], phase: number, parts: readonly Cell[]): void {
    const given = this.#given[number]!;
    const clicks = this.#given[CLICKS]!;
    const amount = cell[number]!;
    const worthOf = (i: number) => (clicks[i]! - (clicks[i - 1] ?? 0)) * worths[i]!;
    let whole = 0;
    for (let i = 0; i < parts.length; i += 1) whole += worthOf(i);
    let reached = 0;
    let before = 0;
    for (let i = 0; i < parts.length; i += 1) {
      const worth = worthOf(i);
      if (worth > 0) {
        reached += worth;
        const upTo = clicks[i] === cell[CLICKS] ? amount : Math.floor((amount * reached) / whole + phase);
        parts[i]![number]! += upTo - before;
        before = upTo;
      }
      given[i] = before;
    }
  }

  #byWeight(amount: number, number: number, bounds: readonly number[], phase: number, parts: readonly Cell[]): void {
    const given = this.#given[number]!;
    const last = bounds.length - 1;
    let before = 0;
    for (let i = 0; i <= last; i += 1) {
      const upTo = i === last ? amount : Math.floor(amount * bounds[i]! + phase);
      parts[i]![number]! += upTo - before;
      given[i] = upTo;
      before = upTo;
    }
  }

  #alongWith(cell: Cell, number: number, along: number, phase: number, parts: readonly Cell[]): void {
    const given = this.#given[number]!;
    const followed = this.#given[along]!;
    const amount = cell[number]!;
    const whole = cell[along]!;
    const rate = amount / whole;
    let reached = 0;
    let before = 0;
    for (let i = 0; i < parts.length; i += 1) {
      // A part without the leading number gets none of this one.
      if (followed[i] !== reached) {
        reached = followed[i]!;
        const upTo = reached === whole ? amount : Math.floor(reached * rate + phase);
        parts[i]![number]! += upTo - before;
        before = upTo;
      }
      given[i] = before;
    }
  }
}

const whole = new Splitter(EVERYTHING);

export function split(cell: Cell, weights: readonly number[], worths?: readonly number[]): Cell[] {
  const parts = weights.map(emptyCell);
  whole.share(cell, boundsOf(weights), parts, worths);
  return parts;
}

/** One of several parts that share a cell. */
export interface Division {
  weights: readonly number[];
  worths: readonly number[];
  index: number;
}

export function partOf(cell: Cell, { weights, worths, index }: Division): Cell {
  return split(cell, weights, worths)[index]!;
}

/** Cumulative fractions of the weights. */
export function boundsOf(weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum / whole;
  });
}
