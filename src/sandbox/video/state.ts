import type { DatabaseSync } from 'node:sqlite';
import { OAuthStore } from '../oauth.ts';
import { ObjectTable } from '../object-table.ts';
import { prepare } from '../statements.ts';
import { EventLog } from './state/event-log.ts';
import type { Kind, Shapes } from './state/shapes.ts';

/** A stored object: its id, kind, parents and fields. */
export interface Entity<K extends Kind = Kind> {
  readonly id: string;
  readonly kind: K;
  readonly links: Links;
  data: Shapes[K];
}

export interface Links {
  advertiser?: string;
  campaign?: string;
  adgroup?: string;
}

const REQUEST_IDS = `
CREATE TABLE IF NOT EXISTS video_request_ids (advertiser TEXT, request_id TEXT, at INTEGER, PRIMARY KEY (advertiser, request_id));
`;

/** Ids have 19 digits, more than a JavaScript number holds. */
const FIRST_ID = 1_850_000_000_000_000_000n;

export class Store {
  readonly db: DatabaseSync;
  readonly tokens: OAuthStore;
  readonly events: EventLog;
  readonly #objects: ObjectTable<keyof Links>;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.tokens = new OAuthStore(db, 'video');
    this.events = new EventLog(db);
    this.#objects = new ObjectTable(db, 'video_objects', ['advertiser', 'campaign', 'adgroup']);
  }

  createTables(): void {
    this.#objects.create();
    this.db.exec(REQUEST_IDS);
    this.tokens.createTables();
    this.events.create();
  }

  get isEmpty(): boolean {
    return this.#objects.isEmpty;
  }

  newId(): string {
    return String(FIRST_ID + BigInt(this.#objects.last + 1) * 7_919n);
  }

  insert<K extends Kind>(kind: K, links: Links, data: Shapes[K], id = this.newId()): Entity<K> {
    this.#objects.insert({ kind, id, links, data });
    return { id, kind, links, data };
  }

  save(entity: Entity): void {
    this.#objects.save(entity);
  }

  remove({ kind, id }: Entity): void {
    this.#objects.remove(kind, id);
  }

  find<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    return this.#objects.find(kind, id) as Entity<K> | undefined;
  }

  need<K extends Kind>(kind: K, id: string | undefined): Entity<K> {
    const found = this.find(kind, id ?? '');
    if (!found) throw new Error(`the sandbox lost its ${kind} ${id}`);
    return found;
  }

  /** All of a kind under a parent, newest first, as the platform lists them. */
  all<K extends Kind>(kind: K, links: Links = {}): Entity<K>[] {
    return this.#objects.list(kind, links).reverse() as Entity<K>[];
  }

  /** The living creatives of a Smart+ ad, in the order they were given. */
  creativesOf({ id, links }: Entity<'SmartAd'>): Entity<'Ad'>[] {
    return this.all('Ad', links)
      .filter(({ data }) => data.smart === id && !data.deleted)
      .reverse();
  }

  /** Whether a create with this idempotency key came within the last seconds. A new key is stored. */
  isRepeated(advertiser: string, requestId: string, now: number, windowMs: number): boolean {
    const row = prepare(this.db, 'SELECT at FROM video_request_ids WHERE advertiser = ? AND request_id = ?').get(
      advertiser,
      requestId,
    ) as { at: number } | undefined;
    if (row && now - row.at < windowMs) return true;
    prepare(this.db, 'INSERT OR REPLACE INTO video_request_ids VALUES (?, ?, ?)').run(advertiser, requestId, now);
    return false;
  }
}
