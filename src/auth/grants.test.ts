import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Directory } from './directory.ts';
import { Grants } from './grants.ts';
import { KeyRing } from './key-ring.ts';
import { Members } from './members.ts';

const secrets = deriveSecrets(randomBytes(32));
const email = 'kim@example.com';
let ambient: StillAmbient;
let store: TemporaryStore;
let audit: Audit;
let ring: KeyRing;
let grants: Grants;
let members: Members;
let organizationId: string;
let workspaceId: string;
let memberId: string;

beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  audit = new Audit(store, secrets, ambient);
  ring = new KeyRing(store, secrets, audit, ambient);
  grants = new Grants(store, secrets, ring, audit, ambient);
  members = new Members(store, audit, ambient);
  ({ organizationId, workspaceId } = await seedWorkspace(store));
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
    values ('per_kim', 'Kim', ${email}, ${store.kind === 'sqlite' ? 1 : true}, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(
    store.db,
  );
  await members.add({ organizationId, email: 'owner@example.com', role: 'owner', actor: 'test' });
  ({ id: memberId } = await members.add({ organizationId, email, role: 'member', actor: 'test' }));
});
afterEach(() => store.discard());

/** A grant and a token of it, as the authorization server stores them. */
async function given(
  more: Partial<Parameters<Grants['create']>[0]> = {},
  kind = 'AccessToken',
): Promise<{ id: string; token: string }> {
  const id = await grants.create({
    workspaceId,
    personId: 'per_kim',
    client: { id: 'cli_1', name: 'Claude', redirectHost: 'claude.ai' },
    resource: 'https://ads.example.com/social/mcp',
    channels: ['social'],
    readOnly: false,
    expiresAt: ambient.now() + 30 * DAY_MS,
    ...more,
  });
  const token = randomBytes(32).toString('base64url');
  const row = { kind, payload: '{}', consumed_at: null, expires_at: ambient.now() + DAY_MS };
  await store.db
    .insertInto('oauth_artifacts')
    .values({ ...row, digest: grants.digest(token), grant_id: id, resource: 'https://ads.example.com/social/mcp' })
    .execute();
  return { id, token };
}

describe('the token of a grant', () => {
  it('is recognised as its client, for its address and channels', async () => {
    const { id, token } = await given();
    expect(await ring.authenticate(token)).toEqual({
      kind: 'grant',
      id,
      name: 'Claude',
      organizationId,
      workspaceId,
      organizationWide: false,
      channels: ['social'],
      readOnly: false,
      ratePoints: undefined,
      workspacePoints: undefined,
      audience: '/social/mcp',
    });
    expect(await ring.authenticate(randomBytes(32).toString('base64url'))).toBeUndefined();
  });

  it('is recognised without a look into the store when it was seen a moment ago', async () => {
    const { id, token } = await given();
    await ring.authenticate(token);
    const looks = vi.spyOn(store.db, 'executeQuery');
    expect(await ring.authenticate(token)).toMatchObject({ id });
    expect(looks).not.toHaveBeenCalled();
  });

  it('stops within a second in every other process, beside keys that are in use too', async () => {
    const { id, token } = await given();
    const { key, id: keyId } = await ring.create({ workspaceId, name: 'agent', actor: 'test' });
    const other = await store.reopen();
    const elsewhere = new KeyRing(other, secrets, audit, ambient);
    const seen = async () => [(await elsewhere.authenticate(token))?.id, (await elsewhere.authenticate(key))?.id];
    expect(await seen()).toEqual([id, keyId]);
    expect(await grants.revoke(id, 'per_kim')).toBe(true);
    expect(await ring.authenticate(token)).toBeUndefined();
    ambient.advance(450);
    await seen();
    ambient.advance(450);
    await vi.waitFor(async () => expect(await seen()).toEqual([undefined, keyId]));
    await other.close();
  });

  it.each(['RefreshToken', 'AuthorizationCode'])('no %s calls a tool', async (kind) => {
    const { token } = await given({}, kind);
    expect(await ring.authenticate(token)).toBeUndefined();
  });

  it('lapses at its time and with its grant', async () => {
    const short = await given({ expiresAt: ambient.now() + 1_000 });
    const { token } = await given();
    ambient.advance(1_000);
    expect(await ring.authenticate(short.token)).toBeUndefined();
    expect(await ring.authenticate(token)).toBeDefined();
    ambient.advance(DAY_MS);
    expect(await ring.authenticate(token)).toBeUndefined();
  });

  it('stops when its workspace is archived', async () => {
    const { id, token } = await given();
    await store.db.updateTable('workspaces').set({ archived_at: 1 }).where('id', '=', workspaceId).execute();
    expect(await ring.authenticate(token)).toBeUndefined();
    expect(await grants.live(id)).toBeUndefined();
  });
});

describe('a person', () => {
  it('who leaves loses the grants, and those of a workspace that another role still opens stay', async () => {
    const { id, token } = await given();
    const other = await members.add({ organizationId, workspaceId, email, role: 'viewer', actor: 'test' });
    await members.remove(organizationId, memberId, 'test');
    ring.forget();
    expect(await ring.authenticate(token)).toMatchObject({ id, readOnly: true });
    await members.remove(organizationId, other.id, 'test');
    ring.forget();
    expect(await ring.authenticate(token)).toBeUndefined();
    expect(await grants.find(id)).toMatchObject({ status: 'revoked' });
    expect((await audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'member.remove' });
  });

  it('who is erased loses the grants, which no longer tell an address', async () => {
    const { id, token } = await given();
    await members.erase(organizationId, email, 'test');
    expect(await ring.authenticate(token)).toBeUndefined();
    const record = await grants.find(id);
    expect(record).toMatchObject({ status: 'revoked', person: { id: 'per_kim' } });
    expect(record?.person.email).toBeUndefined();
  });

  it.each(['workspace', 'organization'])('keeps no grant here by a role in another %s', async (place) => {
    const elsewhere = await seedWorkspace(store, 'Other');
    if (place === 'workspace')
      await store.db
        .updateTable('workspaces')
        .set({ organization_id: organizationId })
        .where('id', '=', elsewhere.workspaceId)
        .execute();
    const other =
      place === 'workspace'
        ? { organizationId, workspaceId: elsewhere.workspaceId }
        : { organizationId: elsewhere.organizationId };
    await members.add({ ...other, email, role: 'member', actor: 'test' });
    const { id, token } = await given();
    await store.db.deleteFrom('members').where('id', '=', memberId).execute();
    expect([await ring.authenticate(token), await grants.live(id)]).toEqual([undefined, undefined]);
    const { id: again } = await members.add({ organizationId, email, role: 'member', actor: 'test' });
    await members.remove(organizationId, again, 'test');
    expect(await grants.find(id)).toMatchObject({ status: 'revoked' });
  });

  it('who leaves ends no grant of somebody else, and none that ended before', async () => {
    await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
      select 'per_lee', 'Lee', 'lee@example.com', email_verified, created_at, updated_at from people`.execute(store.db);
    await members.add({ organizationId, email: 'lee@example.com', role: 'member', actor: 'test' });
    const [theirs, old, current] = [await given({ personId: 'per_lee' }), await given(), await given()];
    const { key } = await ring.create({ workspaceId, name: 'agent', actor: 'test' });
    await grants.revoke(old.id, 'test');
    const revokedAt = ambient.now();
    ambient.advance(1);
    await members.remove(organizationId, memberId, 'test');
    expect(await grants.find(theirs.id)).toMatchObject({ status: 'active' });
    expect(await grants.find(old.id)).toMatchObject({ status: 'revoked', revokedAt });
    expect(await grants.find(current.id)).toMatchObject({ status: 'revoked', revokedAt: ambient.now() });
    expect(await ring.authenticate(key)).toMatchObject({ name: 'agent' });
  });

  it('who gave a grant for reading only writes nothing by it', async () => {
    const { token } = await given({ readOnly: true });
    expect(await ring.authenticate(token)).toMatchObject({ readOnly: true });
  });

  it('of another organization has no say here', async () => {
    const { token } = await given({ personId: 'per_other' });
    expect(await ring.authenticate(token)).toBeUndefined();
  });
});

describe('a grant', () => {
  it.each<[string, (id: string) => unknown]>([
    ['its time has come', () => ambient.advance(30 * DAY_MS)],
    ['it was revoked', (id) => grants.revoke(id, 'test')],
    ['its person has left', () => members.remove(organizationId, memberId, 'test')],
  ])('gives no further tokens once %s', async (_, ends) => {
    const { id } = await given();
    ambient.advance(-1);
    expect(await grants.live(id)).toMatchObject({ personId: 'per_kim' });
    ambient.advance(1);
    await ends(id);
    expect(await grants.live(id)).toBeUndefined();
    expect(await ring.principalOf(id)).toBeUndefined();
  });

  it('is no key: not listed, not rolled, and found by its id where limits and rules are set', async () => {
    const { id: other } = await given({ readOnly: true });
    const { id } = await given();
    expect(await ring.list()).toEqual([]);
    expect(await ring.list({ ids: [id] })).toMatchObject([{ id, name: 'Claude' }]);
    expect(await ring.list({ withGrants: true })).toHaveLength(2);
    expect([await grants.live(other), await grants.live(id)]).toMatchObject([
      { principal: { id: other, readOnly: true } },
      { principal: { id, readOnly: false } },
    ]);
    await expect(ring.roll(id, { overlapMs: 0, actor: 'test' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await ring.changeLimit(id, 7, 'test')).toBe(true);
    expect(await ring.allowPersonalData(id, true, 'test')).toBe(false);
    expect(await ring.principalOf(id)).toMatchObject({ kind: 'grant', ratePoints: 7 });
  });

  it('is revoked once, and a key is never revoked as one', async () => {
    const { id } = await given();
    const { key, id: keyId } = await ring.create({ workspaceId, name: 'agent', actor: 'test' });
    expect(await grants.revoke(keyId, 'test')).toBe(false);
    expect(await ring.authenticate(key)).toMatchObject({ id: keyId });
    expect(await grants.revoke(id, 'test')).toBe(true);
    expect(await grants.revoke(id, 'test')).toBe(false);
    expect(await grants.revoke('grt_none', 'test')).toBe(false);
  });

  it('writes no custom HTML until an owner lets it', async () => {
    const { id } = await given();
    expect(await ring.principalOf(id)).not.toHaveProperty('customHtml');
    expect(await ring.allowCustomHtml(id, true, 'test')).toBe(true);
    expect(await ring.principalOf(id)).toMatchObject({ kind: 'grant', customHtml: true });
  });

  it('is listed with client, person and place, and its use is noted', async () => {
    const { id } = await given();
    ambient.advance(5);
    ring.touch(id);
    await ring.flush();
    expect(await grants.list({ personId: 'per_kim' })).toMatchObject([
      {
        id,
        client: { id: 'cli_1', name: 'Claude', redirectHost: 'claude.ai' },
        person: { id: 'per_kim', email, name: 'Kim' },
        workspaceName: 'Acme',
        channels: ['social'],
        status: 'active',
        lastUsedAt: ambient.now(),
      },
    ]);
    expect(await grants.list({ personId: 'per_other' })).toEqual([]);
  });

  it('is listed oldest first, of one workspace, and of many the newest', async () => {
    const { workspaceId: otherId } = await seedWorkspace(store, 'Other');
    await given({ workspaceId: otherId });
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      ambient.advance(1);
      ids.push((await given()).id);
    }
    const listed = async (newest?: number) =>
      (await grants.list({ workspaceId, ...(newest !== undefined && { newest }) })).map(({ id }) => id);
    expect([await listed(), await listed(2)]).toEqual([ids, ids.slice(1)]);
  });

  it('marks the client that it is given to as used', async () => {
    await store.db
      .insertInto('oauth_clients')
      .values({ id: 'cli_1', metadata: '{}', created_at: 1, used_at: null })
      .execute();
    await store.db
      .insertInto('oauth_clients')
      .values({ id: 'cli_2', metadata: '{}', created_at: 1, used_at: null })
      .execute();
    const used_at = ambient.now();
    await given();
    ambient.advance(1);
    await given();
    const used = store.db.selectFrom('oauth_clients').select(['id', 'used_at']).orderBy('id');
    expect(await used.execute()).toEqual([
      { id: 'cli_1', used_at },
      { id: 'cli_2', used_at: null },
    ]);
  });

  it('goes with its workspace', async () => {
    const { id } = await given();
    const directory = new Directory(store, ambient, { audit });
    await directory.deleteWorkspace((await directory.find('Acme'))!, 'test');
    expect(await grants.find(id)).toBeUndefined();
    expect(await store.db.selectFrom('oauth_artifacts').selectAll().execute()).toEqual([]);
  });

  it('and all else of a workspace stays when another one is deleted', async () => {
    const other = await seedWorkspace(store, 'Other');
    await held(other.workspaceId);
    await held(workspaceId);
    const before = await kept();
    expect(before.workspaces).toHaveLength(2);
    const directory = new Directory(store, ambient, { audit });
    await directory.deleteWorkspace((await directory.find('Other'))!, 'test');
    const left = await kept();
    for (const [table, rows] of Object.entries(left))
      expect([table, before[table]!.length]).toEqual([table, rows.length * 2]);
    expect(left.workspaces).toMatchObject([{ id: workspaceId }]);
    expect(left.api_keys!.every((row) => row.workspace_id === workspaceId)).toBe(true);
    expect(left.policies!.some((row) => row.scope_id === workspaceId)).toBe(true);
    await directory.deleteWorkspace((await directory.find('Acme'))!, 'test');
    for (const [table, rows] of Object.entries(await kept())) expect([table, rows]).toEqual([table, []]);
  });

  const OF_KEYS = ['workspaces', 'api_keys', 'grants', 'oauth_artifacts', 'usage_counts', 'policies'] as const;
  const OF_SCHEDULES = ['schedules', 'schedule_runs'] as const;

  async function kept(): Promise<Record<string, Record<string, unknown>[]>> {
    const rows = [...OF_KEYS, ...OF_SCHEDULES].map(async (table) => {
      return [table, await store.db.selectFrom(table).selectAll().execute()] as const;
    });
    return Object.fromEntries(await Promise.all(rows));
  }

  /** A grant with its token, and of it and its workspace counted calls, rules and a schedule that has run. */
  async function held(inWorkspace: string): Promise<void> {
    const { id } = await given({ workspaceId: inWorkspace });
    const counted = { hour: 0, tool: 't', calls: 1, errors: 0, points: 1 };
    await store.db
      .insertInto('usage_counts')
      .values({ ...counted, key_id: id })
      .execute();
    const rules = { version: 1, rules: '{}', updated_at: 0, updated_by: 'test' };
    await store.db
      .insertInto('policies')
      .values([id, inWorkspace].map((scope_id) => ({ ...rules, scope_id })))
      .execute();
    const schedule = { organization_id: organizationId, name: 'Weekly', arguments: '{}', times: '{}' };
    await store.db
      .insertInto('schedules')
      .values({
        ...{ ...schedule, tool: 'report', endpoints: '[]', requester: id, stopped_because: null, created_at: 0 },
        ...{ id: `sch_${inWorkspace}`, workspace_id: inWorkspace },
      })
      .execute();
    const run = { period: '2026-01-01', due_at: 0, ran_at: 0, outcome: 'sent', words: '' } as const;
    await store.db
      .insertInto('schedule_runs')
      .values({ ...run, schedule_id: `sch_${inWorkspace}` })
      .execute();
  }
});
