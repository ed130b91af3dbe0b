import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../ambient.ts';
import type { Settings } from '../config.ts';
import { filesFolder, importsFolder } from './data-files.ts';

/** A file of events that was left in the middle holds people: it goes after a week. */
export const IMPORT_DAYS = 7;

export async function removeOldImports(settings: Settings, now: number): Promise<void> {
  for (const workspaceId of await readdir(filesFolder(settings)).catch(() => [])) {
    const folder = importsFolder(settings, workspaceId);
    for (const id of await readdir(folder).catch(() => [])) {
      const { mtimeMs } = await stat(join(folder, id));
      if (mtimeMs < now - IMPORT_DAYS * DAY_MS) await rm(join(folder, id), { recursive: true, force: true });
    }
  }
}
