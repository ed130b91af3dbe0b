import { expect, test } from 'vitest';
import { planning } from '../planned.testing.ts';

const { planned, workspace } = planning();

test('closes a plan for good', async () => {
  const { id } = await planned();
  expect((await workspace('withdraw_plan', { plan_id: id })).result.plan).toMatchObject({ id, state: 'withdrawn' });
  for (const tool of ['withdraw_plan', 'apply_plan']) {
    const { error } = (await workspace(tool, { plan_id: id })).result;
    expect(error).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  }
});

test('a plan that was applied is not withdrawn', async () => {
  const { id } = await planned();
  await workspace('apply_plan', { plan_id: id });
  const { error } = (await workspace('withdraw_plan', { plan_id: id })).result;
  expect(error).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
});
