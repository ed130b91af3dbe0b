import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import type { Call } from '../../pipeline/call.ts';
import { PLAN_ROWS_MAX } from '../../tools/budget-desk.ts';
import { planProblems } from './plan-problems.ts';
import { readPlanSheet, rowsOfCells } from './plan-sheet.ts';

test('rows come from the columns that the head names, in any order, with the cell of each amount', () => {
  const { rows, problems } = rowsOfCells("'Media plan'!B3:G9", [
    ['Budget', 'Client', 'Note', 'Currency', 'Channel', 'Campaigns'],
    [12_000.5, 'Acme', 'x', 'usd', 'Search', '77, 78'],
    ['', '', '', '', '', ''],
    [],
    ['900', 'Acme Japan', '', 'JPY'],
    [1 / 3, 'Thirds', '', 'EUR'],
  ]);
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    {
      name: 'Acme',
      currency: 'USD',
      amount: '12000.5',
      channel: 'search',
      campaigns: ['77', '78'],
      cell: "'Media plan'!B4",
    },
    { name: 'Acme Japan', currency: 'JPY', amount: '900', cell: "'Media plan'!B7" },
    { name: 'Thirds', currency: 'EUR', amount: '0.33', cell: "'Media plan'!B8" },
  ]);
});

test('what cannot be read is named by its cell, all at once, and never guessed', () => {
  const { rows, problems } = rowsOfCells('Plan!A1:E6', [
    ['client', 'currency', 'amount', 'channel', 'campaigns'],
    ['Acme', 'USD', '12,000'],
    ['', 'USD', 5],
    ['Beta', 'Dollar', -3],
    ['Gamma', 'EUR', 7, '', '77'],
    ['Fine', 'EUR', 7],
  ]);
  expect(rows.map(({ name }) => name)).toEqual(['Fine']);
  expect(problems).toEqual([
    { field: 'Plan!C2', message: 'must be a number, and is "12,000"' },
    { field: 'Plan!A3', message: 'names no client' },
    { field: 'Plan!B4', message: 'must be the code of a currency such as EUR, and is "Dollar"' },
    { field: 'Plan!C4', message: 'must be a number, and is "-3"' },
    { field: 'Plan!E5', message: 'need a channel' },
  ]);
});

test('an amount as text that can be thousands or decimals is refused, unless its currency has three decimals', () => {
  const { rows, problems } = rowsOfCells('Plan!A1:C4', [
    ['client', 'currency', 'amount'],
    ['Acme', 'EUR', '18.000'],
    ['Beta', 'KWD', '18.500'],
    ['Gamma', 'EUR', 18],
  ]);
  expect(rows.map(({ name, amount }) => [name, amount])).toEqual([
    ['Beta', '18.5'],
    ['Gamma', '18'],
  ]);
  expect(problems).toEqual([{ field: 'Plan!C2', message: 'can mean two amounts: write 18000 or 18' }]);
});

test('a range without the columns that are needed says which', () => {
  expect(rowsOfCells('A1:B2', [['client', 'sum']]).problems).toEqual([
    { field: 'A1', message: 'the head row has no column currency, amount or budget' },
  ]);
});

test('of two columns that could be the same, none is guessed', () => {
  expect(
    rowsOfCells('Plan!B2:E3', [
      ['Client', 'Currency', 'Budget', 'Amount'],
      ['Acme', 'USD', 5, 7],
    ]),
  ).toEqual({
    rows: [],
    problems: [{ field: 'Plan!E2', message: 'is amount or budget, as Plan!D2 is; rename the one that is not meant' }],
  });
});

test('rows are refused by field: twice the same, decimals of yen, an unknown channel, ids without a channel', () => {
  const acme = { name: 'Acme', amount: '5', currency: 'USD' };
  const problems = planProblems(
    [
      acme,
      { ...acme },
      { ...acme, currency: 'JPY', amount: '5.5' },
      { ...acme, channel: 'print' },
      { ...acme, name: 'B', campaigns: ['1'] },
      { ...acme, channel: 'search' },
      { ...acme, channel: 'nope', cell: 'Plan!C9' },
    ],
    ['search', 'social'],
  );
  expect(problems.map(({ field }) => field)).toEqual([
    'rows[1].name',
    'rows[2].amount',
    'rows[3].channel',
    'rows[4].channel',
    'sheet.range Plan!C9, channel',
  ]);
  expect(problems[2]!.allowed_values).toEqual(['search', 'social']);
});

const refusedCells = (row: readonly unknown[]) =>
  rowsOfCells('Plan!A1:F2', [['client', 'currency', 'amount', 'channel', 'accounts', 'campaigns'], row]).problems;

test.each([
  [['Acme', 'EUR', 5, '', '12'], [{ field: 'Plan!E2', message: 'need a channel' }]],
  [['Acme', 'EUR', ''], [{ field: 'Plan!C2', message: 'must be a number, and is empty' }]],
  [['Acme', '', 5], [{ field: 'Plan!B2', message: 'must be the code of a currency such as EUR, and is empty' }]],
  [['Acme', 'EUR', 5, 'search', '12', '13'], []],
])('the row %j has its problems by cell', (row, problems) => {
  expect(refusedCells(row)).toEqual(problems);
});

test('a plan has so many rows and no more', () => {
  const rows = Array.from({ length: PLAN_ROWS_MAX + 1 }, (_, at) => ({ name: `C${at}`, amount: '5', currency: 'USD' }));
  expect(planProblems(rows, [])).toEqual([
    { field: 'rows', message: `a plan has at most ${PLAN_ROWS_MAX} rows, and there are ${PLAN_ROWS_MAX + 1}` },
  ]);
  expect(planProblems(rows.slice(1), [])).toEqual([]);
});

const page = (more: object = {}) =>
  JSON.stringify({
    range: 'Plan!A1:C2',
    values: [
      ['client', 'currency', 'amount'],
      ['Acme', 'EUR', 5],
    ],
    ...more,
  });

function sheetRead(reply: object, tools = [{ channel: { name: 'office' }, name: 'read_sheet' }]) {
  const asked: unknown[] = [];
  const runTool = async (_: unknown, __: unknown, question: unknown, call: unknown) => {
    asked.push([question, call]);
    return { isError: false, json: page(), ...reply };
  };
  const call = { requestId: 'req_1', idempotencyKey: 'once' } as Call;
  const sheet = { spreadsheet_id: 's1', range: 'Plan!A1:C2' };
  return { asked, rows: readPlanSheet({ tools, runTool } as never, 'ws_1', call, sheet) };
}

test('a sheet is read in its workspace, in the name of the caller, and never as a repeat of the call itself', async () => {
  const { asked, rows } = sheetRead({});
  expect((await rows).rows).toEqual([{ name: 'Acme', currency: 'EUR', amount: '5', cell: 'Plan!C2' }]);
  expect(asked).toEqual([
    [
      {
        ...{ workspaceId: 'ws_1', spreadsheet_id: 's1', range: 'Plan!A1:C2' },
        ...{ value_render_option: 'UNFORMATTED_VALUE', limit: PLAN_ROWS_MAX + 1 },
      },
      { requestId: 'req_1', idempotencyKey: undefined },
    ],
  ]);
});

const closed = new Failure({ code: 'permission_denied', message: 'Not shared.', nextStep: 'Share it.' });
test.each<[string, object, [] | undefined, object]>([
  [
    'without a channel for it',
    {},
    [],
    { code: 'invalid_arguments', message: '`sheet`: This service has no channel for spreadsheets.' },
  ],
  [
    'that is not shared',
    { isError: true, failure: closed },
    undefined,
    { code: 'permission_denied', message: '`sheet`: Not shared.', details: { nextStep: 'Share it.' } },
  ],
  [
    'that failed without words',
    { isError: true },
    undefined,
    { code: 'invalid_arguments', message: '`sheet`: The spreadsheet could not be read.' },
  ],
  [
    'with more rows than a plan has',
    { json: page({ next_cursor: 'x' }) },
    undefined,
    { code: 'invalid_arguments', message: `\`sheet\`: The range has more than ${PLAN_ROWS_MAX} rows; name fewer.` },
  ],
])('a sheet %s is refused by its argument', async (_, reply, tools, told) => {
  const refusal = await sheetRead(reply, tools).rows.catch((error: unknown) => error);
  expect(refusal).toMatchObject(told);
  expect((refusal as Failure).details.problems).toMatchObject([{ field: 'sheet' }]);
});
