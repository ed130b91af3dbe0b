import { expect, test } from 'vitest';
import { regressions } from './check.ts';

const recorded = { localOfBare: 0.7, manyKeysOfOne: 1, idleMemoryMb: 130 };

test('within 15 % is noise, more is a regression, whichever way is worse', () => {
  expect(regressions(recorded, { localOfBare: 0.6, manyKeysOfOne: 1.14 })).toEqual([]);
  expect(regressions(recorded, { localOfBare: 0.59, manyKeysOfOne: 1.16 })).toEqual([
    'localOfBare: 0.59, on record 0.7: 16 % worse, tolerated 15 %',
    'manyKeysOfOne: 1.16, on record 1: 16 % worse, tolerated 15 %',
  ]);
  expect(regressions(recorded, { localOfBare: 2, manyKeysOfOne: 0.1 })).toEqual([]);
});

test('only ratios that both have are compared: memory and seconds are the machine’s', () => {
  expect(regressions(recorded, { localOfSdk: 1, idleMemoryMb: 500 })).toEqual([]);
});
