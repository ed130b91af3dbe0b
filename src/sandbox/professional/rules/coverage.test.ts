import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './coverage.ts';

const HERE = new URL('..', import.meta.url).pathname;
const LAST = 146;

test('all rules are listed, in no more than one place', () => {
  const numbers = rules.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: LAST }, (_, index) => index + 1));
});

test('every rule that is called enforced has a test of its number', () => {
  const titles = globSync('**/*.test.ts', { cwd: HERE }).flatMap((file) => [
    ...readFileSync(`${HERE}${file}`, 'utf8').matchAll(/['"; ]rule (\d+):/g),
  ]);
  const tested = new Set(titles.map(([, number]) => Number(number)));
  const claimed = rules.filter(({ state }) => state === 'enforced').map(({ number }) => number);
  expect(claimed.filter((number) => !tested.has(number))).toEqual([]);
});
