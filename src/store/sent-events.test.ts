import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ambient, DAY_MS, realAmbient } from '../ambient.ts';
import { SEND_STATES, type SendState } from '../tools/conversions/send-ledger.ts';
import { type EventPosition, SentEvents } from './sent-events.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from './store.testing.ts';
import type { ConversionSendRow } from './tables.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const MINUTE_MS = 60_000;
const ambient: Ambient = { ...realAmbient, now: () => NOW };

let store: TemporaryStore;
let workspaceId: string;
let events: SentEvents;
beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store, 'Acme'));
  events = new SentEvents(store, ambient, workspaceId);
});
afterEach(() => store.discard());

const rowOf = (eventId: string, destination: string, at: number, state: SendState): ConversionSendRow => ({
  workspace_id: workspaceId,
  place: `social:1:${destination}`,
  event_id: eventId,
  channel: 'social',
  account: '1',
  destination,
  is_test: 0,
  event: 'purchase',
  happened_at: at,
  amount: null,
  currency: null,
  source: 'web',
  state,
  field: null,
  why: null,
  reference: null,
  tries: 1,
  first_at: at,
  at,
});

async function put(rows: readonly ConversionSendRow[]): Promise<void> {
  await store.db.deleteFrom('conversion_sends').execute();
  for (let at = 0; at < rows.length; at += 500)
    await store.db
      .insertInto('conversion_sends')
      .values(rows.slice(at, at + 500))
      .execute();
}

async function walked(only: 'refused' | 'unknown' | undefined, limit: number): Promise<string[]> {
  const found: string[] = [];
  let after: EventPosition | undefined;
  do {
    const page = await events.page({ only, after, limit });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events.map(({ eventId }) => eventId));
    after = page.next;
  } while (after);
  return found;
}

const isUnknown = ({ state, at }: ConversionSendRow) =>
  state === 'unknown' || (state === 'sending' && at < NOW - 10 * MINUTE_MS);

test('page after page lists every event once, the last tried first, by any filter', async () => {
  const Row = fc.record({
    event: fc.nat(12),
    destination: fc.nat(3),
    minutesAgo: fc.nat(20),
    state: fc.constantFrom(...SEND_STATES),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(Row, { maxLength: 40, selector: ({ event, destination }) => `${event} ${destination}` }),
      fc.integer({ min: 1, max: 5 }),
      async (made, limit) => {
        const rows = made.map(({ event, destination, minutesAgo, state }) =>
          rowOf(`e${event}`, String(destination), NOW - minutesAgo * MINUTE_MS, state),
        );
        await put(rows);
        for (const only of [undefined, 'refused', 'unknown'] as const) {
          const fitting = rows.filter((row) => !only || (only === 'refused' ? row.state === only : isUnknown(row)));
          const lastOf = Map.groupBy(fitting, ({ event_id }) => event_id);
          const found = await walked(only, limit);
          expect(found.toSorted()).toEqual([...lastOf.keys()].toSorted());
          const times = found.map((id) => Math.max(...lastOf.get(id)!.map(({ at }) => at)));
          expect(times).toEqual(times.toSorted((a, b) => b - a));
        }
        const { refused, unknown } = await events.counts(7);
        const distinct = (some: ConversionSendRow[]) => new Set(some.map(({ event_id }) => event_id)).size;
        expect(refused.events).toBe(distinct(rows.filter(({ state }) => state === 'refused')));
        expect(unknown.events).toBe(distinct(rows.filter(isUnknown)));
      },
    ),
    { numRuns: 40 },
  );
});

test('events that stand on an earlier page are passed over, however many sends they have', async () => {
  const many = Array.from({ length: 700 }, (_, n) => rowOf('many', String(n), NOW - n, 'sent'));
  await put([...many, rowOf('old', '1', NOW - DAY_MS, 'sent')]);
  expect(await walked(undefined, 1)).toEqual(['many', 'old']);
  expect((await events.event('many'))?.sends).toHaveLength(700);
  expect(await events.event('none')).toBeUndefined();
});

test('a page ends after so many statements, and goes on from there', async () => {
  const many = Array.from({ length: 5_300 }, (_, n) => rowOf('many', String(n), NOW - n, 'sent'));
  await put([...many, rowOf('old', '1', NOW - DAY_MS, 'sent')]);
  const first = await events.page({ limit: 1 });
  expect(first.events.map(({ eventId }) => eventId)).toEqual(['many']);
  expect(first.next).toMatchObject({ eventId: 'many', at: NOW - 4_999 });
  expect((await events.page({ limit: 1, after: first.next })).events).toMatchObject([{ eventId: 'old' }]);
});

test('a workspace lists, counts and finds its own events alone', async () => {
  await put([rowOf('a', '1', NOW, 'sent'), rowOf('b', '1', NOW, 'refused')]);
  const { workspaceId: other } = await seedWorkspace(store, 'Other');
  const foreign = new SentEvents(store, ambient, other);
  expect(await foreign.page({ limit: 10 })).toEqual({ events: [], next: undefined });
  expect(await foreign.event('a')).toBeUndefined();
  expect(await foreign.counts(7)).toMatchObject({ sends: 0, refused: { events: 0 } });
  const place = { channel: 'social', account: '1', destination: '1' };
  expect(await foreign.sums([place], 1)).toEqual([{ sent: [0], refused: 0, lastSentAt: undefined }]);
});

test('what was sent to a place is counted by days that end now, without tests', async () => {
  const isTest = (row: ConversionSendRow) => ({ ...row, is_test: 1, place: `${row.place} test` });
  await put([
    rowOf('a', '1', NOW, 'sent'),
    rowOf('b', '1', NOW - 6.5 * DAY_MS, 'sent'),
    rowOf('c', '1', NOW - 6.5 * DAY_MS, 'sent'),
    rowOf('d', '1', NOW - 8 * DAY_MS, 'sent'),
    rowOf('e', '1', NOW - DAY_MS, 'refused'),
    rowOf('f', '2', NOW - 3 * DAY_MS, 'sent'),
    isTest(rowOf('g', '1', NOW, 'sent')),
  ]);
  const place = { channel: 'social', account: '1' };
  const sums = await events.sums(
    [
      { ...place, destination: '1' },
      { ...place, destination: '3' },
    ],
    7,
  );
  expect(sums).toEqual([
    { sent: [2, 0, 0, 0, 0, 0, 1], refused: 1, lastSentAt: NOW },
    { sent: [0, 0, 0, 0, 0, 0, 0], refused: 0, lastSentAt: undefined },
  ]);
  expect((await events.counts(7)).sends).toBe(6);
});

test('more events than are counted are told as at least that many, and the oldest moment of a span belongs to it', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => rowOf(`e${n}`, '1', NOW - 7 * DAY_MS, 'refused'));
  await put(many(4_999));
  expect(await events.counts(7)).toMatchObject({ sends: 4_999, refused: { events: 4_999, more: false } });
  await put(many(5_000));
  expect((await events.counts(7)).refused).toEqual({ events: 5_000, more: true });
});
