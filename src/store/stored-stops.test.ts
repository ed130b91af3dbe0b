import { afterEach, beforeEach, expect, test } from 'vitest';
import { realAmbient } from '../ambient.ts';
import type { StopLists } from '../tools/stop-lists.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from './store.testing.ts';
import { noteSwitchedOn, openStops, storedStops } from './stored-stops.ts';

let store: TemporaryStore;
let workspaceId: string;
let stops: StopLists;
beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store, 'Acme'));
  stops = storedStops(store, realAmbient, { workspaceId, by: 'Night agent' });
});
afterEach(() => store.discard());

const object = (id: string, more = {}) => ({
  channel: 'search',
  account: '1',
  id,
  level: 'campaign',
  name: `Campaign ${id}`,
  before: 'ENABLED',
  ...more,
});

test('of many calls at the same time, in two processes, one opens the list and the others find it', async () => {
  const other = await store.reopen();
  try {
    const elsewhere = storedStops(other, realAmbient, { workspaceId, by: 'Other' });
    const opened = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? stops : elsewhere).open(`${n}`)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  } finally {
    await other.close();
  }
});

test('what is added again keeps its status before and is in the list once', async () => {
  const { id } = await stops.open('why');
  await stops.add(id, [object('1'), object('2')]);
  await stops.settle(id, [object('1')], 'stopped');
  await stops.add(id, [object('1', { before: 'PAUSED' })]);
  expect(await stops.objects(id)).toEqual([
    { ...object('1'), state: 'pausing' },
    { ...object('2'), state: 'pausing' },
  ]);
});

test('what a day costs and when it was read back are kept with the object', async () => {
  const { id } = await stops.open(undefined);
  await stops.add(id, [object('1'), object('2')]);
  const before = Date.now();
  await stops.settle(id, [object('1')], 'stopped');
  await stops.price(id, [{ ...object('1'), aDay: { amount: '12.50', currency: 'USD' } }]);
  const [one, other] = await stops.objects(id);
  expect(one).toMatchObject({ state: 'stopped', aDay: { amount: '12.50', currency: 'USD' } });
  expect(one!.settledAt).toBeGreaterThanOrEqual(before);
  expect(other).toEqual({ ...object('2'), state: 'pausing' });
});

test('objects of one id in two accounts are two', async () => {
  const { id } = await stops.open(undefined);
  await stops.add(id, [object('1'), object('1', { account: '2' }), object('1', { channel: 'video' })]);
  await stops.settle(id, [object('1', { account: '2' })], 'stopped');
  expect((await stops.objects(id)).map(({ channel, account, state }) => `${channel} ${account} ${state}`)).toEqual([
    'search 1 pausing',
    'search 2 stopped',
    'video 1 pausing',
  ]);
});

test('a list of thousands is written whole', async () => {
  const { id } = await stops.open(undefined);
  const many = Array.from({ length: 2000 }, (_, n) => object(String(n)));
  await stops.add(id, many);
  await stops.settle(id, many, 'stopped');
  const found = await stops.objects(id);
  expect(found).toHaveLength(2000);
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['stopped']));
});

test('a closed list is followed by a new one, and another workspace sees neither', async () => {
  const first = await stops.open('first');
  await stops.note(first.id, [{ channel: 'video', code: 'internal', why: 'w', next_step: 'n' }]);
  expect(await openStops(store, [workspaceId])).toMatchObject([
    { id: first.id, by: 'Night agent', reason: 'first', notStopped: [{ channel: 'video' }], objects: [] },
  ]);
  await stops.close(first.id);
  expect((await stops.find(first.id))?.closedAt).toBeTypeOf('number');
  // What was closed stays as it was.
  await stops.note(first.id, []);
  expect((await stops.find(first.id))?.notStopped).toHaveLength(1);
  const second = await stops.open('second');
  expect(second.id).not.toBe(first.id);
  const { workspaceId: other } = await seedWorkspace(store, 'Other');
  const foreign = storedStops(store, realAmbient, { workspaceId: other, by: 'x' });
  expect(await foreign.find(second.id)).toBeUndefined();
  await stops.add(second.id, [object('1')]);
  expect(await foreign.objects(second.id)).toEqual([]);
  await foreign.settle(second.id, [object('1')], 'stopped');
  expect(await stops.objects(second.id)).toMatchObject([{ state: 'pausing' }]);
  await foreign.close(second.id);
  expect((await stops.find(second.id))?.closedAt).toBeUndefined();
  expect(await openStops(store, [other])).toEqual([]);
});

test('what is switched on in one channel takes nothing of another off the list, though the ids are the same', async () => {
  const { id } = await stops.open('all');
  await stops.add(id, [object('1'), object('1', { channel: 'video' })]);
  await noteSwitchedOn(store, realAmbient, { workspaceId, channel: 'video' }, ['1']);
  expect((await stops.objects(id)).map(({ channel, state }) => [channel, state])).toEqual([
    ['search', 'pausing'],
    ['video', 'resumed'],
  ]);
  expect((await stops.find(id))?.closedAt).toBeUndefined();
  await noteSwitchedOn(store, realAmbient, { workspaceId, channel: 'search' }, ['1']);
  expect((await stops.find(id))?.closedAt).toBeTypeOf('number');
});

/** A second workspace with an open stop of its own. */
async function otherStop() {
  const { workspaceId: other } = await seedWorkspace(store, 'Other');
  const foreign = storedStops(store, realAmbient, { workspaceId: other, by: 'x' });
  return { other, foreign, own: await foreign.open('theirs') };
}

test('a price or an outcome belongs to one object of one account and level, and to the own workspace', async () => {
  const { id } = await stops.open(undefined);
  const alike = [object('1'), object('1', { account: '2' }), object('1', { level: 'group' })];
  await stops.add(id, alike);
  const aDay = { amount: '0', currency: 'USD' };
  const { foreign } = await otherStop();
  await foreign.price(id, [{ ...object('1'), aDay }]);
  expect(JSON.stringify(await stops.objects(id))).not.toContain('aDay');
  await stops.price(id, [{ ...object('1'), aDay }]);
  await stops.settle(id, [object('1')], 'stopped');
  const told = (await stops.objects(id)).map((one) => [one.account, one.level, one.state, one.aDay]);
  expect(told.toSorted()).toEqual([
    // A budget of nothing is a price, too.
    ['1', 'campaign', 'stopped', aDay],
    ['1', 'group', 'pausing', undefined],
    ['2', 'campaign', 'pausing', undefined],
  ]);
});

test('what one workspace switches on takes nothing off the list of another, and closes no stop of theirs', async () => {
  const { own, foreign } = await otherStop();
  await foreign.add(own.id, [object('1')]);
  await noteSwitchedOn(store, realAmbient, { workspaceId, channel: 'search' }, ['1']);
  expect(await foreign.objects(own.id)).toMatchObject([{ state: 'pausing' }]);
  expect((await foreign.find(own.id))?.closedAt).toBeUndefined();
});

test('a stop that is closed is no open one, and of two workspaces each has its own', async () => {
  const { other, own } = await otherStop();
  const first = await stops.open('first');
  await stops.close(first.id);
  expect((await openStops(store, [workspaceId, other])).map(({ id }) => id)).toEqual([own.id]);
  const second = await stops.open('second');
  expect((await openStops(store, [workspaceId, other])).map(({ id }) => id).sort()).toEqual([own.id, second.id].sort());
});
