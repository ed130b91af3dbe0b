import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './source-tree.ts';

/** The files a guide has its reader make: fenced code whose first line names one, as in ```` ```ts src/channels/x/y.ts ````. */
export function filesIn(guide: string): Map<string, string> {
  const text = readFileSync(join(ROOT, guide), 'utf8');
  return new Map([...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, path, code]) => [path!, code!]));
}

export function pasteInto(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
