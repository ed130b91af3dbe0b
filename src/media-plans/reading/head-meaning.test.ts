import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End'];
const SPRING = ['Social', 'Spring', '2026-12-01', '2027-01-24'];

/** The first line of a sheet whose heads stand in several rows, from the fifth column on. */
async function lineUnder(heads: string[][], cells: string[]) {
  const [top, ...lower] = heads;
  const rows = [[...HEADS, ...top!], ...lower.map((row) => ['', '', '', '', ...row]), [...SPRING, ...cells]];
  const { lines, problems } = await readPlan(sheetOf(rows), OPTIONS);
  expect(problems).toEqual([]);
  return lines.at(-1)!;
}

test.each<[string, string[][], string[], object]>([
  [
    'months with a total and a note each',
    [
      ['Dec 2026', '', 'Jan 2027', ''],
      ['Total', 'Note', 'Total', 'Note'],
    ],
    ['500', 'x', '600', 'y'],
    { months: { '2026-12': '500', '2027-01': '600' }, budget: { amount: '1100' } },
  ],
  [
    'budgets that name their months',
    [['Budget Dec 2026', 'Budget Jan 2027']],
    ['500', '600'],
    { months: { '2026-12': '500', '2027-01': '600' }, budget: { amount: '1100' } },
  ],
  [
    'a budget below the plan, and one below what was spent',
    [
      ['Plan', '', 'Actual', ''],
      ['Budget', 'Objective', 'Budget', 'CPM'],
    ],
    ['500', 'Sales', '100', '4'],
    { budget: { amount: '500' }, objective: 'sales' },
  ],
  [
    'a budget with an objective below it',
    [
      ['Budget', ''],
      ['net', 'Objective'],
    ],
    ['500', 'Sales'],
    { budget: { amount: '500' }, objective: 'sales' },
  ],
  ['a budget per click', [['Budget', 'Budget per click']], ['500', '2'], { budget: { amount: '500' } }],
  [
    'a sentence that speaks of budgets',
    [['Budget', 'Budget as agreed with the client in the meeting of last spring, to be confirmed by all of them']],
    ['500', '600'],
    { budget: { amount: '500' } },
  ],
])('heads are understood: %s', async (_, heads, cells, expected) => {
  expect(await lineUnder(heads, cells)).toMatchObject({ ...expected, isOut: false });
});

test('what was spent is no budget, in months as well', async () => {
  const heads = [
    ['Actuals', ''],
    ['Dec 2026', 'Jan 2027'],
    ['Budget', 'Budget'],
  ];
  expect(await lineUnder(heads, ['500', '600'])).not.toHaveProperty('budget');
});
