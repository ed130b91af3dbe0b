import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('a narrower targeting reaches fewer people', async () => {
  const args = { objective: 'TRAFFIC', optimization_goal: 'CLICK', location_ids: ['6252001'] };
  const { estimate: all } = await call('estimate_audience', args);
  const { estimate: some } = await call('estimate_audience', {
    ...args,
    age_groups: ['AGE_25_34'],
    gender: 'GENDER_FEMALE',
  });
  expect(all.lower_bound).toBeLessThan(all.upper_bound);
  expect(some.upper_bound).toBeLessThan(all.lower_bound);
  expect(await refusal('estimate_audience', { ...args, optimization_goal: 'REACH' })).toMatchObject({
    field: 'optimization_goal',
  });
});
