import { expect, test } from 'vitest';
import { noteNames, withNames } from './object-names.ts';
import type { WebParts } from './web-parts.ts';

const parts = {
  registry: { channels: [{ name: 'social', title: 'Social', needsConnection: true }] },
  home: {},
} as unknown as WebParts;
type Entries = Parameters<typeof withNames>[1];
const named = async (entry: object) => {
  const whole = { workspaceId: 'ws_1', channel: null, object: null, ids: [], detail: null, ...entry };
  const [found] = await withNames(parts, [whole] as unknown as Entries);
  return found!.object;
};

test('an object of a platform is called by the last name that a call told, in its own workspace', async () => {
  const place = { workspaceId: 'ws_1', channel: 'social' };
  noteNames(parts, place, { campaign: '7', ad: 8, post: '9' }, { campaign: 'Spring', ad: 'Sale', post: 1 });
  noteNames(parts, place, { campaign: '7' }, { campaign: 'Winter' });
  expect(await named({ ...place, object: '7', ids: ['7'] })).toBe('Spring');
  expect(await named({ ...place, object: '9', ids: ['9'] })).toBe('9');
  expect(await named({ ...place, workspaceId: 'ws_2', object: '7', ids: ['7'] })).toBe('7');
});

test('a connection is called by its channel, a link by its role, and nothing is called nothing', async () => {
  expect(await named({ object: 'con_1', detail: { channel: 'social' } })).toBe('Social');
  expect(await named({ object: 'link_1', detail: { role: 'viewer' } })).toBe('link for a viewer');
  expect(await named({ object: 'link_1' })).toBe('link_1');
  expect(await named({})).toBeNull();
});
