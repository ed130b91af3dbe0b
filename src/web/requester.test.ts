import { expect, test } from 'vitest';
import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Role } from '../auth/members.ts';
import type { Home } from '../process/home.ts';
import type { Person } from './people.ts';
import { principalOf, requesterOf } from './requester.ts';

const workspace = { id: 'ws_1' } as WorkspaceRecord;
const person = (role: Role): Person => ({
  id: 'per_1',
  name: 'Kim',
  email: 'kim@acme.example',
  totp: false,
  organizationId: 'org_1',
  organizationRole: undefined,
  workspaceIds: ['ws_1'],
  roleIn: () => role,
});

test.each<[Role, { readOnly: boolean; customHtml: true | undefined }]>([
  ['viewer', { readOnly: true, customHtml: undefined }],
  ['member', { readOnly: false, customHtml: undefined }],
  ['approver', { readOnly: false, customHtml: undefined }],
  ['owner', { readOnly: false, customHtml: true }],
])('a person calls tools by their role: a %s', (role, allowed) => {
  const { readOnly, customHtml, organizationWide, personalData } = principalOf(person(role), workspace);
  expect({ readOnly, customHtml, organizationWide, personalData }).toEqual({
    ...allowed,
    organizationWide: false,
    personalData: undefined,
  });
});

test('a plan that a key asked for is made as that key, and no person is looked for', async () => {
  const key = { kind: 'key', id: 'key_1' };
  const home = { keyRing: { principalOf: async () => key } } as unknown as Home;
  expect(await requesterOf(home, { requester: 'key_1', organizationId: 'org_1', workspaceId: 'ws_1' })).toBe(key);
});
