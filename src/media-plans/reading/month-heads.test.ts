import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { day, OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';

const ALL = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const yearly = (year: number) => ALL.map((_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);

const EMPTY = (head: string) => `empty ${head}`;

const readMonths = async (title: string, heads: readonly TestCell[]) => {
  const names = heads.map((head) => (typeof head === 'string' ? head.replace('empty ', '') : head));
  const amounts = heads.map((head, at) => (head === names[at] ? '500' : ''));
  const rows = [[title], ['Channel', 'Campaign', ...names], ['Social', 'Spring', ...amounts]];
  const { lines, problems } = await readPlan(sheetOf(rows), OPTIONS);
  return { months: Object.keys(lines[0]!.months ?? {}), budget: lines[0]!.budget?.amount, problems };
};

test.each<[string, string, readonly TestCell[], string[]]>([
  ['a title names the year of the first', 'Mediaplan 2027', ALL, yearly(2027)],
  [
    'without amounts they decide nothing',
    'Mediaplan',
    [...ALL.slice(0, 10).map(EMPTY), 'Nov', 'Dec'],
    ['2026-11', '2026-12'],
  ],
  ['they go on over the end of a year', 'Plan 2026', ['Nov', 'Dec', 'Jan'], ['2026-11', '2026-12', '2027-01']],
  ['one with a year is followed', 'Plan', ['Jan 2028', 'Feb', 'Mar'], ['2028-01', '2028-02', '2028-03']],
  ['one with a year is led up to', 'Plan', ['Nov', 'Dec', 'Jan 2028'], ['2027-11', '2027-12', '2028-01']],
  [
    'each year that is named begins anew',
    'Plan',
    ['Dec 2026', 'Jan', 'Dec 2027', 'Jan'],
    ['2026-12', '2027-01', '2027-12', '2028-01'],
  ],
  ['the same months again are the same', 'Plan', ['Jan', 'Feb', 'Jan', 'Feb'], ['2027-01', '2027-02']],
  ['in no order each is the next of its name', 'Plan', ['Mar', 'Feb', 'Jan'], ['2027-03', '2027-02', '2027-01']],
  [
    'a day behind the name tells the year',
    'Plan',
    [day('2028-01-01', 'Jan'), day('2028-02-01', 'Feb')],
    ['2028-01', '2028-02'],
  ],
])('months as heads: %s', async (_, title, heads, months) => {
  const read = await readMonths(title, heads);
  expect(read).toEqual({
    months,
    budget: String(heads.filter((head) => !String(head).startsWith('empty')).length * 500),
    problems: [],
  });
});

test.each<[string, string[], string]>([
  ['Plan', ALL, 'Plan!G2: "May" names no year and is read as May 2027, as the months before it are.'],
  [
    'Plan 2025',
    ['Oct', 'Nov'],
    'Plan!C2: "Oct" names no year and is read as Oct 2025, by the year that stands above the heads.',
  ],
  [
    'Plan 2026',
    ['KW 2', 'KW 3', 'KW 4'],
    'Plan!C2: "KW 2" names no year and is read as from 11 Jan 2027 on; above the heads stands 2026.',
  ],
  [
    'Plan 2026',
    ['4 Jan', '11 Jan', '18 Jan'],
    'Plan!C2: "4 Jan" names no year and is read as from 4 Jan 2027 on; above the heads stands 2026.',
  ],
])('below %s the year of %j is told', async (title, heads, words) => {
  const { problems } = await readMonths(title, heads);
  expect(problems.map(({ cell, message, level }) => `${cell}: ${message} ${level}`)).toEqual([`${words} look`]);
});

test.each<[string, string[]]>([
  ['Plan 2027', ['KW 53', 'KW 1', 'KW 2']],
  ['Plan 2026', ['KW 2/2027', 'KW 3/2027', 'KW 4/2027']],
  ['Plan 2026', ['4 Jan 2027', '11 Jan 2027', '18 Jan 2027']],
  ['Plan 2026', ['Q1 2027', 'Q2 2027', 'Q3 2027']],
  ['Plan', ['KW 2', 'KW 3', 'KW 4']],
])('below %s nothing is to be told of %j', async (title, heads) => {
  expect((await readMonths(title, heads)).problems).toEqual([]);
});
