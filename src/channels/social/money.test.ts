import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../test/seed.ts';
import { Failure } from '../../errors.ts';
import { digitsOf, minorUnits, moneyOf, reportedMoney } from './money.ts';

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
