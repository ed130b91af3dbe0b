import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../../ambient.testing.ts';
import { Audit } from '../../audit/audit.ts';
import { KeyRing } from '../../auth/key-ring.ts';
import { deriveSecrets } from '../../vault/secrets.ts';
import { Vault } from '../../vault/vault.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store.testing.ts';
import type { Store } from '../store.ts';
import { temporaryDatabase } from './cluster.testing.ts';
import { COPIED, copyStore, finishCopy, NOT_COPIED } from './copy-store.ts';
import { openPostgresStore } from './postgres-store.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
const ENTRIES = 600;
let source: TemporaryStore;
let target: Store;
let url: string;

beforeEach(async () => {
  source = await temporaryStore('sqlite');
  url = await temporaryDatabase();
  target = await openPostgresStore({ url, connectionsMax: 2, mayBeUnfinished: true });
  const { workspaceId } = await seedWorkspace(source, 'Café \u{1f600}');
  const audit = new Audit(source, secrets, ambient);
  await new Vault(source, secrets, ambient).prepare(workspaceId);
  const keyRing = new KeyRing(source, secrets, audit, ambient);
  let { id } = await keyRing.create({ workspaceId, name: 'first', actor: 'a' });
  // Rolled several times: an id that sorts before the one it replaces is among them.
  for (let roll = 0; roll < 6; roll++) ({ id } = await keyRing.roll(id, { overlapMs: 1_000, actor: 'a' }));
  await source.transaction(async () => {
    for (let index = 0; index < ENTRIES; index++)
      audit.append({ actor: 'a', action: 'b', phase: 'event', detail: { index, text: '\0 ß' } });
  });
  await source.db
    .insertInto('people')
    .values({
      id: 'per_1',
      name: 'Example',
      email: 'example@acme.example',
      two_factor_enabled: 1,
      email_verified: 0,
      created_at: '2026-01-15T12:00:00.000Z',
      updated_at: '2026-01-15T12:00:00.123Z',
    } as never)
    .execute();
});
afterEach(async () => {
  await target.close();
  await source.discard();
});

it('names every table there is', async () => {
  const tables = (await source.db.introspection.getTables()).map(({ name }) => name);
  expect(tables.filter((name) => !name.startsWith('kysely')).sort()).toEqual(
    [...Object.keys(COPIED), ...NOT_COPIED].sort(),
  );
});

it('copies everything, and the audit log stands', async () => {
  const tables = await copyStore(source, target, () => {});
  const rowsOf = new Map(tables.map(({ table, rows }) => [table, rows]));
  expect(rowsOf.get('audit_log')).toBe(ENTRIES + 7);
  expect([rowsOf.get('api_keys'), rowsOf.get('people')]).toEqual([7, 1]);
  expect(await new Audit(target, secrets, ambient).verify()).toMatchObject({ ok: true, entries: ENTRIES + 7 });
  const person = await target.db.selectFrom('people').selectAll().executeTakeFirstOrThrow();
  expect(person).toMatchObject({ two_factor_enabled: true, created_at: new Date('2026-01-15T12:00:00.000Z') });
});

it('that was cut off anywhere goes on, is refused to a service meanwhile, and ends the same', async () => {
  let cuts = 0;
  for (let steps = 1; ; steps += 7) {
    let left = steps;
    const copied = await copyStore(source, target, () => {
      if (left-- === 0) throw new Error('cut');
    }).catch((error: Error) => error.message);
    if (Array.isArray(copied)) break;
    expect(copied).toBe('cut');
    cuts++;
    await expect(openPostgresStore({ url, connectionsMax: 2 })).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(cuts).toBeGreaterThan(3);
  await finishCopy(target);
  const known = sql<{ reltuples: number }>`select reltuples from pg_class where relname = 'audit_log'`;
  expect((await known.execute(target.db)).rows).toEqual([{ reltuples: ENTRIES + 7 }]);
  await (await openPostgresStore({ url, connectionsMax: 2 })).close();
  expect(await new Audit(target, secrets, ambient).verify()).toMatchObject({ ok: true, entries: ENTRIES + 7 });
});

it('refuses a database that holds something else, and tells when the source was changed in between', async () => {
  await expect(
    copyStore(source, target, ({ step }) => {
      if (step === 'comparing') throw new Error('cut');
    }),
  ).rejects.toThrow('cut');
  await source.db.updateTable('workspaces').set({ name: 'Other' }).execute();
  await expect(copyStore(source, target, () => {})).rejects.toThrow(/copy of workspaces .* is not what/);
  const foreign = await openPostgresStore({ url: await temporaryDatabase(), connectionsMax: 2 });
  await seedWorkspace(foreign);
  await expect(copyStore(source, foreign, () => {})).rejects.toThrow(/holds something already/);
  await foreign.close();
});
