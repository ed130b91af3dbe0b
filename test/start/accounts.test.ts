import { beforeAll, expect, test } from 'vitest';
import { serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const { run } = folder;
beforeAll(async () => {
  await (await serve(folder.path)).stop();
});

test('a workspace is made', async () => {
  const made = await run('workspace', 'create', '--name', 'Client', '--currency', 'EUR', '--json');
  const { workspaceId } = JSON.parse(made.stdout);
  const { workspaces } = JSON.parse((await run('workspace', 'list', '--json')).stdout);
  expect(workspaces).toContainEqual({ workspaceId, name: 'Client', currency: 'EUR', channels: [] });
});

test.each([
  ['a channel there is not', ['connect', 'radio', '--workspace', 'Acme', '--credentials', 'x'], /social/],
  ['no file', ['connect', 'search', '--workspace', 'Acme', '--credentials', '/nope.json'], /not a readable JSON file/],
  ['a currency that is none', ['workspace', 'create', '--name', 'X', '--currency', 'euro'], /ISO code of a currency/],
  [
    'a state there is not',
    ['plan', 'list', '--workspace', 'Acme', '--state', 'ripe'],
    /--state is "ripe"; allowed: planned/,
  ],
  ['an address that is none', ['member', 'add', '--email', 'nobody'], /no address/],
  ['a role there is not', ['member', 'add', '--email', 'a@b.co', '--role', 'king'], /viewer, member, approver, owner/],
])('%s is refused in one line', async (_, words, message) => {
  const { code, stderr } = await run(...words);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('a member is added, listed and removed', async () => {
  const { id } = JSON.parse(
    (await run('member', 'add', '--email', 'kim@example.com', '--role', 'member', '--json')).stdout,
  );
  expect(JSON.parse((await run('member', 'list', '--json')).stdout).members).toMatchObject([
    { id, email: 'kim@example.com', role: 'member' },
  ]);
  expect((await run('member', 'remove', id)).code).toBe(0);
});
