import { expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { jitteredBackoffMs, retryAfterMs } from './backoff.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['0', 0],
  ['7', 7000],
  [' 120 ', 120_000],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['2026-03-01', undefined],
])('reads Retry-After %j as %j ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});

it('draws from the whole span below a ceiling that doubles up to five seconds', () => {
  expect(jitteredBackoffMs(stillAmbient({ chanceByte: 0 }), 3)).toBe(0);
  const ceilings = [1, 2, 3, 9].map((attempts) =>
    Math.ceil(jitteredBackoffMs(stillAmbient({ chanceByte: 255 }), attempts)),
  );
  expect(ceilings).toEqual([200, 400, 800, 5000]);
});
