import { expect, test } from 'vitest';
import { csvRow } from './csv-row.ts';

const field = (value: unknown, guardFormulas = true) => csvRow([value], 2, guardFormulas).split(',\r\n')[0];

test.each(['=1+1', ' =1+1', '\uFF1D1+1', '\u200B=1+1', '\u202E@x', '+x', '-x', '\tx'])('%j is not run', (text) => {
  expect(field(text)).toBe(`'${text}`);
  expect(field(text, false)).toBe(text);
});

test('numbers and plain text stay as they are', () => {
  for (const value of [-3.5, '-3.5', '+12%', 'a = b']) expect(field(value)).toBe(String(value));
  expect([field(null), field(true), field('a "b"')]).toEqual(['', 'TRUE', '"a ""b"""']);
});
