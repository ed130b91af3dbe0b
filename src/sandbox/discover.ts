import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Emulator } from './emulator.ts';

export const SANDBOX_FOLDER = import.meta.dirname;
/** TypeScript in a clone, JavaScript in the npm package. */
const EMULATOR = `emulator${extname(import.meta.filename)}`;

/** Adding a platform is adding its folder: each `<platform>/emulator.ts` default-exports one. */
export async function discoverEmulators(folder: string = SANDBOX_FOLDER): Promise<Emulator[]> {
  const platforms = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, EMULATOR)))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(platforms.map((platform) => loadEmulator(platform, folder)));
}

export async function loadEmulator(platform: string, folder: string = SANDBOX_FOLDER): Promise<Emulator> {
  const file = join(folder, platform, EMULATOR);
  const { default: emulator } = (await import(pathToFileURL(file).href)) as { default?: Emulator };
  if (emulator?.platform === platform) return emulator;
  throw new Error(`${file}: the default export has to be an Emulator whose platform is "${platform}".`);
}
