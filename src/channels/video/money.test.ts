import { expect, test } from 'vitest';
import { changedByPercent, digitsOf, moneyOf, platformAmount, ratioOf } from './money.ts';

/** The platform's table of ratios, as its documentation prints it. */
const RATIOS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    'USD EUR GBP MYR AED SAR HUF AUD CAD NZD SGD CHF ARS BRL ILS PEN QAR RON': 1,
    PLN: 4,
    'HKD ZAR DKK SEK NOK TRY MXN THB CNY BOB CZK EGP GTQ HNL MOP TWD NIO UAH UYU': 10,
    PHP: 50,
    'JPY RUB DZD BDT ISK INR KES NGN PKR': 100,
    'KRW CLP COP CRC': 1000,
    'IDR PYG VND': 10_000,
    VEF: 100_000,
  }).flatMap(([currencies, ratio]) => currencies.split(' ').map((currency) => [currency, ratio])),
);
const WHOLE = ['CLP', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];

test.each(Object.entries(RATIOS))('%s has the ratio %d and the decimals of the documentation', (currency, ratio) => {
  expect(ratioOf(currency)).toBe(ratio);
  expect(digitsOf(currency)).toBe(WHOLE.includes(currency) ? 0 : 2);
});

test('an amount finer than its currency is refused, never rounded', () => {
  expect(platformAmount('budget', '33.33', 'THB')).toBe(33.33);
  expect(() => platformAmount('budget', '33.333', 'THB')).toThrow(/budget/);
  expect(() => platformAmount('budget', '1500.5', 'PYG')).toThrow(/budget/);
  expect(moneyOf(200_000, 'PYG')).toEqual({ amount: '200000', currency: 'PYG' });
  expect(moneyOf(33.3, 'THB')).toEqual({ amount: '33.30', currency: 'THB' });
});

test.each([
  [33.33, 3, 'USD', '34.33'],
  [33.33, -3, 'USD', '32.33'],
  [0.7, 15, 'USD', '0.81'],
  [8001, 3, 'JPY', '8241'],
  [100, 0.125, 'THB', '100.13'],
])('%d changed by %d percent of %s is %s', (amount, percent, currency, expected) => {
  expect(changedByPercent(amount, percent, currency)).toBe(expected);
});
