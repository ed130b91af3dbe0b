import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from './secrets.ts';
import { Vault } from './vault.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
let store: TemporaryStore;
let vault: Vault;
let workspaceId: string;
let otherId: string;

beforeEach(async () => {
  store = await temporaryStore();
  vault = new Vault(store, secrets, ambient);
  ({ workspaceId } = await seedWorkspace(store, 'Acme'));
  ({ workspaceId: otherId } = await seedWorkspace(store, 'Acme Japan'));
});
afterEach(() => store.discard());

const unreadableBecause = (internal: string) => ({
  details: {
    code: 'internal',
    message: 'A stored secret could not be read.',
    nextStep: 'Ask the operator to check that the service runs with the master key its data was made with.',
    internal,
  },
});
const notForThatPlace = (context: string, workspace: string) =>
  unreadableBecause(`what lies at ${context} of workspace ${workspace} was not sealed for that place`);
const notByThisKey = (workspace: string) =>
  unreadableBecause(`the data key of workspace ${workspace} was not wrapped by this master key`);

it('opens what it sealed, also after a restart', async () => {
  const sealed = await vault.seal(workspaceId, 'row 1', 'tökén');
  expect(await vault.open(workspaceId, 'row 1', sealed)).toBe('tökén');
  await store.close();
  const again = await store.reopen();
  expect(await new Vault(again, secrets, ambient).open(workspaceId, 'row 1', sealed)).toBe('tökén');
  await again.close();
});

it('refuses what was moved to another row, workspace or store', async () => {
  const sealed = await vault.seal(workspaceId, 'row 1', 'token');
  await vault.seal(otherId, 'row 1', 'another');
  await expect(vault.open(workspaceId, 'row 2', sealed)).rejects.toMatchObject(notForThatPlace('row 2', workspaceId));
  await expect(vault.open(otherId, 'row 1', sealed)).rejects.toMatchObject(notForThatPlace('row 1', otherId));
  await expect(vault.open('ws_none', 'row 1', sealed)).rejects.toMatchObject(
    unreadableBecause('workspace ws_none has no data key'),
  );
});

it('refuses a data key that was moved to another workspace', async () => {
  const sealed = await vault.seal(workspaceId, 'row 1', 'token');
  await vault.seal(otherId, 'row 1', 'another');
  const { wrapped } = await store.db
    .selectFrom('data_keys')
    .select('wrapped')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await store.db.updateTable('data_keys').set({ wrapped }).where('workspace_id', '=', otherId).execute();
  await expect(new Vault(store, secrets, ambient).open(otherId, 'row 1', sealed)).rejects.toMatchObject(
    notByThisKey(otherId),
  );
});

it('seals inside an open transaction, and forgets a data key that was rolled back', async () => {
  const undone = store.transaction(async (tx) => {
    await vault.seal(workspaceId, 'row 1', 'token', tx);
    await vault.seal(workspaceId, 'row 2', 'token', tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  const sealed = await store.transaction((tx) => vault.seal(workspaceId, 'row 1', 'token', tx));
  expect(await new Vault(store, secrets, ambient).open(workspaceId, 'row 1', sealed)).toBe('token');
});

it('says so at once when a first seal in a transaction was not given its `tx`', async () => {
  const sealing = store.transaction(() => vault.seal(workspaceId, 'row 1', 'token'));
  await expect(sealing).rejects.toThrow('A transaction is open here');
});

it('gives a workspace one data key, however many seal first', async () => {
  const elsewhere = await store.reopen();
  const other = new Vault(elsewhere, secrets, ambient);
  const vaults = Array.from({ length: 10 }, (_, index) => (index % 2 ? vault : other));
  const sealed = await Promise.all(vaults.map((each) => each.seal(workspaceId, 'row 1', 'token')));
  for (const each of sealed) expect(await vault.open(workspaceId, 'row 1', each)).toBe('token');
  expect(await store.db.selectFrom('data_keys').selectAll().execute()).toHaveLength(1);
  await elsewhere.close();
});

it('knows at the start when the master key is another one', async () => {
  const stranger = new Vault(store, deriveSecrets(randomBytes(32)), ambient);
  await stranger.checkMasterKey();
  await vault.seal(workspaceId, 'row 1', 'token');
  await vault.checkMasterKey();
  await expect(stranger.checkMasterKey()).rejects.toMatchObject(notByThisKey(workspaceId));
});

it('leaves no readable trace in the file', async () => {
  const sealed = await vault.seal(workspaceId, 'row 1', 'EAAB-very-secret');
  expect(sealed.includes('EAAB-very-secret')).toBe(false);
  expect(await store.holds('EAAB-very-secret')).toBe(false);
});

it('gives a workspace its data key once, before anything is sealed', async () => {
  const store = await temporaryStore();
  const { workspaceId } = await seedWorkspace(store);
  const vault = new Vault(store, deriveSecrets(randomBytes(32)), stillAmbient());
  const keys = () => store.db.selectFrom('data_keys').select('wrapped').execute();
  await vault.prepare(workspaceId);
  const [made] = await keys();
  expect(made).toBeDefined();
  await vault.prepare(workspaceId);
  expect(await keys()).toEqual([made]);
  await store.discard();
});
