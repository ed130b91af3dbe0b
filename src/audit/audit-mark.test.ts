import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { AuditRow } from '../store/tables.ts';
import { syncedDuring } from '../synced-files.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Audit } from './audit.ts';
import { checkLog } from './check-log.ts';
import { Checkpoint, fingerprintOf, isSigned, LogDigest, signCheckpoint } from './checkpoint.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
let store: TemporaryStore;
let file: string;
let audit: Audit;

beforeEach(async () => {
  store = await temporaryStore();
  file = join(store.folder, 'audit.mark');
  audit = new Audit(store, secrets, ambient, file);
  await audit.open();
});
afterEach(() => store.discard());

async function append(count: number, by = audit, on = store as Pick<TemporaryStore, 'transaction'>): Promise<void> {
  for (let index = 0; index < count; index++) {
    ambient.advance(1);
    await on.transaction(async () => by.append({ actor: 'a', action: 'b', phase: 'event', detail: index }));
  }
}

const turns = async (count = 3) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** What an attacker with the file, but without the key, can do. */
async function cutTo(seq: number, seal?: string): Promise<void> {
  await store.db.deleteFrom('audit_log').where('seq', '>', seq).execute();
  if (seal === undefined) await store.db.deleteFrom('audit_head').execute();
  else await store.db.updateTable('audit_head').set({ seq, seal }).execute();
}
const sealNow = async () => (await store.db.selectFrom('audit_head').select('seal').executeTakeFirstOrThrow()).seal;

describe('the mark', () => {
  it('follows every entry by itself, in a file that only its owner reads', async () => {
    await append(3);
    await vi.waitFor(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seq: 3 }));
    expect(statSync(file).size).toBe(256);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 3, mark: { seq: 3 } });
  });

  it('follows when an entry is committed, however long after it was written', async () => {
    const event = { actor: 'a', action: 'b', phase: 'event', detail: 1 } as const;
    await Promise.all([
      store.transaction(async () => audit.append(event)),
      store.transaction(async () => {
        audit.append(event);
        await turns(10);
      }),
    ]);
    await vi.waitFor(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seq: 2 }));
  });

  it('is never moved by a transaction that fails', async () => {
    await append(1);
    const failing = store.transaction(async () => {
      audit.append({ actor: 'a', action: 'b', phase: 'event', detail: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await turns();
    await audit.flush();
    expect((await audit.verify()).mark?.seq).toBe(1);
  });

  it('shows a log that was emptied, however many entries are written to it afterwards', async () => {
    await append(5);
    await audit.flush();
    await cutTo(0);
    expect(await audit.verify()).toMatchObject({ ok: false });
    await append(1);
    await audit.flush();
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 2 } });
    expect(await audit.contradiction()).toBe(
      'the audit log does not hold entry 5 that the mark in the data folder was set for',
    );
    await append(9);
    await audit.flush();
    expect(await audit.verify()).toMatchObject({
      ok: false,
      entries: 4,
      firstBroken: {
        seq: 5,
        why: 'not the entry that the mark in the data folder was set for: the log was begun anew',
      },
    });
  });

  it('shows a tail that was cut with a seal that was once the right one', async () => {
    await append(4);
    const seal = await sealNow();
    await append(6);
    await audit.flush();
    await cutTo(4, seal);
    expect(await audit.verify()).toMatchObject({
      ok: false,
      entries: 4,
      firstBroken: { seq: 5, why: 'missing: the mark in the data folder says that there were 10 entries' },
    });
    const unanchored = new Audit(store, secrets, ambient);
    expect((await unanchored.verify()).ok).toBe(true);
    await append(10);
    await audit.flush();
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 10 } });
  });

  it('that is missing or was changed proves nothing, and is not replaced silently', async () => {
    await append(5);
    await audit.flush();
    const real = readFileSync(file, 'utf8');
    writeFileSync(file, real.replace('"seq":5', '"seq":4'));
    expect(await audit.verify()).toMatchObject({
      ok: false,
      firstBroken: { why: 'not vouched for: the mark in the data folder was changed' },
    });
    expect(await audit.contradiction()).toBe('the audit mark in the data folder is forged');
    writeFileSync(file, 'nonsense');
    expect((await audit.verify()).ok).toBe(false);
    rmSync(file);
    const next = new Audit(store, secrets, ambient, file);
    await next.open();
    await append(1, next);
    await next.flush();
    expect(await next.verify()).toMatchObject({
      ok: false,
      firstBroken: { why: expect.stringContaining('mark in the data folder is missing') },
    });
    expect(await next.contradiction()).toContain('the audit mark in the data folder is missing; ');
    expect(await next.contradiction()).toContain('missing');
    writeFileSync(file, real);
    expect(await next.verify()).toMatchObject({ ok: true, mark: { seq: 5 } });
  });

  it('is not begun for an emptied log of a store that has keys', async () => {
    await append(2);
    const { workspaceId } = await seedWorkspace(store);
    await sql`insert into api_keys (id, workspace_id, name, digest, last_four, read_only, organization_wide, created_at, created_by)
      values ('key_1', ${workspaceId}, '', '', '', 0, 0, 0, '')`.execute(store.db);
    rmSync(file);
    await cutTo(0);
    const next = new Audit(store, secrets, ambient, file);
    await next.open();
    await append(1, next);
    await next.flush();
    expect((await next.verify()).ok).toBe(false);
  });

  it('is left as it is by a process that joins, also where entries were cut off meanwhile', async () => {
    await append(4);
    const seal = await sealNow();
    await append(2);
    await audit.flush();
    await cutTo(4, seal);
    const next = new Audit(store, secrets, ambient, file);
    await next.open({ joins: true });
    expect(await next.verify()).toMatchObject({ ok: false, firstBroken: { seq: 5 } });
    await cutTo(0);
    await new Audit(store, secrets, ambient, file).open();
    expect(await next.verify()).toMatchObject({ ok: false, firstBroken: { seq: 1 } });
    expect(await next.contradiction()).toContain('does not hold entry 6');
  });

  it('is kept by several processes together, and never set back', async () => {
    const elsewhere = await store.reopen();
    const other = new Audit(elsewhere, secrets, ambient, file);
    for (let round = 0; round < 10; round++) {
      await append(1);
      await append(1, other, elsewhere);
      await Promise.all([audit.flush(), other.flush(), turns()]);
      expect(JSON.parse(readFileSync(file, 'utf8')).seq).toBe(2 * (round + 1));
    }
    await other.close();
    await elsewhere.close();
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 20, mark: { seq: 20 } });
  });

  it('that is behind, as after a crash, is no fault', async () => {
    await append(3);
    await audit.flush();
    copyFileSync(file, `${file}.kept`);
    await append(3);
    await audit.flush();
    copyFileSync(`${file}.kept`, file);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 6, mark: { seq: 3 } });
  });

  it('is set again when the log is accepted as it is, which the log records', async () => {
    await append(4);
    const seal = await sealNow();
    await append(2);
    await audit.flush();
    await cutTo(4, seal);
    await audit.accept('command line');
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 5, mark: { seq: 5 } });
    expect((await audit.list({ limit: 1 }))[0]).toMatchObject({
      action: 'audit.accept',
      actor: 'command line',
      detail: { mark: { seq: 6 } },
    });
  });
});

describe('a checkpoint', () => {
  it('shows a stranger that its entries are still there, with more behind them', async () => {
    await append(5);
    const made = await audit.checkpoint();
    await append(3);
    expect(isSigned(made)).toBe(true);
    expect(await checkLog(store, made)).toEqual({ same: true, since: 3 });
  });

  it('is not signed for anything else than it says', async () => {
    await append(2);
    const made = await audit.checkpoint();
    const others: Partial<Checkpoint>[] = [
      { entries: 1 },
      { digest: '0'.repeat(64) },
      { at: '2020-01-01T00:00:00.000Z' },
      { signature: 'AAAA' },
      { public_key: 'AAAA' },
      { public_key: signCheckpoint(randomBytes(32), made).public_key },
    ];
    for (const change of others) expect(isSigned({ ...made, ...change }), JSON.stringify(change)).toBe(false);
    expect(fingerprintOf(made)).toBe(fingerprintOf(await audit.checkpoint()));
    expect(fingerprintOf(made)).not.toBe(fingerprintOf(signCheckpoint(randomBytes(32), made)));
  });

  it('shows a log that was restored, cut, changed or restarted, even with the master key', async () => {
    await append(5);
    const made = await audit.checkpoint();
    const rows = await store.db.selectFrom('audit_log').selectAll().execute();
    await cutTo(3);
    expect(await checkLog(store, made)).toMatchObject({ same: false, why: 'it holds 3 of 5 entries' });
    await cutTo(0);
    await append(9);
    expect(await checkLog(store, made)).toMatchObject({ same: false });
    await cutTo(0);
    for (const row of rows) await store.db.insertInto('audit_log').values(row).execute();
    expect((await checkLog(store, made)).same).toBe(true);
    for (const column of [
      'at',
      'actor',
      'action',
      'detail',
      'hash',
      'call_id',
      'workspace_id',
      'organization_id',
    ] as const) {
      await store.db
        .updateTable('audit_log')
        .set({ [column]: '7' })
        .where('seq', '=', 2)
        .execute();
      expect((await checkLog(store, made)).same, column).toBe(false);
      await store.db
        .updateTable('audit_log')
        .set({ [column]: rows[1]![column] })
        .where('seq', '=', 2)
        .execute();
    }
    expect((await checkLog(store, made)).same).toBe(true);
  });

  it('is refused for a log that is not in order', async () => {
    await append(3);
    await store.db.updateTable('audit_log').set({ actor: 'x' }).where('seq', '=', 2).execute();
    await expect(audit.checkpoint()).rejects.toMatchObject({
      details: {
        code: 'conflict',
        message: 'The audit log is not in order: entry 2 is changed, moved or forged.',
        nextStep: 'No checkpoint was made. adhelm audit verify says the same; compare with a backup.',
      },
    });
  });

  it('keeps its format: one kept for years stays valid', async () => {
    const digest = new LogDigest();
    const row = { seq: 1, at: 2, organization_id: 'o', workspace_id: null, actor: 'a', action: 'b', phase: 'event' };
    digest.add({ ...row, call_id: null, detail: '{}', hash: 'h' } as AuditRow);
    const made = signCheckpoint(Buffer.alloc(32, 7), {
      entries: 1,
      digest: digest.value,
      at: '2026-01-01T00:00:00.000Z',
    });
    expect(made).toEqual({
      kind: 'adhelm audit checkpoint 1',
      entries: 1,
      digest: '48111b8c927e0a69059acfab858c5c516e55f7db848f47585b85a183e592c63b',
      at: '2026-01-01T00:00:00.000Z',
      public_key: 'MCowBQYDK2VwAyEA6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=',
      signature: 'uiMWCKKsVqZeHNBo65aydoYS7tYVYmh6dg9+h1k1W03v26tt9RDruLm18iIoWSJz3ZwGNOOt+SVij4lpOaZ6CA==',
    });
    expect(fingerprintOf(made)).toBe('Mkvi3qi8REYbAjPlH6SJAu1rHMZx53Oa8lUeC_5o9U4');
    expect(isSigned(Checkpoint.parse(made))).toBe(true);
    expect(Checkpoint.safeParse({ ...made, digest: `0${made.digest}` }).success).toBe(false);
    for (const wrong of [{ entries: -1 }, { at: 'yesterday' }])
      expect(Checkpoint.safeParse({ ...made, ...wrong }).success).toBe(false);
  });

  it('counts what came after it, and nothing where the log is shorter', async () => {
    await append(3);
    const made = await audit.checkpoint();
    await cutTo(1);
    expect(await checkLog(store, made)).toEqual({ same: false, why: 'it holds 1 of 3 entries', since: 0 });
    await cutTo(0);
    await append(5);
    expect(await checkLog(store, made)).toEqual({
      same: false,
      why: 'an entry was changed, added or replaced',
      since: 2,
    });
  });
});

it('a long log is walked in slices, and no call waits for more than 50 ms', async () => {
  // Each entry goes to the server and back three times.
  const entries = store.kind === 'sqlite' ? 20_000 : 3_000;
  await store.transaction(async () => {
    for (let index = 0; index < entries; index++)
      audit.append({ actor: 'a', action: 'b', phase: 'event', detail: index });
  });
  await audit.flush();
  const verified = async () => {
    expect(await audit.verify()).toMatchObject({ ok: true, entries });
    expect(await checkLog(store, await audit.checkpoint())).toMatchObject({ same: true });
  };
  expect(await leastOfFive(50, () => longestTurnMs(verified))).toBeLessThan(50);
});

it('a mark that has moved is on disk when it was flushed, and is not synced again where it has not', async () => {
  await append(1);
  expect(await syncedDuring(() => audit.flush())).toContain(file);
  expect(await syncedDuring(() => audit.flush())).toEqual([]);
});
