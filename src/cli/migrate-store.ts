import { existsSync, readdirSync } from 'node:fs';
import { realAmbient } from '../ambient.ts';
import type { Settings } from '../config.ts';
import { Failure } from '../errors.ts';
import { filesFolder, sheetsFolder, storeFile } from '../process/data-files.ts';
import { lockDataFolder } from '../process/data-folder-lock.ts';
import { openHome } from '../process/home.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import { idsIn, pathIn } from '../sheets/files/stored-files.ts';
import { piecesOf } from '../sheets/sheet-archive.ts';
import { openStore, type Store } from '../store/store.ts';
import { storedSheets } from '../store/stored-sheets.ts';
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
  const { copyStore, finishCopy } = await import('../store/postgres/copy-store.ts');
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
  const bar = json ? undefined : progressBar();
  const source = await openStore({ file: storeFile(settings) });
  const target = await openPostgresStore({ url: settings.databaseUrl, connectionsMax: 2, mayBeUnfinished: true });
  const copy = async () => {
    const tables = await copyStore(source, target, ({ table, step, rowsDone, rowsTotal }) =>
      bar?.show(rowsDone, rowsTotal, `${step} ${table}`),
    );
    const spreadsheets = await copySheets(settings, target, (done, total) => bar?.show(done, total, 'spreadsheets'));
    await finishCopy(target);
    return { tables, spreadsheets };
  };
  const { tables, spreadsheets } = await copy().finally(async () => {
    bar?.end();
    await target.close();
    await source.close();
  });
  const entries = await checkedEntries(settings);
  if (json) print(JSON.stringify({ tables, spreadsheets, audit: { ok: true, entries } }));
  else
    print(
      [
        table(
          ['table', 'rows', 'checksum, the same on both sides'],
          tables.map((one) => [one.table, String(one.rows), one.checksum]),
        ),
        '',
        `Spreadsheets: ${spreadsheets}.`,
        `The audit log is unbroken there: ${entries} entries.`,
        'Start the service with the same ADHELM_DATABASE_URL and the same master key. The data folder was not changed.',
      ].join('\n'),
    );
  return 0;
}

/** Files that exist already were copied by an earlier run that was cut. */
async function copySheets(
  settings: Settings,
  target: Store,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const folder = filesFolder(settings);
  const workspaces = existsSync(folder) ? readdirSync(folder) : [];
  const all = workspaces.flatMap((workspaceId) => {
    const own = sheetsFolder(settings, workspaceId);
    return idsIn(own).map((id) => ({ own, id, archive: storedSheets(target, workspaceId) }));
  });
  for (const [index, { own, id, archive }] of all.entries()) {
    onProgress(index, all.length);
    if (!(await archive.find(id))) await archive.put(await spreadsheetsIn(own).describe(id), piecesOf(pathIn(own, id)));
  }
  return all.length;
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
