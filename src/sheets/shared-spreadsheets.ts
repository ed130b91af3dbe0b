import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { oneAfterAnother } from '../event-loop/one-after-another.ts';
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
  const copies = new LocalCopies(folder, archive);
  const localOf = (at: string) => spreadsheetsIn(at, signal, folder);
  return {
    async import(file, request) {
      const at = join(folder, `importing-${process.pid}-${process.hrtime.bigint()}`);
      try {
        const description = await localOf(at).import(file, request);
        const { version } = await archive.put(description, piecesOf(pathIn(at, request.id)));
        await copies.remove(request.id, version);
        // A reader of the new version may have its copy there already; where there is none, the next reader makes it.
        await rename(at, copies.folderOf(request.id, version)).catch(() => {});
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
    page: async (request) => localOf(await copies.of(request.spreadsheetId)).page(request),
    csv: async (request) => localOf(await copies.of(request.spreadsheetId)).csv(request),
    async remove(id) {
      const removed = isOwnSpreadsheetId(id) && (await archive.remove(id));
      await copies.remove(id);
      return removed;
    },
  };
}

/** Each copy has a folder named by its id and version, so a replaced spreadsheet is never read from the old copy. */
class LocalCopies {
  readonly #folder: string;
  readonly #archive: SheetArchive;

  constructor(folder: string, archive: SheetArchive) {
    this.#folder = folder;
    this.#archive = archive;
  }

  folderOf(id: string, version: string): string {
    return join(this.#folder, `${id}-${version}`);
  }

  /** The folder of the present version's copy, which is made where it is missing. */
  async of(id: string): Promise<string> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const found = isOwnSpreadsheetId(id) ? await this.#archive.find(id) : undefined;
      if (!found) break;
      const at = this.folderOf(id, found.version);
      const path = pathIn(at, id);
      if (existsSync(path)) return at;
      if (await oneAfterAnother(path, async () => existsSync(path) || this.#fetch(found, path))) return at;
    }
    await this.remove(id);
    throw noSuchSpreadsheet();
  }

  /** Removes the copies of every version but one that is kept. */
  async remove(id: string, kept?: string): Promise<void> {
    const there = await readdir(this.#folder).catch(() => []);
    for (const name of there.filter((one) => one.startsWith(`${id}-`) && one !== `${id}-${kept}`))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  /** False when the spreadsheet was replaced or removed meanwhile. */
  async #fetch(found: ArchivedSheet, path: string): Promise<boolean> {
    await this.remove(found.description.id, found.version);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${process.pid}-${process.hrtime.bigint()}.part`;
    try {
      await pipeline(this.#archive.pieces(found), createWriteStream(unfinished, { mode: 0o600 }));
      if ((await stat(unfinished)).size !== found.bytes) return false;
      await rename(unfinished, path);
      return true;
    } catch (error) {
      // The folder goes with its spreadsheet, also while the copy is made.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}
