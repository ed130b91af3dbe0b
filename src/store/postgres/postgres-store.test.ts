import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../store.testing.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Tables } from '../tables.ts';
import { newCluster } from './cluster.testing.ts';
import { openPostgresStore } from './postgres-store.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore('postgres');
});
afterEach(() => store.discard());

const add = (id: string, on: Store = store) =>
  on.db
    .insertInto('organizations')
    .values({ id, name: id, created_at: Date.UTC(2026, 0, 15) })
    .execute();

it('orders texts byte by byte, whatever the database does by itself', async () => {
  for (const id of ['b', 'a', 'B', '_', 'é']) await add(id);
  const { rows } = await sql<{ first: string }>`select min(one) as first from (values ('a'), ('B')) as t(one)`.execute(
    store.db,
  );
  expect(rows).toEqual([{ first: 'a' }]);
  const inOrder = await store.db.selectFrom('organizations').select('id').orderBy('id').execute();
  expect(inOrder.map(({ id }) => id)).toEqual(['B', '_', 'a', 'b', 'é']);
});

it('gives counts, sums and times as numbers, and takes a text with a zero character for one it does not know', async () => {
  await add('org_1');
  const row = await store.db
    .selectFrom('organizations')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('created_at').as('sum')])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ count: 1, sum: Date.UTC(2026, 0, 15) });
  // A number that would come out as another one fails.
  const large = (text: string) => sql<{ n: number }>`select ${sql.raw(text)}::bigint as n`.execute(store.db);
  expect((await large('9007199254740991')).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
  await expect(large('9007199254740993')).rejects.toThrow('too large');
  const found = store.db.selectFrom('organizations').select('id').where('id', '=', 'org_1\0').execute();
  expect(await found).toEqual([]);
  expect(await store.db.selectFrom('organizations').select('id').where('id', 'in', []).execute()).toEqual([]);
});

it('goes on reading when another process has changed a table it reads', async () => {
  await add('org_1');
  const all = () => store.db.selectFrom('organizations').selectAll().execute();
  await all();
  await sql`alter table organizations add column note text`.execute(store.db);
  for (let again = 0; again < 3; again++) expect(await all()).toMatchObject([{ id: 'org_1', note: null }]);
});

it('has work done by one process at a time', async () => {
  const other = await store.reopen();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = store.alone('chore', async () => {
    begun.resolve();
    await gate.promise;
    order.push('first');
  });
  await begun.promise;
  expect(await other.alone('chore', async () => order.push('left out'))).toBe(false);
  expect(await other.alone('another', async () => order.push('another'))).toBe(true);
  const waiting = other.alone('chore', async () => order.push('second'), { waitMs: 60_000 });
  gate.resolve();
  expect(await Promise.all([first, waiting])).toEqual([true, true]);
  await expect(store.alone('chore', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await other.alone('chore', async () => order.push('third'), { waitMs: 10_000 })).toBe(true);
  expect(order).toEqual(['another', 'first', 'second', 'third']);
  await other.close();
});

it('holds many locks on one connection, and none of them twice', async () => {
  const gate = Promise.withResolvers<void>();
  const names = Array.from({ length: 30 }, (_, place) => `object ${place}`);
  let begun = 0;
  const held = names.map((name) =>
    store.alone(name, async () => {
      begun += 1;
      if (begun === names.length) gate.resolve();
      await gate.promise;
      await store.db.selectFrom('organizations').select('id').execute();
    }),
  );
  await gate.promise;
  expect(await store.alone(names[0]!, async () => {})).toBe(false);
  expect(await Promise.all(held)).toEqual(names.map(() => true));
});

describe('transactions that come together', () => {
  const inside = (work: (tx: Transaction<Tables>) => Promise<unknown> = async () => {}) =>
    store.transaction(async (tx) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
      await sql`insert into organizations (id, name, created_at) values (gen_random_uuid(), '', 0)`.execute(tx);
      await work(tx);
      return rows[0]!.id;
    });
  const reasons = async (work: (tx: Transaction<Tables>) => Promise<unknown>) =>
    (await Promise.allSettled([inside(), inside(work), inside()])).map((one) => (one as PromiseRejectedResult).reason);
  const stored = () => store.db.selectFrom('organizations').select('id').execute();

  it('are one transaction of the database', async () => {
    expect(new Set(await Promise.all([inside(), inside(), inside()])).size).toBe(1);
    expect(await stored()).toHaveLength(3);
  });

  it('are all lost with the connection, and all unknown when it was lost during their commit', async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
    for (const reason of await reasons((tx) => cut.execute(tx)))
      expect(reason).toMatchObject({ details: { code: 'upstream_unavailable', outcome: 'not_applied' } });
    await sql`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(store.db);
    await sql`create table fuses (id int)`.execute(store.db);
    await sql`create constraint trigger fuse after insert on fuses deferrable initially deferred
      for each row execute function cut()`.execute(store.db);
    for (const reason of await reasons((tx) => sql`insert into fuses values (1)`.execute(tx)))
      expect(reason).toMatchObject({ details: { code: 'upstream_unavailable', outcome: 'unknown' } });
    expect(await stored()).toEqual([]);
  });

  it('all fail when their commit does', async () => {
    await sql`create table debts (id text references organizations (id) deferrable initially deferred)`.execute(
      store.db,
    );
    for (const reason of await reasons((tx) => sql`insert into debts values ('nobody')`.execute(tx)))
      expect(reason.message).toContain('foreign key constraint');
    expect(await stored()).toEqual([]);
  });
});

it('work that hides a failed statement is not told that it was committed', async () => {
  const hiding = store.transaction(async (tx) => {
    await tx.insertInto('organizations').values({ id: 'org_hidden', name: 'Hidden', created_at: 0 }).execute();
    await sql`select * from nowhere`.execute(tx).catch(() => {});
  });
  await expect(hiding).rejects.toThrow();
  expect(await store.db.selectFrom('organizations').selectAll().where('id', '=', 'org_hidden').execute()).toEqual([]);
});

it('says when the database is away, and is itself again when that is back', async () => {
  const cluster = newCluster()!;
  await cluster.start();
  const own = await openPostgresStore({ url: await cluster.createDatabase(), connectionsMax: 3 });
  await add('org_1', own);
  cluster.stop('immediate');
  for (const ask of [
    () => own.db.selectFrom('organizations').selectAll().execute(),
    () => add('org_2', own),
    () => own.transaction((tx) => tx.deleteFrom('organizations').execute()),
    () => own.alone('chore', async () => {}),
  ])
    await expect(ask()).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await own.ready()).toMatchObject({ ok: false });
  await cluster.start();
  await expect.poll(async () => (await own.ready()).ok, { timeout: 10_000 }).toBe(true);
  await add('org_2', own);
  expect(await own.db.selectFrom('organizations').select('id').orderBy('id').execute()).toHaveLength(2);
  await own.close();
  cluster.discard();
});
