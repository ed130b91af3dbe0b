import { DatabaseSync } from 'node:sqlite';
import type { Value } from '../state.ts';
import type { Row } from './evaluate.ts';

/** Rows held in memory before the rest goes to a file that disappears with its connection. */
const HELD_MAX = 50_000;

interface Direction {
  descending: boolean;
}

/** Sorted rows as text, readable from any place, in memory that does not grow with their number. */
export interface Sorted {
  count: number;
  from(offset: number): Iterable<string>;
}

type Key = string | number | null;

function keyOf(value: Value): Key {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Sorts rows by their keys; equals keep the order they came in. With a limit only the first so many are kept. */
export function sortRows(rows: Iterable<Row>, orders: readonly Direction[], limit: number | undefined): Sorted {
  let held: { keys: Key[]; text: string }[] = [];
  let count = 0;
  let spill: Spill | undefined;
  const compare = comparer(orders);
  for (const row of rows) {
    count += 1;
    held.push({ keys: row.keys.map(keyOf), text: JSON.stringify(row.json) });
    if (held.length < HELD_MAX) continue;
    if (limit !== undefined && limit * 2 <= HELD_MAX) held = held.sort(compare).slice(0, limit);
    else {
      spill ??= new Spill(orders);
      spill.add(held);
      held = [];
    }
  }
  if (spill) {
    spill.add(held);
    return spill.sorted(limit === undefined ? count : Math.min(count, limit));
  }
  const texts = held
    .sort(compare)
    .slice(0, limit)
    .map(({ text }) => text);
  return { count: texts.length, from: (offset) => texts.slice(offset) };
}

function comparer(orders: readonly Direction[]) {
  return (a: { keys: Key[] }, b: { keys: Key[] }): number => {
    for (const [i, { descending }] of orders.entries()) {
      const order = compareKeys(a.keys[i]!, b.keys[i]!);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

/** Nothing comes before everything; texts by their code points, as the file sorts them too. */
function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}

class Spill {
  readonly #db = new DatabaseSync('');
  readonly #orders: readonly Direction[];

  constructor(orders: readonly Direction[]) {
    this.#orders = orders;
    this.#db.exec(`CREATE TABLE r (n INTEGER PRIMARY KEY, ${orders.map((_, i) => `k${i}`).join(', ')}, text TEXT)`);
  }

  add(rows: readonly { keys: Key[]; text: string }[]): void {
    const insert = this.#db.prepare(`INSERT INTO r VALUES (NULL, ${this.#orders.map(() => '?').join(', ')}, ?)`);
    this.#db.exec('BEGIN');
    for (const { keys, text } of rows) insert.run(...keys, text);
    this.#db.exec('COMMIT');
  }

  sorted(count: number): Sorted {
    const by = this.#orders.map(({ descending }, i) => `k${i}${descending ? ' DESC' : ''}`);
    this.#db.exec(
      `CREATE TABLE s (n INTEGER PRIMARY KEY, text TEXT); INSERT INTO s SELECT NULL, text FROM r ORDER BY ${by.join(', ')}, n LIMIT ${count}; DROP TABLE r`,
    );
    const page = this.#db.prepare('SELECT n, text FROM s WHERE n > ? ORDER BY n LIMIT 500');
    return {
      count,
      *from(offset) {
        for (let last = offset; ; ) {
          const rows = page.all(last);
          for (const { text } of rows) yield String(text);
          if (rows.length === 0) return;
          last = Number(rows.at(-1)!.n);
        }
      },
    };
  }
}
