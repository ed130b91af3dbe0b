import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../package.json');
const [, ...words] = (JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }).scripts.start.split(
  ' ',
);

/** What `npm start` hands to Node, word for word. */
export const START_COMMAND: readonly string[] = words;

/** Node's own flags among them, for whoever runs another program the same way. */
export const START_FLAGS: readonly string[] = words.filter((word) => word.startsWith('--'));
