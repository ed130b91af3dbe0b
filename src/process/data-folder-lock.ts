import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../errors.ts';

export interface DataFolderLock {
  release(): void;
}

/** Held here until released: a lock whose file nobody refers to any more would end with the next garbage collection. */
const held = new Set<DatabaseSync>();

/**
 * One service a data folder: a second one would take the first one's calls for left behind. The lock is the system's, on
 * a file (SQLite takes it the same way on every system), so it ends with the process that holds it, however that ends.
 * The command line does not ask for it: its transactions and a service's may stand side by side.
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
