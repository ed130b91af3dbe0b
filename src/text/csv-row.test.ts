import { expect, test } from 'vitest';
import { csvRow } from './csv-row.ts';

const field = (value: unknown, guardFormulas = true) => csvRow([value], 2, guardFormulas).split(',\r\n')[0];

test.each(['=1+1', ' =1+1', '\uFF1D1+1', '+x', '-x', '\tx'])('%j is not run', (text) => {
  expect(field(text)).toBe(`'${text}`);
  expect(field(text, false)).toBe(text);
});

test.each([
  ['\u200B=1+1', "'=1+1"],
  ['\u202E@x', "'@x"],
  ['gpj.\u202Eexe', 'gpj.exe'],
  ['two\u200B words\u{E0041}', 'two words'],
])('%j shows what it is, and stays in a sheet that is to come back', (text, shown) => {
  expect(field(text)).toBe(shown);
  expect(field(text, false)).toBe(text);
});

test('numbers and plain text stay as they are', () => {
  for (const value of [-3.5, '-3.5', '+12%', 'a = b']) expect(field(value)).toBe(String(value));
  expect([field(null), field(true), field('a "b"')]).toEqual(['', 'TRUE', '"a ""b"""']);
});

test('a line with nothing on it is quoted, where it would be taken for none; others keep their width', () => {
  expect([csvRow([''], 1, true), csvRow([], 1, true), csvRow([null], 0, true)]).toEqual(['""\r\n', '""\r\n', '""\r\n']);
  expect([csvRow(['a'], 1, true), csvRow([], 3, true)]).toEqual(['a\r\n', ',,\r\n']);
});
