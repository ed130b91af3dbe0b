import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './coverage.ts';

test('every numbered rule of the platform is in the list once', () => {
  expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: 148 }, (_, i) => i + 1));
});

test('what is not wholly there says what is missing', () => {
  expect(rules.filter(({ state, note }) => state === 'partly' && note === undefined)).toEqual([]);
});

/** Titles begin with the numbers they are about (`'43, 46: …'`); rows of a table, with one. */
test('every rule that is called enforced has a test of its number', () => {
  const folder = new URL('..', import.meta.url).pathname;
  const texts = globSync('**/*.test.ts', { cwd: folder }).map((file) => readFileSync(`${folder}${file}`, 'utf8'));
  const titled = texts.flatMap((text) =>
    [...text.matchAll(/['(]((?:\d+, )*\d+): /g)].flatMap(([, list]) => list!.split(', ')),
  );
  const rows = texts.flatMap((text) => [...text.matchAll(/^ +\[\s*(\d+),\s/gm)].map(([, number]) => number!));
  const tested = new Set([...titled, ...rows].map(Number));
  const claimed = rules.filter(({ state }) => state === 'enforced').map(({ number }) => number);
  expect(claimed.filter((number) => !tested.has(number))).toEqual([]);
});
