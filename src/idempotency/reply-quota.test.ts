import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../ambient.ts';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { IdempotencyBed, LIFE_MS } from './idempotency.testing.ts';
import { KEYS_PER_OWNER_MAX, REPLIES_BYTES_PER_OWNER_MAX, REPLY_BYTES_MAX } from './reply-quota.ts';

let bed: IdempotencyBed;
beforeEach(async () => {
  bed = await IdempotencyBed.open();
});
afterEach(() => bed.store.discard());

it('is no answer that is too long: a repeat is told how the call ended', async () => {
  await bed.claim();
  await bed.finish('x'.repeat(REPLY_BYTES_MAX));
  expect(await bed.claim()).toEqual({ state: 'unkept', outcome: 'applied' });
  expect((await bed.store.db.selectFrom('idempotency').select('reply').executeTakeFirstOrThrow()).reply).toBeNull();
});

it('is bounded for each API key: the oldest answers go, and what they answered is still not done again', async () => {
  const reply = 'x'.repeat(REPLY_BYTES_MAX - 100);
  const count = Math.ceil((REPLIES_BYTES_PER_OWNER_MAX / REPLY_BYTES_MAX) * 1.3);
  await bed.claim({ key: 'of another', owner: 'key_2' });
  await bed.finish(reply, 'of another');
  for (let index = 0; index < count; index++) {
    bed.ambient.advance(1);
    await bed.claim({ key: `${index}` });
    await bed.finish(reply, `${index}`);
  }
  expect(await bytesKept()).toBeLessThanOrEqual(REPLIES_BYTES_PER_OWNER_MAX);
  expect(await bytesKept()).toBeGreaterThan(REPLIES_BYTES_PER_OWNER_MAX / 2);
  expect(await bed.claim({ key: '0' })).toEqual({ state: 'unkept', outcome: 'applied' });
  expect((await bed.claim({ key: `${count - 1}` })).state).toBe('replay');
  expect((await bed.claim({ key: 'of another', owner: 'key_2' })).state).toBe('replay');
});

it('is bounded too where the first calls are answered last', async () => {
  const reply = 'x'.repeat(REPLY_BYTES_MAX - 100);
  const count = Math.ceil((REPLIES_BYTES_PER_OWNER_MAX / REPLY_BYTES_MAX) * 2.2);
  const keys = Array.from({ length: count }, (_, at) => `${at}`);
  for (const key of keys) {
    bed.ambient.advance(1);
    await bed.claim({ key });
  }
  for (const key of keys.toReversed()) {
    await bed.finish(reply, key);
    // A quota that is out of order is counted again, beside the calls.
    await new Promise(setImmediate);
  }
  expect(await bytesKept()).toBeLessThanOrEqual(REPLIES_BYTES_PER_OWNER_MAX * 1.1);
  expect(await bytesKept()).toBeGreaterThan(REPLIES_BYTES_PER_OWNER_MAX / 2);
});

async function bytesKept(): Promise<number> {
  const { bytes } = await bed.store.db
    .selectFrom('idempotency')
    .select(({ fn }) => fn.sum<number>('reply_bytes').as('bytes'))
    .where('owner', '=', 'key_1')
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

it('is a bounded number of keys for each API key: one more is refused, those known still answer', async () => {
  await bed.claim({ key: 'first' });
  await bed.finish('reply', 'first');
  await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
  expect(await bed.claim({ key: 'one more' })).toEqual({ state: 'full' });
  expect(await bed.claim({ key: 'one more', owner: 'key_2' })).toEqual({ state: 'new' });
  expect(await bed.claim({ key: 'first' })).toEqual({ state: 'replay', reply: 'reply' });
  bed.ambient.advance(LIFE_MS);
  await bed.calls.purge();
  expect(await bed.claim({ key: 'one more' })).toEqual({ state: 'new' });
});

it('counts every key that is taken, and one that is given back no more', async () => {
  await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
  expect(await bed.claim({ key: 'last' })).toEqual({ state: 'new' });
  expect(await bed.claim({ key: 'one more' })).toEqual({ state: 'full' });
  await bed.release('last');
  expect(await bed.claim({ key: 'one more' })).toEqual({ state: 'new' });
  expect(await bed.claim({ key: 'last' })).toEqual({ state: 'full' });
});

it('is counted without holding up other calls, however much it is', async () => {
  await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
  await bed.store.db
    .updateTable('idempotency')
    .set({ reply: Buffer.alloc(600), reply_bytes: 600 })
    .execute();
  const countedAnew = async () => {
    bed.calls = bed.processOn(bed.store, 'first');
    await bed.claim({ key: 'last' });
    for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
  };
  // Here the rows stand side by side; with other keys' rows between them it takes five times as long.
  expect(await leastOfFive(25, () => longestTurnMs(countedAnew))).toBeLessThan(25);
});

it('is not looked through for what was left running', async () => {
  await fillWithKeys(KEYS_PER_OWNER_MAX);
  bed.ambient.advance(KEYS_PER_OWNER_MAX);
  await bed.store.db
    .updateTable('idempotency')
    .set({ reply: Buffer.alloc(2_000), reply_bytes: 2_000 })
    .execute();
  const abandoning = () => longestTurnMs(() => bed.processOn(bed.store, 'next').abandonStale());
  expect(await leastOfFive(10, abandoning)).toBeLessThan(10);
});

async function fillWithKeys(count: number): Promise<void> {
  await sql`insert into idempotency (workspace_id, key, fingerprint, call_id, instance_id, state, deadline_at, expires_at, owner)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select ${bed.workspaceId}, 'k' || i, 'f1', 'c', 'first', 'done', 0, cast(${bed.ambient.now() + DAY_MS} as bigint) + i, 'key_1' from n`.execute(
    bed.store.db,
  );
  bed.calls = bed.processOn(bed.store, 'first');
}
