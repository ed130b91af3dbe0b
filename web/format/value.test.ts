import { expect, test } from 'vitest';
import { shortValue } from './value.ts';

test('values of a record are written so that they can be read in a row', () => {
  expect(shortValue({ amount: '920', currency: 'USD' })).toBe('$920.00');
  expect(shortValue({ amount: '62000', currency: 'JPY' })).toBe('¥62,000');
  expect(shortValue(undefined)).toBe('–');
  expect(shortValue(0)).toBe('0');
  expect(shortValue(false)).toBe('false');
  expect(shortValue([])).toBe('none');
  expect(shortValue(['a', 'b'])).toBe('a, b');
  expect(shortValue(['a', 'b', 'c'])).toBe('3 entries');
  expect([shortValue({ withheld: 3 }), shortValue({ withheld: 1 })]).toEqual(['3, not recorded', 'not recorded']);
  expect(shortValue({ a: 'x'.repeat(80) })).toHaveLength(58);
});
