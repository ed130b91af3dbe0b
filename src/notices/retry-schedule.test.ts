import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { nextTry, restMs, retryAfterMs } from './retry-schedule.ts';

const now = Date.UTC(2026, 10, 18);

test.each([
  [undefined, undefined],
  ['120', 120_000],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['1e3', undefined],
  [new Date(now + 90_000).toUTCString(), 90_000],
  [new Date(now - 90_000).toUTCString(), undefined],
])('a receiver that asks for %s is left alone for %s ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

const attempt = { at: now, ms: 5 };

test.each([
  [{}, 1, 5_000],
  [{}, 2, 10_000],
  [{}, 50, 300_000],
  [{ status: 503 }, 1, 5_000],
  [{ status: 429, retryAfterMs: 60_000 }, 1, 60_000],
  [{ status: 429, retryAfterMs: 30 * DAY_MS }, 1, DAY_MS],
  [{ status: 400 }, 1, undefined],
  [{ status: 400, retryAfterMs: 60_000 }, 1, 60_000],
])('after %j, %i in a row, the endpoint rests for %s ms', (ended, inARow, ms) => {
  expect(restMs({ ...attempt, ...ended }, inARow)).toBe(ms);
});

test('a message is tried ten times, later and later, and no receiver puts it off for more than a day', () => {
  const ambient = stillAmbient();
  const waits = Array.from({ length: 11 }, (_, tries) => nextTry(tries, attempt, ambient));
  expect(waits.filter((at) => at !== undefined)).toHaveLength(10);
  expect(waits.slice(0, 10).toSorted((a, b) => a! - b!)).toEqual(waits.slice(0, 10));
  const late = nextTry(0, { ...attempt, retryAfterMs: 30 * DAY_MS }, ambient);
  expect(late! - ambient.now()).toBe(DAY_MS);
});
