import { expect, test } from 'vitest';
import { yearFor } from './calendar-days.ts';
import type { GridCell } from './cell-grid.ts';
import { dayIn, endAfter, flightIn, startBefore } from './day-cells.ts';
import type { DayOrder } from './day-text.ts';
import { monthOf } from './month-names.ts';
import { periodDays, periodOf } from './period-heads.ts';

const today = '2026-11-18';
const cellOf = (text: string) => ({ text, number: undefined }) as GridCell;

type Read = ReturnType<typeof dayIn>;
const short = (read: Read) => (read.kind === 'day' ? read.day : read.kind === 'wrong' ? read.message : read.kind);

test.each([
  ['KW 47 2026', '2026-11-16', '2026-11-22'],
  ['2026-W47', '2026-11-16', '2026-11-22'],
  ['第47週', '2026-11-16', '2026-11-22'],
  ['KW 54', '"KW 54": the calendar has no such day.', '"KW 54": the calendar has no such day.'],
  ['KW 0', '"KW 0": the calendar has no such day.', '"KW 0": the calendar has no such day.'],
  ['KW 53 2027', '"KW 53 2027": the calendar has no such day.', '"KW 53 2027": the calendar has no such day.'],
  ['Q1 2027', '2027-01-01', '2027-03-31'],
  ['1. Quartal 27', '2027-01-01', '2027-03-31'],
  ['第2四半期', '2027-04-01', '2027-06-30'],
  ['2027 Q3', '2027-07-01', '2027-09-30'],
  ['Feb 2028', '2028-02-01', '2028-02-29'],
  ['2027 March 14', '2027-03-14', '2027-03-14'],
  ['31.11.2026', '"31.11.2026": the calendar has no such day.', '"31.11.2026": the calendar has no such day.'],
  ['29.02.2027', '"29.02.2027": the calendar has no such day.', '"29.02.2027": the calendar has no such day.'],
  ['16.11.1926', '"16.11.1926": the calendar has no such day.', '"16.11.1926": the calendar has no such day.'],
  ['2199-01-01', '"2199-01-01": the calendar has no such day.', '"2199-01-01": the calendar has no such day.'],
  ['2026年13月1日', '"2026年13月1日": the calendar has no such day.', '"2026年13月1日": the calendar has no such day.'],
  ['soon', '"soon" is no day.', '"soon" is no day.'],
  ['1 Foo 2026', '"1 Foo 2026" is no day.', '"1 Foo 2026" is no day.'],
  ['n/a', 'none', 'none'],
  ['–', 'none', 'none'],
  ['', 'none', 'none'],
])('a cell "%s" starts and ends on its own days', (text, start, end) => {
  const read = (side: 'start' | 'end') => short(dayIn(cellOf(text), { side, order: undefined, today }));
  expect([read('start'), read('end')]).toEqual([start, end]);
});

test.each([
  ['from 16.11.26 to ongoing', '2026-11-16', 'open'],
  ['16–30 Nov 2026', '2026-11-16', '2026-11-30'],
  ['16.-30.11.2026', '2026-11-16', '2026-11-30'],
  ['Nov 16–30, 2026', '2026-11-16', '2026-11-30'],
  ['Nov 16 – Dec 24, 2026', '2026-11-16', '2026-12-24'],
  ['Nov 16th, 2026 – Dec 24', '2026-11-16', '2026-12-24'],
  ['Nov 16 – Dec 24', '2026-11-16', '2026-12-24'],
  ['Nov 16-30', '2026-11-16', '2026-11-30'],
  ['Nov 26 – Dec 26', '2026-11-01', '2026-12-31'],
  ['Nov 26 – Jan 27', '2026-11-01', '2027-01-31'],
  ['Nov 26 – Jan 2027', '2026-11-01', '2027-01-31'],
  ['KW 47-51 2026', '2026-11-16', '2026-12-20'],
  ['KW 10-12 2028', '2028-03-06', '2028-03-26'],
  ['13.12. – 24.12.2027', '2027-12-13', '2027-12-24'],
  ['1.12. – 2.12.2027', '2027-12-01', '2027-12-02'],
  ['47 - KW 51 2026', '2026-11-16', '2026-12-20'],
  ['16 - 30/11/2026', '2026-11-16', '2026-11-30'],
  ['16 – Q4 2026', '"16 – Q4 2026" is no day.', 'none'],
  ['KW 50 2026 – KW 2', '2026-12-07', '2027-01-17'],
  ['Nov 2026 – Jan', '2026-11-01', '2027-01-31'],
  ['Q4 2026 – Q1', '2026-10-01', '2027-03-31'],
  ['20.12.2026 – 10.01.', '2026-12-20', '2027-01-10'],
  ['20.12. – 10.01.2027', '2026-12-20', '2027-01-10'],
  ['Dec – Jan 2027', '2026-12-01', '2027-01-31'],
  ['KW 47 2026', '2026-11-16', '2026-11-22'],
  ['ab 15. März 2027', '2027-03-15', 'none'],
  ['bis 30.06.2027', 'none', '2027-06-30'],
  ['ongoing', 'none', 'open'],
  ['soon', '"soon" is no day.', 'none'],
  ['16 – something', '"16 – something" is no day.', 'none'],
  ['', 'none', 'none'],
])('a cell with two days, "%s"', (text, start, end) => {
  const flight = flightIn(cellOf(text), { order: undefined, today });
  expect([short(flight.start), short(flight.end)]).toEqual([start, end]);
});

test.each<[DayOrder, string, string]>([
  ['dmy', '2027-04-03', '2027-06-05'],
  ['mdy', '2027-03-04', '2027-05-06'],
])('two days that can be read both ways are read in the order %s of their column', (order, start, end) => {
  const rules = { order: { order, isMixed: false, by: 'column' as const }, today };
  const flight = flightIn(cellOf('03/04/2027 - 05/06/2027'), rules);
  expect([short(flight.start), short(flight.end)]).toEqual([start, end]);
});

test('a day that can be read both ways names both where nothing tells which', () => {
  expect(dayIn(cellOf('03/04/2027'), { side: 'start', order: undefined, today })).toEqual({
    kind: 'wrong',
    message: '"03/04/2027" can be 3 Apr 2027 or 4 Mar 2027, and nothing else in the sheet tells which.',
    allowed: '2027-04-03 or 2027-03-04, written so',
  });
});

test.each([
  ['2026-12-01', '2026-12-24', '2026-12-24'],
  ['2026-12-01', '2025-12-24', '2026-12-24'],
  ['2026-12-20', '2026-01-10', '2027-01-10'],
  ['2026-12-20', '2027-01-10', '2027-01-10'],
  ['2025-03-01', '2026-12-05', '2025-12-05'],
  ['2027-01-04', '2028-02-29', '2027-02-28'],
  ['2027-12-04', '2028-02-29', '2028-02-29'],
])('an end without a year is the next such day from %s on', (start, end, expected) => {
  expect(endAfter(start, end)).toBe(expected);
});

test.each([
  ['2026-12-01', '2027-12-24', '2027-12-01'],
  ['2026-12-24', '2027-12-24', '2027-12-24'],
  ['2026-12-25', '2027-12-24', '2026-12-25'],
  ['2027-03-01', '2025-06-24', '2025-03-01'],
  ['2028-02-29', '2027-12-24', '2027-02-28'],
])('a start without a year, %s as it is read alone, is the last such day up to %s', (start, end, expected) => {
  expect(startBefore(start, end)).toBe(expected);
});

test.each([
  [5, 17, '2027'],
  [5, 18, '2026'],
  [11, 17, '2026'],
  [1, 1, '2027'],
])('month %i, day %i without a year is the next one that is not over for half a year', (month, day, year) => {
  expect(String(yearFor(month, day, today))).toBe(year);
});

test.each([
  ['2026年11月', { year: 2026, month: 11 }],
  ['11月', { year: undefined, month: 11 }],
  ['2026年13月', undefined],
  ['11/2026', { year: 2026, month: 11 }],
  ['11/1926', undefined],
  ['00/2026', undefined],
  ['2026 November', { year: 2026, month: 11 }],
  ["Nov '26", { year: 2026, month: 11 }],
  ['Noveber', undefined],
])('"%s" as a month', (text, month) => {
  expect(monthOf(text)).toEqual(month);
});

test.each([
  ['KW 47', { start: '2026-11-16', end: '2026-11-22', hasYear: false }],
  ['KW 54', undefined],
  ['KW 0', undefined],
  ['KW 53/2027', undefined],
  ['Q1 2027', { start: '2027-01-01', end: '2027-03-31', hasYear: true }],
  ['W/C 16 Nov 2026', { start: '2026-11-16', end: '2026-11-22', hasYear: true }],
  ['W/C tomorrow 1', undefined],
  ['W/C 3/4/2027', { start: '2027-04-03', end: '2027-04-09', hasYear: true }],
  ['16–22 Nov 2026', { start: '2026-11-16', end: '2026-11-22', hasYear: true }],
  ['22.11.2026–16.11.2026', undefined],
  ['Headline 1', undefined],
  ['Nov', undefined],
  ['16 Nov 2026', undefined],
])('the days of a column with the head "%s"', (head, days) => {
  const period = periodOf(head);
  expect(period && periodDays({ period, isOrdinal: false }, 'dmy', today)).toEqual(days);
});

test.each(['KW 0', 'KW 54', 'W/C tomorrow 1'])('a column called "%s" is for no week', (head) => {
  expect(periodOf(head)).toBeUndefined();
});

test('a week of the plan has no days that its head tells', () => {
  const period = periodOf('Week 1')!;
  expect(period).toMatchObject({ kind: 'week', hasCalendarWord: false });
  expect(periodDays({ period, isOrdinal: true }, 'dmy', today)).toBeUndefined();
});
