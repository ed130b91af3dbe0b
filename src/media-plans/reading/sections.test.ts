import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

const DAYS = ['2026-12-01', '2026-12-24'];

test('words on their own above rows without a campaign are their campaign', async () => {
  const rows = [
    ['Channel', 'Campaign', 'Start', 'End', 'Budget'],
    ['', 'Autumn', '', '', ''],
    ['Social', '', ...DAYS, '500'],
    ['Social', '', ...DAYS, '600'],
  ];
  const { lines } = await readPlan(sheetOf(rows), OPTIONS);
  expect(lines.map(({ row, campaign }) => [row, campaign])).toEqual([
    [3, 'Autumn'],
    [4, 'Autumn'],
  ]);
});

test('words on their own in a sheet without a column of campaigns are none, and the column is asked for', async () => {
  const rows = [['Channel', 'Start', 'End', 'Budget'], ['Autumn'], ['Social', ...DAYS, '500']];
  const { problems } = await readPlan(sheetOf(rows), OPTIONS);
  expect(problems).toMatchObject([{ level: 'stop', message: 'No column holds names of campaigns.' }]);
});
