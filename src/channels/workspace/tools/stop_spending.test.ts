import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Any,
  CHANNELS,
  idsOf,
  type SpendingService,
  startSpendingService,
} from '../../../../test/spending-service.ts';

let service: SpendingService;
beforeAll(async () => {
  service = await startSpendingService();
});
afterEach(() => service.asBefore());
afterAll(() => service?.close());

const fault = (platform: string, kind: string, more: Any = {}) =>
  service.control('/faults', 'POST', { platform, kind, times: 10_000, ...more });

/** The platform refuses every change in accounts that it has closed itself; nothing of them delivers. */
const mayStillSpend = (lines: readonly Any[]) => lines.filter(({ why }) => !why.includes('it is not active'));

const makeKey = async (more: Any) => {
  const workspaceId = await service.workspaceId('Acme');
  return (await service.home.keyRing.create({ workspaceId, name: 'Night agent', actor: 'test', ...more })).key;
};

test('everything that is on is paused, on every channel and account, and what was paused before is not listed', async () => {
  const before = await Promise.all(CHANNELS.map(async (channel) => [channel, await service.live(channel)] as const));
  const { stop_id, stopped, not_stopped } = await service.ask('stop_spending', { reason: 'wrong budgets' });
  expect(mayStillSpend(not_stopped)).toEqual([]);
  for (const [channel, live] of before) {
    expect(live.length, channel).toBeGreaterThan(0);
    expect(idsOf(stopped, channel)).toEqual(expect.arrayContaining(live));
    expect(await service.live(channel), channel).toEqual([]);
  }
  const list = (await service.list(stop_id)).filter(({ state }) => state === 'stopped');
  expect(list.map(({ object_id }) => object_id).sort()).toEqual(stopped.map(({ id }: Any) => id).sort());
  const { result } = await service.call('professional', 'list_professional_campaigns', {
    status: ['ACTIVE'],
    limit: 100,
  });
  const groups = await service.objects('professional');
  for (const { campaign_group_id } of result.campaigns) expect(groups.get(campaign_group_id).status).toBe('PAUSED');
  const stops = service.home.store.db.selectFrom('stops').select(['reason', 'closed_at']).where('id', '=', stop_id);
  expect(await stops.execute()).toEqual([{ reason: 'wrong budgets', closed_at: null }]);
});

test('what a day no longer costs is the exact sum of daily budgets by currency, a shared one once', async () => {
  const { stopped, no_longer_spent_a_day } = await service.ask('stop_spending', { channels: ['search'] });
  const sums = new Map<string, bigint>();
  for (const [customer_id, some] of Map.groupBy(stopped as Any[], ({ account }) => account)) {
    const campaign_ids = some.map(({ id }) => id);
    const { result } = await service.call('search', 'list_campaigns', { customer_id, campaign_ids, limit: 100 });
    const budgets = new Map(result.campaigns.map(({ budget_id, budget }: Any) => [budget_id, budget]));
    for (const { amount, currency } of budgets.values() as Iterable<Any>)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount.replace('.', '')));
  }
  expect(sums.size).toBeGreaterThan(1);
  const told = no_longer_spent_a_day.map(({ amount, currency }: Any) => [currency, BigInt(amount.replace('.', ''))]);
  expect(new Map(told)).toEqual(sums);
});

test('a channel that answers 503 is named with what to do, and the other three are stopped', async () => {
  await fault('video', 'unavailable');
  const { stopped, not_stopped } = await service.ask('stop_spending');
  expect(mayStillSpend(not_stopped)).toMatchObject([
    { channel: 'video', code: 'upstream_unavailable', why: expect.any(String), next_step: expect.stringMatching(/\w/) },
  ]);
  await service.control('/faults', 'DELETE');
  for (const channel of CHANNELS.filter((name) => name !== 'video')) {
    expect(idsOf(stopped, channel).length, channel).toBeGreaterThan(0);
    expect(await service.live(channel), channel).toEqual([]);
  }
  expect(idsOf(stopped, 'video')).toEqual([]);
});

test('a channel that refuses to pause is named with its objects, and repeating stops what is left in the same list', async () => {
  await fault('video', 'refused', { match: 'status/update' });
  const first = await service.ask('stop_spending');
  const refused = mayStillSpend(first.not_stopped);
  for (const line of refused)
    expect(line).toMatchObject({ channel: 'video', account: expect.any(String), code: 'permission_denied' });
  const left = refused.flatMap(({ objects }: Any) => objects.map(({ id }: Any) => id)).sort();
  expect(left).toEqual(expect.arrayContaining(await service.live('video')));
  await service.control('/faults', 'DELETE');
  const second = await service.ask('stop_spending');
  expect(second.stop_id).toBe(first.stop_id);
  expect(mayStillSpend(second.not_stopped)).toEqual([]);
  expect(second.stopped.map(({ id }: Any) => id).sort()).toEqual(left);
  const third = await service.ask('stop_spending');
  expect(third).toMatchObject({ stop_id: first.stop_id, stopped: [] });
});

test('two at the same time make one list, with everything in it once', async () => {
  const [one, other] = await Promise.all([service.ask('stop_spending'), service.ask('stop_spending')]);
  expect(one.stop_id).toBe(other.stop_id);
  expect([...mayStillSpend(one.not_stopped), ...mayStillSpend(other.not_stopped)]).toEqual([]);
  for (const channel of CHANNELS) expect(await service.live(channel), channel).toEqual([]);
  const list = (await service.list(one.stop_id)).filter(({ state }) => state === 'stopped');
  const seen = new Set([...one.stopped, ...other.stopped].map(({ channel, id }: Any) => `${channel} ${id}`));
  expect(list.map(({ channel, object_id }) => `${channel} ${object_id}`).sort()).toEqual([...seen].sort());
});

test('a key for one channel stops that channel, and is told of the others', async () => {
  const key = await makeKey({ channels: ['search'] });
  const others = await Promise.all((['social', 'video', 'professional'] as const).map((one) => service.live(one)));
  const { isError, result } = await service.call('workspace', 'stop_spending', {}, { key });
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(await service.live('search')).toEqual([]);
  expect(result.not_stopped.map(({ channel, code }: Any) => `${channel} ${code}`).sort()).toEqual([
    'professional permission_denied',
    'social permission_denied',
    'video permission_denied',
  ]);
  expect(result.not_stopped[0].why).toContain('"Night agent" may not use');
  expect(await Promise.all((['social', 'video', 'professional'] as const).map((one) => service.live(one)))).toEqual(
    others,
  );
});

test('a key for one channel finds the stop: told of at its own address, and alone in the list of this one', async () => {
  const key = await makeKey({ channels: ['search'] });
  const ask = async (address: string, method: string, params = {}) => {
    const reply = await service.post(address, { jsonrpc: '2.0', id: 1, method, params }, { key });
    return ((await reply.json()) as Any).result;
  };
  const listed = async (address: string) => (await ask(address, 'tools/list')).tools.map(({ name }: Any) => name);
  expect(await listed('workspace')).toEqual(['stop_spending']);
  expect(await listed('search')).not.toContain('stop_spending');
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect((await ask('search', 'initialize', hello)).instructions).toContain('stop_spending can be called here as well');
  const { isError, result } = await service.call('search', 'stop_spending', {}, { key });
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result.stopped.length).toBeGreaterThan(0);
  expect(await service.live('search')).toEqual([]);
});

test('an organization-wide key stops every workspace in one call, each with a list of its own', async () => {
  const [acme, japan] = [await service.workspaceId('Acme'), await service.workspaceId('Acme Japan')];
  await fault('video', 'unavailable');
  const { stop_id, stops, stopped, not_stopped } = await service.ask('stop_spending', { workspaces: 'all' });
  expect(stop_id).toBeUndefined();
  expect(stops).toMatchObject([
    { workspace_id: acme, workspace: 'Acme', stop_id: expect.any(String) },
    { workspace_id: japan, workspace: 'Acme Japan', stop_id: expect.any(String) },
  ]);
  for (const { workspace_id, stop_id } of stops) {
    const own = stopped.filter((one: Any) => one.workspace_id === workspace_id);
    expect(own.length, workspace_id).toBeGreaterThan(0);
    const list = (await service.list(stop_id)).filter(({ state }) => state === 'stopped');
    expect(list.map(({ object_id }) => object_id).sort()).toEqual(own.map(({ id }: Any) => id).sort());
    const named = mayStillSpend(not_stopped).filter((one: Any) => one.workspace_id === workspace_id);
    expect(named.map(({ channel }) => channel)).toEqual(['video']);
  }
  // Acme Japan has no professional connection, which is nothing that still spends.
  expect(not_stopped.filter(({ code }: Any) => code === 'not_connected')).toEqual([]);
  await service.control('/faults', 'DELETE');
  for (const channel of CHANNELS.filter((name) => name !== 'video'))
    expect(await service.live(channel), channel).toEqual([]);
  const again = await service.ask('stop_spending', { workspaces: 'all' });
  expect(again.stops).toEqual(stops);
  const { closed } = await service.ask('resume_spending', { stop_id: stops[1].stop_id, workspaceId: japan });
  expect(closed).toBe(true);
});

test('a key of one workspace cannot stop the others, and is told so before anything is paused', async () => {
  const key = await makeKey({});
  const before = await service.live('search');
  const { isError, result } = await service.call('workspace', 'stop_spending', { workspaces: 'all' }, { key });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'permission_denied', field: 'workspaces', outcome: 'not_applied' });
  expect(await service.live('search')).toEqual(before);
});

test('a read-only key stops nothing and is told who can', async () => {
  const key = await makeKey({ readOnly: true });
  const before = await service.live('search');
  const { isError, result } = await service.call('workspace', 'stop_spending', {}, { key });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'permission_denied', outcome: 'not_applied' });
  expect(result.error.next_step).toMatch(/owner or member.*read-write key.*adhelm stop --workspace/s);
  expect(await service.live('search')).toEqual(before);
  const open = service.home.store.db.selectFrom('stops').select('id').where('closed_at', 'is', null);
  expect(await open.execute()).toEqual([]);
});

test('a key without points left still stops everything, for the price of one call', async () => {
  const key = await makeKey({ ratePoints: 6 });
  for (let call = 0; call < 6; call++) await service.call('workspace', 'list_workspaces', {}, { key });
  await expect(service.call('workspace', 'list_workspaces', {}, { key })).rejects.toThrow('429');
  const { isError, result } = await service.call('workspace', 'stop_spending', {}, { key });
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(mayStillSpend(result.not_stopped)).toEqual([]);
  for (const channel of CHANNELS) expect(await service.live(channel), channel).toEqual([]);
});

test('an unknown channel is refused by name, and nothing is stopped', async () => {
  expect(await service.refusal('stop_spending', { channels: ['radio'] })).toMatchObject({
    code: 'invalid_arguments',
    field: 'channels',
  });
  const open = service.home.store.db.selectFrom('stops').select('id').where('closed_at', 'is', null);
  expect(await open.execute()).toEqual([]);
});

test('the pauses stand in the audit log as calls of their own, in the name of the caller', async () => {
  await service.ask('stop_spending', { channels: ['search'] });
  const rows = await service.home.store.db
    .selectFrom('audit_log')
    .select(['action', 'phase', 'actor', 'call_id'])
    .where('phase', '=', 'intent')
    .orderBy('seq', 'desc')
    .execute();
  const stop = rows.find(({ action }) => action === 'workspace/stop_spending')!;
  const ofIt = new RegExp(`^${stop.call_id}\\.\\d+$`);
  const pauses = rows.filter(({ call_id }) => ofIt.test(call_id ?? ''));
  expect(pauses.length).toBeGreaterThan(0);
  expect(new Set(pauses.map(({ call_id }) => call_id)).size).toBe(pauses.length);
  for (const { actor, action } of pauses) expect([actor, action]).toEqual([stop.actor, 'search/bulk_update']);
});

test('a channel that does not answer costs its deadline, and what it was asked to pause is listed', async () => {
  const impatient = await startSpendingService({ settings: { ADHELM_STOP_DEADLINE_MS: '100' } });
  try {
    const ms = 1500;
    await impatient.control('/faults', 'POST', {
      platform: 'video',
      kind: 'latency',
      ms,
      match: 'status/update',
      times: 99,
    });
    const { not_stopped } = await impatient.ask('stop_spending', { channels: ['video'] });
    expect(not_stopped.length).toBeGreaterThan(0);
    for (const line of not_stopped) {
      expect(line).toMatchObject({ channel: 'video', code: 'upstream_unavailable' });
      expect(line.why).toContain('did not answer within 0.1 s');
      expect(line.next_step).toContain('Call stop_spending again');
    }
  } finally {
    await impatient.close();
  }
});

test('no limit and no policy holds a stop back, with a channel down as well; resuming is for both to judge', async () => {
  const { id: workspaceId, organizationId } = (await service.home.directory.find('Acme'))!;
  const scope = { scope: 'workspace' as const, organizationId, workspaceId };
  const rules = (rule: 'deny' | 'auto') => ({ activate: rule, raise: rule, change: rule, create: rule });
  const { policies, spendLimits } = service.home;
  await spendLimits.book.set(scope, 'daily', 'USD', '1', 'test');
  await policies.set({
    organizationId,
    workspaceId,
    keyId: undefined,
    change: { rules: rules('deny') },
    actor: 'test',
  });
  try {
    await fault('video', 'unavailable');
    const { stop_id, stopped, not_stopped } = await service.ask('stop_spending');
    expect([...new Set(mayStillSpend(not_stopped).map(({ channel }) => channel))]).toEqual(['video']);
    for (const channel of ['social', 'search', 'professional'] as const) {
      expect(idsOf(stopped, channel).length, channel).toBeGreaterThan(0);
      expect(await service.live(channel), channel).toEqual([]);
    }
    const { resumed, not_resumed, closed } = await service.ask('resume_spending', { stop_id });
    expect({ resumed, closed }).toEqual({ resumed: [], closed: false });
    expect(not_resumed[0]).toMatchObject({
      code: 'permission_denied',
      why: expect.stringContaining('rules of this workspace'),
    });
  } finally {
    await spendLimits.book.remove(scope, 'daily', 'USD', 'test');
    await policies.set({
      organizationId,
      workspaceId,
      keyId: undefined,
      change: { rules: rules('auto') },
      actor: 'test',
    });
  }
});
