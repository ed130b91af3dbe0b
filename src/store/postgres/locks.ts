import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { asStoreError } from './errors.ts';

/** Advisory locks are numbers that a whole database shares: the first of the two says that they are ours. */
const OURS = 0x4144484c;
const ASKED_EVERY_MS = 50;

export function lockKey(name: string): [number, number] {
  return [OURS, crc32(name) | 0];
}

/**
 * Work that one process at a time does. One database session holds all locks of this process, however many there are: with a
 * connection for each, calls that hold locks could use up the pool they need to finish. The locks end with the session, and
 * so with the process.
 */
export class NamedLocks {
  readonly #pool: Pool;
  /** PostgreSQL grants a session again what it holds already, so names held here are refused here. */
  readonly #held = new Set<number>();
  #session: Promise<PoolClient> | undefined;
  #open: PoolClient | undefined;
  #users = 0;
  /** A connection takes one query at a time. */
  #lastQuery: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** False when another held the lock for all of `waitMs`; `work` was not begun then. */
  async alone(name: string, work: () => Promise<unknown>, waitMs: number): Promise<boolean> {
    const key = lockKey(name);
    this.#users += 1;
    try {
      const session = await this.#connected();
      for (let waitedMs = 0; !(await this.#take(session, key)); waitedMs += ASKED_EVERY_MS) {
        if (waitedMs >= waitMs) return false;
        await setTimeout(ASKED_EVERY_MS);
      }
      try {
        await work();
      } finally {
        await this.#giveBack(session, key);
      }
      return true;
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#leave(false);
    }
  }

  #connected(): Promise<PoolClient> {
    this.#session ??= this.#pool.connect().then(
      (client) => (this.#open = client),
      (error: unknown) => {
        this.#session = undefined;
        throw asStoreError(error);
      },
    );
    return this.#session;
  }

  async #take(session: PoolClient, key: [number, number]): Promise<boolean> {
    if (this.#held.has(key[1])) return false;
    this.#held.add(key[1]);
    try {
      const isMine = await this.#ask(session, 'select pg_try_advisory_lock($1, $2) as done', key);
      if (!isMine) this.#held.delete(key[1]);
      return isMine;
    } catch (error) {
      this.#held.delete(key[1]);
      if (this.#open === session) this.#leave(true);
      throw asStoreError(error);
    }
  }

  /** When the session is gone, so is the lock. */
  async #giveBack(session: PoolClient, key: [number, number]): Promise<void> {
    await this.#ask(session, 'select pg_advisory_unlock($1, $2) as done', key).catch(() => {
      if (this.#open === session) this.#leave(true);
    });
    this.#held.delete(key[1]);
  }

  #ask(session: PoolClient, sql: string, key: [number, number]): Promise<boolean> {
    const asked = this.#lastQuery.then(() => session.query(sql, key)).then(({ rows }) => rows[0].done as boolean);
    this.#lastQuery = asked.catch(() => {});
    return asked;
  }

  /** Gives the connection back to the pool; a broken one is closed. */
  #leave(isBroken: boolean): void {
    const client = this.#open;
    this.#session = undefined;
    this.#open = undefined;
    client?.release(isBroken);
  }
}
