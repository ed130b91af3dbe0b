import { expect, test } from 'vitest';
import type { PlannedBudget, RunningCampaign, RunningGroup } from '../../tools/media-planning.ts';
import type { RunningAccount } from '../running-accounts.ts';
import { headCells, lineCells, linesOf } from './exported-lines.ts';
import { tableFile } from './table-file.ts';

const account = {
  channel: 'social',
  account: { id: '1', currency: { code: 'USD', digits: 2 } },
} as unknown as RunningAccount;
const usd = (amount: string, per: PlannedBudget['per']): PlannedBudget => ({ amount, currency: 'USD', per });
const group = (name: string, more: Partial<RunningGroup> = {}): RunningGroup => ({
  ...{ id: name, name, status: 'on', ads: 2 },
  ...more,
});

/** The rows of a campaign in a file, each by the heads that it says something under. */
async function rowsOf(more: Partial<RunningCampaign>) {
  const campaign: RunningCampaign = { id: '7', name: 'Spring', status: 'on', groups: [], ...more };
  const rows = linesOf(account, campaign).map(lineCells);
  const { file, type } = await written([headCells(), ...rows], 'csv');
  expect(type).toBe('text/csv; charset=utf-8');
  const [heads = [], ...lines] = file
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const wanted = ['Ad group', 'Start', 'End', 'Total budget', 'Daily budget', 'Number of ads'];
  return lines.map((line) => wanted.map((head) => line[heads.indexOf(head)]).join('|'));
}

async function written(rows: ReturnType<typeof lineCells>[], format: 'csv' | 'xlsx') {
  const { pieces, type } = tableFile('Plan', format, {
    name: 'Plan',
    widths: headCells().map(() => 9),
    heads: 1,
    rows,
  });
  const parts: Buffer[] = [];
  for await (const piece of pieces()) parts.push(Buffer.from(piece));
  return { file: Buffer.concat(parts).toString('latin1'), type };
}

test.each<[string, Partial<RunningCampaign>, string[]]>([
  [
    'without a group is one row',
    { budget: usd('900', 'total'), start: '2027-01-05', end: '2027-01-31' },
    ['|2027-01-05|2027-01-31|900||'],
  ],
  [
    'with one group is one row, with the days and the budget of its group where it has none itself',
    { groups: [group('Women', { budget: usd('50', 'day'), start: '2027-01-06' })], end: '2027-01-31' },
    ['Women|2027-01-06|2027-01-31||50|2'],
  ],
  [
    'with several groups is a row of its own and one for each, with the days and budgets that are theirs',
    {
      start: '2027-01-05',
      groups: [
        group('Women', { budget: usd('50', 'day'), start: '2027-01-05' }),
        group('Men', { budget: usd('700', 'total'), start: '2027-01-06', ads: 0 }),
      ],
    },
    ['|2027-01-05||||', 'Women||||50|2', 'Men|2027-01-06||700||0'],
  ],
  [
    'whose groups share its budget tells it once',
    { budget: usd('80', 'day'), groups: [group('Women', { budget: usd('50', 'day') }), group('Men')] },
    ['||||80|', 'Women|||||2', 'Men|||||2'],
  ],
])('a campaign %s', async (_, campaign, rows) => {
  expect(await rowsOf(campaign)).toEqual(rows);
});

test('a workbook is no text', async () => {
  const { file, type } = await written([headCells()], 'xlsx');
  expect([file.slice(0, 2), type]).toEqual(['PK', expect.stringContaining('spreadsheetml')]);
});
