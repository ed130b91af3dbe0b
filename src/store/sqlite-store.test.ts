import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncedDuring } from '../synced-files.testing.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from './store.testing.ts';
import { openStore, type Store } from './store.ts';
import type { Tables } from './tables.ts';
import { WriteLock } from './write-lock.ts';
import { WriteProbe } from './write-probe.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore('sqlite');
});
afterEach(() => store.discard());

const organization = (id: string) => ({ id, name: id, created_at: 0 });

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
});

describe('readiness', () => {
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

  it('is asked of the disk once a second at most, leaves nothing there, and is asked again after a write failed', async () => {
    const clock = vi.spyOn(performance, 'now');
    const probe = new WriteProbe(store.db);
    const hasWritten = async () => {
      const before = store.version();
      expect(await probe.isWritable()).toBe(true);
      return store.version() !== before;
    };
    const at = (ms: number) => clock.mockReturnValue(ms);
    try {
      at(0);
      expect([await hasWritten(), await hasWritten()]).toEqual([true, false]);
      at(999);
      expect(await hasWritten()).toBe(false);
      at(1_000);
      expect([await hasWritten(), await hasWritten()]).toEqual([true, false]);
      probe.forget();
      expect(await hasWritten()).toBe(true);
    } finally {
      clock.mockRestore();
    }
    expect(await store.db.selectFrom('write_probe').select('id').execute()).toEqual([]);
  });
});

describe('a connection', () => {
  it('that cannot begin a transaction gives its turn back', async () => {
    const driver = new NodeSqliteDialect({ file: store.file, lock: new WriteLock() }).createDriver();
    await driver.init();
    const connection = await driver.acquireConnection();
    await connection.executeQuery(CompiledQuery.raw('begin'));
    for (const _ of [1, 2])
      await expect(driver.beginTransaction(connection, {})).rejects.toThrow('within a transaction');
    await driver.destroy();
  }, 5_000);

  it('reads no open cursor, which would hold back the log', () => {
    const rows = store.db.selectFrom('organizations').selectAll().stream();
    return expect(rows.next()).rejects.toThrow('Read in pages');
  });

  it('lets a write that waits for its turn finish before the store closes', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = store.transaction(async () => {
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    const writes = ['a', 'b', 'c'].map((id) => store.db.insertInto('organizations').values(organization(id)).execute());
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    const closing = store.close();
    gate.resolve();
    const ended = await Promise.allSettled([first, closing, ...writes]);
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  it('that hides a full disk is not told that its transaction was committed, but why it was not', async () => {
    await sql`pragma max_page_count = 1`.execute(store.db);
    const hiding = store.transaction((tx) =>
      tx
        .insertInto('organizations')
        .values(organization('x'.repeat(200_000)))
        .execute()
        .catch(() => {}),
    );
    await expect(hiding).rejects.toThrow('full');
  });
});

describe('transactions', () => {
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
});

/** As the write-ahead log has them: the last page of a commit says how long the database is from then on. */
function commitsInLog(): number {
  const [HEADER_BYTES, FRAME_BYTES, DATABASE_PAGES_AT] = [32, 24, 4];
  const log = readFileSync(`${store.file}-wal`);
  const frameBytes = FRAME_BYTES + log.readUInt32BE(8);
  let commits = 0;
  for (let at = HEADER_BYTES; at < log.length; at += frameBytes)
    if (log.readUInt32BE(at + DATABASE_PAGES_AT) > 0) commits++;
  return commits;
}

describe('transactions that come together', () => {
  const insert = (id: string, then?: (tx: Transaction<Tables>) => Promise<unknown>) =>
    store.transaction(async (tx) => {
      await tx.insertInto('organizations').values(organization(id)).execute();
      await then?.(tx);
    });
  const ids = async () => (await store.db.selectFrom('organizations').select('id').execute()).map(({ id }) => id);
  const outcomes = async (writes: Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status));

  it('are one commit in the log, and one each where no more than one may share it', async () => {
    const ten = (on: Store) =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          on.transaction((tx) =>
            tx
              .insertInto('organizations')
              .values(organization(`${commitsInLog()} ${index}`))
              .execute(),
          ),
        ),
      );
    const before = commitsInLog();
    await ten(store);
    expect(commitsInLog() - before).toBe(1);
    const single = await openStore({ file: store.file, turnsMax: 1 });
    await ten(single);
    expect(commitsInLog() - before).toBe(11);
    await single.close();
  });

  it('all fail when the disk is full and SQLite rolls back by itself, also when the one that fills it ignores the error', async () => {
    await sql`pragma max_page_count = 1`.execute(store.db);
    const fill = (tx: Transaction<Tables>) =>
      tx
        .insertInto('organizations')
        .values(organization('x'.repeat(200_000)))
        .execute();
    for (const filling of [fill, (tx: Transaction<Tables>) => fill(tx).catch(() => {})]) {
      const full = 'Error: database or disk is full';
      expect(await outcomes([insert('org_1'), insert('org_2', filling), insert('org_3')])).toEqual([full, full, full]);
      expect(await ids()).toEqual([]);
    }
    await sql`pragma max_page_count = 100000`.execute(store.db);
    expect(await outcomes([insert('org_1'), insert('org_2', fill)])).toEqual(['fulfilled', 'fulfilled']);
  });

  it('all fail when their commit does', async () => {
    const owe = async (tx: Transaction<Tables>) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into workspaces (id, organization_id, name, currency, created_at) values ('ws', 'nobody', '', '', 0)`.execute(
        tx,
      );
    };
    const refused = 'Error: FOREIGN KEY constraint failed';
    expect(await outcomes([insert('org_1'), insert('org_2', owe), insert('org_3')])).toEqual(Array(3).fill(refused));
    expect(await ids()).toEqual([]);
    expect(await outcomes([insert('org_1'), insert('org_2')])).toEqual(['fulfilled', 'fulfilled']);
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

  it('is on disk before it gets its name, and its name is there when it resolves', async () => {
    const file = join(store.folder, 'copy.db');
    expect(await syncedDuring(() => store.backup(file))).toEqual([`${file}.unfinished`, store.folder]);
  });

  it('is made whole where an earlier one was cut off', async () => {
    const file = join(store.folder, 'copy.db');
    writeFileSync(`${file}.unfinished`, 'half of a copy');
    await store.backup(file);
    await (await openStore({ file })).close();
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
