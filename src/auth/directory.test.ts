import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { type StillAmbient, stillAmbient, type TemporaryStore, temporaryStore } from '../store/testbed.ts';
import { Connections } from '../vault/connections.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { Directory } from './directory.ts';

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

it('answers without a promise when it was asked a moment ago, and sees another process within a second', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const elsewhere = await openStore({ file: store.file });
  expect(await directory.workspaces(organizationId)).toEqual([]);
  await new Directory(elsewhere, ambient).createWorkspace({ organizationId, name: 'New', currency: 'USD' });
  expect(directory.workspaces(organizationId)).toEqual([]);
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

it('finds a workspace by id or name, and asks which one when several share it', async () => {
  const { id: organizationId } = await directory.createOrganization('Acme');
  const one = await directory.createWorkspace({ organizationId, name: 'Twin', currency: 'USD' });
  expect(await directory.find(one.id)).toEqual(one);
  expect(await directory.find('Twin')).toEqual(one);
  expect(await directory.find('None')).toBeUndefined();
  const two = await directory.createWorkspace({ organizationId, name: 'Twin', currency: 'USD' });
  await expect(directory.find('Twin')).rejects.toMatchObject({ code: 'conflict' });
  await expect(directory.find('Twin')).rejects.toThrow(/called "Twin"/);
  expect(await directory.find(two.id)).toEqual(two);
});
