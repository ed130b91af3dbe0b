import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../errors.ts';

export interface DataFolderLock {
  release(): void;
}

/** Referred to until released: an unreferenced lock file would be closed by the next garbage collection. */
const held = new Set<DatabaseSync>();

/**
 * One service per data folder: a second one would take the calls of the first for abandoned. The lock is a file lock of
 * the operating system (SQLite takes it the same way on every system), so it ends with the process. The command line
 * takes none: its transactions and those of a service can run side by side.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    throw alreadyServed(folder, error);
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}

function alreadyServed(folder: string, cause: unknown): Failure {
  return new Failure({
    code: 'conflict',
    message: `Another service is running on the data folder ${folder}.`,
    nextStep: 'Stop it first, or give this one a folder of its own (--data, ADHELM_DATA). Nothing was changed.',
    cause,
  });
}
