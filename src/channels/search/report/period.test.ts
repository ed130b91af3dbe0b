import { expect, test } from 'vitest';
import { DATE_WORDS, periodOf } from './period.ts';

const at = (text: string) => Date.parse(text);

test('each word means the days of the reference, told on a Wednesday', () => {
  const now = at('2026-11-18T12:00:00Z');
  const days = Object.fromEntries(
    DATE_WORDS.map((word) => {
      const { start_date, end_date } = periodOf(word, now, 'UTC');
      return [word, `${start_date} ${end_date}`];
    }),
  );
  expect(days).toEqual({
    TODAY: '2026-11-18 2026-11-18',
    YESTERDAY: '2026-11-17 2026-11-17',
    LAST_7_DAYS: '2026-11-11 2026-11-17',
    LAST_14_DAYS: '2026-11-04 2026-11-17',
    LAST_30_DAYS: '2026-10-19 2026-11-17',
    THIS_WEEK_SUN_TODAY: '2026-11-15 2026-11-18',
    THIS_WEEK_MON_TODAY: '2026-11-16 2026-11-18',
    LAST_WEEK_SUN_SAT: '2026-11-08 2026-11-14',
    LAST_WEEK_MON_SUN: '2026-11-09 2026-11-15',
    LAST_BUSINESS_WEEK: '2026-11-09 2026-11-13',
    THIS_MONTH: '2026-11-01 2026-11-18',
    LAST_MONTH: '2026-10-01 2026-10-31',
  });
});

test('a week that begins today is one day long; on Sunday the Monday week is full', () => {
  const sunday = at('2026-11-15T12:00:00Z');
  expect(periodOf('THIS_WEEK_SUN_TODAY', sunday, 'UTC').start_date).toBe('2026-11-15');
  expect(periodOf('THIS_WEEK_MON_TODAY', sunday, 'UTC').start_date).toBe('2026-11-09');
  expect(periodOf('LAST_MONTH', at('2026-01-31T12:00:00Z'), 'UTC')).toEqual({
    start_date: '2025-12-01',
    end_date: '2025-12-31',
  });
});

test('today is the account’s day, not ours', () => {
  const now = at('2026-11-15T20:00:00Z');
  expect(periodOf('TODAY', now, 'Asia/Tokyo').start_date).toBe('2026-11-16');
  expect(periodOf('TODAY', at('2026-11-15T03:00:00Z'), 'America/New_York').start_date).toBe('2026-11-14');
});
