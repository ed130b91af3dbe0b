import type { DatabaseSync, StatementSync } from 'node:sqlite';

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
 * A statement of a file, prepared once: preparing costs more than running. Not for `iterate`, where two readers of one
 * statement would disturb each other.
 */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  let statements = prepared.get(db);
  if (!statements) {
    statements = new Map();
    prepared.set(db, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
