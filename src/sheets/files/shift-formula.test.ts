import { expect, test } from 'vitest';
import { shiftFormula } from './shift-formula.ts';

test.each([
  ['A1+B2', 1, 1, 'B2+C3'],
  ['$A1+A$1+$A$1', 2, 3, '$A3+D$1+$A$1'],
  ['SUM(A1:B2)', 1, 0, 'SUM(A2:B3)'],
  ['SUM(A:A,2:3,$B:C)', 1, 1, 'SUM(B:B,3:4,$B:D)'],
  ['LOG10(A1)&"A1"', 1, 0, 'LOG10(A2)&"A1"'],
  ["'A1 sheet'!A1+Sheet1!B2", 1, 0, "'A1 sheet'!A2+Sheet1!B3"],
  ['Q1!A1', 1, 0, 'Q1!A2'],
  ['Table1[A1]+tax_A1+A1_x', 1, 0, 'Table1[A1]+tax_A1+A1_x'],
  ['1E5+A1', 1, 0, '1E5+A2'],
  ['A1', -1, 0, '#REF!'],
  ['XFD1+été1', 0, 0, 'XFD1+été1'],
])('%s, %d down and %d right: %s', (formula, down, right, expected) => {
  expect(shiftFormula(formula, down, right)).toBe(expected);
});
