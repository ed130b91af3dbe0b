import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { type TemporaryStore, temporaryStore } from './store.testing.ts';
import type { Tables } from './tables.ts';
import { WriteGroup } from './write-group.ts';
import { WriteLock } from './write-lock.ts';

let store: TemporaryStore;
let commits: number;
beforeEach(async () => {
  store = await temporaryStore();
  commits = 0;
  store.onCommit(() => commits++);
});
afterEach(() => store.discard());

const organization = (db: Kysely<Tables>, id: string) =>
  db.insertInto('organizations').values({ id, name: id, created_at: 0 });
const insert = (id: string, then?: () => Promise<unknown>) =>
  store.transaction(async (tx) => {
    await organization(tx, id).execute();
    await then?.();
    return id;
  });
const ids = async () =>
  (await store.db.selectFrom('organizations').select('id').orderBy('id').execute()).map((row) => row.id);
const named = (count: number) => Array.from({ length: count }, (_, index) => `org_${String(index).padStart(3, '0')}`);

describe('transactions that come together', () => {
  it('share a commit, and each gets its own result', async () => {
    const names = named(20);
    expect(await Promise.all(names.map((name) => insert(name)))).toEqual(names);
    expect(await ids()).toEqual(names);
    expect(commits).toBe(1);
  });

  it('run in the order they came, each as a whole, groups too', async () => {
    const order: string[] = [];
    const names = named(150);
    const writes = names.map((name) =>
      store.transaction(async (tx) => {
        order.push(name);
        await tx.selectFrom('organizations').select('id').execute();
        await new Promise(setImmediate);
        order.push(name);
      }),
    );
    await Promise.all(writes);
    expect(order).toEqual(names.flatMap((name) => [name, name]));
    expect(commits).toBe(3);
  });

  it('are told when all of them are on disk, and read by others from then on', async () => {
    const gate = Promise.withResolvers<void>();
    let heard = 0;
    const begun = Promise.withResolvers<void>();
    const quick = insert('org_1').then(() => heard++);
    const slow = insert('org_2', () => {
      begun.resolve();
      return gate.promise;
    }).then(() => heard++);
    await begun.promise;
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    const meanwhile = [heard, await ids()];
    gate.resolve();
    await Promise.all([quick, slow]);
    expect(meanwhile).toEqual([0, []]);
    expect([heard, await ids()]).toEqual([2, ['org_1', 'org_2']]);
  });

  it('see what those before them wrote', async () => {
    const count = () =>
      store.transaction(async (tx) => {
        const { length } = await tx.selectFrom('organizations').select('id').execute();
        await tx
          .insertInto('organizations')
          .values({ id: `org_${length}`, name: '', created_at: 0 })
          .execute();
        return length;
      });
    expect(await Promise.all([count(), count(), count()])).toEqual([0, 1, 2]);
  });

  it('fail alone, by their own error or the store’s, and leave nothing behind', async () => {
    const failing = insert('org_1', () => Promise.reject(new Error('changed my mind')));
    const results = await Promise.allSettled([insert('org_0'), failing, insert('org_2'), insert('org_0'), insert('z')]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual(['org_0', 'org_2', 'z']);
    expect(commits).toBe(1);
  });

  it('go alone where a statement of theirs failed and they did not mind', async () => {
    const unminding = () =>
      store.transaction(async (tx) => {
        const taken = { id: 'org_0', name: '', created_at: 0 };
        await tx
          .insertInto('organizations')
          .values(taken)
          .execute()
          .catch(() => {});
      });
    const [first, , last] = await Promise.allSettled([insert('org_0'), unminding(), insert('org_2')]);
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await ids()).toEqual(['org_0', 'org_2']);
  });

  it.each<[string, (tx: Transaction<Tables>) => Promise<unknown>]>([
    ['built', (tx) => organization(tx, 'stray').execute()],
    ['compiled', (tx) => tx.executeQuery(organization(store.db, 'stray').compile())],
  ])('cannot write in the turn of another, by a %s statement', async (_, write) => {
    const gate = Promise.withResolvers<void>();
    let stray: Promise<unknown> | undefined;
    const forgetful = store.transaction(async (tx) => {
      stray = gate.promise.then(() => write(tx));
      stray.catch(() => {});
    });
    const next = insert('org_1', async () => {
      gate.resolve();
      await expect(stray).rejects.toThrow('This transaction is over');
    });
    await Promise.all([forgetful, next]);
    expect(await ids()).toEqual(['org_1']);
  });

  it('write what they gathered once, without what one gathered that failed', async () => {
    const written: string[][] = [];
    const handIn = store.gather<string>(async (tx, items) => {
      written.push([...items]);
      await organization(tx, items.join()).execute();
    });
    const add = (item: string, then?: () => Promise<unknown>) =>
      store.transaction(async () => {
        handIn(item);
        await then?.();
      });
    const failing = add('b', () => Promise.reject(new Error('no')));
    await Promise.allSettled([add('a'), failing, add('c')]);
    await expect(add('d', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await Promise.all([insert('org_1'), insert('org_2')]);
    await add('e');
    expect(written).toEqual([['a', 'c'], ['e']]);
    expect(await ids()).toEqual(['a,c', 'e', 'org_1', 'org_2']);
  });

  it('all fail when what they gathered cannot be written', async () => {
    let fails = true;
    let written: readonly string[] = [];
    const handIn = store.gather<string>(async (_, items) => {
      if (fails) throw new Error('full');
      written = [...items];
    });
    const add = (id: string) => insert(id, async () => handIn(id));
    const results = await Promise.allSettled([add('org_1'), add('org_2')]);
    expect(results).toMatchObject([{ reason: { message: 'full' } }, { reason: { message: 'full' } }]);
    expect(await ids()).toEqual([]);
    fails = false;
    await add('org_3');
    expect([written, await ids()]).toEqual([['org_3'], ['org_3']]);
  });

  it('alone can hand something in: outside, and after its end, there is no commit to go with', async () => {
    const handIn = store.gather<string>(async () => {});
    expect(() => handIn('a')).toThrow('No transaction is open');
    let late: Promise<void> | undefined;
    await store.transaction(async () => {
      late = new Promise(setImmediate).then(() => new Promise(setImmediate)).then(() => handIn('b'));
      late.catch(() => {});
    });
    await expect(late).rejects.toThrow('No transaction is open');
  });

  it('run in the async context of the call that queued them', async () => {
    const caller = new AsyncLocalStorage<string>();
    const asked = ['a', 'b', 'c'].map((name) =>
      caller.run(name, () => store.transaction(async () => caller.getStore())),
    );
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
  });

  it('refuse a second one inside, alone or in a group', async () => {
    const nested = store.transaction(() => insert('org_1'));
    const [, second, third] = await Promise.allSettled([insert('org_0'), nested, insert('org_2')]);
    expect(second).toMatchObject({ reason: { message: expect.stringContaining('A transaction is open here') } });
    expect(third?.status).toBe('fulfilled');
    expect(await ids()).toEqual(['org_0', 'org_2']);
  });

  it('are all finished before the store closes', async () => {
    const names = named(100);
    const writes = names.map((name) => insert(name));
    await Promise.all([store.close(), ...writes]);
    const again = await store.reopen();
    expect(await again.db.selectFrom('organizations').select('id').execute()).toHaveLength(100);
    await again.close();
  });

  it('let everything else in this process have its turn', async () => {
    let tries = 0;
    const many = () => {
      const prefix = `try_${tries++}`;
      return Promise.all(named(500).map((name) => insert(`${prefix}_${name}`)));
    };
    expect(await leastOfFive(50, () => longestTurnMs(many))).toBeLessThan(50);
  });
});

describe('a group by itself', () => {
  it('whose transaction cannot be opened refuses all that wait for it, and the next one begins anew', async () => {
    let isAway = true;
    const open = async (work: (tx: Transaction<Tables>) => Promise<void>) => {
      if (isAway) throw new Error('away');
      await store.db.transaction().execute(work);
    };
    const group = new WriteGroup({ lock: new WriteLock(), open });
    const results = await Promise.allSettled([group.run(async () => 1), group.run(async () => 2)]);
    expect(results).toMatchObject([{ reason: { message: 'away' } }, { reason: { message: 'away' } }]);
    isAway = false;
    expect(await group.run(async () => 3)).toBe(3);
  }, 5_000);

  it('commits outside the async context of the call that came first', async () => {
    const caller = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    store.onCommit(() => seen.push(caller.getStore()));
    await caller.run('first', () => insert('org_1'));
    expect(seen).toEqual([undefined]);
  });

  it('has one holder of its lock at a time, first come first served', async () => {
    const lock = new WriteLock();
    const order: string[] = [];
    const release = await lock.acquire();
    const later = ['second', 'third'].map(async (name) => {
      const free = await lock.acquire();
      order.push(name);
      free();
    });
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    order.push('first');
    release();
    await Promise.all(later);
    expect(order).toEqual(['first', 'second', 'third']);
  });
});
