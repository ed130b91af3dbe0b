import { expect, test } from 'vitest';
import { momentIn } from './zoned-time.ts';

test.each([
  ['2026-02-02 04:05', 'Europe/Zurich', '2026-02-02T03:05:00Z'],
  ['2026-07-02 04:05:06', 'America/New_York', '2026-07-02T08:05:06Z'],
  ['2026-07-02 04:05:06', 'UTC', '2026-07-02T04:05:06Z'],
  ['yesterday', 'UTC', 'yesterday'],
])('%s in %s is %s', (time, zone, moment) => {
  expect(momentIn(time, zone)).toBe(moment);
});
