import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Failure } from '../errors.ts';
import { filesFolder, STORE_NAME } from '../process/data-files.ts';
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
    const from = filesFolder(given.settings);
    const to = join(folder, basename(from));
    await withHome(given, async (home) => {
      for (const taken of [file, to]) if (existsSync(taken)) throw refusal(taken);
      // Copied before and after the store: every file that the copied store names existed at one of the two moments.
      try {
        copyFinished(from, to);
        await home.backup(file);
        copyFinished(from, to);
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

/** An import under way has another name until it is whole. */
function copyFinished(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || extname(entry.name) !== '.sqlite') continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(source, target);
    } catch (error) {
      // Removed since the folder was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function refusal(taken: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `${taken} exists already.`,
    nextStep: 'Name a folder that does not exist yet. Nothing was written.',
  });
}
