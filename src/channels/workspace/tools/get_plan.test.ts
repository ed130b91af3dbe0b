import { expect, test } from 'vitest';
import { planning } from '../planned.testing.ts';

const { planned, workspace } = planning();

test('shows a plan as its preview did, and answers at once where no approval is needed', async () => {
  const plan = await planned();
  expect((await workspace('get_plan', { plan_id: plan.id, wait_s: 25 })).result.plan).toEqual(plan);
});

test('an unknown plan is named, with what to do', async () => {
  const { error } = (await workspace('get_plan', { plan_id: 'plan_0' })).result;
  expect(error).toMatchObject({
    code: 'not_found',
    field: 'plan_id',
    next_step: expect.stringContaining('list_plans'),
  });
});
