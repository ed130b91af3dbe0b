import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { realAmbient } from '../ambient.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { newKey } from './key-format.ts';
import { KeyRing } from './key-ring.ts';

const secrets = deriveSecrets(randomBytes(32));
const actor = 'user_1';
let ambient: StillAmbient;
let store: TemporaryStore;
let audit: Audit;
let ring: KeyRing;
let workspaceId: string;
let organizationId: string;

beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  audit = new Audit(store, secrets, ambient);
  ring = new KeyRing(store, secrets, audit, ambient);
  ({ workspaceId, organizationId } = await seedWorkspace(store));
});
afterEach(() => store.discard());

const create = (rights: Partial<Parameters<KeyRing['create']>[0]> = {}) =>
  ring.create({ workspaceId, name: 'agent', actor, ...rights });

describe('a key', () => {
  it('gives the id and permissions of the key', async () => {
    const all = await create();
    expect(await ring.authenticate(all.key)).toEqual({
      kind: 'key',
      id: all.id,
      name: 'agent',
      organizationId,
      workspaceId,
      organizationWide: false,
      channels: undefined,
      readOnly: false,
      ratePoints: undefined,
      workspacePoints: undefined,
    });
    const some = await create({ channels: ['search'], readOnly: true, organizationWide: true, ratePoints: 50 });
    expect(await ring.authenticate(some.key)).toMatchObject({
      channels: ['search'],
      readOnly: true,
      organizationWide: true,
      ratePoints: 50,
    });
  });

  it('is recognised without a look into the store when it was seen a moment ago', async () => {
    const { key, id } = await create();
    await ring.authenticate(key);
    const looks = vi.spyOn(store.db, 'executeQuery');
    expect(await ring.authenticate(key)).toMatchObject({ id });
    expect(looks).not.toHaveBeenCalled();
  });

  it('survives a restart, and means nothing under another master key', async () => {
    const { key, id } = await create();
    await store.close();
    const again = await store.reopen();
    expect(await new KeyRing(again, secrets, audit, ambient).authenticate(key)).toMatchObject({ id });
    const stranger = new KeyRing(again, deriveSecrets(randomBytes(32)), audit, ambient);
    expect(await stranger.authenticate(key)).toBeUndefined();
    await again.close();
  });

  it('is kept nowhere', async () => {
    const { key } = await create();
    await ring.authenticate(key);
    expect(await store.holds(key.slice(8, 40))).toBe(false);
    expect(JSON.stringify(await ring.list())).not.toContain(key.slice(8, 40));
  });

  it('is made for an existing workspace only', async () => {
    await expect(create({ workspaceId: 'ws_none' })).rejects.toMatchObject({
      details: {
        code: 'not_found',
        message: 'There is no workspace ws_none.',
        nextStep: 'Name an existing workspace. No key was made.',
      },
    });
    expect(await audit.verify()).toMatchObject({ ok: true, entries: 0 });
  });

  it('stops working when its workspace is archived', async () => {
    const { key } = await create();
    await store.db.updateTable('workspaces').set({ archived_at: 1 }).execute();
    expect(await ring.authenticate(key)).toBeUndefined();
  });
});

describe('a key that is no good', () => {
  it('is turned away without a look into the store when it is malformed', async () => {
    const looks = vi.spyOn(store.db, 'executeQuery');
    const good = newKey(realAmbient);
    const lastWrong = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
    for (const key of ['', 'sk_live_', lastWrong, `${good} `, 'Bearer x'])
      expect(await ring.authenticate(key)).toBeUndefined();
    expect(looks).not.toHaveBeenCalled();
    await ring.authenticate(good);
    expect(looks).toHaveBeenCalledOnce();
  });

  it('is remembered too, so that repeating it costs nothing', async () => {
    const unknown = newKey(realAmbient);
    expect(await ring.authenticate(unknown)).toBeUndefined();
    const looks = vi.spyOn(store.db, 'executeQuery');
    expect(await ring.authenticate(unknown)).toBeUndefined();
    expect(looks).not.toHaveBeenCalled();
  });
});

describe('expiry', () => {
  it('comes at its time, also for a cached key', async () => {
    const { key, id } = await create({ expiresAt: ambient.now() + 100 });
    expect(await ring.authenticate(key)).toMatchObject({ id });
    ambient.advance(99);
    expect(await ring.authenticate(key)).toMatchObject({ id });
    ambient.advance(1);
    expect(await ring.authenticate(key)).toBeUndefined();
    expect(await ring.list()).toMatchObject([{ id, status: 'expired' }]);
  });
});

describe('revocation', () => {
  it('takes effect at once here, and within a second in every other process', async () => {
    const { key, id } = await create();
    const elsewhere = await store.reopen();
    const other = new KeyRing(elsewhere, secrets, new Audit(elsewhere, secrets, ambient), ambient);
    expect(await other.authenticate(key)).toMatchObject({ id });
    await ring.authenticate(key);

    expect(await ring.revoke(id, actor)).toBe(true);
    expect(await ring.authenticate(key)).toBeUndefined();
    ambient.advance(999);
    expect(await other.authenticate(key)).toBeUndefined();
    await elsewhere.close();
  });

  it('shows in every other process within its half second also for keys that are in use all the time', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => create()));
    const elsewhere = await store.reopen();
    const other = new KeyRing(elsewhere, secrets, new Audit(elsewhere, secrets, ambient), ambient);
    const looks = vi.spyOn(elsewhere.db, 'executeQuery');
    const use = () => Promise.all(keys.map(({ key }) => other.authenticate(key)));
    await use();
    const useAfter400Ms = async () => {
      await use();
      ambient.advance(400);
      looks.mockClear();
      expect(await use()).toMatchObject(keys.map(({ id }) => ({ id })));
      expect(looks.mock.calls.length).toBeLessThanOrEqual(1);
      await looks.mock.results[0]?.value;
      await nextTurn();
    };
    for (let round = 0; round < 4; round++) await useAfter400Ms();
    await ring.revoke(keys[1]!.id, actor);
    await useAfter400Ms();
    expect(await use()).toMatchObject([{ id: keys[0]!.id }, undefined, { id: keys[2]!.id }]);
    await elsewhere.close();
  });

  it('happens once', async () => {
    const { id } = await create();
    expect(await ring.revoke(id, actor)).toBe(true);
    expect(await ring.revoke(id, actor)).toBe(false);
    expect(await ring.revoke('key_none', actor)).toBe(false);
    expect(await ring.list()).toMatchObject([{ id, status: 'revoked', revokedAt: ambient.now() }]);
  });

  it('is not undone by a load that was under way', async () => {
    const { key, id } = await create();
    const loading = ring.authenticate(key);
    await ring.revoke(id, actor);
    await loading;
    expect(await ring.authenticate(key)).toBeUndefined();
  });
});

it('changes nothing about a key that was revoked, or that there is not', async () => {
  const { id } = await create({ ratePoints: 10 });
  expect(await ring.changeLimit(id, 20, actor)).toBe(true);
  await ring.revoke(id, actor);
  const before = await ring.list();
  for (const none of [id, 'key_none']) {
    expect(await ring.changeLimit(none, 30, actor)).toBe(false);
    expect(await ring.allowPersonalData(none, true, actor)).toBe(false);
    expect(await ring.allowCustomHtml(none, true, actor)).toBe(false);
  }
  expect(await ring.list()).toEqual(before);
  expect((await audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'key.revoke' });
});

describe('rolling', () => {
  it('gives a new key with the same rights, and lets the old one work on for the overlap', async () => {
    const old = await create({ channels: ['search'], readOnly: true, ratePoints: 10 });
    await ring.authenticate(old.key);
    ring.touch(old.id);
    await ring.flush();
    ambient.advance(1);
    const rolled = await ring.roll(old.id, { overlapMs: 60_000, actor: 'user_2' });
    expect(rolled.previousExpiresAt).toBe(ambient.now() + 60_000);
    const principal = await ring.authenticate(rolled.key);
    expect(principal).toEqual({ ...(await ring.authenticate(old.key)), id: rolled.id });
    ambient.advance(60_000);
    expect(await ring.authenticate(old.key)).toBeUndefined();
    expect(await ring.authenticate(rolled.key)).toMatchObject({ id: rolled.id });
    expect(await ring.list()).toMatchObject([{ id: old.id }, { id: rolled.id, replaces: old.id, createdBy: 'user_2' }]);
    expect((await ring.list()).map(({ lastUsedAt }) => lastUsedAt !== undefined)).toEqual([true, false]);
  });

  it('with no overlap ends the old key at once', async () => {
    const old = await create();
    await ring.authenticate(old.key);
    await ring.roll(old.id, { overlapMs: 0, actor });
    expect(await ring.authenticate(old.key)).toBeUndefined();
  });

  it('never lets a key live longer than it would have', async () => {
    const expiresAt = ambient.now() + 1_000;
    const old = await create({ expiresAt });
    const rolled = await ring.roll(old.id, { overlapMs: 60_000, actor });
    expect(rolled.previousExpiresAt).toBe(expiresAt);
    ambient.advance(1_000);
    expect(await ring.authenticate(rolled.key)).toBeUndefined();
  });

  it('is refused for a key that is gone', async () => {
    const { id } = await create();
    await ring.revoke(id, actor);
    await expect(ring.roll(id, { overlapMs: 0, actor })).rejects.toMatchObject({
      details: {
        code: 'conflict',
        message: `Key ${id} is revoked.`,
        nextStep: 'Create a new key instead. Nothing was changed.',
      },
    });
    await expect(ring.roll('key_none', { overlapMs: 0, actor })).rejects.toMatchObject({
      details: {
        code: 'not_found',
        message: 'There is no key key_none.',
        nextStep: 'List the keys to find its id. Nothing was changed.',
      },
    });
    expect(await ring.list()).toHaveLength(1);
    const ended = await create({ expiresAt: ambient.now() });
    await expect(ring.roll(ended.id, { overlapMs: 0, actor })).rejects.toThrow(`Key ${ended.id} is expired.`);
  });

  it('is refused for a key of an archived workspace: the new one would be refused too', async () => {
    const { id } = await create();
    await store.db.updateTable('workspaces').set({ archived_at: 1 }).execute();
    await expect(ring.roll(id, { overlapMs: 0, actor })).rejects.toThrow(`There is no workspace ${workspaceId}.`);
    expect(await ring.list()).toMatchObject([{ id, status: 'archived' }]);
  });
});

describe('the last use', () => {
  it('is written in batches', async () => {
    const { id } = await create();
    ring.touch(id);
    ambient.advance(50);
    ring.touch(id);
    expect((await ring.list())[0]?.lastUsedAt).toBeUndefined();
    await ring.flush();
    expect((await ring.list())[0]?.lastUsedAt).toBe(ambient.now());
  });

  it('is not lost when the store was away', async () => {
    const { id } = await create();
    const flaky = { ...store, away: true };
    const usedMeanwhile = () => {
      ambient.advance(5);
      touchy.touch(id);
      return Promise.reject(new Error('away'));
    };
    const touchy: KeyRing = new KeyRing(
      { ...flaky, transaction: (work) => (flaky.away ? usedMeanwhile() : store.transaction(work)) },
      secrets,
      audit,
      ambient,
    );
    touchy.touch(id);
    await expect(touchy.flush()).rejects.toThrow('away');
    flaky.away = false;
    await touchy.flush();
    expect((await ring.list())[0]?.lastUsedAt).toBe(ambient.now());
  });
});

it('is about the one key that is named: its last use, its limit, its end, what it may do', async () => {
  const other = await create({ name: 'other', readOnly: true });
  const { id } = await create();
  const limitOf = async (of: string) => (await ring.list({ ids: [of] })).map(({ id, ratePoints }) => [id, ratePoints]);
  const [before] = await ring.list({ ids: [other.id] });
  expect(before).toMatchObject({ id: other.id });
  ring.touch(id);
  await ring.flush();
  await ring.changeLimit(id, 20, actor);
  expect([await limitOf(id), await limitOf(other.id)]).toEqual([[[id, 20]], [[other.id, undefined]]]);
  expect([await ring.principalOf(other.id), await ring.principalOf(id)]).toMatchObject([
    { id: other.id, readOnly: true },
    { id, readOnly: false, ratePoints: 20 },
  ]);
  await ring.roll(id, { overlapMs: 1_000, actor });
  expect(await ring.list({ ids: [other.id] })).toEqual([before]);
});

it('gives a rolled key the rules of the one before it, and none that another key has', async () => {
  const [first, second] = [await create(), await create()];
  const rules = { version: 3, updated_at: 0, updated_by: actor };
  await store.db
    .insertInto('policies')
    .values([
      { ...rules, scope_id: 'key_0', rules: '{"of":"another"}' },
      { ...rules, scope_id: first.id, rules: '{"of":"first"}' },
    ])
    .execute();
  const rolled = [
    await ring.roll(first.id, { overlapMs: 0, actor }),
    await ring.roll(second.id, { overlapMs: 0, actor }),
  ];
  const held = await store.db.selectFrom('policies').select(['scope_id', 'rules']).orderBy('scope_id').execute();
  expect(held.filter(({ scope_id }) => rolled.some(({ id }) => id === scope_id))).toEqual([
    { scope_id: rolled[0]!.id, rules: '{"of":"first"}' },
  ]);
});

it('lists the keys of one workspace or organization', async () => {
  const other = await seedWorkspace(store, 'Other');
  const mine = await create();
  const theirs = await create({ workspaceId: other.workspaceId });
  const ids = async (filter: Parameters<KeyRing['list']>[0]) => (await ring.list(filter)).map(({ id }) => id);
  expect(await ids({ workspaceId })).toEqual([mine.id]);
  expect(await ids({ organizationId: other.organizationId })).toEqual([theirs.id]);
  expect((await ring.list({ workspaceId }))[0]?.lastFour).toBe(mine.key.slice(-4));
  ambient.advance(1);
  const newer = await create();
  expect(await ids({ newest: 1 })).toEqual([newer.id]);
  expect(await ids({ workspaceId, newest: 2 })).toEqual([mine.id, newer.id]);
});

it('shows the properties of a key and never the key', async () => {
  const plain = await create();
  ambient.advance(1);
  const expiresAt = ambient.now() + 1_000;
  const rights = {
    channels: ['search'],
    readOnly: true,
    organizationWide: true,
    personalData: true,
    customHtml: true,
    ratePoints: 50,
  };
  const full = await create({ ...rights, name: 'all', expiresAt });
  const common = { workspaceId, workspaceName: 'Acme', createdBy: actor, status: 'active' };
  expect(await ring.list()).toEqual([
    {
      ...common,
      id: plain.id,
      name: 'agent',
      lastFour: plain.key.slice(-4),
      readOnly: false,
      organizationWide: false,
      personalData: false,
      customHtml: false,
      createdAt: ambient.now() - 1,
    },
    {
      ...common,
      ...rights,
      id: full.id,
      name: 'all',
      lastFour: full.key.slice(-4),
      createdAt: ambient.now(),
      expiresAt,
    },
  ]);
});

it('asks the store once for many requests with the same key, and forgets it soon', async () => {
  const { key, id } = await create();
  const looks = vi.spyOn(store.db, 'executeQuery');
  const answers = [ring.authenticate(key), ring.authenticate(key)];
  expect(await Promise.all(answers)).toMatchObject([{ id }, { id }]);
  ambient.advance(399);
  await ring.authenticate(key);
  expect(looks).toHaveBeenCalledOnce();
  ambient.advance(101);
  await ring.authenticate(key);
  expect(looks).toHaveBeenCalledTimes(2);
});

it('looks at nothing longer than a key can be', async () => {
  expect(await ring.authenticate('x'.repeat(257))).toBeUndefined();
});

it('writes every change of a key into the audit log', async () => {
  const { id, key } = await create();
  const rolled = await ring.roll(id, { overlapMs: 0, actor });
  await ring.revoke(rolled.id, actor);
  const entries = await audit.list({ limit: 10 });
  const rights = { name: 'agent', channels: null, read_only: false, organization_wide: false, expires_at: null };
  expect(entries.map(({ detail }) => detail)).toEqual([
    { id: rolled.id },
    { id: rolled.id, ...rights, replaces: id, previousExpiresAt: ambient.now() },
    { id, ...rights },
  ]);
  expect(new Set(entries.map(({ phase }) => phase))).toEqual(new Set(['event']));
  expect(entries.map(({ action, actor: who, workspaceId: where }) => [action, who, where])).toEqual([
    ['key.revoke', actor, workspaceId],
    ['key.roll', actor, workspaceId],
    ['key.create', actor, workspaceId],
  ]);
  expect(JSON.stringify(entries)).not.toContain(key.slice(8, 40));
  expect(await audit.verify()).toMatchObject({ ok: true, entries: 3 });
});

it.each([
  { name: 'personalData', column: 'personal_data', allow: 'allowPersonalData' },
  { name: 'customHtml', column: 'custom_html', allow: 'allowCustomHtml' },
] as const)(
  'gives a key $name and takes it back, which is recorded and holds for a key rolled from it',
  async ({ name, column, allow }) => {
    const { id, key } = await create();
    expect(await ring.authenticate(key)).not.toHaveProperty(name);
    expect(await ring[allow](id, true, actor)).toBe(true);
    expect(await ring.authenticate(key)).toMatchObject({ [name]: true });
    const rolled = await ring.roll(id, { overlapMs: 1_000, actor });
    expect(await ring.authenticate(rolled.key)).toMatchObject({ [name]: true });
    expect(await ring[allow](rolled.id, false, actor)).toBe(true);
    expect(await ring.authenticate(rolled.key)).not.toHaveProperty(name);
    const given = (await audit.list({ limit: 10 })).filter(({ action }) => action === `key.${column}`);
    expect(given.map(({ detail }) => detail)).toEqual([
      { id: rolled.id, [column]: false },
      { id, [column]: true },
    ]);
  },
);
