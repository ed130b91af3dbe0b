import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { stillAmbient } from '../ambient.testing.ts';
import { createRetryBudget } from './retry-budget.ts';

it('allows a few resendings in quiet times and a share of the calls in busy ones', () => {
  const budget = createRetryBudget({ ambient: stillAmbient(), ratio: 0.1 });
  const spent = () => Array.from({ length: 100 }, () => budget.spend()).filter(Boolean).length;
  expect(spent()).toBe(10);
  for (let calls = 0; calls < 250; calls++) budget.countCall();
  expect(spent()).toBe(15);
});

it('forgets what has left the window', () => {
  const ambient = stillAmbient();
  const budget = createRetryBudget({ ambient, ratio: 0.1, resendsMin: 1 });
  expect([budget.spend(), budget.spend()]).toEqual([true, false]);
  ambient.advance(60_000);
  expect(budget.spend()).toBe(true);
});

it('never lets more through within a window than the share, whatever the order of events', () => {
  const step = fc.record({
    advanceMs: fc.integer({ min: 0, max: 4000 }),
    calls: fc.integer({ min: 0, max: 30 }),
    tries: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ambient = stillAmbient();
      const budget = createRetryBudget({ ambient, ratio: 0.1, resendsMin: 3 });
      const calls: number[] = [];
      const granted: number[] = [];
      const within = (times: number[], ms: number) => times.filter((at) => at > ambient.now() - ms).length;
      for (const { advanceMs, calls: count, tries } of steps) {
        ambient.advance(advanceMs);
        for (let i = 0; i < count; i++) {
          budget.countCall();
          calls.push(ambient.now());
        }
        for (let i = 0; i < tries; i++) {
          if (!budget.spend()) continue;
          granted.push(ambient.now());
          // The window moves in tenths, so its oldest tenth may be missing.
          expect(within(granted, 54_000)).toBeLessThanOrEqual(Math.max(3, within(calls, 60_000) * 0.1));
        }
      }
    }),
    { seed, numRuns: times(500) },
  );
});
