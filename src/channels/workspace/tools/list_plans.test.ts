import { expect, test } from 'vitest';
import { planning } from '../planned.testing.ts';

const { planned, workspace, sandbox } = planning();

test('lists plans, newest first, all of them or those in one state', async () => {
  const [first, second] = [await planned(), await planned()];
  const ids = async (args = {}) =>
    (await workspace('list_plans', args)).result.plans.map(({ id }: { id: string }) => id);
  expect((await ids()).slice(0, 2)).toEqual([second.id, first.id]);
  await workspace('withdraw_plan', { plan_id: second.id });
  expect(await ids({ state: 'withdrawn' })).toContain(second.id);
  expect(await ids({ state: 'planned' })).not.toContain(second.id);
});

test('goes on where a page ended, without a gap or a repetition', async () => {
  for (let made = 0; made < 3; made++) await planned();
  const page = async (args: Record<string, unknown>) => (await workspace('list_plans', args)).result;
  const all = (await page({})).plans.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { plans, next_cursor } = await page({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...plans.map(({ id }: { id: string }) => id));
    cursor = next_cursor;
  } while (cursor);
  expect(seen).toEqual(all);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a key for other channels sees, applies and withdraws no plan of this one', async () => {
  const { id: plan_id } = await planned();
  const service = sandbox.service();
  const made = { name: 'Search', actor: 'test', channels: ['workspace', 'search'] };
  const { key } = await service.home.keyRing.create({ workspaceId: await service.workspaceId('Acme'), ...made });
  const ask = async (tool: string, args = {}) => (await service.call('workspace', tool, args, { key })).result;
  expect(await ask('list_plans')).toEqual({ plans: [] });
  for (const tool of ['get_plan', 'apply_plan', 'withdraw_plan'])
    expect((await ask(tool, { plan_id })).error).toMatchObject({ code: 'not_found', outcome: 'not_applied' });
  expect((await workspace('get_plan', { plan_id })).result.plan.state).toBe('planned');
});
