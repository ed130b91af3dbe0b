import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { World } from '../emulator.ts';
import { createServiceAccounts } from '../google/service-accounts.ts';
import { OAuthStore } from '../oauth.ts';
import { prepare } from '../statements.ts';
import type { DeliverySpan } from './metrics/facts.ts';

export type Value = string | number | boolean | null | undefined | Value[] | { [name: string]: Value };
/** A resource as it is kept: the protocol's field names, int64 as numbers, enums as names. */
export type Doc = { [name: string]: Value };

export interface Entity {
  rowid: number;
  customer: string;
  kind: string;
  /** What stands after the collection in the resource name: `12~34`. */
  key: string;
  /** The key of the thing it belongs to: an ad group's campaign, a keyword's ad group. */
  parent: string | null;
  doc: Doc;
  /** When it ran, and at what daily spend; only for things that earn traffic. */
  delivery: DeliverySpan[];
}

interface Row {
  rowid: number;
  customer: string;
  kind: string;
  key: string;
  parent: string | null;
  doc: string;
  delivery: string | null;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS search_entities (
    rowid INTEGER PRIMARY KEY,
    customer TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, parent TEXT,
    name TEXT, doc TEXT NOT NULL, delivery TEXT,
    UNIQUE (customer, kind, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS search_entities_kind ON search_entities (customer, kind);
  CREATE INDEX IF NOT EXISTS search_entities_parent ON search_entities (customer, kind, parent);
  CREATE INDEX IF NOT EXISTS search_entities_name ON search_entities (customer, kind, name);
  CREATE TABLE IF NOT EXISTS search_links (manager TEXT NOT NULL, client TEXT NOT NULL, PRIMARY KEY (manager, client)) STRICT;
  CREATE TABLE IF NOT EXISTS search_access (
    email TEXT NOT NULL, customer TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (email, customer)) STRICT;
  CREATE TABLE IF NOT EXISTS search_projects (
    client_id TEXT PRIMARY KEY, access_level TEXT NOT NULL, uploads TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS search_blobs (customer TEXT NOT NULL, digest TEXT NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (customer, digest)) STRICT;
  CREATE TABLE IF NOT EXISTS search_counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS search_quota (client_id TEXT NOT NULL, hour INTEGER NOT NULL, used INTEGER NOT NULL,
    PRIMARY KEY (client_id, hour)) STRICT;
  CREATE TABLE IF NOT EXISTS search_ingests (
    request_id TEXT NOT NULL, customer TEXT NOT NULL, action TEXT NOT NULL, received_at INTEGER NOT NULL,
    destination TEXT NOT NULL, events INTEGER NOT NULL, reasons TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS search_ingests_request ON search_ingests (request_id);
  CREATE TABLE IF NOT EXISTS search_conversions (
    customer TEXT NOT NULL, action TEXT NOT NULL, transaction_id TEXT NOT NULL, received_at INTEGER NOT NULL,
    happened_at INTEGER NOT NULL, click TEXT, unit TEXT, day INTEGER, value REAL, currency TEXT,
    restated_at INTEGER, retracted_at INTEGER,
    PRIMARY KEY (customer, action, transaction_id)) STRICT;
`;

export function createTables(db: DatabaseSync): void {
  db.exec(TABLES);
  createServiceAccounts(db, 'search');
  new OAuthStore(db, 'search').createTables();
}

const stores = new WeakMap<DatabaseSync, Store>();

/** One store object per file, so that all readers see the same revision. */
export function storeOf(world: World): Store {
  const known = stores.get(world.db);
  if (known) return known;
  const made = new Store(world.db);
  stores.set(world.db, made);
  return made;
}

const BATCH = 512;

export class Store {
  readonly db: DatabaseSync;
  /** Increased by every write; anything computed at an older revision is stale. */
  revision = 0;
  readonly #remembered = new Map<string, unknown>();
  #rememberedAt = 0;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** Made once until the next write. */
  remembered<T>(key: string, make: () => T): T {
    if (this.#rememberedAt !== this.revision) this.#remembered.clear();
    this.#rememberedAt = this.revision;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known as T;
    const made = make();
    this.#remembered.set(key, made);
    return made;
  }

  prepare(sql: string): StatementSync {
    return prepare(this.db, sql);
  }

  find(customer: string, kind: string, key: string): Entity | undefined {
    return one(
      this.prepare('SELECT * FROM search_entities WHERE customer = ? AND kind = ? AND key = ?').get(
        customer,
        kind,
        key,
      ),
    );
  }

  named(customer: string, kind: string, name: string): Entity[] {
    return this.prepare('SELECT * FROM search_entities WHERE customer = ? AND kind = ? AND name = ? ORDER BY rowid')
      .all(customer, kind, name)
      .map(read);
  }

  children(customer: string, kind: string, parent: string): Entity[] {
    return this.prepare('SELECT * FROM search_entities WHERE customer = ? AND kind = ? AND parent = ? ORDER BY rowid')
      .all(customer, kind, parent)
      .map(read);
  }

  /** Every entity of a kind. */
  *all(customer: string, kind: string, afterRowid = 0): Generator<Entity> {
    const columns = this.#columns<[string, string | null, string, string | null]>('key, parent, doc, delivery');
    for (const [rowid, key, parent, doc, delivery] of columns(customer, kind, afterRowid))
      yield new UnreadEntity({ rowid, customer, kind, key, parent, doc, delivery });
  }

  /** All objects below campaigns that earned traffic: campaign, key and delivery only. */
  *earners(customer: string): Generator<{ campaign: string | null; key: string; delivery: string }> {
    const columns = this.#columns<[string, string | null, string | null]>('key, parent, delivery');
    for (const kind of ['ad_group', 'asset_group'])
      for (const [, key, campaign, delivery] of columns(customer, kind, 0))
        if (delivery !== null) yield { campaign, key, delivery };
  }

  /** The channel of every campaign, by its key. */
  channels(customer: string): Map<string, string> {
    const columns = this.#columns<[string, string]>("key, doc ->> '$.advertising_channel_type'");
    const channels = new Map<string, string>();
    for (const [, key, channel] of columns(customer, 'campaign', 0)) channels.set(key, channel);
    return channels;
  }

  /** Some columns of every entity of a kind, read in batches so that no statement stays open between two of them. */
  #columns<Columns extends unknown[]>(names: string) {
    const page = this.prepare(
      `SELECT rowid, ${names} FROM search_entities
       WHERE customer = ? AND kind = ? AND rowid > ? ORDER BY rowid LIMIT ${BATCH}`,
    );
    page.setReturnArrays(true);
    return function* (customer: string, kind: string, afterRowid: number): Generator<[number, ...Columns]> {
      for (let last = afterRowid; ; ) {
        const rows = page.all(customer, kind, last) as unknown as [number, ...Columns][];
        yield* rows;
        if (rows.length < BATCH) return;
        last = rows.at(-1)![0];
      }
    };
  }

  insert(entity: Omit<Entity, 'rowid'>): void {
    this.revision += 1;
    this.prepare(
      'INSERT INTO search_entities (customer, kind, key, parent, name, doc, delivery) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      entity.customer,
      entity.kind,
      entity.key,
      entity.parent,
      nameOf(entity.doc),
      JSON.stringify(entity.doc),
      deliveryText(entity.delivery),
    );
  }

  save(entity: Entity): void {
    this.revision += 1;
    this.prepare('UPDATE search_entities SET doc = ?, name = ?, parent = ?, delivery = ? WHERE rowid = ?').run(
      JSON.stringify(entity.doc),
      nameOf(entity.doc),
      entity.parent,
      deliveryText(entity.delivery),
      entity.rowid,
    );
  }

  delete(entity: Entity): void {
    this.revision += 1;
    this.prepare('DELETE FROM search_entities WHERE rowid = ?').run(entity.rowid);
  }

  nextId(): number {
    this.prepare("INSERT INTO search_counters VALUES ('id', 0) ON CONFLICT DO NOTHING").run();
    const row = this.prepare("UPDATE search_counters SET value = value + 1 WHERE name = 'id' RETURNING value").get();
    return 21_000_000_000 + Number(row?.value) * 137;
  }
}

function nameOf(doc: Doc): string | null {
  return typeof doc.name === 'string' ? doc.name : null;
}

function deliveryText(delivery: DeliverySpan[]): string | null {
  return delivery.length > 0 ? JSON.stringify(delivery) : null;
}

function one(row: unknown): Entity | undefined {
  return row === undefined ? undefined : read(row);
}

function read(row: unknown): Entity {
  const { doc, ...rest } = row as Row;
  return { ...rest, doc: JSON.parse(doc), delivery: readDelivery(rest.delivery) };
}

function readDelivery(delivery: string | null): DeliverySpan[] {
  return delivery === null ? [] : JSON.parse(delivery);
}

/** An entity whose JSON is parsed only on first access: walks over thousands seldom need it. */
class UnreadEntity implements Entity {
  readonly rowid: number;
  readonly customer: string;
  readonly kind: string;
  readonly key: string;
  readonly parent: string | null;
  readonly delivery: DeliverySpan[];
  readonly #text: string;
  #doc: Doc | undefined;

  constructor({ rowid, customer, kind, key, parent, doc, delivery }: Row) {
    this.rowid = rowid;
    this.customer = customer;
    this.kind = kind;
    this.key = key;
    this.parent = parent;
    this.delivery = readDelivery(delivery);
    this.#text = doc;
  }

  get doc(): Doc {
    this.#doc ??= JSON.parse(this.#text) as Doc;
    return this.#doc;
  }
}
