import { expect, test } from 'vitest';
import { bucketsOf, completeDays, completeUntil, hoursAhead } from './days.ts';

const at = (time: string) => Date.parse(time);

test.each([
  ['UTC', '2026-11-15T02:59:00Z', 3, '2026-11-13'],
  ['UTC', '2026-11-15T03:00:00Z', 3, '2026-11-14'],
  ['Asia/Tokyo', '2026-11-15T16:00:00Z', 0, '2026-11-15'],
  ['America/New_York', '2026-11-15T04:00:00Z', 0, '2026-11-13'],
] as const)('in %s at %s, days count as complete after %s h: until %s', (zone, now, hours, day) => {
  expect(completeUntil(zone, at(now), hours)).toBe(day);
});

test('only complete days are left, or none', () => {
  const days = { start_date: '2026-11-10', end_date: '2026-11-15' };
  expect(completeDays(days, '2026-11-13')).toEqual({ start_date: '2026-11-10', end_date: '2026-11-13' });
  expect(completeDays(days, '2026-12-01')).toEqual(days);
  expect(completeDays(days, '2026-11-09')).toBeUndefined();
});

test('weeks begin on Monday and months on the first; the first and the last may be cut', () => {
  const days = { start_date: '2026-10-28', end_date: '2026-11-10' };
  expect(bucketsOf(days, 'week')).toEqual([
    { start: '2026-10-26', days: { start_date: '2026-10-28', end_date: '2026-11-01' } },
    { start: '2026-11-02', days: { start_date: '2026-11-02', end_date: '2026-11-08' } },
    { start: '2026-11-09', days: { start_date: '2026-11-09', end_date: '2026-11-10' } },
  ]);
  expect(bucketsOf({ start_date: '2026-01-31', end_date: '2026-03-01' }, 'month').map(({ start }) => start)).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ]);
});

test('zones are ahead or behind by their own hours, half ones too', () => {
  expect(hoursAhead('Asia/Tokyo', at('2026-11-15T12:00:00Z'))).toBe(9);
  expect(hoursAhead('America/New_York', at('2026-07-15T12:00:00Z'))).toBe(-4);
  expect(hoursAhead('Asia/Kolkata', at('2026-07-15T12:00:00Z'))).toBe(5.5);
});
