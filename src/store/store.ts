import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { Failure } from '../errors.ts';
import { commitsOf } from './commits.ts';
import { migrate, type Readiness } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import type { WriteTogether } from './write-group.ts';
import { WriteLock } from './write-lock.ts';

export interface Store {
  /** For libraries that have to know the database; our own code is the same for both. */
  readonly kind: 'sqlite' | 'postgres';
  /** Reads never wait for an open transaction and never see inside one. */
  readonly db: Kysely<Tables>;
  /**
   * Durable when it resolves. Keep it short: writers take turns, and several may share a commit. In `work`, write through
   * `tx` only, and read through it what another may have written just before: `db` sees that when it is committed.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Gathers items of the transactions that share a commit: before the commit, `write` gets the items of all. Those of a
   * transaction that failed are taken out.
   */
  gather<Item>(write: WriteTogether<Item>): (item: Item) => void;
  /** A number that changes with every commit, of this or another process; undefined where that cannot be told. */
  version(): number | undefined;
  /** Called after every commit, of one transaction or of several together. */
  onCommit(listener: () => void): void;
  ready(): Promise<Readiness>;
  /**
   * Work that one of the processes that share the store does at a time; false when another was still doing it after
   * `waitMs`. A store in a data folder has one service anyway.
   */
  alone(name: string, work: () => Promise<unknown>, options?: { waitMs?: number }): Promise<boolean>;
  /** A consistent copy of a store in use. Refuses to overwrite. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

interface StoreFile {
  file: string;
  /** How many transactions may share a commit. */
  turnsMax?: number;
}

/** Opens the store in `file`, making its folder and bringing its schema up to date. Other processes may have it open. */
export async function openStore(options: StoreFile): Promise<Store> {
  createPrivately(options.file);
  const lock = new WriteLock();
  const dialect = new NodeSqliteDialect({ file: options.file, lock });
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw new Error(`The store ${options.file} could not be brought up to date`, { cause: error });
  }
  const { finished, ...commits } = commitsOf(db, lock, options.turnsMax);
  return {
    kind: 'sqlite',
    db,
    ...commits,
    version: () => dialect.version(),
    alone: async (_name, work) => {
      await work();
      return true;
    },
    backup: (file) => backup(db, file),
    async close() {
      await finished();
      await closeAfterWrites(db, lock);
    },
  };
}

/** Statements and transactions that are under way may finish. */
async function closeAfterWrites(db: Kysely<Tables>, lock: WriteLock): Promise<void> {
  const release = await lock.acquire();
  await db.destroy();
  release();
}

/** SQLite gives its side files the mode of the database file. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** `vacuum into` copies one snapshot while others write. The copy gets its final name when it is whole and on disk. */
async function backup(db: Kysely<Tables>, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new Failure({
      code: 'conflict',
      message: `${file} exists already.`,
      nextStep: 'Name a file that does not exist yet. Nothing was written.',
    });
  }
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  createPrivately(unfinished);
  try {
    await sql`vacuum into ${unfinished}`.execute(db);
    syncToDisk(unfinished);
    renameSync(unfinished, file);
    if (process.platform !== 'win32') syncToDisk(dirname(file), 'r');
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function syncToDisk(path: string, flags = 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
