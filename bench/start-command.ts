import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../package.json');
const [, ...words] = (JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }).scripts.start.split(
  ' ',
);

/** The arguments of `npm start` for Node. */
export const START_COMMAND: readonly string[] = words;

/** Node's own flags among them, for running another program the same way. */
export const START_FLAGS: readonly string[] = words.filter((word) => word.startsWith('--'));
