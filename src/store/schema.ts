import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import type { WriteProbe } from './write-probe.ts';

export interface Readiness {
  ok: boolean;
  pendingMigrations: number;
  /** False on a full or read-only disk: nothing can be recorded then, so nothing is done. */
  writable: boolean;
}

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

export async function readiness(db: Kysely<Tables>, probe: WriteProbe): Promise<Readiness> {
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
