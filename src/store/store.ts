import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Failure } from '../errors.ts';
import { migrations } from './migrations.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { WriteLock } from './write-lock.ts';
import { WriteProbe } from './write-probe.ts';

export interface Store {
  /** Reads never wait for an open transaction and never see inside one. */
  readonly db: Kysely<Tables>;
  /** Durable when it resolves. Keep it short: writers take turns. In `work`, write through `tx` only. */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  ready(): Promise<Readiness>;
  /** A consistent copy of a store in use. Refuses to overwrite. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

interface Readiness {
  ok: boolean;
  pendingMigrations: number;
  /** False on a full or read-only disk: then nothing can be recorded, hence nothing done. */
  writable: boolean;
}

/** Opens the store in `file`, making its folder and bringing its schema up to date. Other processes may have it open. */
export async function openStore(options: { file: string }): Promise<Store> {
  createPrivately(options.file);
  const lock = new WriteLock();
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ file: options.file, lock }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw new Error(`The store ${options.file} could not be brought up to date`, { cause: error });
  }
  const probe = new WriteProbe(db);
  return {
    db,
    async transaction(work) {
      try {
        return await lock.holder(() => db.transaction().execute(work));
      } catch (error) {
        probe.forget();
        throw error;
      }
    },
    ready: () => readiness(db, probe),
    backup: (file) => backup(db, file),
    close: () => closeAfterWrites(db, lock),
  };
}

/** Whoever is in the middle of a transaction may finish it. */
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

async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function readiness(db: Kysely<Tables>, probe: WriteProbe): Promise<Readiness> {
  try {
    const applied = await db.selectFrom('kysely_migration').select('name').execute();
    const names = new Set(applied.map((row) => row.name));
    const pendingMigrations = Object.keys(migrations).filter((name) => !names.has(name)).length;
    const writable = await probe.isWritable();
    return { ok: pendingMigrations === 0 && writable, pendingMigrations, writable };
  } catch {
    return { ok: false, pendingMigrations: Object.keys(migrations).length, writable: false };
  }
}

/** `vacuum into` reads one snapshot, whatever is being written meanwhile; under its final name only when it is whole and on disk. */
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
