import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { compareRanks, FirstRows, type Rank } from './ranking.ts';

const Value = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
const Rows = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b'), fc.constantFrom('EUR', 'USD'), Value), {
  maxLength: 200,
});

test('the first rows of many are those of the whole list, from any place on and in any order of arrival', () => {
  fc.assert(
    fc.property(Rows, fc.nat(20), fc.nat(30), fc.boolean(), (given, count, skip, descending) => {
      const rows = given.map(([time, group, value], index) => ({ rank: [time, group, value, String(index)] as Rank }));
      const sorted = rows.toSorted((a, b) => compareRanks(a.rank, b.rank, { descending }));
      const after = sorted[skip - 1]?.rank;
      const first = new FirstRows<{ rank: Rank }>(count + 1, { descending }, after);
      for (const row of rows) first.add(row);
      const from = after ? skip : 0;
      expect(first.rows).toEqual(sorted.slice(from, from + count + 1));
    }),
  );
});

test('what has no value comes last, whatever the direction', () => {
  for (const descending of [true, false])
    expect(compareRanks(['', '', null, 'a'], ['', '', 0, 'b'], { descending })).toBeGreaterThan(0);
});

test('a sorted list is read on while rows of equal value may still come first', () => {
  const first = new FirstRows<{ rank: Rank }>(2, { descending: true });
  for (const value of [9, 5]) first.add({ rank: ['', '', value, 'm'] });
  expect(first.isBeyond({ rank: ['', '', 5, 'z'] })).toBe(false);
  expect(first.isBeyond({ rank: ['', '', 4, 'a'] })).toBe(true);
});

test.each([
  [
    ['a', 'x', 1, 'p'],
    ['b', 'x', 1, 'p'],
  ],
  [
    ['a', 'x', 1, 'p'],
    ['a', 'y', 9, 'p'],
  ],
  [
    ['a', 'x', 2, 'p'],
    ['a', 'x', 1, 'p'],
  ],
  [
    ['a', 'x', 1, 'p'],
    ['a', 'x', 1, 'q'],
  ],
  [
    ['a', 'x', null, 'p'],
    ['a', 'x', null, 'q'],
  ],
] as [Rank, Rank][])('descending, %j comes before %j', (first, second) => {
  expect(compareRanks(first, second, { descending: true })).toBeLessThan(0);
  expect(compareRanks(second, first, { descending: true })).toBeGreaterThan(0);
  expect(compareRanks(first, first, { descending: true })).toBe(0);
});

test('rows are taken until there are enough, then only better ones, and never the one to go on after', () => {
  const row = (value: number, id = 'm') => ({ rank: ['', '', value, id] as Rank });
  const first = new FirstRows<{ rank: Rank }>(2, { descending: false }, row(1).rank);
  expect([first.takes(row(1)), first.takes(row(0)), first.takes(row(2))]).toEqual([false, false, true]);
  first.add(row(5));
  expect([first.isFull, first.isBeyond(row(9))]).toEqual([false, false]);
  first.add(row(3));
  expect([first.isFull, first.takes(row(5)), first.takes(row(4)), first.isBeyond(row(6))]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(new FirstRows<{ rank: Rank }>(0, { descending: false }).takes(row(1))).toBe(false);
});
