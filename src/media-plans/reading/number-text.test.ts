import { expect, test } from 'vitest';
import { numberOf } from './number-text.ts';

test.each<[string, Partial<Record<'.' | ',', string>>]>([
  ['1.234', { '.': '1.234', ',': '1234' }],
  ['0,500', { ',': '0.5' }],
  ['1234,567', { ',': '1234.567' }],
  ['1,234,567', { '.': '1234567' }],
  ['12,34,567.50', { '.': '1234567.5' }],
])('%s is %j, by the mark of its decimals', (text, readings) => {
  expect(numberOf(text)?.readings).toEqual(readings);
});

test.each(['1.2.3,4,5', '1 234,567.50', "1'234 567", '1,23,45'])('%s is no number', (text) => {
  expect(numberOf(text)).toBeUndefined();
});
