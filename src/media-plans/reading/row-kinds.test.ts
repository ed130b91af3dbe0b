import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { day, OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End', 'Budget'];
const DAYS = ['2026-12-01', '2026-12-24'];
const SPRING = ['Social', 'Spring', ...DAYS, '500'];

const LONG = 'Total brand awareness for the whole of Germany, Austria and Switzerland';

type Case = [what: string, rows: TestCell[][], lines: number[], skipped: (readonly [number, string])[]];

test.each<Case>([
  [
    'a row of a channel with days and an amount is a line, also above rows that leave the channel out',
    [
      ['Social', '', ...DAYS, '500'],
      ['', 'Spring', ...DAYS, '600'],
    ],
    [2, 3],
    [],
  ],
  [
    'a channel with an amount and no days, above campaigns of it, is their sum',
    [['Social', '', '', '', '500'], [''], ['', 'Spring', '', '', '600'], ['Search', 'Other', ...DAYS, '300']],
    [4, 5],
    [
      [2, 'sum'],
      [3, 'blank'],
    ],
  ],
  [
    'a campaign that is named like a channel, beside a column of channels, is a line',
    [['', 'Facebook', '', '', '600'], SPRING],
    [2, 3],
    [],
  ],
  [
    'a channel with a note beside it is a section',
    [
      ['Social', '', '', '', '', 'cheap'],
      ['', 'Spring', ...DAYS, '600'],
    ],
    [3],
    [[2, 'section']],
  ],
  [
    'a campaign that is called Total, with its channel and days, is a line',
    [['Social', 'Total', ...DAYS, '600'], SPRING],
    [2, 3],
    [],
  ],
  [
    'a row that is called Total without days is a sum, whatever its channel',
    [SPRING, ['Social', 'Total', '', '', '500']],
    [2],
    [[3, 'sum']],
  ],
  [
    'days and an amount without a name are a line, also where the days look like numbers',
    [['', '', day('2026-12-01', '1.12'), day('2026-12-24', '24.12'), '500'], SPRING],
    [2, 3],
    [],
  ],
  [
    'what fees are for, in a long sentence, is a name',
    [SPRING, ['', 'Agency fee plus VAT plus tax plus management fee plus ad serving fee net', '', '', '600']],
    [2, 3],
    [],
  ],
  [
    'words that stand beside fees, without one, are a name',
    [SPRING, ['', 'Management service', '', '', '600']],
    [2, 3],
    [],
  ],
  ['a year with a note is a comparison', [SPRING, ['', '2025', '', '', '600', 'last year']], [2], [[3, 'outside']]],
  ['a difference is none of the campaigns', [SPRING, ['', 'Δ', '', '', '600']], [2], [[3, 'outside']]],
  ['a long name that begins with Total is a name', [SPRING, ['', LONG, '', '', '600']], [2, 3], []],
])('%s', async (_, rows, lines, skipped) => {
  const read = await readPlan(sheetOf([[...HEADS, 'Note'], ...rows]), OPTIONS);
  expect(read.lines.map(({ row }) => row)).toEqual(lines);
  expect(read.skipped.slice(1).map(({ row, kind }) => [row, kind])).toEqual(skipped);
});

test('a sum in Japanese is no campaign that was left out', async () => {
  const { problems, sums } = await readPlan(sheetOf([HEADS, SPRING, ['', '合計金額', '', '', '500']]), OPTIONS);
  expect(problems).toEqual([]);
  expect(sums).toMatchObject([{ amount: '500', rows: [2] }]);
});
