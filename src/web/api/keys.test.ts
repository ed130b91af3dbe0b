import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { keys } from './keys.ts';

const NOW = Date.UTC(2026, 10, 19);

function callerOf(role: string) {
  const made: object[] = [];
  const workspace = { id: 'ws_1', name: 'Acme' };
  const keyRing = { create: async (key: object) => Promise.reject(made.push(key) && new Error('made')) };
  const home = { keyRing, directory: { workspace: async () => workspace } };
  const registry = { channels: [{ name: 'social' }, { name: 'search' }] };
  const parts = { home, registry, ambient: { now: () => NOW }, log: { write: () => {} } };
  const person = { id: 'per_1', roleIn: () => role, organizationRole: role };
  const caller = keys.createCaller({ parts, person, requestId: 'req_1' } as unknown as Context);
  return { made, create: (more: object) => caller.create({ workspaceId: 'ws_1', name: 'k', readOnly: true, ...more }) };
}

test('a key is made for channels that there are, and for a time that is still to come', async () => {
  const { made, create } = callerOf('owner');
  await expect(create({ channels: ['social', 'moon'] })).rejects.toThrow('There is no channel moon');
  await expect(create({ expiresAt: new Date(NOW).toISOString() })).rejects.toThrow('which has passed');
  expect(made).toEqual([]);
  await create({ channels: ['social'], expiresAt: new Date(NOW + 1).toISOString(), limit: 7 }).catch(() => {});
  expect(made).toMatchObject([{ workspaceId: 'ws_1', channels: ['social'], expiresAt: NOW + 1, ratePoints: 7 }]);
});

test('what only owners let a key do, a member gives to no key', async () => {
  const { made, create } = callerOf('member');
  for (const more of [{ personalData: true }, { customHtml: true }, { organizationWide: true }])
    await expect(create(more)).rejects.toThrow('role owner');
  expect(made).toEqual([]);
});
