import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signsOf, wordsOf } from './dayparting.ts';

const day = (from: number, to: number) => '0'.repeat(from) + '1'.repeat(to - from) + '0'.repeat(48 - to);

test('words mean half-hours of days, and come back as the shortest words', () => {
  const signs = day(16, 40).repeat(5) + day(20, 33) + '0'.repeat(48);
  expect(signsOf('Mon-Fri 08:00-20:00, Sat 10:00-16:30')).toBe(signs);
  expect(wordsOf(signs)).toBe('Mon-Fri 08:00-20:00, Sat 10:00-16:30');
  expect(signsOf('sun 22:00-24:00')).toBe('0'.repeat(6 * 48) + day(44, 48));
  expect(signsOf('mon 8:00-9:30')).toBe(signsOf('Mon 08:00-09:30'));
  for (const always of ['always', ' Always ']) expect(signsOf(always)).toBe('1'.repeat(336));
  expect([wordsOf('1'.repeat(336)), wordsOf('0'.repeat(336)), wordsOf(undefined), wordsOf('')]).toEqual([
    'always',
    'always',
    undefined,
    undefined,
  ]);
});

test.each([
  '',
  'Mon',
  'Mon 8-20',
  'Mon 08:15-20:00',
  'Mon 20:00-08:00',
  'Fri-Mon 08:00-20:00',
  'Moo 08:00-20:00',
  '01',
  'Mon 08:00-24:30',
])('%j means nothing', (words) => expect(signsOf(words)).toBeUndefined());

test('signs turned into words and back stay the same', () => {
  const signs = fc.array(fc.constantFrom('0', '1'), { minLength: 336, maxLength: 336 }).map((all) => all.join(''));
  fc.assert(fc.property(signs, (held) => signsOf(wordsOf(held)!) === held || !held.includes('1')));
});
