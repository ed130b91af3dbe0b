import { expect, test } from 'vitest';
import { quantityOf } from '../tools/report/quantity.ts';
import { RowFilter } from './row-filter.ts';

test('a number that is not known is within no limit, and zero is a number', () => {
  const atMost = new RowFilter({ level: 'campaign', max: { conversions: 5 } });
  expect(atMost.isWithin({ conversions: null })).toBe(false);
  expect(atMost.isWithin({})).toBe(false);
  expect(atMost.isWithin({ conversions: 0n })).toBe(true);
  const atLeast = new RowFilter({ level: 'campaign', min: { conversions: 0 } });
  expect(atLeast.isWithin({ conversions: null })).toBe(false);
  expect(atLeast.isWithin({ conversions: quantityOf(0)! })).toBe(true);
});
