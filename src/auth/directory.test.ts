import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { Connections } from './connections.ts';
import { Directory, OF_WORKSPACE, type WorkspaceRecord } from './directory.ts';
import { KeyRing } from './key-ring.ts';

const secrets = deriveSecrets(randomBytes(32));
let ambient: StillAmbient;
let store: TemporaryStore;
let directory: Directory;
beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  directory = new Directory(store, ambient);
});
afterEach(() => store.discard());

it('lists an organization its own workspaces and what they are connected to', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const usd = await directory.createWorkspace({ organizationId, name: 'Acme', currency: 'USD' });
  ambient.advance(1);
  const jpy = await directory.createWorkspace({ organizationId, name: 'Acme Japan', currency: 'JPY' });
  const other = await directory.createOrganization('Other');
  await directory.createWorkspace({ organizationId: other.id, name: 'Other', currency: 'EUR' });
  const connections = new Connections(store, new Vault(store, secrets, ambient), ambient);
  const { id } = await connections.put({
    workspaceId: jpy.id,
    channel: 'search',
    mode: 'sandbox',
    account: '42',
    credentials: { token: 'secret' },
  });
  const view = { id, channel: 'search', mode: 'sandbox', account: '42', options: {}, version: 1 };
  expect(await directory.workspaces(organizationId)).toEqual([usd, { ...jpy, connections: [view] }]);
});

it('remembers for a moment, and sees another process within a second', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const elsewhere = await store.reopen();
  expect(await directory.workspaces(organizationId)).toEqual([]);
  await new Directory(elsewhere, ambient).createWorkspace({ organizationId, name: 'New', currency: 'USD' });
  expect(await directory.workspaces(organizationId)).toEqual([]);
  ambient.advance(999);
  expect(await directory.workspaces(organizationId)).toHaveLength(1);
  await elsewhere.close();
});

it('looks again at once after a change of its own, or when told to', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  await directory.workspaces(organizationId);
  const { id } = await directory.createWorkspace({ organizationId, name: 'New', currency: 'USD' });
  expect(await directory.workspaces(organizationId)).toMatchObject([{ id }]);
  await store.db.updateTable('workspaces').set({ archived_at: 1 }).execute();
  directory.refresh();
  expect(await directory.workspaces(organizationId)).toEqual([]);
});

it('holds on to nothing that it would not use again', async () => {
  for (let index = 0; index < 50; index++) {
    await directory.list(`org_${index}`);
    await directory.workspace('org_1', `ws_${index}`);
    await directory.isConnected(`org_${index}`, 'search');
  }
  ambient.advance(1_000);
  await directory.list('org_1');
  directory.dropStale();
  expect(directory.size).toBe(1);
});

it('finds a workspace by id or name, and asks which one when several share it', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const one = await directory.createWorkspace({ organizationId, name: 'Twin', currency: 'USD' });
  expect(await directory.find(one.id)).toEqual(one);
  expect(await directory.find('Twin')).toEqual(one);
  expect(await directory.find('None')).toBeUndefined();
  const other = await directory.createOrganization('Other');
  const two = await directory.createWorkspace({ organizationId: other.id, name: 'Twin', currency: 'USD' });
  const [first, second] = [one.id, two.id].sort();
  await expect(directory.find('Twin')).rejects.toMatchObject({
    details: {
      code: 'conflict',
      message: '2 workspaces are called "Twin".',
      nextStep: `Name the one you mean by its id: ${first}, ${second}.`,
    },
  });
  expect(await directory.find(two.id)).toEqual(two);
});

it('refuses a name that another workspace of the organization has, in any case', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const one = await directory.createWorkspace({ organizationId, name: 'Éclair', currency: 'USD' });
  ambient.advance(1);
  const two = await directory.createWorkspace({ organizationId, name: 'Other', currency: 'USD' });
  for (const name of ['Éclair', 'ÉCLAIR']) {
    const said = {
      details: {
        code: 'conflict',
        message: `There is a workspace called "Éclair" already (${one.id}).`,
        nextStep: 'Choose another name. Nothing was changed.',
      },
    };
    await expect(directory.createWorkspace({ organizationId, name, currency: 'USD' })).rejects.toMatchObject(said);
    await expect(directory.renameWorkspace(two, name, 'kim')).rejects.toMatchObject(said);
  }
  await directory.renameWorkspace(one, 'éclair', 'kim');
  expect(await directory.workspaces(organizationId)).toMatchObject([{ name: 'éclair' }, { name: 'Other' }]);
});

it('archives a workspace: gone from the list, its name free, its keys refused, and its actor recorded', async () => {
  const audit = new Audit(store, secrets, ambient);
  const directory = new Directory(store, ambient, { audit });
  const keyRing = new KeyRing(store, secrets, audit, ambient);
  const { id: organizationId } = await directory.createOrganization('Acme');
  const old = await directory.createWorkspace({ organizationId, name: 'Old', currency: 'USD' });
  const { key } = await keyRing.create({ workspaceId: old.id, name: 'a', actor: 'kim' });
  expect(await keyRing.authenticate(key)).toBeDefined();
  await directory.renameWorkspace(old, 'Older', 'kim');
  await directory.archiveWorkspace(old, 'kim');
  ambient.advance(1_000);
  expect(await directory.workspaces(organizationId)).toEqual([]);
  expect(await directory.find('Older')).toBeUndefined();
  expect(await keyRing.authenticate(key)).toBeUndefined();
  expect(await keyRing.list()).toMatchObject([{ status: 'archived', workspaceName: 'Older' }]);
  await expect(keyRing.create({ workspaceId: old.id, name: 'b', actor: 'kim' })).rejects.toThrow(/no workspace/);
  await directory.createWorkspace({ organizationId, name: 'Older', currency: 'USD' });
  expect((await audit.list({ limit: 2 })).map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual([
    { actor: 'kim', action: 'workspace.archive', detail: { name: 'Old', disconnected: [] } },
    { actor: 'kim', action: 'workspace.rename', detail: { from: 'Old', to: 'Older' } },
  ]);
});

it('brings an archived workspace back under its name, which only it may have', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const made = (name: string) => directory.createWorkspace({ organizationId, name, currency: 'USD' });
  const old = await made('Old');
  await made('Other');
  await directory.archiveWorkspace(old, 'kim');
  expect((await directory.archivedWorkspaces(organizationId)).map(({ id }) => id)).toEqual([old.id]);
  expect(await directory.archivedWorkspaces('org_other')).toEqual([]);
  const taken = await made('OLD');
  await expect(directory.unarchiveWorkspace(old, 'kim')).rejects.toMatchObject({
    details: { code: 'conflict', message: `There is a workspace called "OLD" already (${taken.id}).` },
  });
  await directory.renameWorkspace(taken, 'old', 'kim');
  await directory.renameWorkspace(taken, 'New', 'kim');
  await directory.unarchiveWorkspace(old, 'kim');
  expect((await directory.workspaces(organizationId)).map(({ name }) => name).sort()).toEqual(['New', 'Old', 'Other']);
});

it('brings back the one workspace that was named, and changes the quota of that one alone', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const made = (name: string) => directory.createWorkspace({ organizationId, name, currency: 'USD' });
  const [one, other, running] = [await made('One'), await made('Other'), await made('Running')];
  for (const workspace of [one, other]) await directory.archiveWorkspace(workspace, 'kim');
  await directory.unarchiveWorkspace(one, 'kim');
  expect((await directory.archivedWorkspaces(organizationId)).map(({ id }) => id)).toEqual([other.id]);
  const quotas = async () =>
    Object.fromEntries((await directory.workspaces(organizationId)).map(({ name, ratePoints }) => [name, ratePoints]));
  await directory.changeQuota(one, 500, 'kim');
  expect(await quotas()).toEqual({ One: 500, Running: undefined });
  await directory.changeQuota(running, 70, 'kim');
  await directory.changeQuota(one, null, 'kim');
  expect(await quotas()).toEqual({ One: undefined, Running: 70 });
});

it('counts the workspaces of the organization that asks, without those that are archived', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const { id: otherId } = await directory.createOrganization('Other');
  for (const name of ['A', 'B']) await directory.createWorkspace({ organizationId: otherId, name, currency: 'USD' });
  const own = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
  expect(await directory.list(organizationId)).toEqual({ workspaces: [own], total: 1 });
  await directory.archiveWorkspace(own, 'kim');
  expect(await directory.list(organizationId)).toEqual({ workspaces: [], total: 0 });
});

it('lists what comes after a workspace of the organization, and nothing after one of another', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const { id: otherId } = await directory.createOrganization('Other');
  const made = async (name: string, of = organizationId) => {
    ambient.advance(1);
    return (await directory.createWorkspace({ organizationId: of, name, currency: 'USD' })).id;
  };
  const [first, theirs, second, third] = [await made('A'), await made('X', otherId), await made('B'), await made('C')];
  const after = async (id: string, limit = 9) =>
    (await directory.listAfter(organizationId, id, limit))?.map((one) => one.id);
  expect(await after(first)).toEqual([second, third]);
  expect(await after(first, 1)).toEqual([second]);
  expect(await after(third)).toEqual([]);
  expect([await after(theirs), await after('ws_none')]).toEqual([undefined, undefined]);
});

it('deletes a workspace from every table that has rows of its own, but for the audit log', async () => {
  const tables = await store.db.introspection.getTables();
  const own = tables.filter(({ columns }) => columns.some(({ name }) => name === 'workspace_id'));
  expect([...OF_WORKSPACE, 'audit_log'].sort()).toEqual(own.map(({ name }) => name).sort());
  const { id: organizationId } = await directory.createOrganization('Acme');
  const workspace = await directory.createWorkspace({ organizationId, name: 'Acme', currency: 'USD' });
  await directory.deleteWorkspace(workspace, 'test');
  expect(await directory.workspace(organizationId, workspace.id)).toBeUndefined();
});

describe('a workspace', () => {
  it('is known to its own organization, without a look into the store when it was asked for a moment ago', async () => {
    const { id: organizationId } = await directory.createOrganization('Acme');
    const made = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
    expect(await directory.workspace(organizationId, made.id)).toEqual(made);
    const looks = vi.spyOn(store.db, 'executeQuery');
    expect(await directory.workspace(organizationId, made.id)).toEqual(made);
    expect(await directory.workspace('org_other', made.id)).toBeUndefined();
    expect(looks).not.toHaveBeenCalled();
    expect(await directory.workspace(organizationId, 'ws_none')).toBeUndefined();
  });

  it('is looked up again with all others in use, and shows what another process changed', async () => {
    const { id: organizationId } = await directory.createOrganization('Acme');
    const made: WorkspaceRecord[] = [];
    for (const name of ['A', 'B', 'C'])
      made.push(await directory.createWorkspace({ organizationId, name, currency: 'USD' }));
    const [a, b, c] = made as [WorkspaceRecord, WorkspaceRecord, WorkspaceRecord];
    const use = () => Promise.all(made.map(({ id }) => directory.workspace(organizationId, id)));
    expect(await use()).toEqual(made);
    expect(await use()).toEqual(made);
    const elsewhere = await store.reopen();
    const connections = new Connections(elsewhere, new Vault(elsewhere, secrets, ambient), ambient);
    for (const channel of ['social', 'search'])
      await connections.put({ workspaceId: a.id, channel, mode: 'live', credentials: {} });
    await new Directory(elsewhere, ambient).archiveWorkspace(b, 'kim');
    await elsewhere.close();
    const looks = vi.spyOn(store.db, 'executeQuery');
    ambient.advance(400);
    expect(await use()).toEqual(made);
    await expect
      .poll(use)
      .toMatchObject([{ ...a, connections: [{ channel: 'search' }, { channel: 'social' }] }, undefined, c]);
    expect(looks).toHaveBeenCalledTimes(2);
  });

  it('is fenced as its connection says', async () => {
    const { id: organizationId } = await directory.createOrganization('Acme');
    const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
    const connections = new Connections(store, new Vault(store, secrets, ambient), ambient);
    const connection = { workspaceId, mode: 'live', credentials: {} } as const;
    await connections.put({ ...connection, channel: 'social', accounts: ['1', '2'], options: { a: 'b' } });
    await connections.put({ ...connection, channel: 'search' });
    const { id: otherId } = await directory.createWorkspace({ organizationId, name: 'B', currency: 'USD' });
    await connections.put({ ...connection, workspaceId: otherId, channel: 'office' });
    directory.refresh();
    const [search, social, ...others] = (await directory.workspace(organizationId, workspaceId))!.connections;
    expect(others).toEqual([]);
    expect(social).toMatchObject({ channel: 'social', mode: 'live', accounts: ['1', '2'], options: { a: 'b' } });
    expect(search).not.toHaveProperty('accounts');
    expect(search).not.toHaveProperty('account');
  });
});

it('knows whether a channel is connected anywhere in an organization, and not in what was archived', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const one = await directory.createWorkspace({ organizationId, name: 'A', currency: 'USD' });
  await directory.createWorkspace({ organizationId, name: 'B', currency: 'USD' });
  const connections = new Connections(store, new Vault(store, secrets, ambient), ambient);
  expect(await directory.isConnected(organizationId, 'search')).toBe(false);
  await connections.put({ workspaceId: one.id, channel: 'search', mode: 'live', credentials: {} });
  expect(await directory.isConnected(organizationId, 'search')).toBe(false);
  directory.refresh();
  expect(await directory.isConnected(organizationId, 'search')).toBe(true);
  expect(await directory.isConnected(organizationId, 'social')).toBe(false);
  expect(await directory.isConnected('org_other', 'search')).toBe(false);
  await directory.archiveWorkspace(one, 'kim');
  expect(await directory.isConnected(organizationId, 'search')).toBe(false);
});

it('lists in pages what one page does not hold, none twice and none left out', async () => {
  const { id: organizationId } = await directory.createOrganization('Many');
  const many = async (count: number) => {
    await sql`delete from workspaces`.execute(store.db);
    await sql`insert into workspaces (id, organization_id, name, currency, created_at, archived_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count + 1})
      select 'ws_' || i, ${organizationId}, 'W' || i, 'USD', i / 100, case when i = ${count + 1} then 1 end from n`.execute(
      store.db,
    );
    directory.refresh();
  };
  for (const count of [249, 250, 251, 1_001]) {
    await many(count);
    const all = await directory.workspaces(organizationId);
    expect(new Set(all.map(({ id }) => id)).size).toBe(count);
    expect(all).toHaveLength(count);
    const { workspaces, total } = await directory.list(organizationId);
    expect(workspaces).toEqual(all.slice(0, 1_000));
    expect(total).toBe(count);
  }
});

describe('with 33,000 workspaces', () => {
  const COUNT = 33_000;
  let organizationId: string;
  let large: TemporaryStore;
  beforeAll(async () => {
    large = await temporaryStore();
    ({ id: organizationId } = await new Directory(large, stillAmbient()).createOrganization('Large'));
    await sql`insert into workspaces (id, organization_id, name, currency, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
      select 'ws_' || i, ${organizationId}, 'W' || i, 'USD', i / 100 from n`.execute(large.db);
    await sql`insert into connections (id, workspace_id, channel, mode, options, credentials, version, status, updated_at)
      select 'con_' || channel || id, id, channel, 'live', '{}', ${Buffer.of(0)}, 1, 'connected', 0 from workspaces,
      (select 'search' as channel union select 'social' union select 'video') as channels`.execute(large.db);
    // PostgreSQL does so by itself after a minute, and until then reads the table from end to end.
    await sql`analyze`.execute(large.db);
  });
  beforeEach(() => {
    directory = new Directory(large, ambient);
  });
  afterAll(() => large?.discard());

  it('a call finds its own without looking at the others', async () => {
    const found = async () => {
      expect(await directory.workspace(organizationId, `ws_${COUNT}`)).toMatchObject({ name: `W${COUNT}` });
      expect(await directory.workspace('org_other', `ws_${COUNT}`)).toBeUndefined();
      expect(await directory.workspace(organizationId, 'ws_0')).toBeUndefined();
      expect(await directory.isConnected(organizationId, 'search')).toBe(true);
      expect(await directory.isConnected(organizationId, 'office')).toBe(false);
      expect(await directory.isConnected('org_other', 'search')).toBe(false);
    };
    expect(await leastOfFive(50, () => longestTurnMs(found))).toBeLessThan(50);
  });

  it('a list is the oldest thousand and the number of all, and holds up no other call', async () => {
    const listed = async () => {
      const { workspaces, total } = await directory.list(organizationId);
      expect(total).toBe(COUNT);
      expect(workspaces).toHaveLength(1_000);
      expect(new Set(workspaces.map(({ id }) => id)).size).toBe(1_000);
      expect(Math.max(...workspaces.map(({ id }) => Number(id.slice(3))))).toBeLessThanOrEqual(1_099);
    };
    expect(await leastOfFive(50, () => longestTurnMs(listed))).toBeLessThan(50);
  });

  it('a name is looked for without reading the others', async () => {
    const made = `New ${Math.random()}`;
    onTestFinished(async () => {
      await large.db.deleteFrom('workspaces').where('name', 'like', `${made}%`).execute();
    });
    const named = () =>
      directory
        .createWorkspace({ organizationId, name: `${made} ${Math.random()}`, currency: 'USD' })
        .then(() => undefined);
    await expect(directory.createWorkspace({ organizationId, name: 'w32999', currency: 'USD' })).rejects.toThrow();
    expect(await leastOfFive(5, () => longestTurnMs(named))).toBeLessThan(5);
  });

  it('all of them are read in slices, each with its connections', async () => {
    let all: readonly WorkspaceRecord[] = [];
    const read = async () => {
      all = await directory.workspaces(organizationId);
    };
    expect(await leastOfFive(50, () => longestTurnMs(read))).toBeLessThan(50);
    expect(new Set(all.map(({ id }) => id)).size).toBe(COUNT);
    expect(all.every(({ connections }) => connections.length === 3)).toBe(true);
  });

  it('a channel that only archived ones are connected to is looked for in slices', async () => {
    await large.db.updateTable('workspaces').set({ archived_at: 1 }).execute();
    const looked = async () => {
      directory.refresh();
      expect(await directory.isConnected(organizationId, 'search')).toBe(false);
    };
    expect(await leastOfFive(10, () => longestTurnMs(looked))).toBeLessThan(10);
  });
});
