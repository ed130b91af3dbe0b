import { expect, test } from 'vitest';
import { planProblems } from './plan-problems.ts';
import { rowsOfCells } from './plan-sheet.ts';

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

test('a range without the columns that are needed says which', () => {
  expect(rowsOfCells('A1:B2', [['client', 'sum']]).problems).toEqual([
    { field: 'A1', message: 'the head row has no column currency, amount or budget' },
  ]);
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
