import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError, type Settings } from '../config.ts';
import { sandboxFile, storeFile } from '../process/data-files.ts';

/** Looked at before anything is opened: SQLite would say no more than "unable to open database file". */
export function requireUsableFolder(settings: Settings): void {
  const { data } = settings;
  try {
    makeFolder(data);
    readdirSync(data);
    accessSync(data, constants.W_OK | constants.X_OK);
    for (const file of [storeFile(settings), sandboxFile(settings)]) {
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    const { code, path = data } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `ADHELM_DATA is ${JSON.stringify(data)}, where this user cannot read and write ${path} (${code}); allowed: a folder of its own.`,
    );
  }
}

/** One after the other: where a folder cannot be made in one that is there (`/proc`), Node's `recursive` tries for ever. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
