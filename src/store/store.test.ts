import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './store.ts';
import { outputOf, seedWorkspace, spawnScript, type TemporaryStore, temporaryStore } from './testbed.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.discard());

const organization = (id: string) => ({ id, name: id, created_at: 0 });
const organizationIds = async () =>
  (await store.db.selectFrom('organizations').select('id').execute()).map((row) => row.id);

describe('opening', () => {
  it('makes folder and files that only their owner can read', async () => {
    const file = join(store.folder, 'deep', 'data', 'adhelm.db');
    const other = await openStore({ file });
    await other.db.insertInto('organizations').values(organization('org_1')).execute();
    expect(statSync(join(store.folder, 'deep', 'data')).mode & 0o777).toBe(0o700);
    for (const name of ['adhelm.db', 'adhelm.db-wal', 'adhelm.db-shm']) {
      expect(statSync(join(store.folder, 'deep', 'data', name)).mode & 0o777).toBe(0o600);
    }
    await other.close();
  });

  it('acknowledges a write only when it is on disk', async () => {
    const setting = async (name: string) =>
      Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(store.db)).rows[0]!);
    expect(await setting('journal_mode')).toEqual(['wal']);
    expect(await setting('synchronous')).toEqual([2]);
  });

  it('holds references between rows', async () => {
    const orphan = {
      id: 'ws_1',
      organization_id: 'nobody',
      name: '',
      currency: 'USD',
      created_at: 0,
      archived_at: null,
    };
    await expect(store.db.insertInto('workspaces').values(orphan).execute()).rejects.toThrow(/FOREIGN KEY/);
  });

  it('keeps what was written across a restart', async () => {
    await store.db.insertInto('organizations').values(organization('org_1')).execute();
    await store.close();
    const again = await openStore({ file: store.file });
    expect(await again.db.selectFrom('organizations').selectAll().execute()).toEqual([organization('org_1')]);
    await again.close();
  });

  it('lets several processes make the same new store at once', async () => {
    const script = `import { openStore } from 'store/store.ts';
      const store = await openStore({ file: process.argv[1]! });
      console.log((await store.ready()).ok);
      await store.close();`;
    const file = join(store.folder, 'fresh', 'adhelm.db');
    const outputs = await Promise.all([1, 2, 3, 4].map(() => outputOf(spawnScript(script, [file]))));
    expect(outputs).toEqual(['true\n', 'true\n', 'true\n', 'true\n']);
  });

  it('refuses a store made by a newer version', async () => {
    await store.db
      .insertInto('kysely_migration')
      .values({ name: '9999-future', timestamp: '2030-01-01T00:00:00Z' })
      .execute();
    await expect(openStore({ file: store.file })).rejects.toThrow('could not be brought up to date');
  });
});

describe('readiness', () => {
  it('is given when every migration was applied', async () => {
    expect(await store.ready()).toEqual({ ok: true, pendingMigrations: 0, writable: true });
    await store.db.deleteFrom('kysely_migration').execute();
    expect(await store.ready()).toEqual({ ok: false, pendingMigrations: 3, writable: true });
  });

  it('is denied while the store cannot be written to', async () => {
    const write = (length: number) =>
      store.transaction((tx) =>
        tx
          .insertInto('organizations')
          .values(organization('x'.repeat(length)))
          .execute(),
      );
    await sql`pragma max_page_count = 1`.execute(store.db);
    await expect(write(200_000)).rejects.toThrow('full');
    expect(await store.ready()).toEqual({ ok: false, pendingMigrations: 0, writable: false });
    await sql`pragma max_page_count = 100000`.execute(store.db);
    await expect(store.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await store.ready()).toMatchObject({ ok: true, writable: true });
    await write(200_000);
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
    const again = await openStore({ file: store.file });
    expect(await again.db.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'org_1' }]);
    await again.close();
  });

  it('wait for another holder of the file without stopping the process', async () => {
    const elsewhere = await openStore({ file: store.file });
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const first = store.transaction(async () => {
      begun.resolve();
      await gate.promise;
      order.push('first');
    });
    await begun.promise;
    const second = elsewhere.transaction(async () => order.push('second'));
    const loose = elsewhere.db.insertInto('organizations').values(organization('org_1')).execute();
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    gate.resolve();
    await Promise.all([first, second, loose]);
    expect(order).toEqual(['first', 'second']);
    await elsewhere.close();
  });

  it('of two processes wait for each other', async () => {
    const script = `import { openStore } from 'store/store.ts';
      const store = await openStore({ file: process.argv[1]! });
      for (let count = 0; count < 50; count++) {
        await store.transaction(async (tx) => {
          await tx.insertInto('organizations').values({ id: process.argv[2] + '-' + count, name: '', created_at: 0 }).execute();
          await new Promise(setImmediate);
        });
      }
      await store.close();`;
    await Promise.all(['a', 'b', 'c'].map((name) => outputOf(spawnScript(script, [store.file, name]))));
    expect(await organizationIds()).toHaveLength(150);
  });
});

describe('backup', () => {
  it('is a whole store of its own, private, taken while others write', async () => {
    await seedWorkspace(store);
    const writes = Array.from({ length: 30 }, (_, count) =>
      store.transaction((tx) =>
        tx
          .insertInto('organizations')
          .values(organization(`org_${count}`))
          .execute(),
      ),
    );
    const file = join(store.folder, 'copy.db');
    await Promise.all([...writes, store.backup(file)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = await openStore({ file });
    expect(await copy.ready()).toMatchObject({ ok: true, pendingMigrations: 0 });
    expect(await copy.db.selectFrom('workspaces').select('name').execute()).toEqual([{ name: 'Acme' }]);
    expect((await sql`pragma integrity_check`.execute(copy.db)).rows).toEqual([{ integrity_check: 'ok' }]);
    await copy.close();
  });

  it('never overwrites, and leaves nothing half-done', async () => {
    const file = join(store.folder, 'precious.txt');
    writeFileSync(file, 'precious');
    await expect(store.backup(file)).rejects.toMatchObject({ code: 'conflict' });
    expect(statSync(file).size).toBe(8);
    await store.close();
    const impossible = join(store.folder, 'copy.db');
    await expect(store.backup(impossible)).rejects.toThrow();
    expect(existsSync(impossible)).toBe(false);
    expect(readdirSync(store.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});
