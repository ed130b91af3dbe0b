import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import { changedByPercent, coinDigits, decimal, moneyOf, removable, wireMoney } from './money.ts';

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

const CHANGES: [string, string, number, string][] = [
  ['33.33', 'USD', 3, '34.33'],
  ['33.33', 'USD', -3, '32.33'],
  ['8001', 'JPY', 3, '8241'],
  ['8000.00', 'JPY', 12.5, '9000'],
  ['10.005', 'EUR', 10, 'none'],
  ['0.01', 'USD', -90, '0.00'],
];

test.each(CHANGES)('%s %s changed by %d percent is %s', (amount, currencyCode, percent, expected) => {
  expect(changedByPercent({ amount, currencyCode }, percent)?.amount ?? 'none').toBe(expected);
});

/** The platform publishes no table of its own: ISO 4217 decides. */
const DECIMALS: [string, number][] = [
  ['USD', 2],
  ['EUR', 2],
  ['GBP', 2],
  ['INR', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['CLP', 0],
  ['KWD', 3],
];

test.each(DECIMALS)('%s has %d decimals', (currency, digits) => {
  expect(coinDigits(currency)).toBe(digits);
});

test('an amount may be a number, and none takes it away', () => {
  expect(decimal('Most').parse(50)).toBe('50');
  expect(decimal('Most').parse('50.00')).toBe('50');
  expect(decimal('Most').safeParse(0).success).toBe(false);
  expect([removable('Most').parse(12.5), removable('Most').parse('none')]).toEqual(['12.5', null]);
});
