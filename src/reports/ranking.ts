import { z } from 'zod';
import type { Order } from '../tools/report/arguments.ts';

/** The rank of a row among all rows. No two rows have the same. */
export const Rank = z.tuple([z.string(), z.string(), z.number().nullable(), z.string()]);
/** Its time where rows by time come first, its currency where amounts are sorted, its sorting value, and an id. */
export type Rank = z.infer<typeof Rank>;

/** Negative: `a` comes first. A row without a value comes last in both directions. */
export function compareRanks(a: Rank, b: Rank, { descending }: Pick<Order, 'descending'>): number {
  return text(a[0], b[0]) || text(a[1], b[1]) || values(a[2], b[2], descending) || text(a[3], b[3]);
}

function text(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function values(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return descending ? b - a : a - b;
}

/** The first rows of many, in order, without holding the others. */
export class FirstRows<Row extends { rank: Rank }> {
  readonly rows: Row[] = [];
  readonly count: number;
  readonly #order: Pick<Order, 'descending'>;
  readonly #after: Rank | undefined;

  constructor(count: number, order: Pick<Order, 'descending'>, after?: Rank) {
    this.count = count;
    this.#order = order;
    this.#after = after;
  }

  get isFull(): boolean {
    return this.rows.length === this.count;
  }

  takes({ rank }: Row): boolean {
    if (this.#after && compareRanks(rank, this.#after, this.#order) <= 0) return false;
    const last = this.rows.at(-1);
    return !this.isFull || (last !== undefined && compareRanks(rank, last.rank, this.#order) < 0);
  }

  add(row: Row): void {
    if (!this.takes(row)) return;
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareRanks(this.rows[middle]!.rank, row.rank, this.#order) < 0) low = middle + 1;
      else high = middle;
    }
    this.rows.splice(low, 0, row);
    if (this.rows.length > this.count) this.rows.pop();
  }

  /** Whether no row sorted behind this one can be among them. The platform may return rows of equal value in any order. */
  isBeyond({ rank: [time, group, value] }: Row): boolean {
    const last = this.rows.at(-1);
    if (!this.isFull || last === undefined) return false;
    return compareRanks([time, group, value, ''], [...last.rank.slice(0, 3), ''] as unknown as Rank, this.#order) > 0;
  }
}
