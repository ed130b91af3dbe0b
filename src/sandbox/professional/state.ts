import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OAuthStore } from '../oauth.ts';
import { prepare } from '../statements.ts';
import type { Kind, Shapes } from './state/shapes.ts';

/** What something was from a moment on: the numbers of the past must not follow today's state. */
export interface Step {
  at: number;
  status: string;
  /** What may be spent a day, in hundredths; for campaigns. */
  dailyCents?: number;
  /** The part of that which its bid wins; for campaigns. */
  wins?: number;
}

export interface Entity<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  readonly account: string | null;
  /** The group of a campaign, the campaign of a creative. */
  parent: string | null;
  fields: Shapes[K];
  createdAt: number;
  modifiedAt: number;
  actor: string;
  version: number;
  history: Step[];
}

const TABLES = `
CREATE TABLE IF NOT EXISTS professional_objects (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, account TEXT, parent TEXT, data TEXT NOT NULL,
  UNIQUE (kind, id)) STRICT;
CREATE INDEX IF NOT EXISTS professional_objects_account ON professional_objects (kind, account, seq);
CREATE INDEX IF NOT EXISTS professional_objects_parent ON professional_objects (kind, parent, seq);
`;

/** Where the ids of each kind begin. */
const FIRST_IDS: Partial<Record<Kind, number>> = {
  account: 500000001,
  group: 400000001,
  campaign: 600000001,
  creative: 700000001,
  conversion: 1004,
  leadForm: 8001,
  segment: 11422166,
  dmpSegment: 9821001,
};

interface Row {
  kind: string;
  id: string;
  account: string | null;
  parent: string | null;
  data: string;
}

export class Store {
  readonly db: DatabaseSync;
  readonly tokens: OAuthStore;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.tokens = new OAuthStore(db, 'professional');
  }

  createTables(): void {
    this.db.exec(TABLES);
    this.tokens.createTables();
  }

  get isEmpty(): boolean {
    return prepare(this.db, 'SELECT 1 FROM professional_objects LIMIT 1').get() === undefined;
  }

  find<K extends Kind>(kind: K, id: string | undefined): Entity<K> | undefined {
    if (id === undefined) return undefined;
    const row = prepare(this.db, 'SELECT * FROM professional_objects WHERE kind = ? AND id = ?').get(kind, id);
    return row && (toEntity(row as unknown as Row) as Entity<K>);
  }

  /** Oldest first, as the platform lists. */
  list<K extends Kind>(kind: K, by: { account?: string; parent?: string } = {}): Entity<K>[] {
    const wanted = Object.entries(by);
    const where = ['kind = ?', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ');
    const values: SQLInputValue[] = [kind, ...wanted.map(([, value]) => value)];
    return prepare(this.db, `SELECT * FROM professional_objects WHERE ${where} ORDER BY seq`)
      .all(...values)
      .map((row) => toEntity(row as unknown as Row) as Entity<K>);
  }

  insert<K extends Kind>(
    kind: K,
    fields: Shapes[K],
    made: { id?: string; account?: string; parent?: string; at: number; actor: string; history?: Step[] },
  ): Entity<K> {
    const entity: Entity<K> = {
      kind,
      id: made.id ?? this.#freshId(kind),
      account: made.account ?? null,
      parent: made.parent ?? null,
      fields,
      createdAt: made.at,
      modifiedAt: made.at,
      actor: made.actor,
      version: 1,
      history: made.history ?? [],
    };
    prepare(this.db, 'INSERT INTO professional_objects (kind, id, account, parent, data) VALUES (?, ?, ?, ?, ?)').run(
      kind,
      entity.id,
      entity.account,
      entity.parent,
      dataOf(entity),
    );
    return entity;
  }

  save(entity: Entity): void {
    prepare(this.db, 'UPDATE professional_objects SET parent = ?, data = ? WHERE kind = ? AND id = ?').run(
      entity.parent,
      dataOf(entity),
      entity.kind,
      entity.id,
    );
  }

  remove({ kind, id }: Entity): void {
    prepare(this.db, 'DELETE FROM professional_objects WHERE kind = ? AND id = ?').run(kind, id);
  }

  /** Never an id that was given out before, so the row count is what it grows by. */
  #freshId(kind: Kind): string {
    const { seq } = prepare(this.db, 'SELECT coalesce(max(seq), 0) AS seq FROM professional_objects').get() as {
      seq: number;
    };
    if (kind === 'post') return String(7_000_000_000_000_000_001n + BigInt(seq));
    return String((FIRST_IDS[kind] ?? 1) + seq);
  }
}

function dataOf({ fields, createdAt, modifiedAt, actor, version, history }: Entity): string {
  return JSON.stringify({ fields, createdAt, modifiedAt, actor, version, history });
}

function toEntity({ kind, id, account, parent, data }: Row): Entity {
  return { kind: kind as Kind, id, account, parent, ...JSON.parse(data) };
}
