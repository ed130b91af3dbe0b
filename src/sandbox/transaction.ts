import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in a transaction, or in a savepoint inside another one, so that a caught failure undoes only its own work. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  const nested = db.isTransaction;
  db.exec(nested ? 'SAVEPOINT step' : 'BEGIN IMMEDIATE');
  try {
    const result = work();
    if (result instanceof Promise) throw new TypeError('a transaction must be synchronous: it was given a promise');
    db.exec(nested ? 'RELEASE step' : 'COMMIT');
    return result;
  } catch (error) {
    // SQLite may already have rolled back by itself, for instance on a full disk.
    if (db.isTransaction) db.exec(nested ? 'ROLLBACK TO step; RELEASE step' : 'ROLLBACK');
    throw error;
  }
}

class Undone<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('undone on purpose');
    this.result = result;
  }
}

/** Runs `work`, returns its result and rolls it back. */
export function withoutTrace<T>(db: DatabaseSync, work: () => T): T {
  try {
    return inTransaction(db, () => {
      throw new Undone(work());
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}
