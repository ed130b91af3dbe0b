import { expect, it } from 'vitest';
import { createPacing } from './pacing.ts';
import { stillAmbient } from './still-ambient.testing.ts';

const KEY = 'social act_1';

it('does not slow down while the limit is far', () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  for (const fraction of [0, 0.5, 0.75, Number.NaN]) pacing.learn(KEY, { fraction });
  expect([pacing.claim(KEY, 0), pacing.claim(KEY, 0)]).toEqual([0, 0]);
});

it('slows down more and more as the limit comes near', () => {
  const waits = [0.76, 0.8, 0.9, 0.99, 1, 3].map((fraction) => {
    const pacing = createPacing({ ambient: stillAmbient() });
    pacing.learn(KEY, { fraction });
    return pacing.claim(KEY, 60_000);
  });
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThan(0);
  expect(new Set(waits.slice(0, 5)).size).toBe(5);
  expect(waits[5]).toBe(waits[4]);
});

it('gives every request its own turn, and other accounts none', () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 1 });
  expect([1, 2, 3].map(() => pacing.claim(KEY, 60_000))).toEqual([2000, 4000, 6000]);
  expect(pacing.claim('social act_2', 60_000)).toBe(0);
});

it('waits as long as the platform said, or refuses when the caller cannot wait that long', () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  pacing.learn(KEY, { fraction: 0.1, waitMs: 20_000 });
  expect(pacing.claim(KEY, 20_000)).toBe(20_000);
  expect(() => pacing.claim(KEY, 19_000)).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        code: 'rate_limited',
        retryable: true,
        retryAfterS: 20,
        outcome: 'not_applied',
      }),
    }),
  );
  ambient.advance(20_000);
  expect(pacing.claim(KEY, 0)).toBe(0);
});

it('keeps a wait the platform asked for when a late reply still says that all is well', () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 1, waitMs: 5000 });
  pacing.learn(KEY, { fraction: 0.2 });
  expect(pacing.claim(KEY, 60_000)).toBe(5000);
});

it('speeds up again when the platform says so, or has said nothing for a minute', () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  pacing.learn(KEY, { fraction: 0.9 });
  pacing.learn(KEY, { fraction: 0.3 });
  expect(pacing.claim(KEY, 0)).toBe(0);
  pacing.learn(KEY, { fraction: 0.9 });
  ambient.advance(60_000);
  expect(pacing.claim(KEY, 0)).toBe(0);
});
