import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

/** Raise it when tables change: a file with another layout is emptied and seeded again. */
const LAYOUT = 6;

export function openFile(file: string, contents?: Uint8Array): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: 5_000 });
  if (contents) db.deserialize(contents);
  // FULL, so that an answered change survives kill -9 and a power cut, as on a real platform.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  inTransaction(db, () => {
    if (db.prepare('PRAGMA user_version').get()?.user_version === LAYOUT) return;
    // A wrong path must not empty another program's database.
    const known = tables(db);
    if (known.length > 0 && !known.some(({ name }) => name === 'sandbox_ledger'))
      throw new Error(`${file} is a database of something else; give the sandbox a file of its own`);
    for (const { type, name } of known) db.exec(`DROP ${type} IF EXISTS "${name}"`);
    db.exec(`PRAGMA user_version = ${LAYOUT}`);
  });
  return db;
}

/** Drops the platforms' tables and calls `refill`, in one transaction, so that no request sees them empty. */
export function startOver(db: DatabaseSync, platforms: readonly string[], refill: () => void): void {
  // Tables with foreign keys could not be dropped one by one, and the pragma has no effect inside a transaction.
  db.exec('PRAGMA foreign_keys = OFF');
  try {
    inTransaction(db, () => {
      for (const { type, name } of tables(db))
        if (platforms.some((platform) => name.startsWith(`${platform}_`))) db.exec(`DROP ${type} IF EXISTS "${name}"`);
      refill();
    });
  } finally {
    db.exec('PRAGMA foreign_keys = ON');
  }
}

/** Whether the file has never been filled, or was emptied because its layout was another one. */
export function isEmpty(db: DatabaseSync): boolean {
  return tables(db).length === 0;
}

function tables(db: DatabaseSync): { type: string; name: string }[] {
  return db
    .prepare(
      `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .map(({ type, name }) => ({ type: String(type), name: String(name) }));
}
