import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { Connections } from './connections.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
let store: TemporaryStore;
let connections: Connections;
let workspaceId: string;

beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store));
  connections = new Connections(store, new Vault(store, secrets, ambient), ambient, new Audit(store, secrets, ambient));
});
afterEach(() => store.discard());

const connectSearch = (token: string) =>
  connections.put({
    workspaceId,
    channel: 'search',
    mode: 'live',
    account: '1234567890',
    options: { login_customer_id: '42' },
    credentials: { token },
    actor: 'user_1',
  });

it('remembers a connection and its credentials', async () => {
  const { id } = await connectSearch('secret-1');
  const record = {
    id,
    workspaceId,
    channel: 'search',
    mode: 'live',
    account: '1234567890',
    options: { login_customer_id: '42' },
    version: 1,
    status: 'connected',
    updatedAt: ambient.now(),
  };
  expect(await connections.get(workspaceId, 'search')).toEqual(record);
  expect(await connections.list(workspaceId)).toEqual([record]);
  expect(await connections.credentials(id)).toEqual({ token: 'secret-1' });
  expect(await connections.get(workspaceId, 'video')).toBeUndefined();
});

it('replaces the connection of the same channel, keeping its id', async () => {
  const first = await connectSearch('secret-1');
  await connections.credentials(first.id);
  const second = await connectSearch('secret-2');
  expect(second.id).toBe(first.id);
  expect(await connections.credentials(first.id)).toEqual({ token: 'secret-2' });
  expect(await connections.list(workspaceId)).toHaveLength(1);
});

it('hands out frozen credentials', async () => {
  const { id } = await connectSearch('secret-1');
  const credentials = await connections.credentials(id);
  expect(() => {
    credentials.token = 'changed';
  }).toThrow();
});

it('sees credentials that another process renewed', async () => {
  const { id } = await connectSearch('secret-1');
  expect(await connections.credentials(id, 1)).toEqual({ token: 'secret-1' });
  const elsewhere = await store.reopen();
  const other = new Connections(elsewhere, new Vault(elsewhere, secrets, ambient), ambient);
  await other.saveCredentials(id, { token: 'renewed' });
  expect(await connections.credentials(id)).toEqual({ token: 'renewed' });
  expect(await connections.credentials(id, 2)).toEqual({ token: 'renewed' });
  await elsewhere.close();
});

it('uses credentials it renewed itself at once, even for a caller that knows the older version', async () => {
  const { id } = await connectSearch('secret-1');
  await connections.credentials(id, 1);
  expect(await connections.saveCredentials(id, { token: 'renewed' })).toBe(true);
  expect(await connections.credentials(id, 1)).toEqual({ token: 'renewed' });
});

it('does not let a late renewal overwrite a connection that was replaced', async () => {
  const { id } = await connectSearch('secret-1');
  await connectSearch('secret-2');
  expect(await connections.saveCredentials(id, { token: 'renewed from secret-1' }, 1)).toBe(false);
  expect(await connections.credentials(id)).toEqual({ token: 'secret-2' });
});

it('refuses credentials copied to another row, and a live connection turned to sandbox', async () => {
  const search = await connectSearch('secret-1');
  const video = await connections.put({ workspaceId, channel: 'video', mode: 'sandbox', credentials: { token: 'v' } });
  const { credentials } = await store.db
    .selectFrom('connections')
    .select('credentials')
    .where('id', '=', search.id)
    .executeTakeFirstOrThrow();
  await store.db.updateTable('connections').set({ credentials }).where('id', '=', video.id).execute();
  await expect(connections.credentials(video.id)).rejects.toMatchObject({ code: 'internal' });
  await store.db.updateTable('connections').set({ mode: 'sandbox' }).where('id', '=', search.id).execute();
  await expect(connections.credentials(search.id)).rejects.toMatchObject({ code: 'internal' });
});

it('removes a connection once, with its credentials', async () => {
  const { id } = await connectSearch('secret-1');
  await connections.credentials(id);
  expect(await connections.remove(workspaceId, 'search', 'user_1')).toBe(true);
  expect(await connections.remove(workspaceId, 'search', 'user_1')).toBe(false);
  await expect(connections.credentials(id)).rejects.toMatchObject({
    details: {
      code: 'not_found',
      message: 'This connection no longer exists.',
      nextStep: 'Connect the channel again (adhelm connect CHANNEL).',
      internal: `no connection ${id}`,
    },
  });
  // Not from memory either, also when the caller names the version that was open.
  await expect(connections.credentials(id, 1)).rejects.toThrow('no connection');
});

it('shows and removes the connections of its own workspace only', async () => {
  const { workspaceId: otherId } = await seedWorkspace(store, 'Other');
  const { id } = await connectSearch('secret-1');
  expect(await connections.get(otherId, 'search')).toBeUndefined();
  expect(await connections.list(otherId)).toEqual([]);
  expect(await connections.remove(otherId, 'search', 'user_9')).toBe(false);
  const other = await connections.put({
    workspaceId: otherId,
    channel: 'search',
    mode: 'live',
    credentials: { token: 'o' },
  });
  expect(other.id).not.toBe(id);
  expect((await connections.list(otherId)).map((one) => one.id)).toEqual([other.id]);
  expect(await connections.remove(otherId, 'search', 'user_9')).toBe(true);
  expect(await connections.credentials(id)).toEqual({ token: 'secret-1' });
  expect(await connections.get(workspaceId, 'search')).toMatchObject({ id });
});

it('counts every change, and says when the last was', async () => {
  const { id } = await connectSearch('secret-1');
  ambient.advance(5);
  expect(await connections.saveCredentials(id, { token: 'renewed' }, 1)).toBe(true);
  expect(await connections.get(workspaceId, 'search')).toMatchObject({ version: 2, updatedAt: ambient.now() });
  await store.db.updateTable('connections').set({ status: 'broken' }).execute();
  ambient.advance(5);
  await connectSearch('secret-2');
  expect(await connections.get(workspaceId, 'search')).toMatchObject({
    id,
    version: 3,
    status: 'connected',
    updatedAt: ambient.now(),
  });
  await store.db.updateTable('connections').set({ status: 'broken' }).execute();
  await connections.saveCredentials(id, { token: 'renewed' });
  expect(await connections.get(workspaceId, 'search')).toMatchObject({ status: 'connected' });
});

it('keeps a connection as small as it is: no account, no options, no fence', async () => {
  await connections.put({ workspaceId, channel: 'video', mode: 'sandbox', credentials: {} });
  expect(await connections.get(workspaceId, 'video')).not.toHaveProperty('account');
  await connections.put({ workspaceId, channel: 'social', mode: 'live', accounts: ['1', '2'], credentials: {} });
  expect((await connections.list(workspaceId)).map(({ channel, options }) => [channel, options])).toEqual([
    ['social', { allowed_accounts: '1,2' }],
    ['video', {}],
  ]);
});

it('looks into the store only for a version that it does not hold', async () => {
  const { id } = await connectSearch('secret-1');
  const held = await connections.credentials(id);
  expect(await connections.credentials(id, 1)).toBe(held);
  expect(await connections.credentials(id)).toBe(held);
  await store.db.updateTable('connections').set({ version: 2 }).execute();
  expect(await connections.credentials(id, 1)).toBe(held);
  expect(await connections.credentials(id, 2)).not.toBe(held);
});

it('records the actor and the channel of a connection, and no secret', async () => {
  await connectSearch('secret-1');
  await connections.remove(workspaceId, 'search', 'user_2');
  const audit = new Audit(store, secrets, ambient);
  await connections.put({ workspaceId, channel: 'social', mode: 'live', accounts: ['1'], credentials: {} });
  const entry = { workspaceId, phase: 'event' };
  const id = expect.stringMatching(/^con_/);
  const written = (await audit.list({ limit: 10 })).map(({ seq, at, ...rest }) => rest);
  expect(written).toEqual([
    {
      ...entry,
      actor: 'system',
      action: 'connection.put',
      detail: { channel: 'social', id, version: 1, mode: 'live', account: null, accounts: ['1'] },
    },
    { ...entry, actor: 'user_2', action: 'connection.remove', detail: { channel: 'search', id } },
    {
      ...entry,
      actor: 'user_1',
      action: 'connection.put',
      detail: { channel: 'search', id, version: 1, mode: 'live', account: '1234567890' },
    },
  ]);
  expect(await store.holds('secret-1')).toBe(false);
});

it('renews the credentials of one connection and leaves the others as they are', async () => {
  const { id } = await connectSearch('secret-1');
  const social = { workspaceId, channel: 'social', mode: 'live', credentials: { token: 'theirs' } } as const;
  const { id: other } = await connections.put(social);
  const before = await connections.get(workspaceId, 'social');
  expect(await connections.saveCredentials(id, { token: 'secret-2' })).toBe(true);
  expect(await connections.get(workspaceId, 'social')).toEqual(before);
  expect((await connections.current(other)).credentials).toEqual({ token: 'theirs' });
  expect((await connections.current(id)).credentials).toEqual({ token: 'secret-2' });
});
