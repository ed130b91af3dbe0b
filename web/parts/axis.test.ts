import { expect, test } from 'vitest';
import { axisTicks, spread } from './axis.ts';

test('an axis starts at zero, ends above the largest value and has at most five lines', () => {
  expect(axisTicks(7800)).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(axisTicks(10_000)).toEqual([0, 2500, 5000, 7500, 10_000]);
  expect(axisTicks(0)).toEqual([0, 1]);
  for (const largest of [0.03, 1, 7, 99, 101, 45_678, 3e9]) {
    const ticks = axisTicks(largest);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * 0.999);
  }
});

test('labels that would overlap are pushed apart and stay inside', () => {
  expect(spread([10, 12, 90], 20, 100)).toEqual([10, 30, 90]);
  expect(spread([95, 98], 20, 100)).toEqual([80, 100]);
});
