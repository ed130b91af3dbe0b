import { expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { stops } from './stops.ts';

test('a look at what is delivering costs points like any read: without points nothing is read', async () => {
  const person = { id: 'per_1', roleIn: () => 'viewer' };
  const taken: unknown[] = [];
  const limiter = {
    take: async (...asked: unknown[]) => {
      taken.push(asked);
      return { allowed: false, limit: 300, retryAfterS: 7 };
    },
  };
  const workspace = { id: 'ws_1', connections: [] };
  const parts = { limiter, people: { workspacesOf: async () => [{ record: workspace, role: 'viewer' }] } };
  const home = { directory: { workspace: async () => workspace, find: async () => workspace } };
  const context = { parts: { ...parts, home }, person } as unknown as Context;
  await expect(stops.createCaller(context).delivering({ workspaceId: 'ws_1' })).rejects.toThrow('Wait 7 seconds');
  expect(taken).toEqual([['per_1', 1]]);
});
