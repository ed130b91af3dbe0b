import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isLong } from '../seed.ts';
import { interrupt, npmIn, shell } from './clone.ts';
import { callTool, finished, ROOT, running } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const built = join(folder.path, 'built');
const tarball = () => join(built, readdirSync(built).find((name) => name.endsWith('.tgz'))!);

beforeAll(async () => {
  const { code, stderr } = await finished(spawn(process.execPath, [join(ROOT, 'scripts/build-package.ts'), built]));
  expect(code, stderr).toBe(0);
});

/** What npm would make of the tarball: the package, and beside it each package that it names. */
async function unpacked(home: string): Promise<string> {
  const modules = join(home, 'node_modules');
  const root = join(modules, 'adhelm');
  mkdirSync(root, { recursive: true });
  await finished(spawn('tar', ['xzf', tarball(), '-C', root, '--strip-components=1']));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  return root;
}

test('the package serves from an empty folder, with pages and sandbox, by what it names and nothing else', async () => {
  const root = await unpacked(join(folder.path, 'installed'));
  const empty = join(folder.path, 'empty');
  mkdirSync(empty);
  const service = await running(spawn(process.execPath, [join(root, 'bin/adhelm.mjs')], { cwd: empty, env: shell() }));
  try {
    expect((await callTool(service.url, service.key!)).status).toBe(200);
    expect(await (await fetch(service.url, { headers: { accept: 'text/html' } })).text()).toContain('<script');
    // Loads the authorization server, which is read when first asked for.
    expect((await fetch(`${service.url}/authorize`)).status).toBe(400);
    expect(readdirSync(empty)).toEqual(['data']);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

test('the package runs nothing at installation, holds no TypeScript and no tests, and is as large as the docs say', () => {
  const manifest = JSON.parse(readFileSync(join(built, 'package/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('private');
  const files = readdirSync(join(built, 'package'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.ts$|\.test\.|\.testing\.|fixtures/.test(file))).toEqual([]);
  // Threads and child processes are files found by name.
  const namesTypeScript = (file: string) =>
    /['"`/][\w-]+\.ts['"`]/.test(readFileSync(join(built, 'package', file), 'utf8'));
  expect(files.filter((file) => /^src\/.*\.js$/.test(file) && namesTypeScript(file))).toEqual([]);
  const [, megabytes] = /package of (\d+) MB/.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')) ?? [];
  expect(statSync(tarball()).size / 1e6).toBeLessThan(Number(megabytes) + 0.5);
});

// Two hundred megabytes come from the registry, most of them Node.
const BARE = isLong ? ['npx adhelm'] : [];

test.each(BARE)('%s serves from an empty folder on a bare machine', async () => {
  const empty = join(folder.path, 'bare');
  mkdirSync(empty);
  const env = shell({ npm_config_cache: join(folder.path, 'cache') });
  const service = await running(npmIn(env, empty, 'exec', '--yes', `--package=${tarball()}`, '--', 'adhelm'));
  try {
    expect((await callTool(service.url, service.key!)).status).toBe(200);
  } finally {
    await interrupt(service);
  }
  expect(readdirSync(empty)).toEqual(['data']);
});
