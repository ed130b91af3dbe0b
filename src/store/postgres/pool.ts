import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { WriteLock } from '../write-lock.ts';
import { asStoreError, isOutdatedStatement } from './errors.ts';

export interface PoolOptions {
  url: string;
  connectionsMax: number;
  /** None for migrations: a large table takes as long as it takes. */
  statementTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long one process may keep the others from writing: a stopped one loses its transaction. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const LOCK_TIMEOUT_MS = 20_000;
/** A database that did not answer a moment ago is not asked again by every call. */
const ASKED_AGAIN_AFTER_MS = 500;
const STATEMENTS_KEPT = 256;

export function openPool({ url, connectionsMax, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'adhelm',
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      // Finds connections that died without a word.
      query_timeout: statementTimeoutMs + CONNECT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
    // A write is acknowledged when it is on disk, even where the server's default is to acknowledge earlier.
    options: '-c synchronous_commit=on',
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks is replaced. The query that used it, or got none, rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const NUMERIC: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

/** Counts, times and sums as numbers, as SQLite gives them: all of ours are below 2⁵³. */
const parserOf: typeof types.getTypeParser = (oid, format) =>
  NUMERIC.includes(oid) ? safeNumber : types.getTypeParser(oid, format);

function safeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new Error(`${text} is too large a number`);
  return number;
}

/** A pool as Kysely takes it: statements are prepared once a connection, and errors say when the database cannot be reached. */
export class PreparingPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #lock: WriteLock;
  readonly #names = new Map<string, string>();
  #generation = 0;
  #away: { until: number; why: unknown } | undefined;

  constructor(pool: Pool, lock: WriteLock) {
    this.#pool = pool;
    this.#lock = lock;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    // A second connection inside a transaction is for reading committed data, and for nothing else.
    const isBeside = this.#lock.isHeldHere;
    const { asker } = this.#lock;
    const client = await this.#reach();
    return {
      query: async <R>(sql: string, parameters: readonly unknown[]) => {
        if (isBeside && !/^\s*(?:select|with)\b/i.test(sql)) this.#lock.refuseSecond();
        if (this.#lock.asker !== asker) this.#lock.refuseAfterwards();
        return this.#query<R>(client, sql, parameters);
      },
      release: (discard?: boolean) => client.release(discard),
    } as PostgresPoolClient;
  }

  async end(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #reach(): Promise<PoolClient> {
    if (this.#away && performance.now() < this.#away.until) throw new StoreUnavailable(this.#away.why);
    try {
      const client = await this.#pool.connect();
      this.#away = undefined;
      return client;
    } catch (error) {
      if (this.#pool.totalCount < this.#pool.options.max)
        this.#away = { until: performance.now() + ASKED_AGAIN_AFTER_MS, why: error };
      throw asStoreError(error);
    }
  }

  async #query<R>(client: PoolClient, sql: string, given: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const values = given.map(withoutNul);
    const ask = (name: string | undefined) => client.query({ text: sql, values, ...(name !== undefined && { name }) });
    try {
      return (await ask(this.#nameOf(sql))) as PostgresQueryResult<R>;
    } catch (error) {
      if (!isOutdatedStatement(error)) throw asStoreError(error);
      this.#names.clear();
      this.#generation++;
      // In a transaction this fails, as all its statements do from here on.
      return (await ask(undefined)) as PostgresQueryResult<R>;
    }
  }

  /** The statements seen first keep their names: those of every call are among them. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS_KEPT) return known;
    const name = `s${this.#generation}_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

/** PostgreSQL has no room for it in a text. Nothing of ours holds one, so nothing is found by it either. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;
}
