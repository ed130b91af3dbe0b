import { resolve } from 'node:path';
import { SETTINGS, type Settings } from '../config.ts';
import { shellWord } from '../text/shell-word.ts';

/** A command as a shell takes it in the folder of the program, about the data folder of these settings. */
export function shellLine(settings: Settings, ...words: readonly string[]): string {
  return `npm run --silent adhelm -- ${[...words, ...folderOf(settings)].map(shellWord).join(' ')}`;
}

/** What starts the service on the data folder of these settings. */
export function startLine(settings: Settings): string {
  return ['npm start', ...(folderOf(settings).length > 0 ? ['--'] : []), ...folderOf(settings).map(shellWord)].join(
    ' ',
  );
}

function folderOf({ data }: Settings): string[] {
  return data === SETTINGS.data.fallback ? [] : ['--data', resolve(data)];
}
