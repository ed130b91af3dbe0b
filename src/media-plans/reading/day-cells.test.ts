import { expect, test } from 'vitest';
import type { GridCell } from './cell-grid.ts';
import { dayIn } from './day-cells.ts';

const DAY_MS = 86_400_000;
const serial = (iso: string) => (Date.parse(`${iso}T00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS;
type Rules = Parameters<typeof dayIn>[1];

function read(cell: string | { text: string; number: number }, side: Rules['side'], order?: object): string {
  const given = (typeof cell === 'string' ? { text: cell, number: undefined } : cell) as GridCell;
  const found = dayIn(given, { side, order, today: '2026-11-18' } as Rules);
  return found.kind === 'day' ? found.day : found.kind;
}

test('a cell that shows a month is its first day where something starts, and its last where it ends', () => {
  const month = { text: 'Feb 2028', number: serial('2028-02-01') };
  expect([read(month, 'start'), read(month, 'end')]).toEqual(['2028-02-01', '2028-02-29']);
  const day = { text: '1 Feb 2028', number: serial('2028-02-01') };
  expect(read(day, 'end')).toBe('2028-02-01');
});

test('a bare number is a day of these years, or none: an amount in the wrong column is no day', () => {
  const bare = (number: number) => read({ text: String(number), number }, 'start');
  expect(bare(serial('2027-03-01'))).toBe('2027-03-01');
  const cell = { text: '46357', number: 46357, isRepair: false };
  expect(dayIn(cell, { side: 'start', order: undefined, today: '2026-11-18' })).toMatchObject({
    day: '2026-12-01',
    note: '"46357" is a number without a date format; it is read as 1 Dec 2026.',
  });
  expect([bare(500), bare(40_000), bare(60_000)]).toEqual(['wrong', 'wrong', 'wrong']);
  expect(read({ text: '20270301', number: 20_270_301 }, 'start')).toBe('2027-03-01');
});

test('without an end is an end, and no start', () => {
  expect([read('open end', 'end'), read('open end', 'start')]).toEqual(['open', 'wrong']);
});

test('a day that can be read both ways is asked for where its column has both orders', () => {
  const dmy = { order: 'dmy', isMixed: false };
  expect(read('03/04/2027', 'start', dmy)).toBe('2027-04-03');
  expect(read('03/04/2027', 'start', { ...dmy, order: 'mdy' })).toBe('2027-03-04');
  expect(read('03/04/2027', 'start', { ...dmy, isMixed: true })).toBe('wrong');
  expect(read('03.04.2027', 'start', { ...dmy, isMixed: true })).toBe('wrong');
});
