import { expect, test } from 'vitest';
import { agesOf, gendersOf } from './people-words.ts';

test.each([
  ['25-54', { from: 25, to: 54 }],
  ['Frauen 25 bis 54 Jahre', { from: 25, to: 54 }],
  ['18+', { from: 18 }],
  ['ab 30', { from: 30 }],
  // No platform shows ads to younger people: these are hours, days or shares.
  ['10-12', undefined],
  ['12+', undefined],
  ['54-25', undefined],
  ['30-30', undefined],
  ['20-30%', undefined],
  ['10-25 km', undefined],
  ['2025-2054', undefined],
  ['ab 2027', undefined],
])('the ages of "%s"', (text, ages) => {
  expect(agesOf(text)).toEqual(ages);
});

test.each([
  ['M', 'men'],
  ['W25-44', 'women'],
  ['m/w', 'all'],
  ['Frauen und Männer', 'all'],
  ['女性25-44', 'women'],
  // One letter among words is none.
  ['Fashion M&A', undefined],
  ['B2B decision makers', undefined],
])('the gender in "%s"', (text, gender) => {
  expect(gendersOf(text)).toBe(gender);
});
