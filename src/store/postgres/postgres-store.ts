import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import { Failure } from '../../errors.ts';
import { commitsOf } from '../commits.ts';
import { migrate } from '../schema.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Tables } from '../tables.ts';
import { WriteLock } from '../write-lock.ts';
import { isUnfinished } from './copy-store.ts';
import { TurnTakingDialect } from './dialect.ts';
import { NamedLocks } from './locks.ts';
import { openPool, PreparingPool } from './pool.ts';

export interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** Called when the store is first filled. */
  mayBeUnfinished?: boolean;
  /** How many transactions may share a commit. */
  turnsMax?: number;
}

/** Opens the store in a PostgreSQL database, bringing its schema up to date. Other processes may have it open. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  await bringUpToDate(options.url);
  const lock = new WriteLock();
  const pool = openPool(options);
  const db = new Kysely<Tables>({
    dialect: new TurnTakingDialect(new PreparingPool(pool, lock)),
    // `in ()` is an error here; in SQLite nothing is in it.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  if (!options.mayBeUnfinished && (await isUnfinished(db as never))) {
    await db.destroy();
    throw unfinished();
  }
  const { finished, ...commits } = commitsOf(db, lock, options.turnsMax);
  const locks = new NamedLocks(pool);
  return {
    kind: 'postgres',
    db,
    ...commits,
    version: () => undefined,
    alone: (name, work, { waitMs = 0 } = {}) => locks.alone(name, work, waitMs),
    backup: () => Promise.reject(backupElsewhere()),
    async close() {
      await finished();
      await db.destroy();
      // Kysely ends the pool only when it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

/** On connections of its own: a migration may take longer than any call may. Kysely has starting processes take turns. */
async function bringUpToDate(url: string): Promise<void> {
  const pool = openPool({ url, connectionsMax: 2, statementTimeoutMs: 0 });
  const db = new Kysely<Tables>({ dialect: new TurnTakingDialect(new PreparingPool(pool, new WriteLock())) });
  try {
    await migrate(db);
  } catch (error) {
    throw error instanceof StoreUnavailable ? unreachable(error) : notUpToDate(error);
  } finally {
    await db.destroy();
  }
}

function unreachable(error: StoreUnavailable): Failure {
  const why = error.cause instanceof Error ? error.cause.message : '';
  return new Failure({
    code: 'upstream_unavailable',
    message: `The database of ADHELM_DATABASE_URL cannot be reached${why && ` (${why})`}.`,
    nextStep: 'Check that it runs, and its address, user and password. Nothing was changed.',
    retryable: true,
    cause: error,
  });
}

function notUpToDate(cause: unknown): Error {
  return new Error('The database of ADHELM_DATABASE_URL could not be brought up to date', { cause });
}

function unfinished(): Failure {
  return new Failure({
    code: 'conflict',
    message: 'A copy into the database of ADHELM_DATABASE_URL was begun and is not finished.',
    nextStep: 'Run adhelm migrate-store again: it goes on where it was cut off. Nothing was changed.',
  });
}

function backupElsewhere(): Failure {
  return new Failure({
    code: 'unsupported',
    message: 'The store is a PostgreSQL database, which has its own tools for backups.',
    nextStep: 'Use pg_dump or your provider’s snapshots (docs/operations/postgresql.md). Nothing was written.',
  });
}
