import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { afterAll, expect, test } from 'vitest';
import { longFunctionsIn } from './long-functions.ts';
import { stateOf } from './module-state.ts';
import { filesBelow, ROOT } from './source-tree.ts';

const copy = mkdtempSync(join(tmpdir(), 'adhelm-guides-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const FOLDERS = ['src', 'test', 'web', 'scripts', 'bench', 'bin', 'docs'];
const FILES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  .map(({ name }) => name);

/** The files a guide has its reader make: fenced code that names one, as in ```` ```ts src/channels/x/y.ts ````. */
function filesIn(guide: string): [path: string, text: string][] {
  const text = readFileSync(join(ROOT, guide), 'utf8');
  return [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, path, code]) => [path!, code!]);
}

function paste([path, text]: [string, string]): string {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
  return path;
}

function run(...args: string[]): { status: number | null; output: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** Type-checks these files only. */
function types(paths: readonly string[]) {
  const project = { extends: './tsconfig.json', include: [], files: paths.filter((path) => path.endsWith('.ts')) };
  writeFileSync(join(copy, 'tsconfig.guides.json'), JSON.stringify(project));
  return run('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', 'tsconfig.guides.json');
}

function snapshot(): Map<string, string> {
  return new Map(
    FOLDERS.flatMap((folder) => filesBelow(join(copy, folder))).map((file) => [
      relative(copy, file),
      readFileSync(file, 'base64'),
    ]),
  );
}

test('a tool is two files, a channel its folder and the folder of its emulator, and the guides show all of them', () => {
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const before = snapshot();

  const tools = filesIn('docs/adding-a-tool.md').map(paste);
  expect(tools).toEqual(
    ['list_bids', 'create_label'].flatMap((name) => [
      `src/channels/search/tools/${name}.ts`,
      `src/channels/search/tools/${name}.test.ts`,
    ]),
  );
  const channel = filesIn('docs/adding-a-channel.md').map(paste);
  expect(channel.length).toBeGreaterThan(15);
  expect(channel.filter((path) => !/^src\/(channels|sandbox)\/radio\//.test(path))).toEqual([]);
  const pasted = [...tools, ...channel];

  // Each file that this changes is one that `generated.test.ts` would have complained of.
  const docs = run('scripts/write-docs.ts');
  expect(docs.status, docs.output).toBe(0);
  const changed = [...snapshot()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed.filter((path) => !pasted.includes(path)).sort()).toEqual([
    'docs/connecting.md',
    'docs/tools.md',
    'docs/tools/radio.md',
    'docs/tools/search.md',
    ...['create_campaign', 'get_report', 'list_campaigns', 'update_campaign'].map(
      (name) => `test/surface/radio/${name}.json`,
    ),
    ...['radio', 'search'].map((name) => `test/surface/refusals/${name}.txt`),
    ...['create_label', 'list_bids'].map((name) => `test/surface/search/${name}.json`),
  ]);

  const format = run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...pasted);
  expect(format.status, format.output).toBe(0);
  const typed = types(pasted);
  expect(typed.status, typed.output).toBe(0);
  // These rules look at one file at a time; in the copy they would read every other file once more.
  for (const path of pasted.filter((one) => one.endsWith('.ts'))) {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(longFunctionsIn(path, text), path).toEqual([]);
    expect(stateOf({ program: () => parseSync(path, text).program }), path).toEqual([]);
  }
  const rules = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    // Each process reads all channels, and this one already runs beside others.
    '--maxWorkers=1',
    // Not `generated`: what it would complain of was written above.
    ...['layers', 'prose', 'tools', 'tree'].map((rule) => `test/architecture/${rule}.test.ts`),
    'src/sandbox/layout.test.ts',
    'src/sandbox/coverage.test.ts',
    'src/channels/workspace/tools/list_workspaces.test.ts',
    ...pasted.filter((path) => path.endsWith('.test.ts')),
  );
  expect(rules.status, rules.output).toBe(0);
}, 600_000);
