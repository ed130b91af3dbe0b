import { afterEach, beforeEach, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { HOUR_MS, MINUTE_MS } from '../ambient.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { JobRows, LEASE_MS } from './job-rows.ts';
import type { NewJob } from './jobs.ts';

let store: TemporaryStore;
let ambient: ReturnType<typeof stillAmbient>;
let rows: JobRows;

beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  rows = new JobRows(store, ambient, 'run_1');
});
afterEach(() => store.discard());

const put = (...jobs: (Partial<NewJob> & { key: string })[]) =>
  store.transaction(async (tx) => {
    for (const job of jobs) await rows.put(tx, { kind: 'check', runAt: ambient.now(), ...job });
  });
const all = () => store.db.selectFrom('jobs').selectAll().orderBy('kind').orderBy('key').execute();
const keys = async () => (await all()).map(({ kind, key }) => `${kind} ${key}`);
const claim = async (...wanted: string[]) =>
  rows.claim((await all()).filter(({ key }) => wanted.includes(key)).map(({ id }) => id));

test('a job is removed by its kind and key together', async () => {
  await put({ key: '1' }, { key: '2' }, { key: '1', kind: 'mail' });
  await store.transaction((tx) => rows.remove(tx, 'check', '1'));
  expect(await keys()).toEqual(['check 2', 'mail 1']);
});

test('what is due and not running is looked at, and only kinds that have any', async () => {
  await put({ key: 'due' }, { key: 'running' }, { key: 'later', runAt: ambient.now() + 1 });
  await put({ key: 'later', kind: 'mail', runAt: ambient.now() + 1 }, { key: 'held', kind: 'push' });
  await claim('running', 'held');
  expect(await rows.dueKinds(['check', 'mail', 'push', 'none'])).toEqual(['check']);
  const due = await store.db.selectFrom('jobs').select('id').where('key', '=', 'due').execute();
  expect(await rows.candidates('check')).toMatchObject(due);
});

test('of many due jobs the oldest are looked at, and the oldest of each share, but none of another kind', async () => {
  const many = Array.from({ length: 110 }, (_, n) => ({ key: `${n}`, lane: 'conn_large', runAt: n }));
  await put(
    ...many,
    { key: 'small', lane: 'conn_small' },
    { key: 'small', lane: 'conn_small', kind: 'mail', runAt: 0 },
  );
  const found = await rows.candidates('check');
  expect(found).toHaveLength(101);
  expect(found.every(({ kind }) => kind === 'check')).toBe(true);
  expect(found.at(-1)).toMatchObject({ share: 'conn_small' });
});

test('a lane is held by the job that runs in it, and a job without a lane holds none', async () => {
  await put({ key: 'a', lane: 'conn_1' }, { key: 'b', lane: 'conn_2' }, { key: 'c' });
  await claim('a', 'c');
  expect(await rows.heldLanes()).toEqual(new Set(['conn_1']));
});

test('a lease is prolonged and given back for the named jobs of its claim only, and for none of another claim', async () => {
  await put({ key: 'a' }, { key: 'b' }, { key: 'c' });
  const [a, b] = await claim('a', 'b');
  await claim('c');
  const leases = async () => (await all()).map(({ key, lease_until }) => [key, lease_until && lease_until - began]);
  const began = ambient.now();
  ambient.advance(1_000);
  expect(await rows.renew([a!])).toEqual(new Set([a!.id]));
  expect(await leases()).toEqual([
    ['a', LEASE_MS + 1_000],
    ['b', LEASE_MS],
    ['c', LEASE_MS],
  ]);
  const ofAnother = { ...b!, lease_owner: 'run_2 1' };
  expect(await rows.renew([ofAnother])).toEqual(new Set());
  await rows.release([ofAnother]);
  await rows.release([a!]);
  expect(await leases()).toEqual([
    ['a', null],
    ['b', LEASE_MS],
    ['c', LEASE_MS],
  ]);
});

test('when the clock was set back, what it had set waits as long as it had to, and what was set since stays', async () => {
  const later = ambient.now() + HOUR_MS;
  const early = ambient.now();
  await put({ key: 'old', runAt: later + MINUTE_MS });
  await put({ key: 'weekly', kind: 'report', runAt: later + HOUR_MS });
  await store.db.updateTable('jobs').set({ set_at: later }).execute();
  await put({ key: 'since', runAt: early + 5 }, { key: 'since', kind: 'report', runAt: early + 5 });
  await rows.followClock(['report']);
  expect((await all()).map(({ kind, key, run_at, set_at }) => [kind, key, run_at - early, set_at - early])).toEqual([
    ['check', 'old', MINUTE_MS, 0],
    ['check', 'since', 5, 0],
    ['report', 'since', 5, 0],
    ['report', 'weekly', 0, 0],
  ]);
});
