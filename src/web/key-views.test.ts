import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import type { KeyRecord } from '../auth/key-records.ts';
import { temporaryStore } from '../store/store.testing.ts';
import { keyViews } from './key-views.ts';
import type { WebParts } from './web-parts.ts';

const TODAY = Date.UTC(2026, 10, 19);

/** The keys page with two keys, of which the second was rolled from the first. */
async function viewed(more: Partial<KeyRecord>[] = [{}, {}]) {
  const store = await temporaryStore();
  const count = (key_id: string, hour: number, calls: number) =>
    store.db.insertInto('usage_counts').values({ key_id, hour, calls, tool: 'report', errors: 0, points: 0 }).execute();
  await count('key_1', TODAY + HOUR_MS, 3);
  await count('key_1', TODAY + 2 * HOUR_MS, 4);
  await count('key_1', TODAY - 13 * DAY_MS, 5);
  await count('key_1', TODAY - 14 * DAY_MS, 6);
  await count('key_2', TODAY - DAY_MS, 7);
  const parts = {
    ambient: { now: () => TODAY + 5 * HOUR_MS },
    people: { actors: async () => (id: string) => ({ kind: 'person', id, name: id }) },
    settings: { ratePoints: 600 },
    home: { store },
  } as unknown as WebParts;
  const record = { createdAt: 0, createdBy: 'per_1', status: 'active', readOnly: false };
  const records = more.map((one, at) => ({ ...record, id: `key_${at + 1}`, ...one }) as KeyRecord);
  const views = await keyViews(parts, records);
  await store.discard();
  return views;
}

test('calls are counted by key and day, today last, for a fortnight', async () => {
  const [first, second] = await viewed();
  expect(first!.callsPerDay).toEqual([5, ...new Array(12).fill(0), 7]);
  expect(second!.callsPerDay).toEqual([...new Array(12).fill(0), 7, 0]);
});

test('a key that was rolled still works for a while, one of an archived workspace does not', async () => {
  const [old, rolled] = await viewed([{}, { replaces: 'key_1' }]);
  expect([old!.status, old!.replacedBy, rolled!.status, rolled!.replaces]).toEqual([
    'overlapping',
    'key_2',
    'active',
    'key_1',
  ]);
  const [archived, revoked] = await viewed([{ status: 'archived' }, { status: 'revoked', replaces: 'key_1' }]);
  expect([archived!.status, revoked!.status]).toEqual(['revoked', 'revoked']);
});

test('the points of a key are its own or those of all, and it is told which', async () => {
  const [own, shared] = await viewed([{ ratePoints: 50 }, {}]);
  expect([own!.limit, own!.limitIsOwn, shared!.limit, shared!.limitIsOwn]).toEqual([50, true, 600, false]);
});
