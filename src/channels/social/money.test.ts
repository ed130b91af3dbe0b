import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../test/seed.ts';
import { Failure } from '../../errors.ts';
import { digitsOf, inOwnCurrency, isKnown, minorUnits, moneyOf, reportedMoney, shownMoney } from './money.ts';

test("a currency counts as the platform's own table says, not as ISO 4217 does", () => {
  for (const currency of 'CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' ')) {
    expect(minorUnits('daily_budget', '1500', currency), currency).toBe(1500);
    expect(moneyOf('1500', currency), currency).toEqual({ amount: '1500', currency });
  }
  for (const currency of 'USD EUR GBP BHD JOD KWD'.split(' ')) {
    expect(minorUnits('daily_budget', '15.5', currency), currency).toBe(1550);
    expect(moneyOf('1550', currency), currency).toEqual({ amount: '15.50', currency });
  }
});

test('an unknown currency is refused instead of taken for dollars', () => {
  expect(() => digitsOf('XYZ')).toThrow(Failure);
  expect(() => moneyOf('100', 'XYZ')).toThrow(/XYZ/);
  expect(() => digitsOf('XYZ')).toThrow(
    expect.objectContaining({
      code: 'unsupported',
      details: expect.objectContaining({ nextStep: expect.stringContaining('another currency') }),
    }),
  );
  expect(['XYZ', 'JPY', 'USD'].map(isKnown)).toEqual([false, true, true]);
  expect(shownMoney('100', 'XYZ')).toBeUndefined();
  expect(shownMoney('100', 'USD')).toEqual({ amount: '1.00', currency: 'USD' });
});

test('decimals that the currency does not have are refused by field name, never rounded', () => {
  expect(() => minorUnits('bid_amount', '1.005', 'USD')).toThrow(/bid_amount.*steps of 0\.01/);
  expect(() => minorUnits('daily_budget', '1500.5', 'JPY')).toThrow(/daily_budget.*steps of 1$/);
});

test('what is written is what is read back, for any amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 14 }),
      fc.constantFrom('USD', 'JPY', 'KWD', 'TWD'),
      (units, currency) => {
        expect(minorUnits('x', moneyOf(units, currency).amount, currency)).toBe(units);
      },
    ),
  );
});

test('report money comes in major units already', () => {
  expect(reportedMoney('50.1', 'USD')).toEqual({ amount: '50.10', currency: 'USD' });
  expect(reportedMoney('5012', 'JPY')).toEqual({ amount: '5012', currency: 'JPY' });
});

test('report money finer than its currency is told as it came', () => {
  expect(reportedMoney('0.123456', 'USD')).toEqual({ amount: '0.123456', currency: 'USD' });
});

test('every object is shown in the currency of its own account', async () => {
  const client = { currency: async (account: string) => (account === '1' ? 'USD' : 'JPY') };
  const items = [{ account_id: '1' }, { account_id: '2' }];
  expect(await inOwnCurrency(client, items, ({ account_id }, currency) => `${account_id} ${currency}`)).toEqual([
    '1 USD',
    '2 JPY',
  ]);
});
