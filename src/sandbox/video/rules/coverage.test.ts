import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './coverage.ts';

const HERE = new URL('..', import.meta.url).pathname;
const LAST = 156;

test('all rules are listed, in no more than one place', () => {
  expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: LAST }, (_, index) => index + 1));
});

test('a rule that is not enforced says what is missing', () => {
  expect(rules.filter(({ state, note }) => state !== 'enforced' && note === undefined)).toEqual([]);
});

/** A title names its rules as `rule 5:` or `rules 6, 7:`; a row of a table begins with its rule. */
test('every rule that is called enforced has a test of its number', () => {
  const texts = globSync('**/*.test.ts', { cwd: HERE }).map((file) => readFileSync(`${HERE}${file}`, 'utf8'));
  const titled = texts.flatMap((text) =>
    [...text.matchAll(/'rules? ((?:\d+, )*\d+):/g)].flatMap(([, list]) => list!.split(', ')),
  );
  const rows = texts.flatMap((text) => [...text.matchAll(/^ +\[\s*(\d+),\s/gm)].map(([, number]) => number!));
  const tested = new Set([...titled, ...rows].map(Number));
  const claimed = rules.filter(({ state }) => state === 'enforced').map(({ number }) => number);
  expect(claimed.filter((number) => !tested.has(number))).toEqual([]);
});
