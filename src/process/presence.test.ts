import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Idempotency } from '../idempotency/idempotency.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { Presence } from './presence.ts';

const ambient = stillAmbient();
let store: TemporaryStore;
let workspaceId: string;

beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store));
});
afterEach(() => store.discard());

/** A process with one call under way. */
async function processNamed(name: string) {
  const presence = new Presence(store, name);
  const calls = new Idempotency(store, new Vault(store, deriveSecrets(randomBytes(32)), ambient), ambient, name);
  await presence.beat();
  const claim = { workspaceId, key: `of ${name}`, fingerprint: 'f', callId: name, owner: 'key_1', deadlineMs: 600_000 };
  await store.transaction((tx) => calls.claim(tx, claim));
  return { presence, calls };
}

const stateOf = async (name: string) =>
  (await store.db.selectFrom('idempotency').select('state').where('key', '=', `of ${name}`).executeTakeFirstOrThrow())
    .state;

const LOOKS_UNTIL_GONE = 9;

it('tells dead processes from live ones, and gives up the calls of the dead ones only', async () => {
  const [watcher, alive] = [await processNamed('watcher'), await processNamed('alive')];
  await processNamed('gone');
  for (let look = 1; look <= LOOKS_UNTIL_GONE; look++) {
    await alive.presence.beat();
    const struck = await watcher.presence.look();
    expect(struck).toBe(look === LOOKS_UNTIL_GONE);
    await watcher.calls.abandonStale();
    expect(await stateOf('gone')).toBe(struck ? 'abandoned' : 'running');
  }
  expect([await stateOf('alive'), await stateOf('watcher')]).toEqual(['running', 'running']);
});

it('takes one that stood still and goes on for alive', async () => {
  const [watcher, slow] = [await processNamed('watcher'), await processNamed('slow')];
  for (let round = 0; round < 4; round++) {
    for (let look = 1; look < LOOKS_UNTIL_GONE; look++) expect(await watcher.presence.look()).toBe(false);
    await slow.presence.beat();
  }
  expect(await stateOf('slow')).toBe('running');
});

it('removes no process that counted up at that moment, and knows one that comes back', async () => {
  const [watcher, late] = [await processNamed('watcher'), await processNamed('late')];
  for (let look = 1; look < LOOKS_UNTIL_GONE; look++) await watcher.presence.look();
  await late.presence.leave();
  expect(await watcher.presence.look()).toBe(false);
  await late.presence.beat();
  for (let look = 1; look < LOOKS_UNTIL_GONE; look++) expect(await watcher.presence.look()).toBe(false);
});

it('strikes off no process that counted up between the look and the stroke', async () => {
  const late = await processNamed('late');
  let isBeating = false;
  const { db } = store;
  /** Reads what is there, and then lets the other process count up. */
  const selectFrom = () => ({
    selectAll: () => ({
      where: () => ({
        async execute() {
          const rows = await db.selectFrom('processes').selectAll().where('instance_id', '!=', 'watcher').execute();
          if (isBeating) await late.presence.beat();
          return rows;
        },
      }),
    }),
  });
  const racing = { db: { selectFrom, deleteFrom: (table: 'processes') => db.deleteFrom(table) } };
  const watcher = new Presence(racing as unknown as TemporaryStore, 'watcher');
  for (let look = 1; look < LOOKS_UNTIL_GONE; look++) expect(await watcher.look()).toBe(false);
  isBeating = true;
  expect(await watcher.look()).toBe(false);
  expect(await db.selectFrom('processes').select('instance_id').execute()).toEqual([{ instance_id: 'late' }]);
});
