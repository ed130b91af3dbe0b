import { expect, test } from 'vitest';
import { moneyOfQuantity, numberOf, priceOf, quantityOf, quantityOfMicros, ratioOf } from './quantity.ts';

test.each([
  ['12.5', 12_500_000n],
  ['-0.0000015', -2n],
  ['0.0000014', 1n],
  ['0.0000005', 1n],
  ['1e3', 1_000_000_000n],
  ['', undefined],
  ['many', undefined],
  [3, 3_000_000n],
  [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991_000_000n],
  [0.1, 100_000n],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [7n, 7_000_000n],
  [null, undefined],
  [undefined, undefined],
  [{}, undefined],
])('a platform’s %s counts %s millionths: nothing is no number', (value, quantity) => {
  expect(quantityOf(value)).toBe(quantity);
});

test.each([
  ['1500000', 1_500_000n],
  ['-1', -1n],
  ['1.5', undefined],
  ['', undefined],
  [2.6, 3n],
  [Number.NaN, undefined],
  [null, undefined],
])('%s micros count %s', (micros, quantity) => {
  expect(quantityOfMicros(micros)).toBe(quantity);
});

test('money is shown with the coins of its currency, and finer where there is something finer', () => {
  expect(moneyOfQuantity(1_500_000n, 'USD', 2)).toEqual({ amount: '1.50', currency: 'USD' });
  expect(moneyOfQuantity(333_333n, 'USD', 2).amount).toBe('0.333333');
  expect(moneyOfQuantity(12_000_000n, 'JPY', 0).amount).toBe('12');
  expect(numberOf(1_500_000n)).toBe(1.5);
});

test('a ratio has six digits, a price is rounded half up to a millionth, and nothing is divided by nothing', () => {
  expect(ratioOf(1n, 3n)).toBe(0.333333);
  expect(ratioOf(1n, 3n, 1000)).toBe(333.333);
  expect([ratioOf(1n, 0n), priceOf(1n, 0n)]).toEqual([undefined, undefined]);
  expect(priceOf(1_000_000n, 3_000_000n)).toBe(333_333n);
  expect(priceOf(2_000_000n, 3_000_000n)).toBe(666_667n);
  expect(priceOf(1n, 2_000_000n)).toBe(1n);
  expect(priceOf(-1n, 2_000_000n)).toBe(-1n);
  expect(priceOf(1_000_000n, -2_000_000n)).toBe(-500_000n);
  expect(priceOf(1_000_000n, 2_000_000n, 1000)).toBe(500_000_000n);
});
