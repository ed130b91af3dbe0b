import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../test/seed.ts';
import { DATE_RANGES, dayIn, daysOf, lengthOf, periodProblems } from './period.ts';

const at = (text: string) => Date.parse(text);

test('each name means its days, told on a Wednesday', () => {
  const days = Object.fromEntries(
    DATE_RANGES.map((range) => [range, Object.values(daysOf(range, '2026-11-18')).join(' ')]),
  );
  expect(days).toEqual({
    TODAY: '2026-11-18 2026-11-18',
    YESTERDAY: '2026-11-17 2026-11-17',
    LAST_3_DAYS: '2026-11-15 2026-11-17',
    LAST_7_DAYS: '2026-11-11 2026-11-17',
    LAST_14_DAYS: '2026-11-04 2026-11-17',
    LAST_28_DAYS: '2026-10-21 2026-11-17',
    LAST_30_DAYS: '2026-10-19 2026-11-17',
    LAST_90_DAYS: '2026-08-20 2026-11-17',
    THIS_WEEK_SUN_TODAY: '2026-11-15 2026-11-18',
    THIS_WEEK_MON_TODAY: '2026-11-16 2026-11-18',
    LAST_WEEK_SUN_SAT: '2026-11-08 2026-11-14',
    LAST_WEEK_MON_SUN: '2026-11-09 2026-11-15',
    LAST_BUSINESS_WEEK: '2026-11-09 2026-11-13',
    THIS_MONTH: '2026-11-01 2026-11-18',
    LAST_MONTH: '2026-10-01 2026-10-31',
    THIS_QUARTER: '2026-10-01 2026-11-18',
    LAST_QUARTER: '2026-07-01 2026-09-30',
    THIS_YEAR: '2026-01-01 2026-11-18',
    LAST_YEAR: '2025-01-01 2025-12-31',
    MAXIMUM: '2023-11-01 2026-11-18',
  });
});

test('a week that begins today is one day long; on Sunday the Monday week is full', () => {
  expect(daysOf('THIS_WEEK_SUN_TODAY', '2026-11-15').start_date).toBe('2026-11-15');
  expect(daysOf('THIS_WEEK_MON_TODAY', '2026-11-15').start_date).toBe('2026-11-09');
  expect(daysOf('LAST_MONTH', '2026-01-31')).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' });
});

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const moment = fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });

test('in every zone and at every moment, daylight saving or not, the day is the one on the wall there', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, now) => {
      const parts = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).formatToParts(now);
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      const day = dayIn(timeZone, now);
      expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      const noon = new Date(`${day}T12:00:00Z`);
      const named = (options: Intl.DateTimeFormatOptions) =>
        noon.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
      expect([named({ weekday: 'long' }), named({ month: 'long' }), named({ day: 'numeric' })]).toEqual([
        part('weekday'),
        part('month'),
        part('day'),
      ]);
    }),
  );
});

test('spans are whole days that end today or yesterday, have their length over any change of the clocks, and never gap', () => {
  const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom(...DATE_RANGES), (date, range) => {
      const today = date.toISOString().slice(0, 10);
      const days = daysOf(range, today);
      expect(days.start_date <= days.end_date && days.end_date <= today).toBe(true);
      const [, count] = /^LAST_(\d+)_DAYS$/.exec(range) ?? [];
      if (count) expect(lengthOf(days)).toBe(Number(count));
      if (range.startsWith('LAST_WEEK')) expect(lengthOf(days)).toBe(7);
      if (range.startsWith('THIS') || range === 'MAXIMUM') expect(days.end_date).toBe(today);
      const dayAfter = (text: string) => new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);
      for (const unit of ['MONTH', 'QUARTER', 'YEAR'] as const) {
        expect(dayAfter(daysOf(`LAST_${unit}`, today).end_date)).toBe(daysOf(`THIS_${unit}`, today).start_date);
      }
    }),
  );
});

test('a name or two days, never both, never one', () => {
  const blamed = (args: Parameters<typeof periodProblems>[0]) => periodProblems(args).map(({ field }) => field);
  expect(blamed({})).toEqual([]);
  expect(blamed({ date_range: 'TODAY' })).toEqual([]);
  expect(blamed({ start_date: '2026-01-01', end_date: '2026-01-01' })).toEqual([]);
  expect(blamed({ date_range: 'TODAY', start_date: '2026-01-01' })).toEqual(['date_range']);
  expect(blamed({ start_date: '2026-01-01' })).toEqual(['end_date']);
  expect(blamed({ end_date: '2026-01-01' })).toEqual(['start_date']);
  expect(blamed({ start_date: '2026-01-02', end_date: '2026-01-01' })).toEqual(['end_date']);
});

test.each([
  [
    { date_range: 'TODAY', start_date: '2026-11-01' },
    'date_range',
    'cannot be given together with start_date and end_date; leave one of them out',
  ],
  [{ end_date: '2026-11-02' }, 'start_date', 'is required when end_date is given'],
  [{ start_date: '2026-11-02' }, 'end_date', 'is required when start_date is given'],
  [{ start_date: '2026-11-02', end_date: '2026-11-01' }, 'end_date', 'must not be before start_date (2026-11-02)'],
] as const)('the days %j are refused by their field, in words', (args, field, message) => {
  expect(periodProblems(args)).toMatchObject([{ field, message }]);
});
