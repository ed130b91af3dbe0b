import { expect, test } from 'vitest';
import { planning } from '../planned.testing.ts';

const { planned, sandbox, workspace } = planning();

test('makes the change that was shown, once, and answers as the planned call would', async () => {
  const plan = await planned();
  const before = (await sandbox.ledger()).length;
  const { result } = await workspace('apply_plan', { plan_id: plan.id });
  expect(result).toMatchObject({ applied: { name: plan.difference.name } });
  expect((await sandbox.ledger()).length).toBe(before + 1);
  const again = await workspace('apply_plan', { plan_id: plan.id });
  const message = expect.stringContaining('applied already');
  expect(again.result.error).toMatchObject({ code: 'conflict', message, outcome: 'applied' });
  expect((await sandbox.ledger()).length).toBe(before + 1);
});
