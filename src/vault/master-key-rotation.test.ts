import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { rotateMasterKey } from './master-key-rotation.ts';
import { MasterKeys } from './master-keys.ts';
import { openRootSecret } from './root-secret.ts';
import { deriveSecrets } from './secrets.ts';
import { Vault } from './vault.ts';

const before = randomBytes(32);
const after = randomBytes(32);
const nothing = () => {};

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.discard());

/** A process that was given these keys. */
async function open(on: Store, ...masters: Buffer[]) {
  const keys = new MasterKeys(() => masters, realAmbient);
  const secrets = deriveSecrets(await openRootSecret(on, keys, masters, realAmbient), keys);
  return { keys, secrets, vault: new Vault(on, secrets, realAmbient) };
}

const rotation = (keys: MasterKeys) => ({ store, keys, master: after, ambient: realAmbient, record: nothing });

it('changes the key under two running processes, which go on reading and making data keys', async () => {
  const elsewhere = await store.reopen();
  const old = await open(store, before);
  const { workspaceId: one } = await seedWorkspace(store, 'One');
  const { workspaceId: two } = await seedWorkspace(store, 'Two');
  const { workspaceId: three } = await seedWorkspace(store, 'Three');
  const sealed = [await old.vault.seal(one, 'row', 'a'), await old.vault.seal(two, 'row', 'b')];

  const a = await open(store, after, before);
  const b = await open(elsewhere, after, before);
  expect(await b.vault.open(one, 'row', sealed[0]!)).toBe('a');
  expect(await rotateMasterKey(rotation(a.keys))).toBe(2);
  expect(await b.vault.open(two, 'row', sealed[1]!)).toBe('b');
  const late = await b.vault.seal(three, 'row', 'c');
  await elsewhere.close();

  const alone = await open(store, after);
  expect(alone.secrets.keyPepper).toEqual(old.secrets.keyPepper);
  expect(alone.secrets.auditKey).toEqual(old.secrets.auditKey);
  expect(await alone.vault.open(one, 'row', sealed[0]!)).toBe('a');
  expect(await alone.vault.open(two, 'row', sealed[1]!)).toBe('b');
  expect(await alone.vault.open(three, 'row', late)).toBe('c');
  await expect(open(store, before)).rejects.toMatchObject({
    details: { internal: 'the root secret was not wrapped by this master key' },
  });
});

it('is noticed by a running process whose keys open something no more, once the new key is given to it', async () => {
  const { vault } = await open(store, before);
  let masters = [before];
  const running = new MasterKeys(() => masters, realAmbient);
  const secrets = deriveSecrets(await openRootSecret(store, running, masters, realAmbient), running);
  const { workspaceId } = await seedWorkspace(store, 'One');
  const sealed = await vault.seal(workspaceId, 'row', 'a');
  await rotateMasterKey(rotation((await open(store, after, before)).keys));
  await expect(new Vault(store, secrets, realAmbient).open(workspaceId, 'row', sealed)).rejects.toThrow();
  masters = [after];
  expect(await new Vault(store, secrets, realAmbient).open(workspaceId, 'row', sealed)).toBe('a');
});

it('refuses a new data key to a process without the new key, and loses nothing by it', async () => {
  const old = await open(store, before);
  const both = await open(store, after, before);
  await rotateMasterKey(rotation(both.keys));
  const { workspaceId } = await seedWorkspace(store, 'Late');
  await expect(old.vault.seal(workspaceId, 'row', 'a')).rejects.toMatchObject({
    details: { internal: 'the root secret was not wrapped by this master key' },
  });
  const sealed = await both.vault.seal(workspaceId, 'row', 'a');
  expect(await (await open(store, after)).vault.open(workspaceId, 'row', sealed)).toBe('a');
});

it('leaves one trace, however often it is run', async () => {
  await open(store, before);
  const { keys } = await open(store, after, before);
  let recorded = 0;
  for (let run = 0; run < 2; run++) await rotateMasterKey({ ...rotation(keys), record: () => recorded++ });
  expect(recorded).toBe(1);
});

it('goes on where it was cut off, and everything is readable in between', async () => {
  const old = await open(store, before);
  const made: { workspaceId: string; sealed: Buffer }[] = [];
  for (let index = 0; index < 250; index++) {
    const { workspaceId } = await seedWorkspace(store, `W${index}`);
    made.push({ workspaceId, sealed: await old.vault.seal(workspaceId, 'row', String(index)) });
  }
  const both = await open(store, after, before);
  const cut = rotateMasterKey({
    ...rotation(both.keys),
    onProgress() {
      throw new Error('killed');
    },
  });
  await expect(cut).rejects.toThrow('killed');
  const between = await open(store, after, before);
  for (const [index, { workspaceId, sealed }] of made.entries())
    expect(await between.vault.open(workspaceId, 'row', sealed)).toBe(String(index));
  expect(await rotateMasterKey(rotation(between.keys))).toBe(50);
  expect(await rotateMasterKey(rotation(between.keys))).toBe(0);
  const alone = await open(store, after);
  for (const [index, { workspaceId, sealed }] of made.entries())
    expect(await alone.vault.open(workspaceId, 'row', sealed)).toBe(String(index));
});

it('takes the master key of a store from before as its root, and a secret of its own for a new store', async () => {
  const fresh = await open(store, before);
  expect(fresh.secrets.auditKey).not.toEqual(deriveSecrets(before).auditKey);
  await store.db.deleteFrom('root_secret').execute();
  const { workspaceId } = await seedWorkspace(store, 'Old');
  const sealed = await new Vault(store, deriveSecrets(before), realAmbient).seal(workspaceId, 'row', 'a');
  const opened = await open(store, after, before);
  expect(opened.secrets.auditKey).toEqual(deriveSecrets(before).auditKey);
  expect(await opened.vault.open(workspaceId, 'row', sealed)).toBe('a');
});

it('gives a new store one root, however many processes open it first', async () => {
  const elsewhere = await store.reopen();
  const opened = await Promise.all([store, elsewhere, store, elsewhere].map((on) => open(on, before)));
  for (const { secrets } of opened) expect(secrets.auditKey).toEqual(opened[0]!.secrets.auditKey);
  expect(await store.db.selectFrom('root_secret').select('id').execute()).toHaveLength(1);
  await elsewhere.close();
});

it('refuses a store from before that was made with another master key', async () => {
  const { workspaceId } = await seedWorkspace(store, 'Old');
  await new Vault(store, deriveSecrets(before), realAmbient).seal(workspaceId, 'row', 'a');
  await expect(open(store, after)).rejects.toMatchObject({
    details: { internal: 'the store was made with another master key' },
  });
  expect(await store.db.selectFrom('root_secret').selectAll().execute()).toEqual([]);
});
