import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

test('a German plan with its heads in the fourth row, a sum, and yen below it', async () => {
  const reading = await readPlan(
    sheetOf([
      ['Mediaplan Holiday 2026'],
      [],
      ['Stand: 10.11.2026'],
      ['Kanal', 'Kampagne', 'Ziel', 'von', 'bis', 'Budget ges.', 'Whg'],
      ['Social', 'Holiday: prospecting', 'Sales', '23.11.26', '24.12.26', '18.000,00', 'USD'],
      ['Video', 'Last shipping day', 'Sales', '18.12.26', '14.12.26', '3.000,00', 'USD'],
      ['', 'Summe', '', '', '', '21.000,00', ''],
      ['Social', 'ホリデー：新規顧客', 'Sales', '23.11.26', '24.12.26', '1.800.000', 'JPY'],
    ]),
    OPTIONS,
  );
  expect(reading.mapping.map(({ column, meaning }) => `${column} ${meaning}`)).toEqual([
    'A channel',
    'B campaign',
    'C objective',
    'D start',
    'E end',
    'F budget_total',
    'G currency',
  ]);
  expect(reading.lines.map(({ row, isOut, budget, currency }) => [row, isOut, budget?.amount, currency])).toEqual([
    [5, false, '18000', 'USD'],
    [6, true, '3000', 'USD'],
    [8, false, '1800000', 'JPY'],
  ]);
  expect(reading.lines[0]).toMatchObject({
    start: '2026-11-23',
    end: '2026-12-24',
    channel: 'social',
    objective: 'sales',
  });
  expect(reading.problems).toEqual([
    { cell: 'Plan!E6', level: 'stop', kind: 'value', message: 'Ends 14 Dec 2026, before it starts on 18 Dec 2026.' },
  ]);
  expect(reading.sums).toEqual([{ cell: 'Plan!F7', amount: '21000', currency: 'USD', rows: [5, 6] }]);
  expect(reading.skipped.map(({ row, kind }) => `${row} ${kind}`)).toEqual([
    '1 outside',
    '2 blank',
    '3 outside',
    '4 heads',
    '7 sum',
  ]);
});

const HEADS = ['Channel', 'Campaign', 'Start', 'End', 'Budget'];
const SPRING = ['Social', 'Spring', '2026-12-01', '2026-12-24', '500'];

test('a mapping of one column does not move the row of heads to other words in that column', async () => {
  const rows = [['A plan', '', '', '', 'of 2026'], HEADS, SPRING];
  const { lines, problems } = await readPlan(sheetOf(rows), { ...OPTIONS, given: { E: 'budget_total' } });
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ row: 3, campaign: 'Spring', budget: { amount: '500' } }]);
});

test('a column that has no head but values is no gap before another table', async () => {
  const rows = [
    [...HEADS.slice(0, 4), '', 'Channel', 'Budget'],
    [...SPRING.slice(0, 4), 'x', 'Facebook', '500'],
  ];
  const { lines, problems } = await readPlan(sheetOf(rows), OPTIONS);
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ channel: 'social', budget: { amount: '500' }, isOut: false }]);
});

test('a column with days of either order says that it has both', async () => {
  const rows = [
    ['13/12/2026', '24/12/2026'],
    ['12/14/2026', '12/25/2026'],
  ].map((days) => ['Social', 'Spring', ...days, '500']);
  const { lines, mapping } = await readPlan(sheetOf([HEADS, ...rows]), OPTIONS);
  expect(lines.map(({ start, end }) => [start, end])).toEqual([
    ['2026-12-13', '2026-12-24'],
    ['2026-12-14', '2026-12-25'],
  ]);
  for (const { written } of mapping.slice(2, 4)) expect(written).toBe('some days before, some after the month');
});
