import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('professional');

test('limits and suggestions in the currency of the account', async () => {
  const targeting = { include: { locations: ['Germany'] } };
  const { daily_budget, suggested_bid } = await call('get_budget_recommendation', {
    targeting,
    account_id: '500000002',
  });
  expect(daily_budget).toMatchObject({
    min: { amount: '10.00', currency: 'EUR' },
    usual: { amount: '50.00', currency: 'EUR' },
  });
  expect(Number(suggested_bid.min.amount)).toBeLessThan(Number(suggested_bid.max.amount));
});
