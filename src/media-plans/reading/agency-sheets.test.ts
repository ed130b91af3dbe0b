import { expect, test } from 'vitest';
import { AGENCY_SHEETS } from './agency-sheets.testing.ts';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

test.each(AGENCY_SHEETS)('a plan is read: $name', async (sheet) => {
  const reading = await readPlan(sheetOf(sheet.rows), { ...OPTIONS, ...sheet.options });
  expect(reading.problems.map(({ cell, level }) => `${cell} ${level}`).sort()).toEqual(
    [...(sheet.problems ?? [])].sort(),
  );
  expect(reading.mapping.map(({ column, meaning }) => `${column} ${meaning}`).join(', ')).toBe(sheet.mapping);
  expect(reading.skipped.map(({ row, kind }) => `${row} ${kind}`).join(', ')).toBe(sheet.skipped);
  const lines = Object.fromEntries(reading.lines.map((line) => [line.row, line]));
  expect(lines).toMatchObject(sheet.lines);
  expect(Object.keys(lines)).toEqual(Object.keys(sheet.lines));
  expect(reading.sums.map(({ cell, amount, currency }) => `${cell} ${amount} ${currency}`)).toEqual(sheet.sums ?? []);
});
