import { expect, test } from 'vitest';
import { askedDays, bucketsOf, completeDays, completeUntil, hoursAhead, lastDayOf } from './days.ts';

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

test('every day is a bucket of its own, and the last day of a step is cut by the span', () => {
  expect(bucketsOf({ start_date: '2026-02-28', end_date: '2026-03-01' }, 'day')).toEqual(
    ['2026-02-28', '2026-03-01'].map((day) => ({ start: day, days: { start_date: day, end_date: day } })),
  );
  const last = (step: 'none' | 'day' | 'week' | 'month', end_date: string) =>
    lastDayOf('2026-11-02', step, { end_date });
  expect(last('none', '2026-12-24')).toBe('2026-12-24');
  expect(last('day', '2026-12-24')).toBe('2026-11-02');
  expect([last('week', '2026-12-24'), last('week', '2026-11-05')]).toEqual(['2026-11-08', '2026-11-05']);
  expect(last('month', '2026-12-24')).toBe('2026-11-30');
});

test('the first complete day alone is a span, and named days are those of the account', () => {
  const one = { start_date: '2026-11-10', end_date: '2026-11-10' };
  expect(completeDays(one, '2026-11-10')).toEqual(one);
  expect(askedDays(one, 'UTC', at('2026-11-15T12:00:00Z'))).toEqual(one);
  const yesterday = (zone: string) => askedDays({ date_range: 'YESTERDAY' }, zone, at('2026-11-15T16:00:00Z'));
  expect(yesterday('UTC').start_date).toBe('2026-11-14');
  expect(yesterday('Asia/Tokyo').start_date).toBe('2026-11-15');
});
