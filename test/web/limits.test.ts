import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';
import { freshWorkspace, invited } from './people.ts';

let service: TestService;
let workspaceId: string;
let owner: Browser;
let ownerOfAcme: Browser;
let viewer: Browser;
/** A key of the workspace, as it is called and as it is used. */
let agent: { id: string; secret: string };

beforeAll(async () => {
  service = await startTestService({ fewAccounts: true });
  workspaceId = await service.workspaceId('Acme');
  owner = await ownerOf(service);
  ownerOfAcme = await invited(owner, 'own@acme.example', 'owner', workspaceId);
  viewer = await invited(owner, 'viewer@acme.example', 'viewer');
  const { key: secret, record } = await owner.api.keys.create.mutate({ workspaceId, name: 'buyer', readOnly: false });
  agent = { id: record.id, secret };
});
afterAll(() => service?.close());
beforeEach(async () => {
  await service.home.store.db.deleteFrom('spend_limits').execute();
});

type Of = { scope: 'organization' } | { scope: 'workspace' } | { scope: 'key'; keyId: string };
type Amounts = Partial<Record<'daily' | 'worst_day' | 'month' | 'single' | 'step' | 'day_step', string | null>>;

const set = (amounts: Amounts, { of = { scope: 'workspace' } as Of, currency = 'USD', by = owner } = {}) =>
  by.api.limits.set.mutate({ workspaceId, of, currency, amounts });
const seen = (by = viewer) => by.api.limits.overview.query({ workspaceId });
const rowOf = async (scope: string, kind: string, currency?: string) =>
  (await seen()).limits.find((one) => one.scope === scope && one.kind === kind && one.currency === currency);
const call = (tool: string, args: Record<string, unknown>) => service.call('social', tool, args, { key: agent.secret });

interface Told {
  message: string;
  data?: { httpStatus: number; failure?: { field?: string } };
}
const refused = (promise: Promise<unknown>): Promise<Told> =>
  promise.then(
    () => ({ message: 'it was not refused' }),
    (error: Told) => error,
  );

/** A campaign that delivers, with its budget a day. */
async function running(): Promise<{ id: string; daily: number }> {
  const { result } = await call('list_social_campaigns', { limit: 100 });
  const found = result.campaigns.find(
    (one: { effective_status: string; daily_budget?: object }) => one.effective_status === 'ACTIVE' && one.daily_budget,
  );
  return { id: found.id, daily: Number(found.daily_budget.amount) };
}

async function setBudget(id: string, daily_budget: number): Promise<void> {
  const done = await call('update_social_campaign', { campaign_id: id, daily_budget });
  expect(done.isError, JSON.stringify(done.result)).toBeFalsy();
}

describe('what is shown', () => {
  test('without a limit: what runs in each currency, as it was read, and the keys', async () => {
    const { limits, accounts, keys, unreadable, more } = await seen();
    expect(limits.map(({ scope, limit }) => [scope, limit])).toContainEqual(['workspace', undefined]);
    expect(limits.every(({ limit }) => limit === undefined)).toBe(true);
    const account = accounts.find(({ channel, currency }) => channel === 'social' && currency === 'USD');
    expect(account).toMatchObject({ mode: 'sandbox', fresh: true });
    expect(Number(account!.daily)).toBeGreaterThanOrEqual(Number(account!.largest!.daily));
    expect(account!.largest!.name).not.toBe('');
    expect(keys.find(({ id }) => id === agent.id)).toMatchObject({
      name: 'buyer',
      createdBy: { kind: 'person', name: 'Example Owner' },
      limits: [],
    });
    expect([unreadable, more]).toEqual([[], false]);
  });

  test('with limits: used and left, of the workspace, the organization and a key', async () => {
    await set({ daily: '900000', step: '50' });
    await set({ daily: '950000' }, { of: { scope: 'organization' } });
    await set({ daily: '300', single: '200' }, { of: { scope: 'key', keyId: agent.id } });
    const { id, daily } = await running();
    await setBudget(id, daily + 20);
    const own = (await rowOf('workspace', 'daily', 'USD'))!;
    expect(Number(own.headroom)).toBeCloseTo(900_000 - Number(own.used) - Number(own.held));
    expect(await rowOf('workspace', 'step')).toMatchObject({ limit: '50' });
    expect(await rowOf('organization', 'daily', 'USD')).toMatchObject({ limit: '950000', used: own.used });
    const key = (await seen()).keys.find(({ id }) => id === agent.id)!;
    expect(key.limits.find(({ kind }) => kind === 'daily')).toMatchObject({ used: '20', headroom: '280' });
    expect(key.limits.find(({ kind }) => kind === 'single')).toEqual({
      scope: 'key',
      kind: 'single',
      mode: 'sandbox',
      currency: 'USD',
      limit: '200',
    });
  });

  test('a rolled key is one line with the limits of the one before it, and revoked ones are none', async () => {
    const { record } = await owner.api.keys.create.mutate({ workspaceId, name: 'rolled', readOnly: false });
    await set({ daily: '77' }, { of: { scope: 'key', keyId: record.id } });
    const next = (await owner.api.keys.roll.mutate({ id: record.id, overlapHours: 1 })).record;
    const named = async () => (await seen()).keys.filter(({ name }) => name === 'rolled');
    expect(await named()).toMatchObject([{ id: next.id, limits: [{ kind: 'daily', limit: '77' }] }]);
    await owner.api.keys.revoke.mutate({ id: next.id });
    await owner.api.keys.revoke.mutate({ id: record.id });
    expect(await named()).toEqual([]);
  });

  test('what cannot be read is named with its channel and reason, and nothing is said to be left', async () => {
    await set({ daily: '900000' });
    const organizationId = (await owner.api.session.me.query()).organization.id;
    const elsewhere = (await freshWorkspace(service, organizationId, 'Unreadable')).workspaceId;
    const change = { workspaceId: elsewhere, of: { scope: 'workspace' } as const, currency: 'USD' };
    await owner.api.limits.set.mutate({ ...change, amounts: { daily: '100' } });
    const { limits, unreadable } = await owner.api.limits.overview.query({ workspaceId: elsewhere });
    expect(unreadable).toMatchObject([{ channel: 'social', mode: 'sandbox' }]);
    expect(unreadable[0]!.why).not.toBe('');
    const row = limits.find(({ limit }) => limit === '100');
    expect(row).toMatchObject({ at_least: true, used: '0' });
    expect(row).not.toHaveProperty('headroom');
  });
});

describe('setting', () => {
  test('a limit below what runs cuts nothing: over_limit, raises refused, cuts pass', async () => {
    const { id, daily } = await running();
    await set({ daily: '10' });
    expect(Number((await rowOf('workspace', 'daily', 'USD'))!.headroom)).toBeLessThan(0);
    const raised = await call('update_social_campaign', { campaign_id: id, daily_budget: daily + 1 });
    expect(raised.result.error).toMatchObject({ code: 'over_limit', outcome: 'not_applied' });
    expect(await running()).toEqual({ id, daily });
    await setBudget(id, daily - 1);
  });

  test('is on record in the name of the person, with what it was; null removes', async () => {
    await set({ daily: '500' });
    await set({ daily: '400', month: '9000' });
    expect(await set({ daily: null, single: null })).toEqual({ done: true });
    expect(await set({ single: null })).toEqual({ done: false });
    const entries = await service.home.audit.list({ limit: 4 });
    const actor = entries[0]!.actor;
    expect(
      (await service.home.store.db.selectFrom('people').select('name').where('id', '=', actor).execute())[0],
    ).toEqual({
      name: 'Example Owner',
    });
    expect(entries.map(({ action, detail, workspaceId: where }) => [action, where, detail])).toMatchObject([
      ['spend_limit.remove', workspaceId, { kind: 'daily', currency: 'USD', from: '400', to: null }],
      ['spend_limit.set', workspaceId, { kind: 'month', from: null, to: '9000' }],
      ['spend_limit.set', workspaceId, { kind: 'daily', from: '500', to: '400' }],
      ['spend_limit.set', workspaceId, { scope: 'workspace', id: workspaceId, kind: 'daily', from: null, to: '500' }],
    ]);
    expect(await rowOf('workspace', 'month', 'USD')).toMatchObject({ limit: '9000' });
  });

  test.each([
    ['a negative amount', 'USD', { daily: '-5' }, 'daily'],
    ['no number', 'USD', { month: 'lots' }, 'month'],
    ['an empty amount', 'USD', { single: '' }, 'single'],
    ['yen with decimals', 'JPY', { worst_day: '500.50' }, 'worst_day'],
    ['a currency that is none', 'DOG', { daily: '5' }, 'currency'],
    ['a negative step', 'USD', { step: '-1' }, 'step'],
  ] as const)('%s is refused by the name of its field, and nothing is set', async (_, currency, amounts, field) => {
    const told = await refused(set({ ...amounts, day_step: '100' }, { currency }));
    expect([told.data?.httpStatus, told.data?.failure?.field]).toEqual([400, field]);
    expect(told.message).toContain(`\`${field}\``);
    expect((await seen()).limits.filter(({ limit }) => limit !== undefined)).toEqual([]);
  });
});

describe('whose limits an owner of one workspace sets', () => {
  test('those of the workspace and of its keys', async () => {
    await set({ daily: '700' }, { by: ownerOfAcme });
    await set({ daily: '70' }, { by: ownerOfAcme, of: { scope: 'key', keyId: agent.id } });
    expect(await rowOf('workspace', 'daily', 'USD')).toMatchObject({ limit: '700' });
  });

  test('not those of the organization, nor of a key that opens all of it', async () => {
    const wide = await owner.api.keys.create.mutate({ workspaceId, name: 'w', readOnly: true, organizationWide: true });
    for (const whole of [{ scope: 'organization' }, { scope: 'key', keyId: wide.record.id }] as Of[])
      expect((await refused(set({ daily: '1' }, { by: ownerOfAcme, of: whole }))).data?.httpStatus).toBe(403);
    await set({ daily: '1' }, { of: { scope: 'key', keyId: wide.record.id } });
  });

  test('a key of another workspace is as unknown as one that does not exist', async () => {
    const organizationId = (await owner.api.session.me.query()).organization.id;
    const { keyId } = await freshWorkspace(service, organizationId, 'Elsewhere');
    const [there, nowhere] = await Promise.all(
      [keyId, 'key_0000000000000000'].map((id) => refused(set({ daily: '1' }, { of: { scope: 'key', keyId: id } }))),
    );
    expect([there!.data?.httpStatus, there!.message]).toEqual([404, nowhere!.message]);
  });
});
