import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { Failure } from '../errors.ts';
import { filesFolder, STORE_NAME, sheetsFolder } from '../process/data-files.ts';
import { idsIn, pathIn } from '../sheets/files/stored-files.ts';
import { type Command, UsageError } from './command.ts';
import { withHome } from './with-home.ts';

export const backup: Command = {
  name: 'backup',
  takes: 'FOLDER',
  summary:
    'Writes a data folder of its own while the service runs: the store and the imported spreadsheets, consistent with each other. The master key is not in it: keep that elsewhere.',
  async run(given) {
    const [name] = given.words;
    if (!name) throw new UsageError('backup takes the folder to write: adhelm backup adhelm-2026-01-31');
    const { folder, file } = targetOf(resolve(name));
    const to = join(folder, basename(filesFolder(given.settings)));
    await withHome(given, async (home) => {
      for (const taken of [file, to]) if (existsSync(taken)) throw refusal(taken);
      // Copied before and after the store: every file that the copied store names existed at one of the two moments.
      try {
        copyFinished(given.settings, to);
        await home.backup(file);
        copyFinished(given.settings, to);
      } catch (error) {
        for (const written of [file, to]) rmSync(written, { recursive: true, force: true });
        throw error;
      }
    });
    given.print(
      given.json ? JSON.stringify({ file }) : `Written to ${folder}. Keep the master key too, in another place.`,
    );
    return 0;
  },
};

/** Takes the data folder, or the store's file in it. */
function targetOf(path: string): { folder: string; file: string } {
  return extname(path) === extname(STORE_NAME)
    ? { folder: dirname(path), file: path }
    : { folder: path, file: join(path, STORE_NAME) };
}

/** Spreadsheets only: files of events hold people, and are no part of a backup. One under way has another name until it is whole. */
function copyFinished(settings: Settings, to: string): void {
  const from = filesFolder(settings);
  for (const workspaceId of existsSync(from) ? readdirSync(from) : []) {
    const own = sheetsFolder(settings, workspaceId);
    for (const id of idsIn(own)) copyOnce(pathIn(own, id), pathIn(join(to, relative(from, own)), id));
  }
}

function copyOnce(source: string, target: string): void {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(source, target);
  } catch (error) {
    // Removed since the folder was read.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function refusal(taken: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `${taken} exists already.`,
    nextStep: 'Name a folder that does not exist yet. Nothing was written.',
  });
}
