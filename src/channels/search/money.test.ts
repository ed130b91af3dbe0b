import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { changedBy, coinDigits, microsOf, moneyOf, moneyOfMajor, wholeCoins } from './money.ts';

test('every currency is counted in millionths of its major unit: a yen is no cent', () => {
  expect(microsOf('budget', '1500', 'JPY')).toBe('1500000000');
  expect(microsOf('budget', '15.25', 'USD')).toBe('15250000');
  expect(moneyOf('1500000000', 'JPY')).toEqual({ amount: '1500', currency: 'JPY' });
  expect(moneyOf('15250000', 'EUR')).toEqual({ amount: '15.25', currency: 'EUR' });
});

test('what cannot be billed is refused by name', () => {
  for (const [amount, currency] of [
    ['1500.5', 'JPY'],
    ['1.005', 'USD'],
    ['1', 'XQQ'],
    ['1', undefined],
  ] as const) {
    try {
      microsOf('budget', amount, currency);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).details.problems?.[0]?.field).toBe('budget');
      if (amount === '1') expect((error as Failure).message).toContain(`currency (${currency}) is not known`);
    }
  }
});

test('averages keep what is finer than a coin, sums do not grow decimals', () => {
  expect(moneyOf(1234567.8, 'USD')).toEqual({ amount: '1.234568', currency: 'USD' });
  expect(moneyOf(87_654_321.2, 'JPY')).toEqual({ amount: '87.654321', currency: 'JPY' });
  expect(moneyOf('9007199254740993000000', 'USD')?.amount).toBe('9007199254740993.00');
  expect(moneyOfMajor(0.1 + 0.2, 'EUR')).toEqual({ amount: '0.30', currency: 'EUR' });
  expect(moneyOf('-2500000', 'USD')?.amount).toBe('-2.50');
});

test('an estimate finer than a coin is rounded up to whole coins', () => {
  expect(wholeCoins('1230000', 'USD')).toBe('1230000');
  expect(wholeCoins('1234567', 'USD')).toBe('1240000');
  expect(wholeCoins('1234567', 'JPY')).toBe('2000000');
});

test('an amount without a currency, or none at all, is not shown', () => {
  expect(moneyOf(undefined, 'USD')).toBeUndefined();
  expect(moneyOf('1000000', undefined)).toBeUndefined();
  expect(moneyOf('1005000', 'USD')?.amount).toBe('1.005');
  expect(moneyOf('1500000', 'none')?.amount).toBe('1.50');
});

test.each([
  ['33330000', 3, 'USD', '34330000'],
  ['33330000', -3, 'USD', '32330000'],
  ['700000', 15, 'USD', '810000'],
  ['8001000000', 3, 'JPY', '8241000000'],
  ['1000000', 12.5, 'KWD', '1125000'],
  ['1000000', 0.5, undefined, '1010000'],
] as const)('%s micros changed by %d percent of %s are %s, in whole coins', (micros, percent, currency, expected) => {
  expect(changedBy(micros, percent, currency)).toBe(expected);
});

test('an estimate that is missing is nothing, and coins are known the second time as well', () => {
  expect(wholeCoins(undefined, 'USD')).toBe('0');
  expect(wholeCoins('1234567')).toBe('1240000');
  expect([coinDigits('KWD'), coinDigits('KWD'), coinDigits('JPY'), coinDigits('JPY')]).toEqual([3, 3, 0, 0]);
});
