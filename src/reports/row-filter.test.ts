import { expect, test } from 'vitest';
import { quantityOf } from '../tools/report/quantity.ts';
import { filterProblems, RowFilter } from './row-filter.ts';

test('a number that is not known is within no limit, and zero is a number', () => {
  const atMost = new RowFilter({ level: 'campaign', max: { conversions: 5 } });
  expect(atMost.isWithin({ conversions: null })).toBe(false);
  expect(atMost.isWithin({})).toBe(false);
  expect(atMost.isWithin({ conversions: 0n })).toBe(true);
  const atLeast = new RowFilter({ level: 'campaign', min: { conversions: 0 } });
  expect(atLeast.isWithin({ conversions: null })).toBe(false);
  expect(atLeast.isWithin({ conversions: quantityOf(0)! })).toBe(true);
});

test('filters that no row could pass, or that the level has no objects for, are refused by name', () => {
  expect(filterProblems({ level: 'campaign', min: { cost: 5 }, max: { cost: 5 } })).toEqual([]);
  expect(filterProblems({ level: 'campaign', min: { cost: 5 }, max: { cost: 4 } })).toMatchObject([{ field: 'max' }]);
  for (const level of ['account', 'channel'])
    for (const filter of [{ campaign_ids: ['1'] }, { name_contains: 'a' }, { status: 'PAUSED' as const }])
      expect(filterProblems({ level, ...filter })).toMatchObject([{ field: Object.keys(filter)[0] }]);
});
