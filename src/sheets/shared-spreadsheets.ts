import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spreadsheetsIn } from './file-spreadsheets.ts';
import { noSuchSpreadsheet, pathIn } from './files/stored-files.ts';
import { type ArchivedSheet, piecesOf, type SheetArchive } from './sheet-archive.ts';
import { isOwnSpreadsheetId, type Spreadsheets } from './spreadsheets.ts';

const TRIES = 3;

/**
 * Spreadsheets that several processes serve: kept whole in an archive, and read from a copy in a folder of this machine,
 * made when it is first read. A range is therefore found by the same code, and as fast, as where files are all there is.
 */
export function sharedSpreadsheets(folder: string, archive: SheetArchive, signal?: AbortSignal): Spreadsheets {
  const copyOf = (id: string, version: string) => join(folder, `${id}-${version}`);
  const localOf = (at: string) => spreadsheetsIn(at, signal, folder);

  async function open(id: string): Promise<Spreadsheets> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const found = isOwnSpreadsheetId(id) ? await archive.find(id) : undefined;
      if (!found) break;
      const at = copyOf(id, found.version);
      if (existsSync(pathIn(at, id)) || (await fetched(found, pathIn(at, id)))) return localOf(at);
    }
    await forget(id);
    throw noSuchSpreadsheet();
  }

  /** False when it was replaced or removed meanwhile. */
  async function fetched(found: ArchivedSheet, path: string): Promise<boolean> {
    await forget(found.description.id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${process.pid}-${process.hrtime.bigint()}.part`;
    await pipeline(archive.pieces(found), createWriteStream(unfinished, { mode: 0o600 }));
    if ((await stat(unfinished)).size === found.bytes) {
      await rename(unfinished, path);
      return true;
    }
    await rm(unfinished, { force: true });
    return false;
  }

  /** Copies of what it was before. */
  async function forget(id: string): Promise<void> {
    const there = await readdir(folder).catch(() => []);
    for (const name of there.filter((one) => one.startsWith(`${id}-`)))
      await rm(join(folder, name), { recursive: true, force: true });
  }

  return {
    async import(file, request) {
      const at = join(folder, `importing-${process.pid}-${process.hrtime.bigint()}`);
      try {
        const description = await localOf(at).import(file, request);
        const { version } = await archive.put(description, piecesOf(pathIn(at, request.id)));
        await forget(request.id);
        await rename(at, copyOf(request.id, version));
        return description;
      } finally {
        await rm(at, { recursive: true, force: true });
      }
    },
    list: (options) => archive.list(options),
    async describe(id) {
      const found = isOwnSpreadsheetId(id) ? await archive.find(id) : undefined;
      if (!found) throw noSuchSpreadsheet();
      return found.description;
    },
    page: async (request) => (await open(request.spreadsheetId)).page(request),
    csv: async (request) => (await open(request.spreadsheetId)).csv(request),
    async remove(id) {
      const removed = isOwnSpreadsheetId(id) && (await archive.remove(id));
      await forget(id);
      return removed;
    },
  };
}
