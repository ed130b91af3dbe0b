import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discover } from './registry.ts';

const root = mkdtempSync(join(tmpdir(), 'adhelm-registry-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function channels(name: string, files: Record<string, string>): string {
  mkdirSync(join(root, name, 'notes/tools'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, 'notes', file), text);
  return join(root, name);
}

const CHANNEL = "export const channel = { name: 'notes' };";

test('a channel and a tool are found by their folder and file', async () => {
  const folder = channels('whole', { 'channel.ts': CHANNEL, 'tools/list.ts': "export default { name: 'list' };" });
  const { byAddress } = await discover(folder);
  expect(byAddress.get('notes')?.map(({ name }) => name)).toEqual(['list']);
});

test('what is served at one address is in one alphabetical list, without tests and without anything else', async () => {
  const folder = channels('several', {
    'channel.ts': CHANNEL,
    'tools/c.ts': "export default { name: 'c' };",
    'tools/a.ts': "export default { name: 'a' };",
    'tools/a.test.ts': 'throw new Error();',
    'tools/notes.md': '',
  });
  mkdirSync(join(folder, 'files/tools'), { recursive: true });
  mkdirSync(join(folder, 'bare'));
  writeFileSync(join(folder, 'README.md'), '');
  writeFileSync(join(folder, 'files/channel.ts'), "export const channel = { name: 'files', servedAt: 'notes' };");
  writeFileSync(join(folder, 'files/tools/b.ts'), "export default { name: 'b' };");
  writeFileSync(join(folder, 'bare/channel.ts'), "export const channel = { name: 'bare' };");
  const { channels: found, byAddress } = await discover(folder);
  expect(found.map(({ name }) => name)).toEqual(['bare', 'files', 'notes']);
  expect([...byAddress].map(([address, tools]) => [address, tools.map(({ name }) => name)])).toEqual([
    ['bare', []],
    ['notes', ['a', 'b', 'c']],
  ]);
});

test.each([
  [
    'another name',
    'channel.ts',
    { 'channel.ts': "export const channel = { name: 'note' };" },
    'the export `channel` has to have the name "notes"; its name is "note".',
  ],
  [
    'no tool',
    'tools/list.ts',
    { 'channel.ts': CHANNEL, 'tools/list.ts': 'export const list = 1;' },
    'the export `default` has to have the name "list"; there is none.',
  ],
])('%s is told with the file it stands in', async (name, file, files, words) => {
  const folder = channels(name, files);
  await expect(discover(folder)).rejects.toThrow(`${join(folder, 'notes', file)}: ${words}`);
});
