import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completeLock, type Lock } from '../../scripts/complete-lock.ts';
import { isLong } from '../seed.ts';
import { changesIn, clone, interrupt, npm, npmIn, shell, shellWithNpm } from './clone.ts';
import { callTool, finished, ROOT, running } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();

describe('the lock file', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

  test('holds the optional packages of every platform, and nobody’s download addresses', () => {
    expect(JSON.stringify(completeLock(lock))).toBe(JSON.stringify(lock));
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });

  test('is completed from the parents’ manifests: where a parent looks, for the platform in the name', () => {
    const parent = { version: '2.0.0', dev: true, optionalDependencies: { 'x-linux-x64-musl': '2.0.0' } };
    const { packages } = completeLock({
      packages: {
        '': { optionalDependencies: { 'y-darwin-arm64': '1.0.0' } },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/x': parent,
        'node_modules/x': { ...parent, version: '1.0.0', optionalDependencies: { 'x-linux-x64-musl': '1.0.0' } },
      },
    });
    expect(packages).toMatchObject({
      'node_modules/y-darwin-arm64': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'], optional: true },
      'node_modules/x-linux-x64-musl': { version: '1.0.0', os: ['linux'], libc: ['musl'], dev: true },
      'node_modules/a/node_modules/x-linux-x64-musl': { version: '2.0.0', os: ['linux'], libc: ['musl'], dev: true },
    });
    expect(() => completeLock({ packages: { '': { optionalDependencies: { odd: '1.0.0' } } } })).toThrow(/odd/);
  });
});

test('npm ci takes the lock file as it is, and npm install leaves it so', async () => {
  const fresh = clone(join(folder.path, 'fresh'));
  // Whether all of it installs is shown by every run of the tests in a new clone, and below.
  const commands = isLong
    ? [['ci'], ['install']]
    : [
        ['ci', '--dry-run'],
        ['install', '--package-lock-only'],
      ];
  for (const command of commands) {
    const { code, stderr } = await finished(npm(fresh, ...command, '--no-audit', '--no-fund', '--loglevel=error'));
    expect(code, stderr).toBe(0);
    expect(changesIn(fresh)).toBe('');
  }
});

/** The oldest and the newest that Node 20 may come with, in a long run; every run tries the machine's own in a bare clone. */
const NPM_VERSIONS = isLong ? ['9.9.4', '10.9.9'] : [];

test.concurrent.each(NPM_VERSIONS)('npm start works with npm %s, and leaves the tree clean', async (version) => {
  const env = shellWithNpm(version, folder.path);
  const fresh = clone(join(folder.path, `with-npm-${version}`));
  // Only installing depends on npm: the pages are those that the run has built.
  cpSync(join(ROOT, 'dist/web'), join(fresh, 'dist/web'), { recursive: true });
  expect((await finished(spawn('npm', ['--version'], { env }))).stdout.trim()).toBe(version);
  const service = await running(npmIn(env, fresh, 'start'));
  try {
    expect((await callTool(service.url, service.key!)).status).toBe(200);
  } finally {
    await interrupt(service);
  }
  const installed = await finished(npmIn(env, fresh, 'install', '--omit=dev', '--no-audit'));
  expect(installed.code, installed.stderr).toBe(0);
  expect(changesIn(fresh)).toBe('');
});

describe('on a Node that is too old', () => {
  const pretend = (name: string, value: string) => [
    '--import',
    `data:text/javascript,Object.defineProperty(process,'${name}',{value:${value}})`,
  ];
  const OLD = pretend('versions', "{...process.versions,node:'20.20.2'}");
  const run = (cwd: string, ...args: string[]) =>
    finished(spawn(process.execPath, [...OLD, ...args], { cwd, env: shell() }));

  test('the command line runs on the Node that npm has brought', async () => {
    const { code, stdout, stderr } = await run(ROOT, 'bin/adhelm.mjs', '--version');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`(Node ${process.versions.node})`);
    // A command that reads settings: what tells the brought Node apart is not taken for one.
    const { stderr: empty } = await run(ROOT, 'bin/adhelm.mjs', 'key', 'list', '--data', join(folder.path, 'none'));
    expect(empty).toContain('There is nothing in the data folder');
  });

  test('a brought Node that is too old as well is not started again and again', async () => {
    const env = shell({ NODE_OPTIONS: `--import=${OLD[1]}` });
    const { code, stdout, stderr } = await finished(
      spawn(process.execPath, ['bin/adhelm.mjs', '--version'], { cwd: ROOT, env }),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Adhelm needs Node 24 or newer, and this is 20.20.2.');
  });

  test('the command line says in one line what is missing, where npm has brought none', async () => {
    const { code, stdout, stderr } = await run(ROOT, ...pretend('arch', "'riscv64'"), 'bin/adhelm.mjs', 'serve');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Adhelm needs Node 24 or newer, and this is 20\.20\.2\. [^\n]*npm start[^\n]*\n$/);
  });

  test('npm start says so where npm has none to bring', async () => {
    const bare = clone(join(folder.path, 'no-node'));
    mkdirSync(join(bare, 'node_modules'));
    cpSync(join(ROOT, 'node_modules/.package-lock.json'), join(bare, 'node_modules/.package-lock.json'));
    const { code, stderr } = await run(bare, ...pretend('arch', "'riscv64'"), 'scripts/ensure-installed.mjs');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Adhelm needs Node 24 or newer; this is 20\.20\.2, [^\n]*riscv64[^\n]*\n$/);
  });
});
