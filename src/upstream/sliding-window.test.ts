import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { createPacing } from './pacing.ts';
import { nextTurn, withTurn } from './sliding-window.ts';

const PER_MS = 1000;

/** The most that one window holds, wherever it begins. */
function fullestWindow(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((start) => sorted.filter((t) => t >= start && t < start + PER_MS - 0.001).length));
}

/** Moments between arrivals, with many that come together. */
const gaps = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 600, noNaN: true })), { maxLength: 80 });

test('no window of any beginning holds more than the pace, whenever requests come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), gaps, (requests, between) => {
      const pace = { requests, perMs: PER_MS };
      const all: number[] = [];
      let times: readonly number[] = [];
      let now = 0;
      for (const gap of between) {
        now += gap;
        const turn = nextTurn(times, pace, now);
        expect(turn).toBeGreaterThanOrEqual(now);
        times = withTurn(times, turn, pace, now);
        all.push(turn);
      }
      expect(fullestWindow(all)).toBeLessThanOrEqual(requests);
    }),
  );
});

test('nor where some of them want a later turn than those that come after them', () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4000 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), arrivals, (requests, come) => {
      const pace = { requests, perMs: PER_MS };
      const all: number[] = [];
      let times: readonly number[] = [];
      let now = 0;
      for (const [gap, later] of come) {
        now += gap;
        const turn = nextTurn(times, pace, now + later);
        times = withTurn(times, turn, pace, now);
        all.push(turn);
      }
      expect(fullestWindow(all)).toBeLessThanOrEqual(requests);
    }),
  );
});

test('a request waits no longer than it has to: a free place before later turns is taken', () => {
  const pace = { requests: 2, perMs: PER_MS };
  expect(nextTurn([], pace, 5)).toBe(5);
  expect(nextTurn([0, 10], pace, 20)).toBe(1000);
  expect(nextTurn([5000, 5000], pace, 20)).toBe(20);
  expect(nextTurn([5000, 5000], pace, 4500)).toBe(6000);
});

test('fifteen a minute are fifteen in any minute, and the sixteenth is told how long it waits', async () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  const pace = { name: 'requests', requests: 15, perMs: 60_000 };
  const claim = (patienceMs: number) => pacing.claim('tags c1', patienceMs, { pace });
  for (let sent = 0; sent < 15; sent++) {
    expect(await claim(0)).toBe(0);
    ambient.advance(1_000);
  }
  await expect(claim(44_999)).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 45 } });
  expect(await claim(45_000)).toBe(45_000);
});
