import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sandboxed } from '../sandboxed.ts';
import type { Any } from '../writes/examples/example.ts';

/** What people agreed to while its platform wants to be left alone. */
const sandbox = sandboxed('social');
const { call, fault, clearFaults, passTime, applyApproved } = sandbox;

let made = 0;
beforeAll(async () => {
  const { home } = sandbox.service();
  const { id: workspaceId, organizationId } = (await home.directory.find('Acme'))!;
  await home.policies.set({ organizationId, workspaceId, change: { rules: { raise: 'approve' } }, actor: 'test' });
});
beforeEach(() => clearFaults());

/** A raise that a person has agreed to and that is not made yet, because of a fault that stands when it is tried. */
async function approved(kind: string, method: string, skip = 0): Promise<string> {
  const { campaign } = await call('create_social_campaign', {
    name: `Retried ${++made}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '20',
  });
  const { plan } = await sandbox.refusal('update_social_campaign', { campaign_id: campaign.id, daily_budget: '30' });
  await fault(kind, `${method} .*${campaign.id}`, { times: 1_000, skip });
  const { home, workspaceId } = sandbox.service();
  const found = (await home.plans.find(await workspaceId('Acme'), plan.id))!;
  expect(await home.plans.approve(found, 'a person')).toBe('approved');
  await applyApproved();
  return plan.id;
}
const workspace = async (tool: string, args: Any): Promise<Any> =>
  (await sandbox.service().call('workspace', tool, args)).result;
const planOf = async (id: string, wait_s = 0): Promise<Any> =>
  (await workspace('get_plan', { plan_id: id, wait_s })).plan;
/** A plan that waits for its platform: how often it had to, and how long this time. */
const waiting = (id: string) =>
  vi.waitFor(
    async () => {
      const { store } = sandbox.service().home;
      const columns = ['state', 'retries', 'retry_at', 'decided_at'] as const;
      const row = await store.db.selectFrom('plans').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
      expect(row.state).toBe('approved');
      return { retries: Number(row.retries), waitMs: Number(row.retry_at) - Number(row.decided_at) };
    },
    { timeout: 20_000 },
  );

test('a platform that names a time is not asked before it, and then the plan is made', async () => {
  const id = await approved('throttle', 'POST');
  const { waitMs } = await waiting(id);
  expect(await planOf(id)).toMatchObject({
    state: 'approved',
    note: expect.stringMatching(/^It is tried again at 2\S+Z\. /),
  });
  for (let round = 0; round < 5; round++) await applyApproved();
  expect(await waiting(id)).toMatchObject({ retries: 1 });
  await clearFaults();
  await passTime(waitMs);
  await applyApproved();
  const plan = await planOf(id, 25);
  expect(plan).toMatchObject({ state: 'applied', result: { applied: { daily_budget: {} } } });
  expect(plan).not.toHaveProperty('note');
});

test('a plan that was tried twice is one change of the history, which can be undone', async () => {
  // The request by which the platform only checks the change passes.
  const id = await approved('throttle', 'POST', 1);
  const { waitMs } = await waiting(id);
  await clearFaults();
  await passTime(waitMs);
  await applyApproved();
  const { state, call_id, result } = await planOf(id, 25);
  expect(state).toBe('applied');
  const { changes } = await workspace('list_history', { object: result.campaign.id });
  expect(changes.map(({ tool }: Any) => tool)).toEqual(['update_social_campaign', 'create_social_campaign']);
  expect(await workspace('undo_change', { call_id })).toMatchObject({
    undo: 'full',
    changes: [{ tool: 'update_social_campaign' }],
  });
});

test('without such a time it is tried later each time', async () => {
  const id = await approved('unavailable', 'GET');
  const waits: number[] = [];
  for (let round = 1; round <= 4; round++) {
    const { retries, waitMs } = await waiting(id);
    expect(retries).toBe(round);
    waits.push(Math.round(waitMs / 1_000));
    await passTime(waitMs);
    await applyApproved();
  }
  expect(waits).toEqual([5, 10, 20, 40]);
});
