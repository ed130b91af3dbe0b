import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { amount, amountOr, Currency, changedUnits, decimalOf, exactUnits, unitsOf } from './money.ts';

test('units and decimal text turn into each other without loss, far beyond what a number can hold', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.constantFrom(0, 2, 6), (units, digits) => {
      expect(unitsOf(decimalOf(units, digits), digits)).toBe(units);
    }),
  );
});

test('an amount finer than one unit is not rounded but refused; trailing zeros are not finer', () => {
  expect(unitsOf('12.345', 2)).toBeUndefined();
  expect(unitsOf('12.340', 2)).toBe(1234n);
  expect(unitsOf('1500.00', 0)).toBe(1500n);
  expect(unitsOf('1500.5', 0)).toBeUndefined();
});

test('an amount argument is a positive decimal, as text or as a number', () => {
  const Amount = amount('Per day');
  for (const good of ['12.5', '0.01', 12.5, 3]) expect(Amount.parse(good)).toBe(String(good));
  for (const bad of [
    '',
    '0',
    0,
    -1,
    '-1',
    '1,50',
    '1e3',
    1e21,
    '1234567890123',
    '0.0000000001',
    '007',
    'twelve',
    null,
    true,
    Number.NaN,
  ]) {
    expect(Amount.safeParse(bad).success, String(bad)).toBe(false);
  }
});

test('an amount argument always names its unit', () => {
  expect(amount('Per day').description).toBe("Per day, in major units of the account's currency");
});

test('an amount is counted exactly, or refused by the name of its argument and the step that is allowed', () => {
  expect(exactUnits('budget', '12.5', 'EUR', 2)).toBe(1250n);
  expect(() => exactUnits('budget', '12.505', 'EUR', 2)).toThrow(/`budget`.*too many decimals.*EUR.*0\.01/);
  expect(() => exactUnits('budget', '1500.5', 'JPY', 0)).toThrow(/JPY is counted in steps of 1$/);
});

test('an amount is the same however it is written', () => {
  const given = [30, '30', '30.00', '30.0'].map((text) => amount('Budget').parse(text));
  expect(new Set(given)).toEqual(new Set(['30']));
  expect(amount('Budget').parse('12.50')).toBe('12.5');
  expect(amountOr('none', 'Bid').parse('100')).toBe('100');
});

test.each(['EUR', 'JPY', 'KWD', 'eur'])('%s is a currency', (code) => {
  expect(Currency.parse(code)).toBe(code.toUpperCase());
});

test.each(['ZZZ', 'EURO', '', '€'])('%j is none', (code) => {
  expect(Currency.safeParse(code).success).toBe(false);
});

test('a change by percent is exact up to a single rounding, however large the amount and odd the percentage', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.integer({ min: -90_000_000, max: 500_000_000 }),
      fc.constantFrom(1n, 10n, 10_000n),
      (units, millionths, step) => {
        const changed = changedUnits(units, millionths / 1_000_000, step);
        expect(changed % step).toBe(0n);
        const exact = units * BigInt(100_000_000 + millionths);
        const away = 2n * (changed * 100_000_000n - exact);
        const unit = step * 100_000_000n;
        expect(away > -unit && away <= unit).toBe(true);
      },
    ),
  );
  expect(changedUnits(100_000_000n, 33.3333)).toBe(133_333_300n);
  expect(changedUnits(3333n, 3)).toBe(3433n);
  expect(changedUnits(70n, 15)).toBe(81n);
  expect(changedUnits(0n, 15)).toBe(0n);
});
