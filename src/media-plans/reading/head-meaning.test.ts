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

test.each([
  'Budget (excl. VAT)',
  'Budget exkl. MwSt',
  'Budget zzgl. MwSt.',
  'Budget ohne MwSt',
  'Budget hors TVA',
  'Budget HT',
  'Presupuesto sin IVA',
  'Budget senza IVA',
  'Orçamento sem IVA',
  'Budget excl. btw',
  'Budget excl. fees',
  'Media cost excluding agency fee',
  'Budget ex VAT',
  'Budget net of fees',
  'Budget zzgl. 19 % MwSt.',
  'Budget (IVA esclusa)',
  'Budget hors frais d’agence',
  '予算（税別）',
  '予算（手数料別）',
  '予算（税抜）',
])('%s is a budget, and before one with taxes or fees', async (head) => {
  const line = await lineUnder([['Total cost', head]], ['1190', '1000']);
  expect(line).toMatchObject({ budget: { amount: '1000', per: 'total' } });
});

test.each([
  'Budget incl. VAT',
  'Budget inkl. MwSt.',
  'Budget TTC',
  'Budget con IVA',
  'Budget, VAT included',
  'Budget incl. fees',
  '予算（税込）',
  '予算（手数料込）',
])('%s is a budget where no other is, and after one without', async (head) => {
  expect(await lineUnder([[head]], ['1190'])).toMatchObject({ budget: { amount: '1190' } });
  expect(await lineUnder([[head, 'Budget net']], ['1190', '1000'])).toMatchObject({ budget: { amount: '1000' } });
});

test.each(['VAT', 'MwSt. 19 %', 'Agency fee', 'Budget VAT', 'Fees excl. VAT', 'Steuer (inkl. MwSt)'])(
  '%s is no budget',
  async (head) => {
    expect(await lineUnder([[head]], ['190'])).not.toHaveProperty('budget');
  },
);
