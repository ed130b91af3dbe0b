import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { LEAD_TOKEN, LeadAddresses } from './lead-addresses.ts';

const secrets = deriveSecrets(randomBytes(32));
let ambient: StillAmbient;
let store: TemporaryStore;
let addresses: LeadAddresses;
let workspaceId: string;
let organizationId: string;
beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  addresses = new LeadAddresses(
    store,
    new Vault(store, secrets, ambient),
    secrets,
    new Audit(store, secrets, ambient),
    ambient,
  );
  ({ workspaceId, organizationId } = await seedWorkspace(store));
});
afterEach(() => store.discard());

const give = (more = {}, channel = 'social') => addresses.give(workspaceId, channel, 'per_1', more);

test('a connection keeps its address however often it is asked for, and another channel or workspace has another', async () => {
  const made = await give();
  expect(made.token).toMatch(LEAD_TOKEN);
  expect(await give()).toEqual(made);
  expect((await give({}, 'search')).token).not.toBe(made.token);
  const { workspaceId: otherId } = await seedWorkspace(store, 'Other');
  expect((await addresses.give(otherId, 'social', 'per_2')).token).not.toBe(made.token);
  expect(await addresses.find(made.token)).toEqual({
    organizationId,
    workspaceId,
    channel: 'social',
    shared: made.shared,
  });
  for (const secret of [made.token, made.shared]) expect(await store.holds(secret)).toBe(false);
});

test('people who ask for it at the same moment are given one address, and it works', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => give()));
  expect(new Set(made.map(({ token }) => token)).size).toBe(1);
  expect(await addresses.find(made[0]!.token)).toMatchObject({ workspaceId, shared: made[0]!.shared });
});

test('an address that was replaced, never given out, or of an archived workspace leads nowhere', async () => {
  const old = await give();
  const made = await give({ anew: true });
  expect(await addresses.find(old.token)).toBeUndefined();
  expect(await addresses.find('x'.repeat(43))).toBeUndefined();
  expect(await addresses.find(made.token)).toMatchObject({ shared: made.shared });
  await store.db.updateTable('workspaces').set({ archived_at: 1 }).execute();
  expect(await addresses.find(made.token)).toBeUndefined();
});

test('a message is news once to its workspace and channel, for a week', async () => {
  const { workspaceId: otherId } = await seedWorkspace(store, 'Other');
  const place = { organizationId, workspaceId, channel: 'social', shared: '' };
  const isNews = (marks: string[], more = {}) => addresses.isNews({ ...place, ...more }, marks);
  expect(await isNews(['a', 'a'])).toBe(true);
  expect(await isNews(['a'])).toBe(false);
  expect(await isNews([])).toBe(false);
  expect([await isNews(['a', 'b']), await isNews(['b'])]).toEqual([true, false]);
  expect(await isNews(['a'], { channel: 'search' })).toBe(true);
  expect(await isNews(['a'], { workspaceId: otherId })).toBe(true);
  ambient.advance(7 * DAY_MS);
  await addresses.removeOld();
  expect(await isNews(['a'])).toBe(false);
  ambient.advance(1);
  await addresses.removeOld();
  expect(await isNews(['a'])).toBe(true);
});
