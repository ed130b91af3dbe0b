import { expect, test } from 'vitest';
import { planning } from '../planned.testing.ts';

const { planned, workspace } = planning();

test('lists plans, newest first, all of them or those in one state', async () => {
  const [first, second] = [await planned(), await planned()];
  const ids = async (args = {}) =>
    (await workspace('list_plans', args)).result.plans.map(({ id }: { id: string }) => id);
  expect((await ids()).slice(0, 2)).toEqual([second.id, first.id]);
  await workspace('withdraw_plan', { plan_id: second.id });
  expect(await ids({ state: 'withdrawn' })).toContain(second.id);
  expect(await ids({ state: 'planned' })).not.toContain(second.id);
});
