import { describe, expect, test } from 'vitest';
import type { MediaPlan } from '../../api/media-plans.ts';
import { bareCell, gridOf, inOrder, letterOf, placeOf, valueAt } from './grid.ts';
import { groupsOf, proposalsIn } from './problem-groups.ts';

const plan = {
  cells: {
    firstRow: 3,
    firstColumn: 1,
    shown: [['Kanal', 'Budget'], ['Social', '200,00'], ['Summe', ''], ['Video'], ['', '']],
  },
  repairs: { 'Plan!C5': '260' },
  mapping: [
    { column: 'B', head: 'Kanal', meaning: 'channel', found: 'head' },
    { column: 'C', head: 'Budget', meaning: 'budget_total', found: 'head', written: 'numbers 1.234,56' },
  ],
  rows: [
    { rows: [5], fate: 'make', channel: 'social', campaign: { name: 'A' }, groups: [], platform_checked: false },
    { rows: [7], fate: 'out', channel: 'video', campaign: { name: 'B' }, groups: [], platform_checked: false },
  ],
  skipped: [
    { row: 4, kind: 'heads' },
    { row: 6, kind: 'sum', text: 'Summe' },
    { row: 8, kind: 'blank' },
  ],
  problems: [
    { cell: "'My plan'!C5", level: 'look', message: 'Look.' },
    { cell: "'My plan'!C5", level: 'stop', message: 'Stop.' },
  ],
} as unknown as MediaPlan;

describe('the sheet as it was read', () => {
  test('each row is what it was taken for, with its own number', () => {
    const { rows, columns } = gridOf(plan);
    expect(rows.map(({ number, kind }) => [number, kind])).toEqual([
      [4, 'heads'],
      [5, 'in'],
      [6, 'skipped'],
      [7, 'out'],
      [8, 'skipped'],
    ]);
    expect(columns.map(({ letter, meaning, isNumeric }) => [letter, meaning, isNumeric])).toEqual([
      ['B', 'channel', false],
      ['C', 'budget_total', true],
    ]);
  });

  test('a skipped row says why in a cell that is empty', () => {
    const [, , sum] = gridOf(plan).rows;
    expect(sum).toMatchObject({ reason: 'sum, skipped', reasonAt: 1 });
  });

  test('the gravest problem of a cell comes first, whatever the tab is called', () => {
    expect(
      gridOf(plan)
        .problems.get('C5')
        ?.map(({ level }) => level),
    ).toEqual(['stop', 'look']);
  });

  test('a repair counts instead of what stands in the file', () => {
    expect(valueAt(plan, 'Plan!C5')).toBe('260');
    expect(valueAt(plan, 'Plan!B5')).toBe('Social');
    expect(valueAt(plan, 'Plan!C7')).toBe('');
  });
});

test('letters of columns, and addresses', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  expect(bareCell("'A!B'!$F$7")).toBe('F7');
  expect(placeOf('Plan!AB12')).toEqual({ letter: 'AB', row: 12 });
});

test('what keeps rows out is walked to first, then by place', () => {
  const of = (cell: string, level: 'stop' | 'look') => ({ cell, level, kind: 'value' as const, message: '' });
  const problems = [of('P!B2', 'look'), of('P!AA3', 'stop'), of('P!C3', 'stop'), of('P!A9', 'stop')];
  expect(inOrder(problems).map(({ cell }) => cell)).toEqual(['P!C3', 'P!AA3', 'P!A9', 'P!B2']);
});

test('the same problem of several cells is one line where one thing mends all of them', () => {
  const of = (cell: string, kind: 'value' | 'defaults', repair?: string) => ({
    ...{ cell, kind, level: 'stop' as const, message: 'm' },
    ...(repair !== undefined && { repair }),
  });
  const problems = [
    of('P!B2', 'defaults'),
    of('P!F2', 'value'),
    of('P!B3', 'defaults'),
    of('P!F3', 'value'),
    of('P!F4', 'value', '260'),
    of('P!F5', 'value', '260'),
    of('P!F6', 'value', '300'),
  ];
  expect(groupsOf(problems).map(({ cells, places }) => [cells.join(' '), places])).toEqual([
    ['P!B2 P!B3', [0, 2]],
    ['P!F2', [1]],
    ['P!F3', [3]],
    ['P!F4 P!F5', [4, 5]],
    ['P!F6', [6]],
  ]);
  expect(proposalsIn(problems)).toEqual({ 'P!F4': '260', 'P!F5': '260', 'P!F6': '300' });
});
