import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { WriteLock } from './write-lock.ts';

const STATEMENTS_KEPT = 256;
const DATA_VERSION = CompiledQuery.raw('pragma data_version');
const BUSY_WAIT_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const BUSY_TRIES = BUSY_WAIT_MS / BUSY_PAUSE_MS;

/**
 * Kysely on Node's own SQLite (Kysely's dialect is for better-sqlite3). Two handles on one WAL file: writes and
 * transactions take turns on the first; reads outside a transaction use the second and wait for no writer.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;
  readonly #lock: WriteLock;
  #driver: NodeSqliteDriver | undefined;

  constructor(options: { file: string; lock: WriteLock }) {
    this.#file = options.file;
    this.#lock = options.lock;
  }

  createDriver(): Driver {
    this.#driver = new NodeSqliteDriver(this.#file, this.#lock);
    return this.#driver;
  }

  /** A number that changes with every commit, of this or another process. */
  version(): number | undefined {
    return this.#driver?.version();
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Writers take turns here, so Kysely need not lock. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite does have it, and `begin immediate` then keeps two starting processes from migrating at once. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #lock: WriteLock;
  #writer!: Handle;
  #reader!: Handle;

  constructor(file: string, lock: WriteLock) {
    this.#file = file;
    this.#lock = lock;
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#file);
    this.#reader = new Handle(this.#file);
    this.#reader.exec('pragma query_only = on');
    this.#writer.exec('pragma busy_timeout = 0');
  }

  version(): number {
    return this.#reader.run<{ data_version: number }>(DATA_VERSION).rows[0]!.data_version;
  }

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#writer, this.#reader, this.#lock);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as NodeSqliteConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as NodeSqliteConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as NodeSqliteConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #writer: Handle;
  readonly #reader: Handle;
  readonly #lock: WriteLock;
  #release: (() => void) | undefined;
  /**
   * The error that made SQLite roll back by itself, as a full disk does: a further statement would be a transaction of
   * its own.
   */
  #lostBy: unknown;

  constructor(writer: Handle, reader: Handle, lock: WriteLock) {
    this.#writer = writer;
    this.#reader = reader;
    this.#lock = lock;
  }

  /** `immediate`, because a transaction that starts by reading could otherwise fail when it comes to write. */
  async begin(): Promise<void> {
    const release = await this.#lock.acquire();
    try {
      await whenFree(() => this.#writer.exec('begin immediate'));
      this.#release = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  commit(): void {
    if (this.#lostBy !== undefined) throw this.#lostBy;
    this.#writer.exec('commit');
    this.#end();
  }

  rollback(): void {
    try {
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } finally {
      this.#end();
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return this.#runInside(query);
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query);
    const release = await this.#lock.acquire();
    try {
      return await whenFree(() => this.#writer.run<R>(query));
    } finally {
      release();
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read in pages: an open cursor would hold back the write-ahead log');
  }

  #runInside<R>(query: CompiledQuery): QueryResult<R> {
    if (this.#lostBy !== undefined) throw this.#lostBy;
    this.#lock.refuseAfterwards();
    try {
      return this.#writer.run(query);
    } catch (error) {
      if (!this.#writer.inTransaction) this.#lostBy = error;
      throw error;
    }
  }

  #end(): void {
    this.#release?.();
    this.#release = undefined;
    this.#lostBy = undefined;
  }
}

/** Waits for a writer in another process. SQLite's own waiting would block this whole process. */
async function whenFree<T>(attempt: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || tries === BUSY_TRIES) throw error;
      await setTimeout(BUSY_PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && (code & 0xff) === SQLITE_BUSY;
}

/** One SQLite connection and its prepared statements. */
class Handle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_WAIT_MS, enableForeignKeyConstraints: true });
    this.exec('pragma journal_mode = wal');
    this.exec('pragma synchronous = full');
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= STATEMENTS_KEPT && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
