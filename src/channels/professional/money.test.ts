import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import {
  Currency,
  changedByPercent,
  coinDigits,
  currencyProblems,
  decimal,
  INSTEAD,
  moneyOf,
  removable,
  removedMoney,
  wireMoney,
} from './money.ts';

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

test('an amount that is not there stays so, and zeros within decimals are kept', () => {
  expect([moneyOf(undefined), moneyOf(null)]).toEqual([undefined, null]);
  expect(moneyOf({ amount: '1.005', currencyCode: 'USD' })?.amount).toBe('1.005');
  expect(moneyOf({ amount: '1.5', currencyCode: 'none' })?.amount).toBe('1.50');
});

test('a wrong currency is told with the right one', () => {
  expect(() => wireMoney({ unit_cost_amount: '1', unit_cost_currency: 'EUR' }, 'USD')).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        problems: [
          {
            field: 'unit_cost_currency',
            message: 'must be USD, the currency of the account',
            allowed_values: ['USD'],
          },
        ],
      }),
    }),
  );
});

test.each([
  [{ daily_budget_amount: null }, { dailyBudget: null }],
  [{ total_budget_amount: null, daily_budget_amount: '5' }, { totalBudget: null }],
  [{}, {}],
])('%j removes %j', (args, removed) => {
  expect(removedMoney(args)).toEqual(removed);
  expect(wireMoney({ daily_budget_amount: null, total_budget_amount: null }, 'USD')).toEqual({});
});

test('a currency without its amount names the amount', () => {
  expect(currencyProblems({ daily_budget_currency: 'USD', unit_cost_currency: 'USD', unit_cost_amount: '1' })).toEqual([
    { field: 'daily_budget_amount', message: 'is required with daily_budget_currency' },
  ]);
  expect(currencyProblems({ total_budget_amount: '5' })).toEqual([]);
});

test.each([
  ['USD', true],
  ['usd', false],
  ['USDX', false],
  ['XUSD', false],
  ['U', false],
])('the currency %s is taken: %s', (code, taken) => {
  expect(Currency.safeParse(code).success).toBe(taken);
});

test('other names of money arguments lead to ours', () => {
  expect(INSTEAD).toEqual({
    bid: 'unit_cost_amount',
    bid_amount: 'unit_cost_amount',
    max_cpc: 'unit_cost_amount',
    budget: 'daily_budget_amount',
    total_budget: 'total_budget_amount',
    bid_strategy: 'optimization_target_type',
    bidding_strategy: 'optimization_target_type',
  });
});
