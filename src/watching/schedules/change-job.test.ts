import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { changeJob } from './change-job.ts';
import { scheduling } from './schedules.testing.ts';
import { storedChanges } from './stored-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const bed = scheduling(['social']);
const { call, events } = bed;
const kind = () => changeJob(bed.pipeline());
const inHours = (hours: number) => new Date(bed.now() + hours * HOUR_MS).toISOString();
const listed = async (id: string): Promise<Any> =>
  (await call('workspace', 'list_scheduled_changes')).changes.find((one: Any) => one.id === id);

beforeEach(() => {
  events.length = 0;
});

async function raise(key?: string, more: Any = {}): Promise<{ change: Any; campaign_id: string }> {
  const made = { name: 'Later', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '20' };
  const { id: campaign_id } = (await call('social', 'create_social_campaign', made)).campaign;
  const args = { campaign_id, daily_budget: '30' };
  const spec = { channel: 'social', tool: 'update_social_campaign', arguments: args, at: inHours(2), ...more };
  return { change: (await call('workspace', 'schedule_change', spec, key)).change, campaign_id };
}
const budget = async (id: string): Promise<string> =>
  (await call('social', 'list_social_campaigns', { campaign_ids: [id] })).campaigns[0].daily_budget.amount;

test('it waits, it is made, and a job that runs again finds it made', async () => {
  const { change, campaign_id } = await raise();
  expect(await bed.runDue(kind())).toBe(0);
  await bed.until(Date.parse(change.at));
  expect(await bed.runDue(kind())).toBe(1);
  expect(await budget(campaign_id)).toBe('30.00');
  expect(await listed(change.id)).toMatchObject({ state: 'applied' });
  expect(await bed.run(kind(), change.id)).toBeUndefined();
  expect(await bed.runDue(kind())).toBe(0);
});

test('the process that was making it is gone: unknown, never sent again', async () => {
  const { change, campaign_id } = await raise();
  await bed.until(Date.parse(change.at));
  const { home } = bed.service();
  const workspaceId = await bed.service().workspaceId('Acme');
  const plan = (await home.plans.find(workspaceId, change.id))!;
  await home.plans.move(plan, ['scheduled'], 'applying', { actor: 'test' });
  await home.store.transaction(async (tx) => {
    await tx.updateTable('plans').set({ instance_id: 'run_gone' }).where('id', '=', change.id).execute();
  });
  expect(await listed(change.id)).toMatchObject({ state: 'running' });
  expect(await bed.refusal('workspace', 'cancel_scheduled_change', { change_id: change.id })).toMatchObject({
    code: 'conflict',
  });
  expect(await bed.run(kind(), change.id)).toBeGreaterThan(bed.now());
  await home.plans.abandonStale();
  expect(await bed.run(kind(), change.id)).toBeUndefined();
  expect(await listed(change.id)).toMatchObject({ state: 'unknown' });
  expect(events).toMatchObject([{ type: 'change.unknown', data: { scheduled_change: change.id } }]);
  expect(await budget(campaign_id)).toBe('20.00');
});

test('a limit of then holds: not made, with the limit named', async () => {
  const { change, campaign_id } = await raise();
  const { home } = bed.service();
  const { id: workspaceId, organizationId } = (await home.directory.find('Acme'))!;
  const scope = { scope: 'workspace' as const, organizationId, workspaceId };
  await home.spendLimits.book.set(scope, 'step', '', '10', 'test');
  await bed.until(Date.parse(change.at));
  await bed.runDue(kind());
  await home.spendLimits.book.remove(scope, 'step', '', 'test');
  expect(await budget(campaign_id)).toBe('20.00');
  expect(await listed(change.id)).toMatchObject({
    state: 'not_applied',
    plan: { state: 'failed', note: expect.stringContaining('10') },
  });
  expect(events.map(({ type }) => type).filter((type) => type !== 'limit.reached')).toEqual(['change.not_applied']);
});

test('the platform cannot be read at its hour: tried again, and made later', async () => {
  const { change, campaign_id } = await raise();
  await bed.until(Date.parse(change.at));
  await bed.fault({ platform: 'social', kind: 'unavailable', match: 'GET .*', times: 40 });
  const again = await bed.run(kind(), change.id);
  await bed.clearFaults();
  expect(again).toBeGreaterThanOrEqual(bed.now());
  expect(await listed(change.id)).toMatchObject({ state: 'scheduled', words: expect.stringContaining('tried again') });
  await bed.until(Math.max(again ?? 0, bed.now() + 5 * MINUTE_MS));
  await bed.runDue(kind());
  expect(await budget(campaign_id)).toBe('30.00');
  expect(events).toEqual([]);
});

test('a change that its platform put off is one change of the history, also when it is taken back', async () => {
  const { change, campaign_id } = await raise(undefined, { back_at: inHours(4) });
  await bed.until(Date.parse(change.at));
  await bed.fault({ platform: 'social', kind: 'throttle', match: `POST .*${campaign_id}`, times: 40, skip: 1 });
  const again = await bed.run(kind(), change.id);
  await bed.clearFaults();
  await bed.until(Math.max(again ?? 0, bed.now() + 5 * MINUTE_MS));
  await bed.runDue(kind());
  expect(await budget(campaign_id)).toBe('30.00');
  const { changes } = await call('workspace', 'list_history', { object: campaign_id });
  expect(changes.map(({ tool }: Any) => tool)).toEqual([
    'update_social_campaign',
    'schedule_change',
    'create_social_campaign',
  ]);
  await bed.until(Date.parse(change.back_at));
  await bed.runDue(kind());
  expect(await budget(campaign_id)).toBe('20.00');
  expect(await listed(change.id)).toMatchObject({ back: { outcome: 'undone' } });
});

test('a platform that names how long to wait is not asked before', async () => {
  const { change } = await raise();
  await bed.until(Date.parse(change.at));
  const pipeline = bed.pipeline();
  const asksToWait = new Failure({
    code: 'rate_limited',
    message: 'Slowly.',
    nextStep: 'Wait.',
    retryable: true,
    retryAfterS: 900,
  });
  const admission = Object.assign(Object.create(pipeline.admission), {
    workspace: async () => {
      throw asksToWait;
    },
  });
  expect(await bed.run(changeJob({ ...pipeline, admission }), change.id)).toBeGreaterThan(bed.now() + 14 * MINUTE_MS);
  await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
});

async function rule(raise: 'auto' | 'approve'): Promise<void> {
  const { directory, policies } = bed.service().home;
  const { id: workspaceId, organizationId } = (await directory.find('Acme'))!;
  await policies.set({ organizationId, workspaceId, change: { rules: { raise } }, actor: 'per_1' });
}

test('while people have to agree, and until their yes is carried out, it is looked at again and nothing is told', async () => {
  const { change } = await raise();
  const { home } = bed.service();
  const workspaceId = await bed.service().workspaceId('Acme');
  await rule('approve');
  await bed.until(Date.parse(change.at));
  await bed.runDue(kind());
  const plan = () => home.plans.find(workspaceId, change.id);
  for (const state of ['waiting', 'approved']) {
    expect((await plan())!.state).toBe(state);
    expect(await bed.run(kind(), change.id)).toBeGreaterThan(bed.now());
    if (state === 'waiting') await home.plans.approve((await plan())!, 'per_1');
  }
  await home.plans.move((await plan())!, ['approved'], 'rejected', { actor: 'per_1' });
  expect(await bed.run(kind(), change.id)).toBeUndefined();
  await rule('auto');
  expect(events).toMatchObject([{ type: 'change.not_applied', data: { scheduled_change: change.id } }]);
});

test('asked for again with another way back, it has that one; what became of a way back is noted once', async () => {
  await rule('approve');
  const { change, campaign_id } = await raise();
  const args = { campaign_id, daily_budget: '30' };
  const spec = { channel: 'social', tool: 'update_social_campaign', arguments: args, at: change.at };
  const back_at = new Date(Date.parse(change.at) + HOUR_MS).toISOString();
  const again = (await call('workspace', 'schedule_change', { ...spec, back_at })).change;
  await rule('auto');
  expect(again.id).toBe(change.id);
  expect(await listed(change.id)).toMatchObject({ back_at });
  const { store } = bed.pipeline();
  const noted = (outcome: string) =>
    store.transaction((tx) => storedChanges.putBack(tx, change.id, { at: back_at, outcome, words: '' }));
  expect([await noted('cancelled'), await noted('undone')]).toEqual([true, false]);
  expect(await listed(change.id)).toMatchObject({ back: { outcome: 'cancelled' } });
  await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
});

test('rows that would be refused now are not planned for later, and are named', async () => {
  const { change, campaign_id } = await raise();
  await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
  const args = { campaign_ids: [campaign_id, '987654321'], percent: 25 };
  const spec = { channel: 'social', tool: 'bulk_update', arguments: args, at: inHours(2) };
  expect(await bed.refusal('workspace', 'schedule_change', spec)).toMatchObject({
    code: 'invalid_arguments',
    field: 'arguments',
    message: expect.stringContaining('987654321'),
  });
});

test('a key that may only read by then: not made', async () => {
  const { home } = bed.service();
  const workspaceId = await bed.service().workspaceId('Acme');
  const { key, id } = await home.keyRing.create({ workspaceId, name: 'reads soon', actor: 'test' });
  const { change, campaign_id } = await raise(key);
  await home.store.transaction(async (tx) => {
    await tx
      .updateTable('api_keys')
      .set({ read_only: 1 } as Any)
      .where('id', '=', id)
      .execute();
  });
  home.keyRing.forget();
  await bed.until(Date.parse(change.at));
  await bed.runDue(kind());
  expect(await budget(campaign_id)).toBe('20.00');
  expect(await listed(change.id)).toMatchObject({ state: 'not_applied', words: expect.stringContaining('read-only') });
});
