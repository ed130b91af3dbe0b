import { expect, test } from 'vitest';
import { WRITE_POINTS } from '../../limits/prices.ts';
import type { Context } from '../context.ts';
import { approvals } from './approvals.ts';
import { history } from './history.ts';

const limiter = { take: async () => ({ allowed: false, limit: 300, retryAfterS: 7 }) };
const workspace = { id: 'ws_1', name: 'Acme', organizationId: 'org_1' };
const person = { id: 'per_1', organizationId: 'org_1', roleIn: () => 'approver' };

test('looking at what became of a change costs points, as the same read by a key does', async () => {
  const parts = { limiter, home: { directory: { workspace: async () => workspace } } };
  const caller = history.createCaller({ parts, person } as unknown as Context);
  await expect(caller.sinceThen({ workspaceId: 'ws_1', changeId: 'chg_1' })).rejects.toThrow('Wait 7 seconds');
});

test('planning anew costs the points of a write', async () => {
  const asked: number[] = [];
  const counting = {
    take(_: string, points: number) {
      asked.push(points);
      return limiter.take();
    },
  };
  const plan = { id: 'pln_1', workspaceId: 'ws_1', requester: 'per_1', state: 'stale', approvals: [], decisions: [] };
  const answers = { execute: async () => [], executeTakeFirst: async () => ({ workspace_id: 'ws_1' }) };
  const db: object = new Proxy(answers, {
    get: (_, name: keyof typeof answers) => answers[name] ?? (() => db),
  });
  const home = {
    store: { db },
    plans: { find: async () => plan },
    directory: { workspace: async () => workspace },
  };
  const people = { actors: async () => () => ({ kind: 'person', id: 'per_1', name: 'Kim' }) };
  const parts = { limiter: counting, home, people, log: { write: () => {} } };
  const caller = approvals.createCaller({ parts, person, requestId: 'r' } as unknown as Context);
  await expect(caller.planAnew({ id: 'pln_1' })).rejects.toThrow('Wait 7 seconds');
  expect(asked).toEqual([WRITE_POINTS]);
});
