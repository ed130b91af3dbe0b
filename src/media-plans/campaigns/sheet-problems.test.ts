import { expect, test } from 'vitest';
import { cellIn, SheetProblems } from './sheet-problems.ts';

const told = (problems: SheetProblems) =>
  problems.sorted().map(({ cell, level, message }) => `${cell} ${level} ${message}`);

test('problems are told by row, then by column, each once', () => {
  const problems = new SheetProblems();
  for (const cell of ['Plan!AA2', 'Plan!B10', 'Plan!B2', 'Plan!$C$2', 'Plan!B2'])
    problems.add({ cell, level: 'look', message: 'odd' });
  expect(told(problems)).toEqual(['Plan!B2', 'Plan!$C$2', 'Plan!AA2', 'Plan!B10'].map((cell) => `${cell} look odd`));
});

test('problems of one cell are told in the order in which they were found, those that stop its row first', () => {
  const problems = new SheetProblems();
  const add = (level: 'look' | 'stop', message: string) => problems.add({ cell: 'B2', level, message });
  add('look', 'one');
  add('stop', 'two');
  add('look', 'three');
  add('stop', 'four');
  expect(told(problems)).toEqual(['B2 stop two', 'B2 stop four', 'B2 look one', 'B2 look three']);
});

test('what stops a row stays a stop, however it is told again', () => {
  const problems = new SheetProblems();
  problems.add({ cell: 'B2', level: 'look', message: 'odd' });
  expect(problems.hasStop('B2')).toBe(false);
  problems.add({ cell: 'B2', level: 'stop', message: 'odd', allowed: 'Even' });
  problems.add({ cell: 'B2', level: 'look', message: 'odd' });
  expect(problems.sorted()).toEqual([{ cell: 'B2', level: 'stop', kind: 'value', message: 'odd', allowed: 'Even' }]);
  expect(problems.hasStop('B2')).toBe(true);
  expect(problems.hasStop('B3')).toBe(false);
});

test('a problem of a field without a cell is told in that of its campaign, else in any of its row', () => {
  const line = (cells: Record<string, string>) => ({ row: 7, cells }) as never;
  expect(cellIn(line({ campaign: 'A7', budget: 'F7' }), 'budget')).toBe('F7');
  expect(cellIn(line({ end: 'E7', campaign: 'A7' }), 'budget')).toBe('A7');
  expect(cellIn(line({ end: 'E7' }), 'budget')).toBe('E7');
  expect(cellIn(line({}), 'budget')).toBe('A7');
});
