import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../start/command-line.ts';
import { killedService } from './killed-service.ts';

/** The service killed at each arrow of a plan: nothing is applied twice, and nothing is being applied for ever. */
const { call, fault, clearFaults, effects, target, home } = killedService();

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const made = () => effects('search');
const stateOf = async (plan_id: string): Promise<string> =>
  (await call('workspace', 'get_plan', { plan_id })).plan.state;

let names = 0;
const renaming = async (more = {}): Promise<Any> => {
  const [{ id: campaign_id }] = (await call('search', 'list_campaigns', { limit: 1 })).campaigns;
  return call('search', 'update_campaign', { campaign_id, name: `Killed ${++names}`, ...more });
};

async function killed(): Promise<void> {
  await target().kill();
  target().restart();
  await target().url();
}

test('planned: it is still there, and is applied once', async () => {
  const { plan } = await renaming({ preview: true });
  await killed();
  const before = await made();
  expect(await call('workspace', 'apply_plan', { plan_id: plan.id })).toMatchObject({ applied: { name: {} } });
  expect(await made()).toBe(before + 1);
});

test('applying: its outcome is called unknown, and it is not sent again', async () => {
  const { plan } = await renaming({ preview: true });
  const before = await made();
  // The platform's check comes twice, in the comparison and in the run itself, and then the change.
  await fault({ platform: 'search', kind: 'latency', ms: 600_000, match: ':mutate', skip: 2, times: 10 });
  const cut = call('workspace', 'apply_plan', { plan_id: plan.id }).catch(() => 'cut off');
  while (
    (await home().store.db.selectFrom('plans').select('state').where('id', '=', plan.id).executeTakeFirst())?.state !==
    'applying'
  )
    await sleep(5);
  await target().kill();
  expect(await cut).toBe('cut off');
  await clearFaults();
  target().restart();
  await until(async () => ((await stateOf(plan.id)) === 'unknown' ? true : undefined));
  const { error } = await call('workspace', 'apply_plan', { plan_id: plan.id });
  expect(error).toMatchObject({
    code: 'conflict',
    outcome: 'unknown',
    next_step: expect.stringContaining('Read the object'),
  });
  expect(await made()).toBeLessThanOrEqual(before + 1);
});

test('approved: the service applies it after its restart, once', async () => {
  const { organizationId, workspaceId } = (await home()
    .store.db.selectFrom('workspaces')
    .select(['organization_id as organizationId', 'id as workspaceId'])
    .where('name', '=', 'Acme')
    .executeTakeFirst())!;
  await home().policies.set({ organizationId, workspaceId, change: { rules: { change: 'approve' } }, actor: 'test' });
  const { error } = await until(async () => {
    const answer = await renaming();
    return answer.error ? answer : undefined;
  });
  expect(error).toMatchObject({ code: 'approval_required', outcome: 'not_applied', plan: { state: 'waiting' } });
  const before = await made();
  await target().kill();
  const plan = (await home().plans.find(workspaceId, error.plan.id))!;
  expect(await home().plans.approve(plan, 'a person')).toBe('approved');
  target().restart();
  await until(async () => ((await stateOf(plan.id)) === 'applied' ? true : undefined));
  expect(await made()).toBe(before + 1);
  await killed();
  await sleep(2_500);
  expect(await made()).toBe(before + 1);
});
