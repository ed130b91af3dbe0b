import { expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { ToolEvent } from '../pipeline/call.ts';
import { temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { Metering } from './metering.ts';

const tool = { channel: { name: 'search' }, name: 'update_ad', access: 'write' };
const event = (failure?: unknown) =>
  ({ tool, call: { principal: { id: 'key_1' } }, durationMs: 1, failure }) as unknown as ToolEvent;

it('keeps its counts when they cannot be written, and writes each of them once', async () => {
  const store = await temporaryStore();
  const ambient = stillAmbient();
  let isFull = true;
  const failing: Store = {
    ...store,
    transaction: (work) =>
      store.transaction(async (tx) => {
        const result = await work(tx);
        if (isFull) throw new Error('database or disk is full');
        return result;
      }),
  };
  const metering = new Metering(failing, ambient);
  for (let round = 0; round < 3; round++) {
    metering.count(event());
    metering.count(event(new Error('refused')));
    await expect(metering.flush()).rejects.toThrow('full');
  }
  ambient.advance(3_600_000);
  metering.count(event());
  isFull = false;
  await metering.flush();
  await metering.flush();
  const rows = await store.db.selectFrom('usage_counts').selectAll().orderBy('hour').execute();
  expect(rows.map(({ calls, errors, points }) => ({ calls, errors, points }))).toEqual([
    { calls: 6, errors: 3, points: 18 },
    { calls: 1, errors: 0, points: 3 },
  ]);
  await store.discard();
});

it('writes many in turns, and again only those that were not written', async () => {
  const store = await temporaryStore();
  let turns = 0;
  const failing: Store = {
    ...store,
    transaction: (work) => (++turns === 2 ? Promise.reject(new Error('gone')) : store.transaction(work)),
  };
  const metering = new Metering(failing, stillAmbient());
  const keys = 1_200;
  for (let key = 0; key < keys; key++)
    metering.count({ ...event(), call: { principal: { id: `key_${key}` } } } as ToolEvent);
  await expect(metering.flush()).rejects.toThrow('gone');
  await metering.flush();
  const { rows, calls } = await store.db
    .selectFrom('usage_counts')
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('calls').as('calls')])
    .executeTakeFirstOrThrow();
  expect({ rows: Number(rows), calls: Number(calls) }).toEqual({ rows: keys, calls: keys });
  await store.discard();
});
