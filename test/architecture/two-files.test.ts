import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesBelow, ROOT } from './source-tree.ts';

const copy = mkdtempSync(join(tmpdir(), 'adhelm-two-files-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const FOLDERS = ['src', 'test', 'scripts', 'bench', 'docs'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts', 'knip.json'];

const TOOL = `import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'count_accounts',
  title: 'Count accounts',
  description: 'How many accounts this connection reaches directly.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({ accounts: z.int() }),
  run: async (_, { client }) => ({ accounts: (await client.accessibleCustomers()).length }),
});
`;

const TEST = `import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, service } = sandboxed('search');

test('counts, and is listed', async () => {
  expect((await call('count_accounts')).accounts).toBeGreaterThan(0);
  const list = await service().post('search', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(await list.text()).toContain('"count_accounts"');
});
`;

function run(...args: string[]): { status: number | null; output: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const vitest = (...args: string[]) => run('node_modules/vitest/vitest.mjs', 'run', ...args);

test('a tool of a channel that exists is two files, and every rule of the tree holds with them', () => {
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // This very test is not repeated in the copy.
  rmSync(join(copy, relative(ROOT, import.meta.filename)));
  const before = snapshot();

  const own = 'src/channels/search/tools/count_accounts';
  writeFileSync(join(copy, `${own}.ts`), TOOL);
  writeFileSync(join(copy, `${own}.test.ts`), TEST);
  const forgotten = vitest('--project', 'unit', 'test/architecture/generated.test.ts');
  expect(forgotten.output).toContain('npm run docs');
  expect(forgotten.status).not.toBe(0);
  expect(run('scripts/write-docs.ts')).toMatchObject({ status: 0 });

  const after = snapshot();
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed.sort()).toEqual([
    'docs/tools/search.md',
    `${own}.test.ts`,
    `${own}.ts`,
    'test/surface/search/count_accounts.json',
  ]);
  const rules = vitest('test/architecture', `${own}.test.ts`);
  expect(rules.status, rules.output).toBe(0);
}, 300_000);

function snapshot(): Map<string, string> {
  return new Map(
    FOLDERS.flatMap((folder) => filesBelow(join(copy, folder))).map((file) => [
      relative(copy, file),
      readFileSync(file, 'base64'),
    ]),
  );
}
