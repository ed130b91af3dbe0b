import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../ambient.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { removeStaleSignIns } from './sign-in-cleaning.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.discard());

const NOW = 1_800_000_000_000;

async function client(id: string, created_at: number, used_at: number | null): Promise<void> {
  await store.db.insertInto('oauth_clients').values({ id, metadata: '{}', created_at, used_at }).execute();
}

async function artifact(digest: string, expires_at: number): Promise<void> {
  const row = { kind: 'Interaction', grant_id: null, payload: '{}', resource: null, consumed_at: null };
  await store.db
    .insertInto('oauth_artifacts')
    .values({ ...row, digest, expires_at })
    .execute();
}

const ids = async () =>
  (await store.db.selectFrom('oauth_clients').select('id').orderBy('id').execute()).map(({ id }) => id);
const digests = async () =>
  (await store.db.selectFrom('oauth_artifacts').select('digest').orderBy('digest').execute()).map(
    ({ digest }) => digest,
  );

test('cleaning removes lapsed codes and tokens, and clients that were not used within a day of their registration', async () => {
  await client('fresh', NOW - DAY_MS + 1, null);
  await client('unused', NOW - DAY_MS, null);
  await client('used', NOW - 100 * DAY_MS, NOW - 99 * DAY_MS);
  await artifact('lapsed', NOW);
  await artifact('open', NOW + 1);
  expect(await removeStaleSignIns(store, NOW)).toBe(2);
  expect(await ids()).toEqual(['fresh', 'used']);
  expect(await digests()).toEqual(['open']);
});

test('a great many go in batches, and other work has its turn between them', async () => {
  const rows = Array.from({ length: 2_600 }, (_, at) => ({
    id: `cli_${at}`,
    metadata: '{}',
    created_at: NOW - 2 * DAY_MS + at,
    used_at: null,
  }));
  for (let at = 0; at < rows.length; at += 200)
    await store.db
      .insertInto('oauth_clients')
      .values(rows.slice(at, at + 200))
      .execute();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  expect(await removeStaleSignIns(store, NOW)).toBe(2_600);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(6);
  expect(await ids()).toEqual([]);
});
