import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OAuthStore } from '../oauth.ts';
import { prepare } from '../statements.ts';
import type { Kind, Shapes } from './state/shapes.ts';

/** An object of the platform: its id, what it is, under which parents, what it says. */
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

const TABLES = `
CREATE TABLE IF NOT EXISTS video_objects (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  advertiser TEXT, campaign TEXT, adgroup TEXT, data TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS video_objects_advertiser ON video_objects (kind, advertiser, seq);
CREATE INDEX IF NOT EXISTS video_objects_campaign ON video_objects (campaign, kind, seq);
CREATE INDEX IF NOT EXISTS video_objects_adgroup ON video_objects (adgroup, kind, seq);
CREATE TABLE IF NOT EXISTS video_request_ids (advertiser TEXT, request_id TEXT, at INTEGER, PRIMARY KEY (advertiser, request_id));
`;

/** Ids have 19 digits, more than a JavaScript number holds. */
const FIRST_ID = 1_850_000_000_000_000_000n;

interface Row {
  id: string;
  kind: string;
  advertiser: string | null;
  campaign: string | null;
  adgroup: string | null;
  data: string;
}

export class Store {
  readonly db: DatabaseSync;
  readonly tokens: OAuthStore;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.tokens = new OAuthStore(db, 'video');
  }

  createTables(): void {
    this.db.exec(TABLES);
    this.tokens.createTables();
  }

  get isEmpty(): boolean {
    return prepare(this.db, 'SELECT 1 FROM video_objects LIMIT 1').get() === undefined;
  }

  newId(): string {
    const row = prepare(this.db, 'SELECT coalesce(max(seq), 0) AS last FROM video_objects').get() as { last: number };
    return String(FIRST_ID + BigInt(row.last + 1) * 7_919n);
  }

  insert<K extends Kind>(kind: K, links: Links, data: Shapes[K], id = this.newId()): Entity<K> {
    const { advertiser = null, campaign = null, adgroup = null } = links;
    prepare(
      this.db,
      'INSERT INTO video_objects (id, kind, advertiser, campaign, adgroup, data) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(id, kind, advertiser, campaign, adgroup, JSON.stringify(data));
    return { id, kind, links, data };
  }

  save(entity: Entity): void {
    prepare(this.db, 'UPDATE video_objects SET data = ? WHERE id = ?').run(JSON.stringify(entity.data), entity.id);
  }

  find<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    const row = prepare(this.db, 'SELECT * FROM video_objects WHERE id = ? AND kind = ?').get(id, kind);
    return row && toEntity<K>(row as unknown as Row);
  }

  need<K extends Kind>(kind: K, id: string | undefined): Entity<K> {
    const found = this.find(kind, id ?? '');
    if (!found) throw new Error(`the sandbox lost its ${kind} ${id}`);
    return found;
  }

  /** All of a kind under a parent, newest first, as the platform lists them. */
  all<K extends Kind>(kind: K, links: Links = {}): Entity<K>[] {
    const wanted = Object.entries(links).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const where = ['kind = ?', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ');
    const values: SQLInputValue[] = [kind, ...wanted.map(([, value]) => value)];
    return prepare(this.db, `SELECT * FROM video_objects WHERE ${where} ORDER BY seq DESC`)
      .all(...values)
      .map((row) => toEntity<K>(row as unknown as Row));
  }

  /** The living creatives of a Smart+ ad, in the order they were given. */
  creativesOf({ id, links }: Entity<'SmartAd'>): Entity<'Ad'>[] {
    return this.all('Ad', links)
      .filter(({ data }) => data.smart === id && !data.deleted)
      .reverse();
  }

  /** Whether a create with this idempotency key came within the last seconds; remembers it otherwise. */
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

function toEntity<K extends Kind>({ id, kind, advertiser, campaign, adgroup, data }: Row): Entity<K> {
  const links: Links = {
    ...(advertiser !== null && { advertiser }),
    ...(campaign !== null && { campaign }),
    ...(adgroup !== null && { adgroup }),
  };
  return { id, kind: kind as K, links, data: JSON.parse(data) as Shapes[K] };
}
