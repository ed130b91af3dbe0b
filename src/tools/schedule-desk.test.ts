import { expect, test } from 'vitest';
import { When } from './schedule-desk.ts';

test.each([
  ['Europe/Berlin', true],
  ['america/new_york', true],
  ['UTC', true],
  ['+02:00', false],
  ['-0500', false],
  ['Moon/Base', false],
  ['', false],
])('the zone %j of a time that comes again is taken: %s', (zone, isTaken) => {
  const read = When.safeParse({ hour: 7, zone });
  expect(read.success).toBe(isTaken);
  if (zone !== '' && !isTaken) expect(read.error?.issues[0]?.message).toContain('must be a time zone by its IANA name');
});
