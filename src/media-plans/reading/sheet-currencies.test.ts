import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End', 'Budget'];
const rowOf = (campaign: string, budget: TestCell) => ['Social', campaign, '2026-12-01', '2026-12-24', budget];

test.each<[string[]]>([[['Currency', 'CHF']], [['Währung: CHF']], [['Media plan (CHF)']], [['all budgets in CHF']]])(
  '%j above the heads is the currency of amounts that name none',
  async (title) => {
    const { lines } = await readPlan(sheetOf([title, HEADS, rowOf('Spring', '500')]), OPTIONS);
    expect(lines).toMatchObject([{ currency: 'CHF', budget: { amount: '500' } }]);
  },
);

test.each<[string, string, string | undefined]>([
  ['US dollars, the usual ones, where nothing tells', 'USD', undefined],
  ['those of the workspace, if it has some', 'CAD', 'CAD'],
  ['the usual ones where the workspace counts in other money', 'USD', 'CHF'],
])('a dollar sign means %s', async (_, currency, defaultCurrency) => {
  const { lines } = await readPlan(sheetOf([HEADS, rowOf('Spring', '$500')]), { ...OPTIONS, defaultCurrency });
  expect(lines).toMatchObject([{ currency, isOut: false }]);
});

test('a price in a note does not tell the currency of the budgets', async () => {
  const rows = [
    [...HEADS, 'Note'],
    [...rowOf('Spring', '$500'), 'CAD 20'],
  ];
  const { lines } = await readPlan(sheetOf(rows), OPTIONS);
  expect(lines).toMatchObject([{ currency: 'USD' }]);
});

test('among rows of two currencies, one that names none is in that of the line above the heads', async () => {
  const rows = ['EUR', 'USD', ''].map((currency, at) => [...rowOf(`Campaign ${at}`, '500'), currency]);
  const sheet = sheetOf([['all budgets in EUR'], [...HEADS, 'Currency'], ...rows]);
  const { lines, problems } = await readPlan(sheet, OPTIONS);
  expect(problems).toEqual([]);
  expect(lines.map(({ currency }) => currency)).toEqual(['EUR', 'USD', 'EUR']);
});

test('a sum in one currency adds the rows above it that are in this currency', async () => {
  const total = (amount: string) => ['', 'Total EUR', '', '', amount];
  const rows = [
    [rowOf('A', 'EUR 100'), rowOf('B', 'USD 50'), total('EUR 100')],
    [rowOf('C', 'EUR 200'), rowOf('D', 'USD 30'), total('EUR 200')],
  ];
  const { sums } = await readPlan(sheetOf([HEADS, ...rows.flat()]), OPTIONS);
  expect(sums.map(({ amount, currency, rows: added }) => [amount, currency, added])).toEqual([
    ['100', 'EUR', [2]],
    ['200', 'EUR', [5]],
  ]);
});
