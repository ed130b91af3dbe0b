import { afterEach, expect, test, vi } from 'vitest';
import { momentIn } from './zoned-time.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['2026-02-02 04:05', 'Europe/Zurich', '2026-02-02T03:05:00Z'],
  ['2026-07-02 04:05:06', 'America/New_York', '2026-07-02T08:05:06Z'],
  ['2026-07-02 04:05:06', 'UTC', '2026-07-02T04:05:06Z'],
  ['yesterday', 'UTC', 'yesterday'],
])('%s in %s is %s', (time, zone, moment) => {
  expect(momentIn(time, zone)).toBe(moment);
});

test('the clock of a zone is made once: a file has a time in every row', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const times = Array.from({ length: 100 }, (_, at) => `2026-03-${10 + (at % 20)} 12:00`);
  expect(times.map((time) => momentIn(time, 'Asia/Kathmandu'))[0]).toBe('2026-03-10T06:15:00Z');
  expect(made).toHaveBeenCalledTimes(1);
});
