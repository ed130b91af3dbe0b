import { existsSync } from 'node:fs';
import { realAmbient } from '../ambient.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { Failure } from '../errors.ts';
import { openHome, storeFile } from '../home.ts';
import { openStore } from '../store/store.ts';
import { type Command, type Given, UsageError } from './command.ts';
import { requireUsableFolder } from './data-folder.ts';
import { progressBar } from './progress-bar.ts';
import { table } from './table.ts';

export const migrateStore: Command = {
  name: 'migrate-store',
  summary:
    'Copies what the data folder holds into the empty PostgreSQL database of ADHELM_DATABASE_URL, compares every row and checks the audit log there. The service must not be running. What was cut off goes on where it was.',
  async run(given) {
    const { settings } = given;
    if (settings.databaseUrl === '')
      throw new UsageError('migrate-store takes the database to fill from ADHELM_DATABASE_URL, which is not set.');
    if (!existsSync(storeFile(settings)))
      throw new UsageError(`There is no store in the data folder ${settings.data}. Name another with --data.`);
    requireUsableFolder(settings);
    const lock = lockDataFolder(settings.data);
    try {
      return await migrate(given);
    } finally {
      lock.release();
    }
  },
};

async function migrate({ settings, json, print }: Given): Promise<number> {
  const { copyStore } = await import('../store/postgres/copy-store.ts');
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
  const bar = json ? undefined : progressBar();
  const source = await openStore({ file: storeFile(settings) });
  const target = await openPostgresStore({ url: settings.databaseUrl, connectionsMax: 2, mayBeUnfinished: true });
  const tables = await copyStore(source, target, ({ table, step, rowsDone, rowsTotal }) =>
    bar?.show(rowsDone, rowsTotal, `${step} ${table}`),
  ).finally(async () => {
    bar?.end();
    await target.close();
    await source.close();
  });
  const entries = await checkedEntries(settings);
  if (json) print(JSON.stringify({ tables, audit: { ok: true, entries } }));
  else
    print(
      [
        table(
          ['table', 'rows', 'checksum, the same on both sides'],
          tables.map((one) => [one.table, String(one.rows), one.checksum]),
        ),
        '',
        `The audit log is unbroken there: ${entries} entries.`,
        'Start the service with the same ADHELM_DATABASE_URL and the same master key. The data folder was not changed.',
      ].join('\n'),
    );
  return 0;
}

async function checkedEntries(settings: Given['settings']): Promise<number> {
  const home = await openHome(settings, realAmbient);
  const { ok, entries, firstBroken } = await home.audit.verify().finally(() => home.close());
  if (ok) return entries;
  throw new Failure({
    code: 'conflict',
    message: `Every row was copied, but the audit log is broken at entry ${firstBroken?.seq}: ${firstBroken?.why}.`,
    nextStep: 'adhelm audit verify without ADHELM_DATABASE_URL says whether it was before. Compare with a backup.',
  });
}
