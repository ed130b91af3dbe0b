import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedMoney, MoneySum, plannedMoney } from './compared-money.ts';

const total = (amount: string, currency = 'USD') => ({ amount, currency, per: 'total' as const });
const daily = (amount: string, currency = 'USD') => ({ amount, currency, per: 'day' as const });

test('a total is planned as it is, a daily budget by its days, and without an end its total is not known', () => {
  expect(plannedMoney([total('18000')], undefined, undefined)).toEqual({ amount: '18000.00', currency: 'USD' });
  expect(plannedMoney([daily('10.5')], '2026-11-01', '2026-11-30')).toEqual({ amount: '315.00', currency: 'USD' });
  expect(plannedMoney([daily('10.5')], '2026-11-01', undefined)).toBeNull();
  expect(plannedMoney([], '2026-11-01', '2026-11-30')).toBeNull();
  expect(plannedMoney([daily('10.5')], '2026-11-30', '2026-11-01')).toBeNull();
  expect(plannedMoney([total('5'), total('5', 'EUR')], '2026-11-01', '2026-11-30')).toBeNull();
});

test('expected is the share of the days that have passed', () => {
  expect(expectedMoney([total('300')], '2026-11-01', '2026-11-30', '2026-11-10')?.amount).toBe('100.00');
  expect(expectedMoney([total('300')], '2026-11-01', '2026-11-30', '2026-12-31')?.amount).toBe('300.00');
  expect(expectedMoney([daily('7')], '2026-11-01', undefined, '2026-11-10')?.amount).toBe('70.00');
  expect(expectedMoney([total('300')], '2026-11-20', '2026-11-30', '2026-11-10')).toBeNull();
  expect(expectedMoney([total('300')], '2026-11-01', undefined, '2026-11-10')).toBeNull();
  expect(expectedMoney([total('300')], '2026-11-05', '2026-11-01', '2026-11-10')).toBeNull();
});

test('what is expected never exceeds what is planned', () => {
  const day = fc
    .integer({ min: 0, max: 400 })
    .map((at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), day, day, day, (cents, one, other, until) => {
      const [start, end] = one < other ? [one, other] : [other, one];
      const budgets = [total((cents / 100).toFixed(2))];
      const expected = expectedMoney(budgets, start, end, until);
      const planned = plannedMoney(budgets, start, end)!;
      expect(expected === null ? until < start : Number(expected.amount) <= Number(planned.amount)).toBe(true);
    }),
  );
});

test('a sum takes no other currency, and without anything in it is null', () => {
  const sum = new MoneySum('JPY');
  sum.add(null);
  sum.add({ amount: '5.00', currency: 'USD' });
  expect(sum.money).toBeNull();
  sum.add({ amount: '1200', currency: 'JPY' });
  expect(sum.money).toEqual({ amount: '1200', currency: 'JPY' });
});
