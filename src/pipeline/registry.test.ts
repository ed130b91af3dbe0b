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

test.each([
  ['another name', { 'channel.ts': "export const channel = { name: 'note' };" }, /channel\.ts: .* "notes"; .* "note"/],
  [
    'no tool',
    { 'channel.ts': CHANNEL, 'tools/list.ts': 'export const list = 1;' },
    /list\.ts: .* "list"; there is none/,
  ],
])('%s is told with the file it stands in', async (name, files, words) => {
  await expect(discover(channels(name, files))).rejects.toThrow(words);
});
