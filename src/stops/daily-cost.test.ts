import { expect, test } from 'vitest';
import type { LiveObject, SpentBudget } from '../tools/stopping.ts';
import { costOfEach, dailyCost, together } from './daily-cost.ts';

const objects = new Map(
  ['1', '2', '3', '4', '5'].map((id): [string, LiveObject] => [id, { level: 'campaign', id, name: id, status: 'ON' }]),
);
const these = (...ids: string[]) => new Set(ids.map((id) => objects.get(id)!));

interface More {
  id?: string;
  period?: SpentBudget['period'];
  currency?: string;
}

const budget = (object: string, amount: string, { currency = 'USD', ...more }: More = {}): SpentBudget => ({
  id: object,
  object: objects.get(object)!,
  amount: { amount, currency },
  period: 'DAILY',
  ...more,
});

test('amounts are added exactly, each currency by itself', () => {
  const found = [
    budget('1', '0.10'),
    budget('2', '0.20'),
    budget('3', '12000', { currency: 'JPY' }),
    budget('4', '1.005', { currency: 'KWD' }),
    budget('5', '99999999999.99'),
  ];
  expect(dailyCost(found, these('1', '2', '3', '4', '5')).aDay).toEqual([
    { amount: '12000', currency: 'JPY' },
    { amount: '1.005', currency: 'KWD' },
    { amount: '100000000000.29', currency: 'USD' },
  ]);
});

test('a budget that three campaigns share counts once, and not while one of them still runs', () => {
  const found = ['1', '2', '3'].map((object) => budget(object, '30.00', { id: 'shared' }));
  expect(dailyCost(found, these('1', '2', '3')).aDay).toEqual([{ amount: '30.00', currency: 'USD' }]);
  expect(dailyCost(found, these('1', '2')).aDay).toEqual([]);
});

test('by object: the budgets below one are added, a shared budget is told of one spender, a whole run of none', () => {
  const found = [
    budget('1', '1.10', { id: 'first ad set' }),
    budget('1', '2.20', { id: 'second ad set' }),
    budget('2', '30.00', { id: 'shared' }),
    budget('3', '30.00', { id: 'shared' }),
    budget('4', '500.00', { period: 'LIFETIME' }),
  ];
  expect(costOfEach(found, these('1', '2', '3', '4')).map(({ object, aDay }) => [object.id, aDay.amount])).toEqual([
    ['1', '3.30'],
    ['2', '30.00'],
  ]);
  expect(costOfEach(found, these('2'))).toEqual([]);
});

test('a budget for the whole run is no cost of a day and is counted apart', () => {
  const found = [budget('1', '500.00', { period: 'LIFETIME' }), budget('2', '5.00')];
  expect(dailyCost(found, these('1', '2'))).toEqual({ aDay: [{ amount: '5.00', currency: 'USD' }], wholeRun: 1 });
});

test('accounts are added up by currency', () => {
  const one = { aDay: [{ amount: '1.10', currency: 'USD' }], wholeRun: 1 };
  const other = {
    aDay: [
      { amount: '2.2', currency: 'USD' },
      { amount: '7', currency: 'JPY' },
    ],
    wholeRun: 2,
  };
  expect(together([one, other])).toEqual({
    aDay: [
      { amount: '7', currency: 'JPY' },
      { amount: '3.30', currency: 'USD' },
    ],
    wholeRun: 3,
  });
});

test('an object that spends from two budgets for their whole run is one', () => {
  const whole = (id: string) => budget('1', '5', { id, period: 'LIFETIME' });
  expect(dailyCost([whole('x'), whole('y')], these('1')).wholeRun).toBe(1);
});
