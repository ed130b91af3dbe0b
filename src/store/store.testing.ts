import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { openStoreAt, type StorePlace } from './open-store.ts';
import { temporaryDatabase } from './postgres/cluster.testing.ts';
import type { Store } from './store.ts';

export interface TemporaryStore extends Store {
  readonly folder: string;
  readonly file: string;
  readonly place: StorePlace;
  /** Opens the same store once more, as another process would. */
  reopen(): Promise<Store>;
  /** Whether the text occurs unencrypted anywhere in what is stored. */
  holds(text: string): Promise<boolean>;
  /** Closes the store and deletes its folder. */
  discard(): Promise<void>;
}

/** The store under test. The suites listed in vitest.config.ts run a second time on PostgreSQL. */
export const storeUnderTest: Store['kind'] = process.env.TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

/** A real store on disk for one test. */
export async function temporaryStore(kind = storeUnderTest): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-store-'));
  const file = join(folder, 'adhelm.db');
  const url = kind === 'postgres' ? await temporaryDatabase() : '';
  const place = { file, url, connectionsMax: 4 };
  const reopen = () => openStoreAt(place);
  const store = await reopen();
  return {
    ...store,
    folder,
    file,
    place,
    reopen,
    holds: (text) => (kind === 'postgres' ? rowsHold(store, text) : filesHold(file, text)),
    async discard() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function filesHold(file: string, text: string): Promise<boolean> {
  return ['', '-wal'].some((suffix) => existsSync(file + suffix) && readFileSync(file + suffix).includes(text));
}

/** Bytes are shown as hex. */
async function rowsHold({ db }: Store, text: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    if (rows.some(({ row }) => row.includes(text) || row.includes(Buffer.from(text).toString('hex')))) return true;
  }
  return false;
}

/** An organization with one workspace in it. */
export async function seedWorkspace(
  store: Store,
  name = 'Acme',
): Promise<{ organizationId: string; workspaceId: string }> {
  const suffix = randomBytes(6).toString('hex');
  const organizationId = `org_${suffix}`;
  const workspaceId = `ws_${suffix}`;
  const created_at = 0;
  await store.db.insertInto('organizations').values({ id: organizationId, name, created_at }).execute();
  await store.db
    .insertInto('workspaces')
    .values({ id: workspaceId, organization_id: organizationId, name, currency: 'USD', created_at, archived_at: null })
    .execute();
  return { organizationId, workspaceId };
}

/** TypeScript in a process of its own; its imports `store/…`, `audit/…` are folders of `src`. */
export function spawnScript(script: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const source = new URL('..', import.meta.url).href;
  const resolved = script.replaceAll(/from '(?=[a-z])(?!node:)/g, `from '${source}`);
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', resolved, ...args]);
}

/** The output of a script; rejects when the script failed. */
export async function outputOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (exitCode !== 0) throw new Error(`script ended with ${exitCode}: ${stderr}`);
  return stdout;
}
