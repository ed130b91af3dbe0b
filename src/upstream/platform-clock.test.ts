import { expect, test } from 'vitest';
import { PlatformClock } from './platform-clock.ts';

test('the platform’s clock is ours until it has told its own, by its last reply', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = new PlatformClock(() => now);
  clock.hear({ headers: {} });
  expect(clock.now()).toBe(now);
  clock.hear({ headers: { date: 'Thu, 01 Jan 2026 00:01:00 GMT' } });
  now += 5;
  expect(clock.now()).toBe(now + 60_000);
  clock.hear({ headers: { date: 'nonsense' } });
  expect(clock.now()).toBe(now + 60_000);
  clock.hear({ headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } });
  expect(clock.now()).toBe(now - 5);
});
