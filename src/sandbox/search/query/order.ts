import { DatabaseSync } from 'node:sqlite';
import type { Value } from '../state.ts';
import type { Row } from './evaluate.ts';

/** Rows held in memory before the rest goes to a file that disappears with its connection. */
const HELD_MAX = 20_000;
/** Limits up to this are served without keeping the rest. */
const FIRST_MAX = 10_000;

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

/** Sorts rows by their keys; equals keep the order they came in. */
export async function sortRows(
  rows: AsyncIterable<Row>,
  orders: readonly Direction[],
  limit: number | undefined,
): Promise<Sorted> {
  return limit !== undefined && limit <= FIRST_MAX ? first(rows, orders, limit) : everything(rows, orders, limit);
}

/** Keeps a few more than the limit and throws the rest away as they come. */
async function first(rows: AsyncIterable<Row>, orders: readonly Direction[], limit: number): Promise<Sorted> {
  const compare = comparer(orders);
  let held: { keys: Key[]; row: Row }[] = [];
  let worst: { keys: Key[] } | undefined;
  for await (const row of rows) {
    const entry = { keys: row.keys.map(keyOf), row };
    if (worst && compare(entry, worst) >= 0) continue;
    held.push(entry);
    if (held.length < limit * 2 + 1000) continue;
    held = held.sort(compare).slice(0, limit);
    worst = held.at(-1);
  }
  const texts = held
    .sort(compare)
    .slice(0, limit)
    .map(({ row }) => row.text());
  return { count: texts.length, from: (offset) => texts.slice(offset) };
}

async function everything(
  rows: AsyncIterable<Row>,
  orders: readonly Direction[],
  limit: number | undefined,
): Promise<Sorted> {
  let held: { keys: Key[]; text: string }[] = [];
  let count = 0;
  let spill: Spill | undefined;
  for await (const row of rows) {
    count += 1;
    held.push({ keys: row.keys.map(keyOf), text: row.text() });
    if (held.length < HELD_MAX) continue;
    spill ??= new Spill(orders);
    spill.add(held);
    held = [];
  }
  if (spill) {
    spill.add(held);
    return spill.sorted(Math.min(count, limit ?? count));
  }
  const texts = held
    .sort(comparer(orders))
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

/** Rows in a file of their own; only their keys are moved about when it sorts. */
class Spill {
  readonly #db = new DatabaseSync('');
  readonly #orders: readonly Direction[];

  constructor(orders: readonly Direction[]) {
    this.#orders = orders;
    const keys = orders.map((_, i) => `k${i}`).join(', ');
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
      CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT); CREATE TABLE keys (n INTEGER PRIMARY KEY, ${keys});
      CREATE TABLE places (place INTEGER PRIMARY KEY, n INTEGER)`);
  }

  add(rows: readonly { keys: Key[]; text: string }[]): void {
    const insertText = this.#db.prepare('INSERT INTO texts VALUES (NULL, ?)');
    const insertKeys = this.#db.prepare(`INSERT INTO keys VALUES (NULL, ${this.#orders.map(() => '?').join(', ')})`);
    this.#db.exec('BEGIN');
    for (const { keys, text } of rows) {
      insertText.run(text);
      insertKeys.run(...keys);
    }
    this.#db.exec('COMMIT');
  }

  sorted(count: number): Sorted {
    const by = this.#orders.map(({ descending }, i) => `k${i}${descending ? ' DESC' : ''}`).join(', ');
    this.#db.exec(`INSERT INTO places SELECT NULL, n FROM keys ORDER BY ${by}, n LIMIT ${count}; DROP TABLE keys`);
    const page = this.#db.prepare(
      'SELECT place, text FROM places JOIN texts USING (n) WHERE place > ? ORDER BY place LIMIT 500',
    );
    return {
      count,
      *from(offset) {
        for (let last = offset; ; ) {
          const rows = page.all(last);
          for (const { text } of rows) yield String(text);
          if (rows.length === 0) return;
          last = Number(rows.at(-1)!.place);
        }
      },
    };
  }
}
