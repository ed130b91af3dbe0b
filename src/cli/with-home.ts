import { existsSync } from 'node:fs';
import { realAmbient } from '../ambient.ts';
import { storeFile } from '../process/data-files.ts';
import { type Home, openHome } from '../process/home.ts';
import { type Given, UsageError } from './command.ts';
import { requireUsableFolder } from './data-folder.ts';
import { startLine } from './shell-line.ts';

/** Opens the data folder for as long as the work takes. Only `serve` makes a new one: here, none means a wrong name. */
export async function withHome<T>({ settings }: Given, work: (home: Home) => Promise<T>): Promise<T> {
  if (settings.databaseUrl === '' && !existsSync(storeFile(settings)))
    throw new UsageError(
      `There is nothing in the data folder ${settings.data}. Start the service once (${startLine(settings)}), or name another with --data.`,
    );
  requireUsableFolder(settings);
  const home = await openHome(settings, realAmbient);
  try {
    return await work(home);
  } finally {
    await home.close();
  }
}
