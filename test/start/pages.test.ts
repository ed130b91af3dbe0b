import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'adhelm-build-'));
const page = join(root, 'dist/web/index.html');

/** A repository with the smallest pages there can be. */
beforeAll(() => {
  mkdirSync(join(root, 'web'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, 'web/index.html'), '<!doctype html><script type="module" src="/main.ts"></script>');
  writeFileSync(join(root, 'web/main.ts'), 'document.title = `one`;');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function start(): { said: string; ms: number } {
  const began = performance.now();
  const script = join(REPOSITORY, 'scripts/build-pages.mjs');
  const { stderr, status } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  expect(status).toBe(0);
  return { said: stderr, ms: performance.now() - began };
}

const scripts = () => {
  const folder = join(root, 'dist/web/assets');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return { text: readFileSync(join(folder, file), 'utf8'), packed: existsSync(join(folder, `${file}.br`)) };
};

test('pages that are missing are built, with a line saying so', () => {
  expect(start().said).toContain('Building the pages, which are missing');
  expect(scripts()).toMatchObject({ text: expect.stringContaining('one'), packed: true });
});

test('pages that are there cost nothing', () => {
  const { said, ms } = start();
  expect(said).toBe('');
  expect(ms).toBeLessThan(1_000);
});

test('pages that are older than their source are built anew', () => {
  writeFileSync(join(root, 'web/main.ts'), 'document.title = `two`;');
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(root, 'web/main.ts'), later, later);
  expect(start().said).toContain('older than their source');
  expect(scripts().text).toContain('two');
  utimesSync(join(root, 'web/main.ts'), new Date(0), new Date(0));
});

test('a build that fails says so and leaves the pages from before', () => {
  const before = readFileSync(page, 'utf8');
  writeFileSync(join(root, 'web/main.ts'), 'import { nothing } from "./nowhere.ts"; nothing();');
  const later = new Date(Date.now() + 120_000);
  utimesSync(join(root, 'web/main.ts'), later, later);
  expect(start().said).toContain('could not be built');
  expect(readFileSync(page, 'utf8')).toBe(before);
  expect(readdirSync(join(root, 'dist'))).toEqual(['web']);
});
