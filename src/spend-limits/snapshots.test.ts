import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { NO_MONEY } from '../exposure/figures.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Holdings } from '../tools/exposure.ts';
import { Holds } from './holds.ts';
import { type AccountPlace, placeName, SNAPSHOT_MS, Snapshots } from './snapshots.ts';
import { campaign, daily, raiseTo } from './spend-limits.testing.ts';

let store: TemporaryStore;
let ambient: StillAmbient;
let holds: Holds;
let snapshots: Snapshots;
let organizationId: string;
let place: AccountPlace;
beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  holds = new Holds(ambient);
  snapshots = new Snapshots(store, ambient, holds);
  const seeded = await seedWorkspace(store, 'Acme');
  organizationId = seeded.organizationId;
  place = { workspaceId: seeded.workspaceId, mode: 'live', channel: 'social', account: '1' };
});
afterEach(() => store.discard());

const holding = (amount: string): Holdings => ({
  account: '1',
  currency: 'USD',
  timeZone: 'UTC',
  spentThisMonth: '0',
  objects: [campaign('a', daily(amount))],
});
const read = (amount: string) => async () => ({ holdings: holding(amount), asOf: ambient.now() });
const amountNow = () =>
  store.transaction(async (tx) => {
    const views = await snapshots.views(tx, organizationId, 'live', [place.workspaceId]);
    return views.get(placeName(place))?.holdings.objects[0]?.budget?.amount;
  });

/** A raise of another call that is made meanwhile. */
async function raised(amount: string): Promise<void> {
  const { workspaceId, ...name } = place;
  const row = { organization_id: organizationId, workspace_id: workspaceId, key_id: 'key_1', currency: 'USD', ...name };
  const effect = { changes: raiseTo(amount), rises: NO_MONEY, deltas: new Map(), sizes: new Map() };
  await store.transaction(async (tx) => holds.settle(tx, await holds.add(tx, { ...row, effect }), 'applied'));
}

it('a slow reading that was begun before a change does not take back what a later one has seen', async () => {
  const slow = Promise.withResolvers<Awaited<ReturnType<ReturnType<typeof read>>>>();
  const begun = Promise.withResolvers<void>();
  const late = snapshots.take(place, organizationId, () => {
    begun.resolve();
    return slow.promise;
  });
  await begun.promise;
  await raised('150');
  // More than was raised through us: somebody was at the platform's own pages.
  await snapshots.take(place, organizationId, read('170'));
  expect(await amountNow()).toBe('170');
  slow.resolve({ holdings: holding('100'), asOf: ambient.now() });
  await late;
  expect(await amountNow()).toBe('170');
});

it('a change that was made while an account was read counts on top of what was read', async () => {
  await snapshots.take(place, organizationId, async () => {
    const before = await read('100')();
    await raised('150');
    return before;
  });
  expect(await amountNow()).toBe('150');
});

it('a later reading takes the place of an earlier one', async () => {
  await snapshots.take(place, organizationId, read('100'));
  await snapshots.take(place, organizationId, read('90'));
  expect(await amountNow()).toBe('90');
});

it('is fresh for five minutes, and by no clock that was set back', () => {
  const taken = ambient.now();
  expect(snapshots.isFresh(undefined)).toBe(false);
  expect(snapshots.isFresh(taken)).toBe(true);
  expect(snapshots.isFresh(taken - SNAPSHOT_MS + 1)).toBe(true);
  expect(snapshots.isFresh(taken - SNAPSHOT_MS)).toBe(false);
  expect(snapshots.isFresh(taken + 1)).toBe(false);
});
