import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations.ts';
import { temporaryDatabase } from './postgres/cluster.testing.ts';
import { outputOf, spawnScript, type TemporaryStore, temporaryStore } from './store.testing.ts';
import type { Store } from './store.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.discard());

const organization = (id: string) => ({ id, name: id, created_at: 0 });
const organizationIds = async () =>
  (await store.db.selectFrom('organizations').select('id').execute()).map((row) => row.id);

describe('opening', () => {
  it('holds references between rows', async () => {
    const orphan = {
      id: 'ws_1',
      organization_id: 'nobody',
      name: '',
      currency: 'USD',
      created_at: 0,
      archived_at: null,
    };
    await expect(store.db.insertInto('workspaces').values(orphan).execute()).rejects.toThrow(/foreign key/i);
  });

  it('keeps what was written across a restart', async () => {
    await store.db.insertInto('organizations').values(organization('org_1')).execute();
    await store.close();
    const again = await store.reopen();
    expect(await again.db.selectFrom('organizations').selectAll().execute()).toEqual([organization('org_1')]);
    await again.close();
  });

  it('lets several processes make the same new store at once', async () => {
    const script = `import { openStoreAt } from 'store/open-store.ts';
      const store = await openStoreAt(JSON.parse(process.argv[1]!));
      console.log((await store.ready()).ok);
      await store.close();`;
    const url = store.place.url === '' ? '' : await temporaryDatabase({ empty: true });
    const place = JSON.stringify({ ...store.place, file: join(store.folder, 'fresh', 'adhelm.db'), url });
    const outputs = await Promise.all([1, 2, 3, 4].map(() => outputOf(spawnScript(script, [place]))));
    expect(outputs).toEqual(['true\n', 'true\n', 'true\n', 'true\n']);
  });

  it('refuses a store made by a newer version', async () => {
    await store.db
      .insertInto('kysely_migration')
      .values({ name: '9999-future', timestamp: '2030-01-01T00:00:00Z' })
      .execute();
    await expect(store.reopen()).rejects.toThrow('could not be brought up to date');
  });
});

it('has another version whenever something was committed, here or elsewhere, where that can be told', async () => {
  const organization = (on: Store, id: string) =>
    on.db.insertInto('organizations').values({ id, name: '', created_at: 0 }).execute();
  const elsewhere = await store.reopen();
  const versions = [store.version()];
  for (const [at, on] of [store, elsewhere, store].entries()) {
    await store.db.selectFrom('organizations').selectAll().execute();
    expect(store.version()).toBe(versions.at(-1));
    await organization(on, `org_${at}`);
    versions.push(store.version());
  }
  await elsewhere.close();
  expect(new Set(versions).size).toBe(store.kind === 'sqlite' ? 4 : 1);
});

describe('readiness', () => {
  it('is given when every migration was applied', async () => {
    expect(await store.ready()).toEqual({ ok: true, pendingMigrations: 0, writable: true });
    await store.db.deleteFrom('kysely_migration').execute();
    expect(await store.ready()).toEqual({
      ok: false,
      pendingMigrations: Object.keys(migrations).length,
      writable: true,
    });
  });

  it('is denied by a closed store', async () => {
    await store.close();
    expect((await store.ready()).ok).toBe(false);
  });
});

describe('transactions', () => {
  it('leave nothing behind when their work fails', async () => {
    const failing = store.transaction(async (tx) => {
      await tx.insertInto('organizations').values(organization('org_1')).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await organizationIds()).toEqual([]);
    await store.transaction((tx) => tx.insertInto('organizations').values(organization('org_2')).execute());
    expect(await organizationIds()).toEqual(['org_2']);
  });

  it('do not make readers wait, nor let them see what is not committed', async () => {
    await store.transaction(async (tx) => {
      await tx.insertInto('organizations').values(organization('org_1')).execute();
      expect(await organizationIds()).toEqual([]);
    });
    expect(await organizationIds()).toEqual(['org_1']);
  });

  it('take turns, so that no update is lost', async () => {
    await store.db
      .insertInto('organizations')
      .values({ ...organization('org_1'), created_at: 0 })
      .execute();
    const countUp = () =>
      store.transaction(async (tx) => {
        const { created_at } = await tx.selectFrom('organizations').select('created_at').executeTakeFirstOrThrow();
        await new Promise(setImmediate);
        await tx
          .updateTable('organizations')
          .set({ created_at: created_at + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, countUp));
    expect(await store.db.selectFrom('organizations').select('created_at').execute()).toEqual([{ created_at: 20 }]);
  });

  it('turn a write that would wait for itself into an error', async () => {
    const insertOutside = () => store.db.insertInto('organizations').values(organization('org_1')).execute();
    await expect(store.transaction(insertOutside)).rejects.toThrow('A transaction is open here');
    await expect(store.transaction(() => store.transaction(insertOutside))).rejects.toThrow(
      'A transaction is open here',
    );
    await insertOutside();
    expect(await organizationIds()).toEqual(['org_1']);
  });

  it('let work they started write after they are over', async () => {
    const gate = Promise.withResolvers<void>();
    const later = await store.transaction(async () => {
      const started = gate.promise.then(() =>
        store.db.insertInto('organizations').values(organization('org_1')).execute(),
      );
      return { started };
    });
    gate.resolve();
    await later.started;
    expect(await organizationIds()).toEqual(['org_1']);
  });

  it('are finished before the store closes', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const work = store.transaction(async (tx) => {
      begun.resolve();
      await gate.promise;
      await tx.insertInto('organizations').values(organization('org_1')).execute();
    });
    await begun.promise;
    const closing = store.close();
    gate.resolve();
    await Promise.all([work, closing]);
    const again = await store.reopen();
    expect(await again.db.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'org_1' }]);
    await again.close();
  });

  it('of two that have the store open lose no update of each other', async () => {
    await store.db.insertInto('organizations').values(organization('org_1')).execute();
    const other = await store.reopen();
    const countUp = (on: Store) =>
      on.transaction(async (tx) => {
        const { created_at } = await tx.selectFrom('organizations').select('created_at').executeTakeFirstOrThrow();
        await new Promise((resolve) => setTimeout(resolve, 5));
        await tx
          .updateTable('organizations')
          .set({ created_at: created_at + 1 })
          .execute();
      });
    for (let round = 0; round < 5; round++) await Promise.all([countUp(store), countUp(other)]);
    await other.close();
    expect(await store.db.selectFrom('organizations').select('created_at').execute()).toEqual([{ created_at: 10 }]);
  });

  it('of two processes wait for each other', async () => {
    const script = `import { openStoreAt } from 'store/open-store.ts';
      const store = await openStoreAt(JSON.parse(process.argv[1]!));
      for (let count = 0; count < 50; count++) {
        await store.transaction(async (tx) => {
          await tx.insertInto('organizations').values({ id: process.argv[2] + '-' + count, name: '', created_at: 0 }).execute();
          await new Promise(setImmediate);
        });
      }
      await store.close();`;
    await Promise.all(
      ['a', 'b', 'c'].map((name) => outputOf(spawnScript(script, [JSON.stringify(store.place), name]))),
    );
    expect(await organizationIds()).toHaveLength(150);
  });
});
