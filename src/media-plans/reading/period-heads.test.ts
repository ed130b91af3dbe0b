import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End'];
const SPRING = ['Social', 'Spring', '2026-12-01', '2027-06-30'];

const lineWith = async (heads: string[], amounts: string[]) => {
  const sheet = sheetOf([
    [...HEADS, ...heads],
    [...SPRING, ...amounts],
  ]);
  return (await readPlan(sheet, OPTIONS)).lines[0]!;
};

test('a quarter has its days, and no other week than 1 to 53 is one', async () => {
  expect(await lineWith(['Q1 2027', 'Q2 2027'], ['500', '600'])).toMatchObject({
    budget: { amount: '1100' },
    periods: [
      { start: '2027-01-01', end: '2027-03-31', amount: '500' },
      { start: '2027-04-01', end: '2027-06-30', amount: '600' },
    ],
  });
  expect(await lineWith(['Week 60', 'Week 61'], ['500', '600'])).not.toHaveProperty('budget');
});

test('days side by side are weeks also beside a head with a year', async () => {
  const line = await lineWith(['Budget 2027', 'Jan 4', 'Jan 11', 'Jan 18'], ['1500', '500', '400', '600']);
  expect(line).toMatchObject({ isOut: false, budget: { amount: '1500' } });
  expect(line.periods?.map(({ start, end }) => [start, end])).toEqual([
    ['2027-01-04', '2027-01-10'],
    ['2027-01-11', '2027-01-17'],
    ['2027-01-18', '2027-01-24'],
  ]);
});
