import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { KeyRing } from '../auth/key-ring.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { ACTION_CLASSES } from './action-class.ts';
import { Policies, type PolicyChange, RULES, type Rule } from './policies.ts';

let store: TemporaryStore;
let ambient: StillAmbient;
let policies: Policies;
let keyRing: KeyRing;
let place: { organizationId: string; workspaceId: string };
let made = 0;
beforeAll(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  const secrets = deriveSecrets(randomBytes(32));
  const audit = new Audit(store, secrets, ambient);
  policies = new Policies(store, audit, ambient);
  keyRing = new KeyRing(store, secrets, audit, ambient);
});
afterAll(() => store?.discard());
beforeEach(async () => {
  place = await seedWorkspace(store, `Acme ${++made}`);
});

/** A key of one test. */
const key = () => `key ${made}`;
const set = (change: PolicyChange, keyId?: string) => policies.set({ ...place, keyId, change, actor: 'Ada' });
const of = (id = key(), mode: 'live' | 'sandbox' = 'sandbox') => policies.of(place.workspaceId, id, mode);

it('without a word of an owner, live money waits for a person and a sandbox does not', async () => {
  expect(await of(key(), 'live')).toMatchObject({
    rules: { raise: 'approve', activate: 'approve', delete: 'approve' },
    fourEyes: true,
    two: [],
  });
  expect(await of()).toMatchObject({ rules: {}, fourEyes: true, two: [] });
});

describe('a key’s own rule', () => {
  const all = (rule: Rule) => Object.fromEntries(ACTION_CLASSES.map((name) => [name, rule]));

  it('tightens that of the workspace and never loosens it, for every kind of change', async () => {
    for (const [at, own] of RULES.entries()) {
      await set({ rules: all(own) });
      for (const [keyAt, keys] of RULES.entries()) {
        const id = `${key()} ${own} ${keys}`;
        await set({ rules: all(keys) }, id);
        expect((await of(id)).rules, id).toEqual(all(RULES[Math.max(at, keyAt)]!));
      }
      expect((await of('another')).rules).toEqual(all(own));
    }
  });

  it('tightens what stands by default in live accounts', async () => {
    await set({ rules: { raise: 'auto', create: 'deny' } }, key());
    expect((await of(key(), 'live')).rules).toMatchObject({ raise: 'approve', create: 'deny' });
  });

  it('adds four eyes and second approvals, and takes none away', async () => {
    await set({ four_eyes: true, two: ['raise'] });
    await set({ four_eyes: false, two: [] }, key());
    expect(await of()).toMatchObject({ fourEyes: true, two: ['raise'] });
    await set({ four_eyes: false, two: ['raise'] });
    await set({ four_eyes: true, two: ['delete'] }, key());
    expect(await of()).toMatchObject({ fourEyes: true, two: ['raise', 'delete'] });
    expect(await of('another')).toMatchObject({ fourEyes: false, two: ['raise'] });
  });

  it('holds for the key that replaces it, and for the one after that', async () => {
    const { id: first } = await keyRing.create({ workspaceId: place.workspaceId, name: 'Agent', actor: 'Ada' });
    await set({ rules: { raise: 'deny', create: 'approve' }, four_eyes: true, two: ['create'] }, first);
    const held = await of(first);
    let last = first;
    for (let rolled = 0; rolled < 2; rolled++) {
      last = (await keyRing.roll(last, { overlapMs: 1_000, actor: 'Bob' })).id;
      expect(await of(last)).toEqual(held);
    }
    await set({ rules: { raise: 'auto' } }, last);
    expect((await of(last)).rules).toEqual({ create: 'approve', raise: 'auto' });
    expect((await of(first)).rules.raise).toBe('deny');
  });
});

it('holds from the moment it is set, for a workspace and for a key', async () => {
  for (const rule of RULES) {
    await set({ rules: { raise: rule } });
    expect((await of()).rules.raise).toBe(rule);
  }
  await set({ rules: { raise: 'auto' } });
  for (const rule of RULES) {
    await set({ rules: { raise: rule } }, key());
    expect((await of()).rules.raise).toBe(rule);
  }
});

it('keeps what a later change does not name, and counts every change', async () => {
  await set({ rules: { raise: 'deny' }, two: ['raise'] });
  const { version } = await of();
  await set({ rules: { create: 'approve' } });
  expect(await of()).toMatchObject({
    rules: { raise: 'deny', create: 'approve' },
    two: ['raise'],
    version: version + 1,
  });
  await set({ four_eyes: false }, key());
  expect((await of()).version).toBe(version + 2);
});

it('is of its own workspace alone', async () => {
  await set({ rules: { raise: 'deny' } });
  const other = await seedWorkspace(store, 'Beta');
  expect((await policies.of(other.workspaceId, key(), 'sandbox')).rules).toEqual({});
});
