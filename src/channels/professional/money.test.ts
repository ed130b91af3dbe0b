import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import { moneyOf, wireMoney } from './money.ts';

const refusedField = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Failure).details.problems?.[0]?.field;
  }
};

test('amounts go out as they were given, in the currency of the account and in its coins', () => {
  expect(wireMoney({ daily_budget_amount: '25.5', unit_cost_amount: '3' }, 'USD')).toEqual({
    dailyBudget: { amount: '25.5', currencyCode: 'USD' },
    unitCost: { amount: '3', currencyCode: 'USD' },
  });
  expect(refusedField(() => wireMoney({ daily_budget_amount: '2500.5' }, 'JPY'))).toBe('daily_budget_amount');
  expect(refusedField(() => wireMoney({ total_budget_amount: '5', total_budget_currency: 'USD' }, 'JPY'))).toBe(
    'total_budget_currency',
  );
});

test('amounts are shown with the decimals of the coin, and more only where there are more', () => {
  expect(moneyOf({ amount: '60', currencyCode: 'USD' })).toEqual({ amount: '60.00', currency: 'USD' });
  expect(moneyOf({ amount: '19.91833', currencyCode: 'EUR' })).toEqual({ amount: '19.91833', currency: 'EUR' });
  expect(moneyOf({ amount: '8000.00', currencyCode: 'JPY' })).toEqual({ amount: '8000', currency: 'JPY' });
});
