import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Emulator } from './emulator.ts';

export const SANDBOX_FOLDER = import.meta.dirname;

/** Adding a platform is adding its folder: each `<platform>/emulator.ts` default-exports one. */
export async function discoverEmulators(folder: string = SANDBOX_FOLDER): Promise<Emulator[]> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, 'emulator.ts'))
    .filter((file) => existsSync(file))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(file).href)) as { default: Emulator };
      return module.default;
    }),
  );
}
