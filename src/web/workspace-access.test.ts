import { expect, test } from 'vitest';
import type { Role } from '../auth/members.ts';
import type { Person } from './people.ts';
import type { WebParts } from './web-parts.ts';
import { admitted } from './workspace-access.ts';

/** Two workspaces of one organization. */
const directory = {
  workspace: async (organizationId: string, id: string) =>
    organizationId === 'org_1' && ['ws_1', 'ws_2'].includes(id) ? { id, name: 'Acme' } : undefined,
};
const parts = { home: { directory } } as unknown as WebParts;
const roles: Readonly<Record<string, Role>> = { ws_1: 'member', ws_gone: 'owner' };
const person = { organizationId: 'org_1', roleIn: (id: string) => roles[id] } as Person;
const enter = (id: string, role: Role) => admitted(parts, person, id, role);

test('a workspace opens to people with the role in it', async () => {
  expect(await enter('ws_1', 'member')).toMatchObject({ id: 'ws_1' });
  await expect(enter('ws_1', 'approver')).rejects.toMatchObject({ status: 403 });
});

test.each([
  ['that gives no role', 'ws_2'],
  ['that is gone', 'ws_gone'],
  ['that never was', 'ws_9'],
])('a workspace %s is as unknown as any other', async (_, id) => {
  await expect(enter(id, 'viewer')).rejects.toMatchObject({ status: 404, message: 'There is no such workspace.' });
});
