import type { DatabaseSync } from 'node:sqlite';
import { HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { prepare } from '../../statements.ts';

/** A second event of the same source, name and id is dropped for so long. */
const DEDUP_MS = 48 * HOUR_MS;
/** So soon after the first, the second still fills in what the first lacked. */
const MERGE_MS = 5 * MINUTE_MS;

/** The ad an event is credited to, and when the person saw or clicked it. */
export interface Credit {
  ad: string;
  clicked: number;
}

/** An event as it is kept: which user keys it had, never their values. */
export interface KeptEvent {
  advertiser: string;
  source: string;
  source_id: string;
  event: string;
  event_id: string;
  received: number;
  happened: number;
  keys: readonly string[];
  value: number | undefined;
  currency: string | undefined;
  credit: Credit | undefined;
}

interface Row {
  seq: number;
  advertiser: string;
  source: string;
  source_id: string;
  event: string;
  event_id: string;
  received: number;
  happened: number;
  keys: string;
  value: number | null;
  currency: string | null;
  ad: string | null;
  clicked: number | null;
}

/** The events that `event/track` counted. */
export class EventLog {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  create(): void {
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS video_events (
        seq INTEGER PRIMARY KEY, advertiser TEXT NOT NULL, source TEXT NOT NULL, source_id TEXT NOT NULL, event TEXT NOT NULL,
        event_id TEXT NOT NULL, received INTEGER NOT NULL, happened INTEGER NOT NULL, keys TEXT NOT NULL, value REAL,
        currency TEXT, ad TEXT, clicked INTEGER) STRICT;
      CREATE INDEX IF NOT EXISTS video_events_key ON video_events (source_id, event, event_id, received);
      CREATE INDEX IF NOT EXISTS video_events_of ON video_events (advertiser, source_id);`);
  }

  /** Counts an event once in 48 hours; an event without an id is always counted. */
  take(event: KeptEvent): 'counted' | 'merged' | 'dropped' {
    const first = event.event_id === '' ? undefined : this.#first(event);
    if (!first) {
      this.#insert(event);
      return 'counted';
    }
    if (event.received - first.received > MERGE_MS) return 'dropped';
    this.#fillIn(first, event);
    return 'merged';
  }

  of(advertiser: string): KeptEvent[] {
    const rows = prepare(this.#db, 'SELECT * FROM video_events WHERE advertiser = ? ORDER BY seq').all(advertiser);
    return rows.map((row) => keptIn(row as unknown as Row));
  }

  #first({ source_id, event, event_id, received }: KeptEvent): Row | undefined {
    return prepare(
      this.#db,
      'SELECT * FROM video_events WHERE source_id = ? AND event = ? AND event_id = ? AND received > ? ORDER BY seq LIMIT 1',
    ).get(source_id, event, event_id, received - DEDUP_MS) as Row | undefined;
  }

  #insert({ credit, keys, value, currency, ...facts }: KeptEvent): void {
    const row = {
      ...facts,
      keys: JSON.stringify(keys),
      value: value ?? null,
      currency: currency ?? null,
      ad: credit?.ad ?? null,
      clicked: credit?.clicked ?? null,
    };
    const names = Object.keys(row);
    prepare(this.#db, `INSERT INTO video_events (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    );
  }

  #fillIn(first: Row, { keys, value, currency, credit }: KeptEvent): void {
    const all = [...new Set([...JSON.parse(first.keys), ...keys])];
    prepare(
      this.#db,
      `UPDATE video_events SET keys = ?, value = coalesce(value, ?), currency = coalesce(currency, ?), ad = coalesce(ad, ?),
        clicked = coalesce(clicked, ?) WHERE seq = ?`,
    ).run(JSON.stringify(all), value ?? null, currency ?? null, credit?.ad ?? null, credit?.clicked ?? null, first.seq);
  }
}

function keptIn({ seq: _, ad, clicked, keys, value, currency, ...facts }: Row): KeptEvent {
  return {
    ...facts,
    keys: JSON.parse(keys),
    value: value ?? undefined,
    currency: currency ?? undefined,
    credit: ad === null || clicked === null ? undefined : { ad, clicked },
  };
}
