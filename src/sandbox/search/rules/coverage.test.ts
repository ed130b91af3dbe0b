import { expect, test } from 'vitest';
import { rules } from './coverage.ts';

test('every numbered rule of the platform is in the list once', () => {
  expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: 148 }, (_, i) => i + 1));
});

test('what is not wholly there says what is missing', () => {
  expect(rules.filter(({ state, note }) => state === 'partly' && note === undefined)).toEqual([]);
});
