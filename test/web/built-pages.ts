import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Browser } from './browser.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The pages as `npm start` builds them, unless they are there and fresh. */
export function buildPages(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build-pages.mjs')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** A person's session, for a real browser to go on with. */
export function cookiesOf(person: Browser, url: string) {
  return [...person.cookies].map(([name, value]) => ({ name, value, url }));
}
