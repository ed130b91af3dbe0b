import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './statements.ts';

/** A stored object: kind, id, parents and fields. */
export interface StoredObject<Link extends string> {
  kind: string;
  id: string;
  links: Partial<Record<Link, string>>;
  data: unknown;
}

/** Objects of every kind in one table, with a column for each kind of parent, in the order they were made. */
export class ObjectTable<Link extends string> {
  readonly #db: DatabaseSync;
  readonly #name: string;
  readonly #links: readonly Link[];

  constructor(db: DatabaseSync, name: string, links: readonly Link[]) {
    this.#db = db;
    this.#name = name;
    this.#links = links;
  }

  create(): void {
    const columns = this.#links.map((link) => `${link} TEXT`).join(', ');
    const indexes = this.#links.map(
      (link) => `CREATE INDEX IF NOT EXISTS ${this.#name}_${link} ON ${this.#name} (kind, ${link}, seq);`,
    );
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS ${this.#name} (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, ${columns}, data TEXT NOT NULL,
        UNIQUE (kind, id)) STRICT;
      ${indexes.join('\n')}`);
  }

  get isEmpty(): boolean {
    return this.last === 0;
  }

  /** Grows with every object and never shrinks, so an id made from it is given once, also after the newest object was removed. */
  get last(): number {
    const counted = prepare(this.#db, 'SELECT coalesce(max(seq), 0) AS last FROM sqlite_sequence WHERE name = ?');
    return (counted.get(this.#name) as { last: number }).last;
  }

  insert({ kind, id, links, data }: StoredObject<Link>): void {
    const columns = ['kind', 'id', ...this.#links, 'data'];
    const values = [kind, id, ...this.#links.map((link) => links[link] ?? null), JSON.stringify(data)];
    this.#prepare('INSERT INTO', `(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(
      ...values,
    );
  }

  save({ kind, id, links, data }: StoredObject<Link>): void {
    const set = [...this.#links, 'data'].map((column) => `${column} = ?`).join(', ');
    const values = [...this.#links.map((link) => links[link] ?? null), JSON.stringify(data), kind, id];
    this.#prepare('UPDATE', `SET ${set} WHERE kind = ? AND id = ?`).run(...values);
  }

  remove(kind: string, id: string): void {
    this.#prepare('DELETE FROM', 'WHERE kind = ? AND id = ?').run(kind, id);
  }

  find(kind: string, id: string): StoredObject<Link> | undefined {
    const row = this.#prepare('SELECT * FROM', 'WHERE kind = ? AND id = ?').get(kind, id);
    return row && this.#object(row);
  }

  /** All of a kind under the parents that are named, oldest first. */
  list(kind: string, links: Partial<Record<Link, string | undefined>> = {}): StoredObject<Link>[] {
    const wanted = Object.entries(links).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const where = ['kind = ?', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ');
    return this.#prepare('SELECT * FROM', `WHERE ${where} ORDER BY seq`)
      .all(kind, ...wanted.map(([, value]) => value))
      .map((row) => this.#object(row));
  }

  #prepare(before: string, after = '') {
    return prepare(this.#db, `${before} ${this.#name} ${after}`);
  }

  #object(row: Record<string, unknown>): StoredObject<Link> {
    const links = this.#links.flatMap((link) => (row[link] === null ? [] : [[link, row[link]]]));
    return {
      kind: String(row.kind),
      id: String(row.id),
      links: Object.fromEntries(links),
      data: JSON.parse(String(row.data)),
    };
  }
}
