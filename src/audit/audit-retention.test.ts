import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Audit } from './audit.ts';
import { checkLog } from './check-log.ts';
import type { AuditVerdict } from './verify-audit.ts';

const secrets = deriveSecrets(randomBytes(32));
let ambient: ReturnType<typeof stillAmbient>;
let store: TemporaryStore;
let audit: Audit;
let removedAt: number;

beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  audit = new Audit(store, secrets, ambient, join(store.folder, 'audit.mark'));
  await audit.open();
});
afterEach(() => store.discard());

/** One a second. */
async function append(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    ambient.advance(1_000);
    await store.transaction(async () => audit.append({ actor: 'a', action: 'b', phase: 'event', detail: index }));
  }
}

async function removeAllButTheLast(seconds: number): Promise<number> {
  removedAt = ambient.now();
  return audit.removeBefore(ambient.now() - (seconds - 1) * 1_000, 'retention');
}

const seqs = async () =>
  (await store.db.selectFrom('audit_log').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);

describe('old entries', () => {
  it('go, and the log verifies from the next one on and says so', async () => {
    await append(10);
    await audit.flush();
    expect(await removeAllButTheLast(4)).toBe(6);
    expect(await seqs()).toEqual([7, 8, 9, 10, 11]);
    await audit.flush();
    expect(await audit.verify()).toEqual({
      ok: true,
      entries: 11,
      removed: { entries: 6, at: removedAt },
      openIntents: 0,
      mark: { seq: 11, at: ambient.now() },
    });
    expect(await audit.list({ limit: 1 })).toMatchObject([{ action: 'audit.remove_old', actor: 'retention' }]);
    await append(5);
    expect(await removeAllButTheLast(2)).toBe(8);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 17, removed: { entries: 14 } });
    expect((await audit.verifyAside(store.place)).verdict).toMatchObject({ ok: true, entries: 17 });
  });

  it('all but the newest go however old, and none twice', async () => {
    await append(3);
    ambient.advance(1_000_000);
    expect(await audit.removeBefore(ambient.now(), 'retention')).toBe(2);
    expect(await seqs()).toEqual([3, 4]);
    expect(await audit.removeBefore(0, 'retention')).toBe(0);
    expect(await seqs()).toEqual([3, 4]);
  });

  it('go up to the first younger one: an older one behind it, of a machine whose clock is late, stays with it', async () => {
    await append(3);
    const before = ambient.now() + 1;
    ambient.advance(10_000);
    await append(1);
    ambient.setClock(before - 500);
    await store.transaction(async () => audit.append({ actor: 'a', action: 'late', phase: 'event', detail: 0 }));
    ambient.setClock(before + 20_000);
    await append(1);
    expect(await audit.removeBefore(before, 'retention')).toBe(3);
    expect((await seqs()).slice(0, 3)).toEqual([4, 5, 6]);
    expect(await audit.verify()).toMatchObject({ ok: true });
  });

  it('go in several commits, each of which leaves a log in order', async () => {
    await store.transaction(async () => {
      for (let index = 0; index < 1_200; index++)
        audit.append({ actor: 'a', action: 'b', phase: 'event', detail: index });
    });
    ambient.advance(1_000);
    const during: Promise<AuditVerdict>[] = [];
    store.onCommit(() => void during.push(audit.verify()));
    expect(await audit.removeBefore(ambient.now(), 'retention')).toBe(1_200);
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 1_201 });
    expect(during.length).toBeGreaterThan(2);
    expect((await Promise.all(during)).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('are not removed when one of them was changed', async () => {
    await append(5);
    await store.db.updateTable('audit_log').set({ actor: 'x' }).where('seq', '=', 2).execute();
    await expect(removeAllButTheLast(1)).rejects.toThrow('The audit log is not in order: entry 2');
    expect(await seqs()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('without the key', () => {
  beforeEach(async () => {
    await append(10);
    await removeAllButTheLast(4);
  });

  it('no more entries can be removed as if they were old', async () => {
    await store.db.deleteFrom('audit_log').where('seq', '<=', 8).execute();
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 7 } });
    await store.db.updateTable('audit_start').set({ seq: 8 }).execute();
    expect(await audit.verify()).toMatchObject({
      ok: false,
      firstBroken: { why: 'missing: not removed by the service' },
    });
    await expect(audit.removeBefore(ambient.now(), 'a')).rejects.toThrow(
      'The audit log is not in order: the note of where it begins was changed.',
    );
  });

  it('newer entries than those that were removed cannot be cut off', async () => {
    await audit.flush();
    expect(await audit.contradiction()).toBeUndefined();
    await store.db.deleteFrom('audit_log').where('seq', '>', 8).execute();
    expect(await audit.contradiction()).toContain('does not hold entry 11');
  });

  it('the note of what was removed cannot be taken away or changed', async () => {
    for (const change of [{ at: 1 }, { digest: 'x' }, { seal: 'x' }, { proof: 'x' }]) {
      const [row] = await store.db.selectFrom('audit_start').selectAll().execute();
      await store.db.updateTable('audit_start').set(change).execute();
      expect((await audit.verify()).ok, JSON.stringify(change)).toBe(false);
      await store.db.updateTable('audit_start').set(row!).execute();
    }
    expect((await audit.verify()).ok).toBe(true);
    await store.db.deleteFrom('audit_start').execute();
    expect(await audit.verify()).toMatchObject({ ok: false, firstBroken: { seq: 1 } });
  });
});

it('a mark of a machine that was away stays good when its entry was removed', async () => {
  const away = new Audit(store, secrets, ambient, join(store.folder, 'away.mark'));
  await append(2);
  await away.open({ joins: true });
  await append(8);
  await removeAllButTheLast(2);
  expect(await away.contradiction()).toBeUndefined();
  expect(await away.verify()).toMatchObject({ ok: true });
  await away.flush();
  expect(await away.verify()).toMatchObject({ ok: true, mark: { seq: 11 } });
});

it('checkpoints go on: of removed and kept entries together, and one of removed entries alone says so', async () => {
  await append(4);
  const early = await audit.checkpoint();
  await append(4);
  const late = await audit.checkpoint();
  await removeAllButTheLast(3);
  expect(await checkLog(store, late)).toEqual({ same: true, since: 1 });
  expect(await checkLog(store, early)).toMatchObject({
    same: false,
    why: expect.stringContaining('5 entries were removed'),
  });
  const after = await audit.checkpoint();
  expect(after.entries).toBe(9);
  await append(1);
  expect(await checkLog(store, after)).toEqual({ same: true, since: 1 });
  await store.db
    .updateTable('audit_start')
    .set({ digest: '0'.repeat(64) })
    .execute();
  expect((await checkLog(store, after)).same).toBe(false);
});

it('a checkpoint of exactly the entries that were removed still holds', async () => {
  await append(4);
  const made = await audit.checkpoint();
  await append(4);
  expect(await removeAllButTheLast(4)).toBe(4);
  expect(await checkLog(store, made)).toEqual({ same: true, since: 5 });
});
