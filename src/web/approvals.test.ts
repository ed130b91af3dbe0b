import { expect, test } from 'vitest';
import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Role } from '../auth/members.ts';
import type { Plan } from '../plans/plan.ts';
import { seedWorkspace, temporaryStore } from '../store/store.testing.ts';
import { type Decider, obstacleFor, peopleAround, planTitle } from './approvals.ts';
import { modeAmong } from './platform-mode.ts';
import type { WebParts } from './web-parts.ts';

const NOW = Date.UTC(2026, 10, 18);
const MINUTE_MS = 60_000;
const parts = {
  ambient: { now: () => NOW },
  home: { policies: { of: async () => ({ fourEyes: true }) } },
} as unknown as WebParts;

interface Scene {
  role?: Role;
  signedInAgoMs?: number | undefined;
  approved?: boolean;
  behind?: string;
  /** Another approver, of this workspace or of one named. */
  other?: string | null | undefined;
}

async function whyNot({ role = 'approver', signedInAgoMs = 0, approved = false, behind = 'per_2', other }: Scene) {
  const person = { id: 'per_1', roleIn: () => role };
  const plan = { workspaceId: 'ws_1', requester: 'key_1', approvals: approved ? [{ by: 'per_1', at: NOW }] : [] };
  const approvers = [
    { id: 'per_1', name: 'Kim', workspaceId: null },
    ...(other === undefined ? [] : [{ id: 'per_2', name: 'Lee', workspaceId: other }]),
  ];
  const around = {
    actor: (id: string) => ({ kind: 'person', id, name: id }) as const,
    behind: new Map([['key_1', behind]]),
    approvers,
  };
  const decider = { person, signedInAt: NOW - signedInAgoMs } as unknown as Decider;
  return (await obstacleFor(parts, decider, plan as unknown as Plan, around))?.why;
}

test.each<[string, Scene, string | undefined]>([
  ['an approver who has just signed in decides', {}, undefined],
  ['a member does not', { role: 'member' }, 'role'],
  ['nor an approver a second time', { approved: true, other: null }, 'approved already'],
  ['nor about what was asked in their name, while somebody else can', { behind: 'per_1', other: null }, 'own request'],
  ['they approve it themselves where there is no other approver', { behind: 'per_1' }, undefined],
  [
    'an approver of another workspace does not count as another approver',
    { behind: 'per_1', other: 'ws_2' },
    undefined,
  ],
  ['a sign-in of 15 minutes ago is good', { signedInAgoMs: 15 * MINUTE_MS }, undefined],
  ['and an older one is not', { signedInAgoMs: 15 * MINUTE_MS + 1 }, 'old sign-in'],
])('%s', async (_, scene, why) => expect(await whyNot(scene)).toBe(why));

test('a plan over several platforms is live as soon as one of them is', () => {
  const connections = [
    { channel: 'social', mode: 'sandbox' },
    { channel: 'search', mode: 'live' },
  ] as unknown as WorkspaceRecord['connections'];
  expect(modeAmong(connections, ['social'])).toBe('sandbox');
  expect(modeAmong(connections, ['social', 'search'])).toBe('live');
  expect(modeAmong(connections, ['video'])).toBeNull();
});

test('a plan is called as the tool of its own channel, since channels share names', () => {
  const tools = [
    { channel: { name: 'social' }, name: 'bulk_update', title: 'Of social' },
    { channel: { name: 'search' }, name: 'bulk_update', title: 'Of search' },
  ];
  const plan = (channel: string) => ({ channel, tool: 'bulk_update' }) as Plan;
  const named = (channel: string) => planTitle({ pipeline: { tools } } as unknown as WebParts, plan(channel));
  expect(['search', 'social', 'video'].map(named)).toEqual(['Of search', 'Of social', 'bulk_update']);
});

test('no plans name nobody, and nothing is read', async () => {
  const actors = async () => (id: string) => ({ kind: 'service', id, name: id }) as const;
  const around = await peopleAround({ home: {}, people: { actors } } as unknown as WebParts, []);
  expect([around.approvers, around.behind.size]).toEqual([[], 0]);
});

test('who may decide are the owners and approvers of the plan’s own organization', async () => {
  const store = await temporaryStore();
  const [ours, theirs] = [await seedWorkspace(store), await seedWorkspace(store, 'Theirs')];
  const join = async (id: string, organization_id: string, role: Role) => {
    const person = { id, name: id, email: `${id}@acme.example`, email_verified: 1, two_factor_enabled: 0 };
    const times = { created_at: '1970-01-01T00:00:00.000Z', updated_at: '1970-01-01T00:00:00.000Z' };
    await store.db
      .insertInto('people')
      .values({ ...person, image: null, ...times } as never)
      .execute();
    const member = { id: `mem_${id}`, organization_id, workspace_id: null, email: person.email, role, created_at: 0 };
    await store.db.insertInto('members').values(member).execute();
  };
  await join('ada', ours.organizationId, 'approver');
  await join('bob', ours.organizationId, 'owner');
  await join('kim', ours.organizationId, 'member');
  await join('eve', theirs.organizationId, 'owner');
  const people = { actors: async () => () => ({}) };
  const plan = { ...ours, requester: 'key_1', approvals: [] } as unknown as Plan;
  const { approvers } = await peopleAround({ home: { store }, people } as unknown as WebParts, [plan]);
  expect(approvers.map(({ name }) => name)).toEqual(['ada', 'bob']);
  await store.discard();
});
