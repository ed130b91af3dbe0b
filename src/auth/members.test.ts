import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Directory } from './directory.ts';
import { Members } from './members.ts';
import { type NewLink, OneTimeLinks } from './one-time-links.ts';

const ambient = stillAmbient();
let store: TemporaryStore;
let audit: Audit;
let members: Members;
let organizationId: string;
beforeEach(async () => {
  store = await temporaryStore();
  audit = new Audit(store, deriveSecrets(Buffer.alloc(32, 1)), ambient);
  members = new Members(store, audit, ambient);
  organizationId = (await new Directory(store, ambient).createOrganization('Acme')).id;
});
afterEach(() => store.close());

test('a member is added once, listed and removed, and each leaves a trace', async () => {
  const added = await members.add({ organizationId, email: ' Kim@Example.com ', role: 'member', actor: 'test' });
  expect(added).toMatchObject({ email: 'kim@example.com', role: 'member' });
  await expect(
    members.add({ organizationId, email: 'kim@example.com', role: 'viewer', actor: 'test' }),
  ).rejects.toMatchObject({
    details: {
      code: 'conflict',
      message: 'kim@example.com is a member there already.',
      nextStep: 'Remove the member first to give another role. Nothing was changed.',
    },
  });
  expect(await members.list(organizationId)).toEqual([added]);
  expect(await members.remove(organizationId, added.id, 'test')).toBe(true);
  expect(await members.remove(organizationId, added.id, 'test')).toBe(false);
  expect(await members.list(organizationId)).toEqual([]);
  const entry = { organizationId, actor: 'test', phase: 'event' };
  expect(await audit.list({ limit: 9 })).toMatchObject([
    { ...entry, action: 'member.remove', detail: { id: added.id } },
    { ...entry, action: 'member.add', detail: { id: added.id, role: 'member' } },
  ]);
});

test('one and the same person can be a member of the organization and of its workspaces', async () => {
  const directory = new Directory(store, ambient);
  const workspaces = await Promise.all(
    ['A', 'B'].map((name) => directory.createWorkspace({ organizationId, name, currency: 'USD' })),
  );
  const person = { organizationId, email: 'kim@example.com', role: 'member', actor: 'test' } as const;
  const whole = await members.add(person);
  ambient.advance(1);
  const added = [whole];
  for (const { id: workspaceId } of workspaces) {
    const member = await members.add({ ...person, workspaceId });
    expect(member).toEqual({ id: member.id, email: 'kim@example.com', role: 'member', workspaceId });
    added.push(member);
    ambient.advance(1);
    await expect(members.add({ ...person, workspaceId })).rejects.toThrow('is a member there already');
  }
  expect(whole).not.toHaveProperty('workspaceId');
  expect(await members.list(organizationId)).toEqual(added);
  expect((await audit.list({ limit: 9 })).map(({ workspaceId }) => workspaceId)).toEqual([
    workspaces[1]!.id,
    workspaces[0]!.id,
    undefined,
  ]);
  const { id: otherId } = await directory.createOrganization('Other');
  await members.add({ ...person, organizationId: otherId });
  expect(await members.list(otherId)).toHaveLength(1);
});

test('a person is erased with account, sessions and roles, but not the last owner', async () => {
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
    values ('per_1', 'Kim', 'kim@example.com', true, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(store.db);
  await sql`insert into sessions (id, person_id, token, expires_at, created_at, updated_at)
    values ('ses_1', 'per_1', 't', '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(
    store.db,
  );
  await members.add({ organizationId, email: 'kim@example.com', role: 'owner', actor: 'test', personId: 'per_1' });
  await expect(members.erase(organizationId, 'Kim@example.com', 'test')).rejects.toThrow('Nobody would be an owner');
  expect(await store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);

  await members.add({ organizationId, email: 'lee@example.com', role: 'owner', actor: 'test', personId: 'per_2' });
  const counted = { hour: 0, tool: 't', calls: 1, errors: 0, points: 1 };
  const counts = ['per_1', 'key_1'].map((key_id) => ({ ...counted, key_id }));
  await store.db.insertInto('usage_counts').values(counts).execute();
  expect(await members.erase(organizationId, 'Kim@example.com', 'test')).toBe(true);
  expect(await store.db.selectFrom('usage_counts').select('key_id').execute()).toEqual([{ key_id: 'key_1' }]);
  expect(await store.db.selectFrom('people').selectAll().execute()).toEqual([]);
  expect(await store.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await members.list(organizationId)).toMatchObject([{ email: 'lee@example.com' }]);
  expect(await members.erase(organizationId, 'kim@example.com', 'test')).toBe(false);
  expect(await members.erase(organizationId, 'no.member@example.com', 'test')).toBe(false);
  expect(await audit.list({ limit: 1 })).toMatchObject([{ action: 'person.erase', detail: { id: 'per_1' } }]);
});

test('a role is changed in its own organization only, and the last owner stays one', async () => {
  const add = (email: string, role: 'member' | 'owner', into = organizationId) =>
    members.add({ organizationId: into, email, role, actor: 'test' });
  const roles = async () => (await members.list(organizationId)).map(({ role }) => role);
  const { id } = await add('kim@example.com', 'owner');
  const { id: otherId } = await new Directory(store, ambient).createOrganization('Other');
  const { id: theirs } = await add('lee@example.com', 'member', otherId);
  const before = (await audit.list({ limit: 9 })).length;
  for (const unknown of [theirs, 'mem_none']) {
    expect(await members.changeRole(organizationId, unknown, 'owner', 'test')).toBe(false);
    expect(await members.remove(organizationId, unknown, 'test')).toBe(false);
  }
  await expect(members.changeRole(organizationId, id, 'viewer', 'test')).rejects.toThrow('Nobody would be an owner');
  await expect(members.remove(organizationId, id, 'test')).rejects.toThrow('Nobody would be an owner');
  expect(await roles()).toEqual(['owner']);
  expect((await members.list(otherId)).map(({ role }) => role)).toEqual(['member']);
  expect(await audit.list({ limit: 9 })).toHaveLength(before);
  await add('max@example.com', 'owner');
  expect(await members.changeRole(organizationId, id, 'viewer', 'test')).toBe(true);
  expect((await roles()).sort()).toEqual(['owner', 'viewer']);
  expect((await audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'member.role', detail: { id, role: 'viewer' } });
});

test('neither an owner of one workspace nor one of another organization stands in for the last owner', async () => {
  const directory = new Directory(store, ambient);
  const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
  const { id: otherId } = await directory.createOrganization('Other');
  const owner = { organizationId, role: 'owner', actor: 'test' } as const;
  const { id } = await members.add({ ...owner, email: 'kim@example.com' });
  const ofOne = await members.add({ ...owner, workspaceId, email: 'lee@example.com' });
  await members.add({ ...owner, organizationId: otherId, email: 'lee@example.com' });
  const refused = 'Nobody would be an owner';
  await expect(members.changeRole(organizationId, id, 'approver', 'test')).rejects.toThrow(refused);
  await expect(members.remove(organizationId, id, 'test')).rejects.toThrow(refused);
  await expect(members.erase(organizationId, 'kim@example.com', 'test')).rejects.toThrow(refused);
  expect(await members.remove(organizationId, ofOne.id, 'test')).toBe(true);
});

test('an owner of one workspace goes also before the organization has an owner', async () => {
  const directory = new Directory(store, ambient);
  const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
  const owner = { organizationId, workspaceId, role: 'owner', actor: 'test' } as const;
  const { id } = await members.add({ ...owner, email: 'kim@example.com' });
  await members.add({ ...owner, email: 'lee@example.com' });
  expect(await members.remove(organizationId, id, 'test')).toBe(true);
  expect(await members.erase(organizationId, 'lee@example.com', 'test')).toBe(true);
  expect(await members.list(organizationId)).toEqual([]);
});

test('who was only invited or given a role is erased too, and nothing of anybody else', async () => {
  const links = new OneTimeLinks(store, deriveSecrets(Buffer.alloc(32, 1)), audit, ambient);
  const invited = (email: string) =>
    links.create({
      ...{ purpose: 'invitation', organizationId, email, role: 'member', lifeMs: 1_000, actor: 'test' },
    } as NewLink);
  await invited('kim@example.com');
  await invited('lee@example.com');
  await members.add({ organizationId, email: 'max@example.com', role: 'member', actor: 'test' });
  const open = async () => (await links.list('invitation', organizationId)).map(({ email }) => email);
  expect(await members.erase(organizationId, 'kim@example.com', 'test')).toBe(true);
  expect(await open()).toEqual(['lee@example.com']);
  expect(await members.erase(organizationId, 'max@example.com', 'test')).toBe(true);
  expect(await members.list(organizationId)).toEqual([]);
  expect(await open()).toEqual(['lee@example.com']);
});

test('an address that was typed and not proven is given no role, also when it is written in capitals', async () => {
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
    values ('per_1', 'Kim', 'kim@example.com', false, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(
    store.db,
  );
  const role = { organizationId, email: 'KIM@example.com', role: 'member', actor: 'test' } as const;
  await expect(members.add(role)).rejects.toThrow('it may be another person');
  expect(await members.holdsRole(organizationId, 'kim@example.com')).toBe(false);
  await members.add({ ...role, personId: 'per_1' });
  expect(await members.holdsRole(organizationId, 'Kim@Example.com')).toBe(true);
  expect(await members.holdsRole('org_other', 'kim@example.com')).toBe(false);
});

test('erasing a person leaves all others, and each needs a proven address of their own', async () => {
  const person = (id: string, email: string, proven: boolean) =>
    sql`insert into people (id, name, email, email_verified, created_at, updated_at)
      values (${id}, 'Kim', ${email}, ${store.kind === 'sqlite' ? Number(proven) : proven},
      '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(store.db);
  await person('per_1', 'typed@example.com', false);
  await person('per_2', 'lee@example.com', true);
  const role = { organizationId, role: 'member', actor: 'test' } as const;
  await members.add({ ...role, email: 'lee@example.com' });
  await members.add({ ...role, email: 'invited@example.com' });
  expect(await members.holdsRole(organizationId, 'no.member@example.com')).toBe(false);
  expect(await members.erase(organizationId, 'no.member@example.com', 'test')).toBe(false);
  expect(await members.erase(organizationId, 'lee@example.com', 'test')).toBe(true);
  expect(await store.db.selectFrom('people').select('id').execute()).toEqual([{ id: 'per_1' }]);
  expect((await audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'person.erase', detail: { id: 'per_2' } });
  expect((await members.list(organizationId)).map(({ email }) => email)).toEqual(['invited@example.com']);
});

test('members that fill more than a page are listed once each, the oldest first', async () => {
  const COUNT = 1_200;
  await sql`insert into members (id, organization_id, workspace_id, email, role, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
    select 'mem_' || (100000 - i), ${organizationId}, null, 'm' || i || '@example.com', 'member', i / 100 from n`.execute(
    store.db,
  );
  const listed: string[] = [];
  for await (const page of members.pages(organizationId)) {
    listed.push(...page.map(({ id }) => id));
    if (listed.length > COUNT) break;
  }
  expect([listed.length, new Set(listed).size]).toEqual([COUNT, COUNT]);
  expect([listed[0], listed.at(-1)]).toEqual(['mem_99901', 'mem_98800']);
});
