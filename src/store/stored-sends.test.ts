import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('an event of the same id', () => {
  const others = async () => {
    const { workspaceId: foreign } = await seedWorkspace(store, 'Other');
    return [
      { of: storedSends(store, ambient, foreign), at: place },
      { of: sends, at: { ...place, account: '2' } },
      { of: sends, at: { ...place, isTest: true } },
    ];
  };
  const stateIn = async (of: SendLedger, { account, isTest }: typeof place) =>
    (await of.list({ limit: 10 })).find((one) => one.account === account && one.isTest === isTest);

  test.each<[string, (of: SendLedger, at: typeof place) => Promise<unknown>]>([
    ['is settled', (of, at) => of.settle(at, [{ eventId: 'a', state: 'sent', reference: 'r' }])],
    ['is given back', (of, at) => of.release(at, ['a'])],
    ['is noted', (of, at) => of.note(at, [{ ...entry('a'), state: 'skipped' }])],
  ])('in another workspace, account or try stays as it was where one %s', async (_, change) => {
    await sends.claim(place, [entry('a')], undefined);
    for (const { of, at } of await others()) {
      await of.claim(at, [entry('a')], undefined);
      await change(of, at);
      expect(await stateIn(sends, place)).toMatchObject({ state: 'sending', tries: 1 });
    }
  });

  test('in another workspace, account or try is taken for itself alone, also where it was refused before', async () => {
    const refused = [{ eventId: 'a', state: 'refused' as const, why: 'bad' }];
    await taken(['a']);
    await sends.settle(place, refused);
    for (const { of, at } of await others()) {
      await of.claim(at, [entry('a')], undefined);
      await of.settle(at, refused);
      expect((await of.claim(at, [entry('a')], undefined)).size).toBe(0);
      expect(await stateIn(sends, place)).toMatchObject({ state: 'refused', why: 'bad' });
      // What stands there now is told to nobody else.
      await of.settle(at, [{ eventId: 'a', state: 'sent', reference: 'theirs' }]);
      expect((await of.claim(at, [entry('a')], undefined)).get('a')?.reference).toBe('theirs');
    }
    await sends.settle(place, [{ eventId: 'a', state: 'sent', reference: 'ours' }]);
    for (const { of, at } of await others()) if (of !== sends) expect(await of.references(at, FIRST)).toEqual([]);
    expect((await sends.claim(place, [entry('a')], undefined)).get('a')?.reference).toBe('ours');
  });
});

test('an event that is taken again says nothing of its first try, and counts from the new one', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'refused', field: 'value', why: 'is missing' }]);
  now += 1000;
  await taken(['a']);
  const [again] = await sends.list({ limit: 10 });
  expect(again).toMatchObject({ state: 'sending', field: undefined, why: undefined, tries: 1 });
  await sends.settle(place, [{ eventId: 'a', state: 'unknown' }]);
  // It was first sent now: one that was refused was never taken.
  expect(await taken(['a'], now + 1)).toEqual([]);
  expect(await taken(['a'], now)).toEqual(['a']);
});

test('what the platform named a send stays where a later answer names nothing', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'unknown', reference: 'r1' }]);
  await sends.settle(place, [{ eventId: 'a', state: 'sent' }]);
  expect(await sends.references(place, FIRST)).toEqual(['r1']);
});

test('only what is under way is given back', async () => {
  await taken(['a']);
  await sends.settle(place, [{ eventId: 'a', state: 'sent' }]);
  await sends.release(place, ['a']);
  expect(await sends.list({ limit: 10 })).toMatchObject([{ state: 'sent', tries: 1 }]);
});

test('an event that was skipped was tried not once', async () => {
  await sends.note(place, [{ ...entry('a'), state: 'skipped', why: 'no click id' }]);
  expect(await sends.list({ limit: 10 })).toMatchObject([{ tries: 0 }]);
});

test('of names that the platform gave, the last hundred since a moment are told, the newest first', async () => {
  for (let n = 0; n < 102; n++) {
    await taken([`e${n}`]);
    await sends.settle(place, [{ eventId: `e${n}`, state: 'sent', reference: `r${n}` }]);
    now += 1;
  }
  const found = await sends.references(place, FIRST);
  expect([found.length, found[0], found.at(-1)]).toEqual([100, 'r101', 'r2']);
  expect(await sends.references(place, now - 2)).toEqual(['r101', 'r100']);
});

test('a send is lost after ten minutes, not at them, and the bounds of a list belong to it', async () => {
  await taken(['a']);
  now += 10 * 60_000;
  expect(await sends.list({ state: 'sending', since: now - 10 * 60_000, limit: 10 })).toMatchObject([
    { state: 'sending' },
  ]);
  expect(await sends.list({ state: 'unknown', limit: 10 })).toEqual([]);
  now += 1;
  expect(await sends.list({ state: 'unknown', limit: 10 })).toMatchObject([{ state: 'unknown' }]);
});

test('a send is forgotten after four hundred days, not at them', async () => {
  await taken(['a']);
  await removeOldSends(store, now + 400 * 86_400_000);
  expect(await sends.list({ limit: 10 })).toHaveLength(1);
});

test('a rehearsal whose store fails is not one that takes everything', async () => {
  const failing = { ...store, transaction: () => Promise.reject(new Error('away')) };
  await expect(rehearsedSends(failing, ambient, workspaceId).claim(place, [entry('a')], FIRST)).rejects.toThrow('away');
});
