import { resolve } from 'node:path';
import { SETTINGS, type Settings } from '../config.ts';
import { shellWord } from '../text/shell-word.ts';

/** A command as a shell takes it in the folder of the program, about the data folder of these settings. */
export function shellLine({ data }: Settings, ...words: readonly string[]): string {
  const folder = data === SETTINGS.data.fallback ? [] : ['--data', resolve(data)];
  return `npm run --silent adhelm -- ${[...words, ...folder].map(shellWord).join(' ')}`;
}
