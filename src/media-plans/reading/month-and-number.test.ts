import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

type Days = readonly [start: string, end: string];

async function daysIn(rows: readonly Days[]): Promise<Days[]> {
  const lines = rows.map(([start, end], at) => ['Social', `Campaign ${at}`, start, end, '50']);
  const sheet = sheetOf([['Channel', 'Campaign', 'Start', 'End', 'Budget'], ...lines]);
  const plan = await readPlan(sheet, OPTIONS);
  return plan.lines.map(({ start, end }) => [start ?? '', end ?? '']);
}

test('a month with a number beside it is a month of that year where no cell says otherwise', async () => {
  expect(
    await daysIn([
      ['Nov 26', 'Dec 26'],
      ['Dec 26', 'Jan 27'],
    ]),
  ).toEqual([
    ['2026-11-01', '2026-12-31'],
    ['2026-12-01', '2027-01-31'],
  ]);
});

test.each(['Nov 30', 'Dec 5', 'Nov 16'])('beside "%s" it is a day, in every column of days', async (other) => {
  const [days] = await daysIn([
    ['Nov 26', 'Dec 26'],
    [other, 'Dec 24, 2026'],
  ]);
  expect(days).toEqual(['2026-11-26', '2026-12-26']);
});

test('years of a plan that is over tell nothing', async () => {
  expect(await daysIn([['Nov 25', 'Dec 26']])).toEqual([['2025-11-01', '2026-12-31']]);
});
