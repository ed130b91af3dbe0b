import type { DatabaseSync } from 'node:sqlite';
import { OAuthStore } from '../oauth.ts';
import { ObjectTable, type StoredObject } from '../object-table.ts';
import type { Kind, Shapes } from './state/shapes.ts';

/** The state of an object from a moment on, so that past numbers do not follow today's state. */
export interface Step {
  at: number;
  status: string;
  /** What may be spent a day, in hundredths; for campaigns. */
  dailyCents?: number;
  /** What may be spent altogether, in hundredths; for campaigns and groups that have a total budget. */
  totalCents?: number;
  /** The share of `dailyCents` that the campaign's bid wins, 0 to 1. */
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

/** Where the ids of each kind begin. */
const FIRST_IDS: Partial<Record<Kind, number>> = {
  account: 500000001,
  group: 400000001,
  campaign: 600000001,
  creative: 700000001,
  conversion: 1004,
  leadForm: 8001,
  leadNotification: 31001,
  segment: 11422166,
  dmpSegment: 9821001,
};

export class Store {
  readonly db: DatabaseSync;
  readonly tokens: OAuthStore;
  readonly #objects: ObjectTable<'account' | 'parent'>;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.tokens = new OAuthStore(db, 'professional');
    this.#objects = new ObjectTable(db, 'professional_objects', ['account', 'parent']);
  }

  createTables(): void {
    this.#objects.create();
    this.tokens.createTables();
  }

  get isEmpty(): boolean {
    return this.#objects.isEmpty;
  }

  find<K extends Kind>(kind: K, id: string | undefined): Entity<K> | undefined {
    const found = id === undefined ? undefined : this.#objects.find(kind, id);
    return found && (toEntity(found) as Entity<K>);
  }

  /** Oldest first, as the platform lists. */
  list<K extends Kind>(kind: K, by: { account?: string; parent?: string } = {}): Entity<K>[] {
    return this.#objects.list(kind, by).map((one) => toEntity(one) as Entity<K>);
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
    this.#objects.insert(stored(entity));
    return entity;
  }

  save(entity: Entity): void {
    this.#objects.save(stored(entity));
  }

  remove({ kind, id }: Entity): void {
    this.#objects.remove(kind, id);
  }

  /** Never an id that was given out before. */
  #freshId(kind: Kind): string {
    const { last } = this.#objects;
    if (kind === 'post') return String(7_000_000_000_000_000_001n + BigInt(last));
    return String((FIRST_IDS[kind] ?? 1) + last);
  }
}

function stored({ kind, id, account, parent, ...data }: Entity): StoredObject<'account' | 'parent'> {
  return { kind, id, links: { ...(account !== null && { account }), ...(parent !== null && { parent }) }, data };
}

function toEntity({ kind, id, links, data }: StoredObject<'account' | 'parent'>): Entity {
  const { account = null, parent = null } = links;
  return { kind: kind as Kind, id, account, parent, ...(data as object) } as Entity;
}
