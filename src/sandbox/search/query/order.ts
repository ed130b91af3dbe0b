import type { Value } from '../state.ts';
import type { Line, Row } from './evaluate.ts';
import type { Read } from './project.ts';

export type Key = string | number | null;

/** The place of a row in a sorted result: its sort keys, then its place in the data, so that no two rows are equal. */
export interface Place {
  keys: readonly Key[];
  position: number;
  within: number;
}

export interface Ranked extends Place {
  line: Line;
}

interface Order {
  read: Read<Line>;
  descending: boolean;
}

/** How many more than twice the wanted ones are held before the rest is thrown away. */
const SLACK = 1000;

/**
 * Picks the rows that come first in an order, or first after a place in it, out of any number of rows that pass by.
 * Memory is bounded by how many are wanted, and most rows are dismissed by a look at their first key.
 */
export class Ranking {
  readonly #orders: readonly Order[];
  readonly #wanted: number;
  readonly #after: Place | undefined;
  #held: Ranked[] = [];
  #worst: Ranked | undefined;
  #passed = 0;

  constructor(orders: readonly Order[], wanted: number, after: Place | undefined) {
    this.#orders = orders;
    this.#wanted = wanted;
    this.#after = after;
  }

  offer(row: Row): void {
    if (this.#after && this.#compare(row, this.#after) <= 0) return;
    this.#passed += 1;
    if (this.#worst && this.#compare(row, this.#worst) >= 0) return;
    const { position, within } = row;
    const line = copied(row.line);
    this.#held.push({ line, position, within, keys: this.#orders.map(({ read }) => keyOf(read(line))) });
    if (this.#held.length >= this.#wanted * 2 + SLACK) this.#dismiss();
  }

  get hasEnough(): boolean {
    return this.#passed >= this.#wanted;
  }

  get hasMore(): boolean {
    return this.#passed > this.#wanted;
  }

  /** The rows in order, and whether others come after them. */
  result(): { rows: readonly Ranked[]; more: boolean } {
    this.#dismiss();
    return { rows: this.#held, more: this.#passed > this.#held.length };
  }

  #dismiss(): void {
    this.#held = this.#held.sort((a, b) => this.#comparePlaces(a, b)).slice(0, this.#wanted);
    this.#worst = this.#held.length === this.#wanted ? this.#held.at(-1) : undefined;
  }

  #compare(row: Row, place: Place): number {
    for (let i = 0; i < this.#orders.length; i += 1) {
      const { read, descending } = this.#orders[i]!;
      const order = compareKeys(keyOf(read(row.line)), place.keys[i]!);
      if (order !== 0) return descending ? -order : order;
    }
    return row.position - place.position || row.within - place.within;
  }

  #comparePlaces(a: Place, b: Place): number {
    for (let i = 0; i < this.#orders.length; i += 1) {
      const order = compareKeys(a.keys[i]!, b.keys[i]!);
      if (order !== 0) return this.#orders[i]!.descending ? -order : order;
    }
    return a.position - b.position || a.within - b.within;
  }
}

function copied({ base, group }: Line): Line {
  return { base, group: group && { segments: group.segments, cell: group.cell.slice() } };
}

function keyOf(value: Value): Key {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Missing values sort first; texts by code points. */
function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a < b ? -1 : Number(a > b);
}

/** Code units and code points are in the same order, but for those beyond the first 65,536, written as two units. */
const SURROGATE = /[\ud800-\udfff]/;

function compareTexts(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
