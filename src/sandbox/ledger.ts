import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Effect } from './emulator.ts';

export interface LedgerRow extends Effect {
  seq: number;
  /** The sandbox's time, ISO 8601. */
  at: string;
  platform: string;
  request_id?: string;
}

export interface LedgerFilter {
  platform?: string;
  kind?: string;
  resource?: string;
  id?: string;
  account?: string;
  /** Only rows after this `seq`, which never jumps as the clock may. */
  since?: number;
  limit?: number;
}

/** Every change made on a platform, in order. Tests read it to see whether a create happened twice. */
export class Ledger {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`CREATE TABLE IF NOT EXISTS sandbox_ledger (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, platform TEXT NOT NULL, kind TEXT NOT NULL,
      resource TEXT NOT NULL, id TEXT NOT NULL, account TEXT, detail TEXT, request_id TEXT)`);
  }

  /** Call it inside the transaction of the change. */
  write(effect: Effect, context: { at: number; platform: string; requestId: string | undefined }): void {
    this.#db
      .prepare(
        'INSERT INTO sandbox_ledger (at, platform, kind, resource, id, account, detail, request_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        context.at,
        context.platform,
        effect.kind,
        effect.resource,
        effect.id,
        effect.account ?? null,
        effect.detail === undefined ? null : JSON.stringify(effect.detail),
        context.requestId ?? null,
      );
  }

  read({ since = 0, limit = 10_000, ...equal }: LedgerFilter = {}): LedgerRow[] {
    const wanted = Object.entries(equal).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const where = ['seq > ?', ...wanted.map(([column]) => `${column} = ?`)].join(' AND ');
    const values: SQLInputValue[] = [since, ...wanted.map(([, value]) => value), limit];
    return this.#db
      .prepare(`SELECT * FROM sandbox_ledger WHERE ${where} ORDER BY seq LIMIT ?`)
      .all(...values)
      .map(toRow);
  }

  clear(): void {
    this.#db.exec('DELETE FROM sandbox_ledger');
  }
}

function toRow(row: Record<string, unknown>): LedgerRow {
  return {
    seq: Number(row.seq),
    at: new Date(Number(row.at)).toISOString(),
    platform: String(row.platform),
    kind: row.kind as Effect['kind'],
    resource: String(row.resource),
    id: String(row.id),
    ...(row.account !== null && { account: String(row.account) }),
    ...(row.detail !== null && { detail: JSON.parse(String(row.detail)) }),
    ...(row.request_id !== null && { request_id: String(row.request_id) }),
  };
}
