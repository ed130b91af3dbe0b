import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../test/seed.ts';
import { pooled, wilson } from './statistics.ts';

test("Wilson's interval, by the textbook", () => {
  const { low, high } = wilson({ successes: 1, trials: 10 });
  expect(low).toBeCloseTo(0.0179, 4);
  expect(high).toBeCloseTo(0.4042, 4);
  expect(wilson({ successes: 0, trials: 0 })).toEqual({ low: 0, high: 1 });
});

test('the interval holds the rate and stays between 0 and 1, whatever was counted', () => {
  const counted = fc
    .nat(1_000_000)
    .chain((trials) => fc.record({ trials: fc.constant(trials + 1), successes: fc.nat(trials + 1) }));
  fc.assert(
    fc.property(counted, (sample) => {
      const { low, high } = wilson(sample);
      const rate = sample.successes / sample.trials;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(rate + 1e-12);
      expect(high).toBeGreaterThanOrEqual(rate - 1e-12);
    }),
  );
});

test('creatives that differ among themselves make a group less sure than the same views of alike ones', () => {
  const alike = Array.from({ length: 10 }, () => ({ successes: 100, trials: 10_000 }));
  const unlike = Array.from({ length: 10 }, (_, index) => ({ successes: index % 2 ? 190 : 10, trials: 10_000 }));
  const width = (samples: typeof alike) => {
    const { interval } = pooled(samples);
    return interval.high - interval.low;
  };
  expect(pooled(alike).rate).toBeCloseTo(pooled(unlike).rate, 10);
  expect(width(unlike)).toBeGreaterThan(5 * width(alike));
});
