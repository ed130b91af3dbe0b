import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { seedWorkspace, spawnScript, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { AuditHeadRow, AuditRow } from '../store/tables.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Audit, type AuditEntry, COLUMNS } from './audit.ts';
import { AuditChain } from './audit-chain.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
let store: TemporaryStore;
let audit: Audit;

beforeEach(async () => {
  store = await temporaryStore();
  audit = new Audit(store, secrets, ambient);
});
afterEach(() => store.discard());

const append = (entry: Partial<AuditEntry> = {}) =>
  store.transaction(async () =>
    audit.append({ actor: 'key_1', action: 'search/get_customer', phase: 'event', detail: {}, ...entry }),
  );

async function appendMany(count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    ambient.advance(1);
    await append({ workspaceId: `ws_${index % 2}`, callId: `call_${index}`, detail: { index } });
  }
}

describe('an untouched log', () => {
  it('is in order, empty or not', async () => {
    expect(await audit.verify()).toEqual({ ok: true, entries: 0, openIntents: 0 });
    await appendMany(5);
    expect(await audit.verify()).toEqual({ ok: true, entries: 5, openIntents: 0 });
  });

  it('is in order over many pages, while more is written', async () => {
    await store.transaction(async () => {
      for (let index = 0; index < 2_500; index++) {
        audit.append({ actor: 'a', action: 'b', phase: 'event', detail: index });
      }
    });
    const [verdict] = await Promise.all([audit.verify(), appendMany(20)]);
    expect(verdict.ok).toBe(true);
    expect(verdict.entries).toBeGreaterThanOrEqual(2_500);
  });

  it('is verified on a thread of its own, which finds what a walk here would', async () => {
    await appendMany(450);
    const [first] = await audit.list({ limit: 1, beforeSeq: 2 });
    const hashing = vi.spyOn(AuditChain.prototype, 'hash');
    const walked = await audit.verifyAside(store.place);
    expect(hashing).not.toHaveBeenCalled();
    hashing.mockRestore();
    expect(walked).toMatchObject({ verdict: await audit.verify(), since: first!.at });
    await store.db.updateTable('audit_log').set({ actor: 'somebody' }).where('seq', '=', 300).execute();
    const { verdict } = await audit.verifyAside(store.place);
    expect(verdict).toMatchObject({ ok: false, entries: 299, firstBroken: { seq: 300 } });
    await expect(
      audit.verifyAside({ ...store.place, file: '/', url: store.place.url && 'postgres://127.0.0.1:1/x' }),
    ).rejects.toThrow();
  });

  it('stays one chain when several processes write to it', async () => {
    const elsewhere = await store.reopen();
    const other = new Audit(elsewhere, secrets, ambient);
    const entry: AuditEntry = { actor: 'cli', action: 'key.create', phase: 'event', detail: null };
    for (let round = 0; round < 10; round++) {
      await append();
      await elsewhere.transaction(async () => other.append(entry));
    }
    await elsewhere.close();
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 20 });
  });

  it('stays one chain when two of one process write to it, in one commit or in several', async () => {
    const other = new Audit(store, secrets, ambient);
    const entry: AuditEntry = { actor: 'cli', action: 'key.create', phase: 'event', detail: null };
    const both = () => Promise.all([append(), store.transaction(async () => other.append(entry)), append()]);
    for (let round = 0; round < 5; round++) await both();
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 15 });
  });

  it('counts the intents that have no outcome', async () => {
    for (const callId of ['call_1', 'call_2', 'call_3']) await append({ phase: 'intent', callId });
    await append({ phase: 'outcome', callId: 'call_2' });
    expect(await audit.verify()).toEqual({ ok: true, entries: 4, openIntents: 2 });
  });

  it('holds nothing of a transaction that failed', async () => {
    const failing = store.transaction(async () => {
      audit.append({ actor: 'a', action: 'b', phase: 'event', detail: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append();
    expect(await audit.verify()).toEqual({ ok: true, entries: 1, openIntents: 0 });
  });

  it('is one chain through transactions that share a commit, whichever of them fail', async () => {
    const failing = (index: number) =>
      store.transaction(async () => {
        audit.append({ actor: 'a', action: 'b', phase: 'event', detail: { index } });
        audit.append({ actor: 'a', action: 'c', phase: 'event', detail: { index } });
        throw new Error('no');
      });
    for (const fail of [[0], [3], [4, 5], [11], [0, 1, 11], []]) {
      const indexes = Array.from({ length: 12 }, (_, index) => index);
      await Promise.allSettled(
        indexes.map((index) => (fail.includes(index) ? failing(index) : append({ detail: { index } }))),
      );
    }
    expect(await audit.verify()).toEqual({ ok: true, entries: 72 - 8, openIntents: 0 });
  });

  it('is listed newest first, by workspace and page', async () => {
    await appendMany(6);
    expect((await audit.list({ limit: 2 })).map(({ seq }) => seq)).toEqual([6, 5]);
    expect((await audit.list({ limit: 2, beforeSeq: 5, workspaceId: 'ws_0' })).map(({ seq }) => seq)).toEqual([4, 2]);
    expect((await audit.list({ limit: 1 }))[0]).toEqual({
      seq: 6,
      at: ambient.now(),
      workspaceId: 'ws_0',
      actor: 'key_1',
      action: 'search/get_customer',
      phase: 'event',
      callId: 'call_6',
      detail: { index: 6 },
    });
    await append({ organizationId: 'org_1', detail: undefined });
    expect((await audit.list({ limit: 1 }))[0]).toEqual({
      seq: 7,
      at: ambient.now(),
      organizationId: 'org_1',
      actor: 'key_1',
      action: 'search/get_customer',
      phase: 'event',
      detail: null,
    });
  });

  it('hashes as it always did: another way would take every log that is kept for a forged one', async () => {
    const chain = new AuditChain(Buffer.alloc(32, 7));
    const row = { seq: 1, at: 2, organization_id: 'o', workspace_id: null, actor: 'a', action: 'b', phase: 'event' };
    expect(chain.start).toBe('3c450a97783db905bdeaf02c40357c8fac470be95dfa81a74f0a35b0e7fbc171');
    expect(chain.hash(chain.start, { ...row, call_id: null, detail: '{}' } as AuditRow)).toBe(
      '0e4575766f52b1350c9a0dae479095f7e5d7905d0fa12acce52c60b9a697da23',
    );
  });
});

describe('a log that was tampered with', () => {
  const ROWS = 6;
  let rows: AuditRow[];
  let head: AuditHeadRow;

  beforeEach(async () => {
    await appendMany(ROWS);
    rows = await store.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
    head = await store.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  });

  const anyRow = fc.integer({ min: 1, max: ROWS });

  /** Puts these rows and this head in place of the log, as an attacker with the file could. */
  async function replaceLog(forged: readonly AuditRow[], forgedHead: AuditHeadRow | null = head): Promise<void> {
    await store.transaction(async (tx) => {
      await tx.deleteFrom('audit_log').execute();
      await tx.deleteFrom('audit_head').execute();
      if (forged.length > 0)
        await tx
          .insertInto('audit_log')
          .values([...forged])
          .execute();
      if (forgedHead) await tx.insertInto('audit_head').values(forgedHead).execute();
    });
  }

  it('names the row of which any column was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRow,
        fc.constantFrom(...COLUMNS),
        fc.oneof(fc.string(), fc.integer({ min: 100 }), fc.constant(null)),
        async (seq, column, value) => {
          const original = rows[seq - 1]!;
          const required = column !== 'organization_id' && column !== 'workspace_id' && column !== 'call_id';
          fc.pre(String(original[column]) !== String(value) && !(required && value === null));
          fc.pre(column !== 'seq' || typeof value === 'number');
          // PostgreSQL takes no text for a number in the first place.
          fc.pre(store.kind === 'sqlite' || typeof original[column] !== 'number' || typeof value === 'number');
          await replaceLog(rows.map((row) => (row.seq === seq ? { ...row, [column]: value } : row)));
          expect(await audit.verify()).toMatchObject({ ok: false, entries: seq - 1, firstBroken: { seq } });
        },
      ),
    );
  });

  it('names the row that was deleted', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, async (seq) => {
        await replaceLog(rows.filter((row) => row.seq !== seq));
        const why = seq === ROWS ? 'missing: rows were cut off the end' : `missing: the next row is ${seq + 1}`;
        expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq, why } });
      }),
    );
  });

  it('names the first of two rows that changed places', async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, anyRow, async (one, other) => {
        fc.pre(one < other);
        const swapped = rows.map((row) =>
          row.seq === one
            ? { ...rows[other - 1]!, seq: one }
            : row.seq === other
              ? { ...rows[one - 1]!, seq: other }
              : row,
        );
        await replaceLog(swapped);
        const why = 'changed, moved or forged';
        expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: one, why } });
      }),
    );
  });

  it('shows that its end was cut off, even when the head was set back to match', async () => {
    const lastHash = fc.constant('last hash');
    await fc.assert(
      fc.asyncProperty(fc.nat(ROWS - 1), fc.oneof(lastHash, fc.string()), async (kept, guess) => {
        const left = rows.slice(0, kept);
        await replaceLog(left);
        expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: kept + 1 } });
        const seal = guess === 'last hash' ? (left.at(-1)?.hash ?? '') : guess;
        await replaceLog(left, { ...head, seq: kept, seal });
        const why = 'not the row the head was sealed for: rows were cut off the end';
        expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: kept, why } });
      }),
    );
  });

  it('stays broken when the service goes on writing to it', async () => {
    const left = rows.slice(0, 3);
    await replaceLog(left, { ...head, seq: 3, seal: left[2]!.hash });
    await append();
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 4 } });
  });

  it('shows that it was emptied, because the making of keys would be in it', async () => {
    await replaceLog([], null);
    const { workspaceId } = await seedWorkspace(store);
    await sql`insert into api_keys (id, workspace_id, name, digest, last_four, read_only, organization_wide, created_at, created_by)
      values ('key_1', ${workspaceId}, '', '', '', 0, 0, 0, '')`.execute(store.db);
    const why = 'missing: the log is empty although keys were made';
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 1, why } });
  });

  it('shows a row added after its end, and a lost head', async () => {
    const why = 'not covered by the head: the head was set back, or the row was added';
    await replaceLog([...rows, { ...rows[5]!, seq: 7 }]);
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 7, why } });
    await replaceLog(rows, null);
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 1, why } });
  });

  it('is not in order for someone with another key', async () => {
    const stranger = new Audit(store, deriveSecrets(randomBytes(32)), ambient);
    expect(await stranger.verify()).toMatchObject({ ok: false, firstBroken: { seq: 1 } });
  });
});

it('loses no acknowledged entry to a killed process', async () => {
  const master = randomBytes(32);
  const script = `import { openStoreAt } from 'store/open-store.ts';
    import { realAmbient } from 'ambient.ts';
    import { Audit } from 'audit/audit.ts';
    import { deriveSecrets } from 'vault/secrets.ts';
    import { writeSync } from 'node:fs';
    const store = await openStoreAt(JSON.parse(process.argv[1]!));
    const audit = new Audit(store, deriveSecrets(Buffer.from(process.argv[2]!, 'hex')), realAmbient);
    for (let index = 1; ; index++) {
      await store.transaction(async () => audit.append({ actor: 'a', action: 'b', phase: 'event', detail: index }));
      writeSync(1, '.');
    }`;
  const log = new Audit(store, deriveSecrets(master), ambient);
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const child = spawnScript(script, [JSON.stringify(store.place), master.toString('hex')]);
    child.stdout.on('data', (dots: Buffer) => {
      acknowledged += dots.length;
      if (acknowledged > 40 * (round + 1)) child.kill('SIGKILL');
    });
    await once(child, 'close');
  }
  const verdict = await log.verify();
  expect(acknowledged).toBeGreaterThan(40);
  expect(verdict.ok).toBe(true);
  expect(verdict.entries).toBeGreaterThanOrEqual(acknowledged);
  expect(verdict.entries).toBeLessThanOrEqual(acknowledged + 3);
});
