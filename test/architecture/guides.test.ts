import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesIn, pasteInto } from './guide-code.ts';
import { filesBelow, ROOT } from './source-tree.ts';

const copy = mkdtempSync(join(tmpdir(), 'adhelm-guides-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const FOLDERS = ['src', 'test', 'scripts', 'bench', 'docs'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts', 'knip.json', 'biome.json'];

beforeAll(() => {
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // This very test is not repeated in the copy.
  rmSync(join(copy, relative(ROOT, import.meta.filename)));
});

function run(...args: string[]): { status: number | null; output: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const vitest = (...args: string[]) => run('node_modules/vitest/vitest.mjs', 'run', ...args);

/** Does what a guide says, and tells which files there were to write by hand and which were made by `npm run docs`. */
function follow(guide: string): { pasted: string[]; made: string[] } {
  const before = snapshot();
  const files = filesIn(guide);
  pasteInto(copy, files);
  const forgotten = vitest('--project', 'unit', 'test/architecture/generated.test.ts');
  expect(forgotten.output).toContain('npm run docs');
  expect(forgotten.status).not.toBe(0);
  expect(run('scripts/write-docs.ts')).toMatchObject({ status: 0 });
  const changed = [...snapshot()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  const pasted = [...files.keys()];
  return { pasted, made: changed.filter((path) => !pasted.includes(path)).sort() };
}

function snapshot(): Map<string, string> {
  return new Map(
    FOLDERS.flatMap((folder) => filesBelow(join(copy, folder))).map((file) => [
      relative(copy, file),
      readFileSync(file, 'base64'),
    ]),
  );
}

test('a tool is two files, and a channel its folder and its emulator’s: the guides hold all there is to write', () => {
  const tools = follow('docs/adding-a-tool.md');
  const own = ['list_budgets', 'create_shared_budget'];
  expect(tools.pasted).toEqual(
    own.flatMap((name) => [`src/channels/search/tools/${name}.ts`, `src/channels/search/tools/${name}.test.ts`]),
  );
  expect(tools.made).toEqual(['docs/tools/search.md', ...own.map((name) => `test/surface/search/${name}.json`).sort()]);

  const channel = follow('docs/adding-a-channel.md');
  expect(channel.pasted.filter((path) => !/^src\/(channels|sandbox)\/notes\//.test(path))).toEqual([]);
  expect(channel.made).toEqual([
    'docs/connecting.md',
    'docs/tools.md',
    'docs/tools/notes.md',
    ...['create_note', 'list_notes', 'update_note'].map((name) => `test/surface/notes/${name}.json`),
  ]);

  const code = [...tools.pasted, ...channel.pasted];
  const format = run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...code);
  expect(format.status, format.output).toBe(0);
  // The rest of the tree is not checked again for these few.
  const project = { extends: './tsconfig.json', include: [], files: code.filter((path) => path.endsWith('.ts')) };
  writeFileSync(join(copy, 'tsconfig.guides.json'), JSON.stringify(project));
  const types = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.guides.json');
  expect(types.status, types.output).toBe(0);
  const tests = code.filter((path) => path.endsWith('.test.ts'));
  const also = ['src/sandbox/layout.test.ts', 'src/sandbox/coverage.test.ts', 'src/channels/workspace/tools'];
  const rules = vitest('test/architecture', ...also, ...tests);
  expect(rules.status, rules.output).toBe(0);
}, 600_000);
