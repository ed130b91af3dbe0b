import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ambient, realAmbient } from '../ambient.ts';
import type { SendLedger } from '../tools/conversions/send-ledger.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from './store.testing.ts';
import { rehearsedSends, removeOldSends, storedSends } from './stored-sends.ts';

let store: TemporaryStore;
let workspaceId: string;
let sends: SendLedger;
let now: number;
let ambient: Ambient;
beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store, 'Acme'));
  now = Date.parse('2026-11-17T12:00:00Z');
  ambient = { ...realAmbient, now: () => now };
  sends = storedSends(store, ambient, workspaceId);
});
afterEach(() => store.discard());

const place = { channel: 'social', account: '1', destination: '77', isTest: false };
const entry = (eventId: string, more = {}) => ({ eventId, event: 'purchase', happenedAt: 1, source: 'web', ...more });
const FIRST = 0;
const taken = async (ids: readonly string[], retakeSince?: number) => {
  const kept = await sends.claim(
    place,
    ids.map((id) => entry(id)),
    retakeSince,
  );
  return ids.filter((id) => !kept.has(id));
};

test('of many calls at the same time, in two processes, one takes each event', async () => {
  const other = await store.reopen();
  try {
    const elsewhere = storedSends(other, ambient, workspaceId);
    const ids = Array.from({ length: 600 }, (_, n) => `e${n}`);
    const entries = ids.map((id) => entry(id));
    const kept = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? sends : elsewhere).claim(place, entries, FIRST)),
    );
    const takers = ids.map((id) => kept.filter((one) => !one.has(id)).length);
    expect(new Set(takers)).toEqual(new Set([1]));
  } finally {
    await other.close();
  }
});

test('what was sent is never taken again, also after a restart and a year', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'sent', reference: 'r1' }]);
  now += 365 * 86_400_000;
  const again = storedSends(await store.reopen(), ambient, workspaceId);
  expect((await again.claim(place, [entry('a')], FIRST)).get('a')).toMatchObject({ state: 'sent', reference: 'r1' });
  // A try and another destination are other places.
  expect((await again.claim({ ...place, isTest: true }, [entry('a')], FIRST)).size).toBe(0);
  expect((await again.claim({ ...place, destination: '78' }, [entry('a')], FIRST)).size).toBe(0);
});

test('refused and skipped events can be sent when they are mended', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'refused', field: 'value', why: 'is missing' }]);
  await sends.note(place, [{ ...entry('b'), state: 'skipped', why: 'no click id' }]);
  expect(await taken(['a', 'b'])).toEqual(['a', 'b']);
});

test('an unknown outcome is taken again only where that is safe, and only within the window of the first send', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'unknown' }]);
  expect(await taken(['a'])).toEqual([]);
  now += 1000;
  expect(await taken(['a'], now - 500)).toEqual([]);
  expect(await taken(['a'], now - 5000)).toEqual(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'unknown' }]);
  now += 1000;
  // The second send does not move the window.
  expect(await taken(['a'], now - 1500)).toEqual([]);
});

test('a process that ended in the middle leaves an unknown outcome, not a lost event', async () => {
  await taken(['a']);
  expect(await taken(['a'], FIRST)).toEqual([]);
  now += 11 * 60_000;
  for (const state of [undefined, 'unknown'] as const)
    expect(await sends.list({ state, limit: 10 })).toMatchObject([{ eventId: 'a', state: 'unknown' }]);
  expect(await sends.list({ state: 'sending', limit: 10 })).toEqual([]);
  expect(await taken(['a'])).toEqual([]);
  expect(await taken(['a'], FIRST)).toEqual(['a']);
});

test('a rehearsal learns what could be taken and writes nothing down', async () => {
  await taken(['sent', 'bad']);
  await sends.settle(place, [
    { eventId: 'sent', state: 'sent' },
    { eventId: 'bad', state: 'refused', field: 'url', why: 'is missing' },
  ]);
  const before = await sends.list({ limit: 9 });
  const rehearsed = rehearsedSends(store, ambient, workspaceId);
  const entries = ['sent', 'bad', 'new'].map((id) => entry(id));
  expect([...(await rehearsed.claim(place, entries, FIRST)).keys()]).toEqual(['sent']);
  await rehearsed.note(place, [{ ...entry('noted'), state: 'skipped' }]);
  await rehearsed.release(place, ['bad', 'new']);
  expect(await sends.list({ limit: 9 })).toEqual(before);
});

test('what was taken and not sent is given back', async () => {
  await taken(['a']);
  await sends.release(place, ['a']);
  expect(await sends.list({ limit: 10 })).toEqual([]);
  await taken(['b']);
  await sends.settle(place, [{ eventId: 'b', state: 'unknown' }]);
  await taken(['b'], FIRST);
  await sends.release(place, ['b']);
  expect(await sends.list({ limit: 10 })).toMatchObject([{ eventId: 'b', state: 'unknown', tries: 1 }]);
});

test('a skipped event does not hide one that was sent', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'sent' }]);
  await sends.note(place, [{ ...entry('a'), state: 'skipped', why: 'no click id' }]);
  expect(await sends.list({ eventId: 'a', limit: 10 })).toMatchObject([{ state: 'sent' }]);
});

test('is listed newest first in pages without gap or repeat, by channel, outcome, id and time', async () => {
  for (let n = 0; n < 25; n++) {
    now += n % 3;
    await taken([`e${n}`]);
    await sends.settle(place, [{ eventId: `e${n}`, state: n % 5 === 0 ? 'refused' : 'sent' }]);
  }
  const seen: string[] = [];
  let after: Parameters<SendLedger['list']>[0]['after'];
  for (;;) {
    const page = await sends.list({ limit: 4, after });
    seen.push(...page.map(({ eventId }) => eventId));
    const last = page.at(-1);
    if (!last) break;
    after = last;
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toHaveLength(25);
  expect(await sends.list({ state: 'refused', limit: 100 })).toHaveLength(5);
  expect(await sends.list({ channels: ['video'], limit: 100 })).toEqual([]);
  expect(await sends.list({ eventId: 'e3', limit: 100 })).toHaveLength(1);
  expect(await sends.list({ since: now + 1, limit: 100 })).toEqual([]);
});

test('what no platform would count any more is forgotten', async () => {
  const ids = Array.from({ length: 600 }, (_, n) => `old-${n}`);
  await taken(ids);
  await sends.settle(
    place,
    ids.map((eventId) => ({ eventId, state: 'sent' })),
  );
  now += 399 * 86_400_000;
  await taken(['new']);
  await removeOldSends(store, now);
  expect(await sends.list({ limit: 1000 })).toHaveLength(601);
  now += 2 * 86_400_000;
  await removeOldSends(store, now);
  expect((await sends.list({ limit: 1000 })).map(({ eventId }) => eventId)).toEqual(['new']);
});
