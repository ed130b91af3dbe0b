import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { microsOf, moneyOf, moneyOfMajor, wholeCoins } from './money.ts';

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
