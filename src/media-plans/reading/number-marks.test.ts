import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End', 'Budget'];

const read = async (rows: string[][], repairs: Record<string, string>) =>
  readPlan(sheetOf([HEADS, ...rows.map((row) => ['Social', 'Spring', ...row])]), { ...OPTIONS, repairs });

test('an amount that was repaired does not tell how the others are written', async () => {
  const rows = ['1.500', '1.800'].map((budget) => ['2026-12-01', '2026-12-24', budget]);
  const { lines } = await read(rows, { 'Plan!E3': '1,234.50' });
  expect(lines.map(({ isOut, budget }) => [isOut, budget?.amount])).toEqual([
    [true, undefined],
    [false, '1234.5'],
  ]);
});

test('a day that was repaired does not tell how the others are written', async () => {
  const numbers = Array(2).fill(['3/4/2027', '5/6/2027', '500']);
  const { lines } = await read(numbers, { 'Plan!C3': '13/4/2027' });
  expect(lines.map(({ start }) => start)).toEqual([undefined, '2027-04-13']);
  const months = Array(2).fill(['Nov 26', 'Dec 26', '500']);
  const { lines: named } = await read(months, { 'Plan!C3': 'Dec 5' });
  expect(named.map(({ start, end }) => [start, end])).toEqual([
    ['2026-11-01', '2026-12-31'],
    ['2026-12-05', '2026-12-31'],
  ]);
});
