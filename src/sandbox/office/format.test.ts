import { expect, test } from 'vitest';
import { officeForTests } from './calls.testing.ts';
import { extendedValue, formattedValue, render, serialNumber } from './format.ts';
import { applyFieldMask, maskReaches } from './routes/field-mask.ts';
import { RANGE_EXAMPLES_ID } from './seed/workbooks.ts';
import type { Cell } from './state/workbook.ts';

const office = officeForTests();
const NOTHING = { type: 'DIVIDE_BY_ZERO', error: 'DIVIDE_BY_ZERO', message: 'Division by zero.' } as const;
const at = (moment: string, pattern: string, type = 'DATE'): Cell =>
  ({ value: serialNumber(moment), format: { type, pattern } }) as Cell;
const number = (value: number, pattern: string): Cell => ({ value, format: { type: 'NUMBER', pattern } }) as Cell;

test.each([
  [{ value: true }, 'TRUE'],
  [{ value: 'text' }, 'text'],
  [{ value: 0.1 + 0.2 }, '0.3'],
  [{ value: 1 / 3 }, '0.3333333333'],
  [{ value: 12_345_678_901.5 }, '12345678900'],
  [number(1234.5, '"$"#,##0.00'), '$1,234.50'],
  [number(-1234.5, '[$€]#,##0'), '-€1,235'],
  [number(0.125, '0.0%'), '12.5%'],
  [number(1234.5, '0'), '1235'],
  [at('2026-03-05', 'yyyy-mm-dd'), '2026-03-05'],
  [at('2026-03-05', 'm/d/yyyy'), '3/5/2026'],
  [at('2026-03-05', 'dddd, d mmmm yyyy'), 'Thursday, 5 March 2026'],
  [at('2026-03-05', 'ddd mmm dd'), 'Thu Mar 05'],
  [at('2026-03-05T09:07', 'h:mm', 'TIME'), '9:07'],
  [at('2026-03-05T09:07', 'yyyy-mm-dd hh:mm:ss', 'DATE_TIME'), '2026-03-05 09:07:00'],
] as [Cell, string][])('%j is shown as %s', (cell, shown) => {
  expect(formattedValue(cell)).toBe(shown);
});

test('values are wrapped by their kind, and errors have their words', () => {
  const error = { error: NOTHING.error, message: NOTHING.message };
  expect(extendedValue(7)).toEqual({ numberValue: 7 });
  expect(extendedValue(false)).toEqual({ boolValue: false });
  expect(extendedValue('x')).toEqual({ stringValue: 'x' });
  expect(extendedValue(error as never)).toEqual({ errorValue: { type: error.error, message: error.message } });
  expect(formattedValue({ value: error } as never)).toBe('#DIV/0!');
  expect(render(null, 'FORMATTED_VALUE', 'SERIAL_NUMBER')).toBe('');
  expect(render({ value: error } as never, 'UNFORMATTED_VALUE', 'SERIAL_NUMBER')).toBe('#DIV/0!');
  const day = at('2026-03-05', 'yyyy-mm-dd');
  expect(render(day, 'UNFORMATTED_VALUE', 'FORMATTED_STRING')).toBe('2026-03-05');
  expect(render(day, 'UNFORMATTED_VALUE', 'SERIAL_NUMBER')).toBe(46_086);
});

const BODY = { id: 'x', sheets: [{ properties: { title: 'T', index: 0 }, data: [1] }], empty: null };
test.each([
  ['id', { id: 'x' }],
  ['sheets/properties/title', { sheets: [{ properties: { title: 'T' } }] }],
  ['sheets.properties.title,id', { id: 'x', sheets: [{ properties: { title: 'T' } }] }],
  ['sheets(properties/title,data)', { sheets: [{ properties: { title: 'T' }, data: [1] }] }],
  ['sheets(properties/title),sheets/data', { sheets: [{ properties: { title: 'T' }, data: [1] }] }],
  ['sheets/*/title', { sheets: [{ properties: { title: 'T' }, data: [1] }] }],
  ['id/deeper,empty/deeper', { id: 'x', empty: null }],
  ['*', BODY],
])('the mask %s keeps %j', (fields, kept) => {
  expect(applyFieldMask(BODY, fields)).toEqual(kept);
});

test.each([
  ['sheets', true],
  ['sheets/data', true],
  ['sheets.data.rowData', true],
  ['*', true],
  ['sheets/properties', false],
  ['id', false],
])('the mask %s reaches the cells: %s', (fields, reaches) => {
  expect(maskReaches(fields, ['sheets', 'data'])).toBe(reaches);
});

test('the whole of a spreadsheet comes with its cells when a flag or a mask asks for them', async () => {
  const headers = { authorization: `Bearer ${(await office.person('Acme').getAccessToken()).token}` };
  const get = async (query: string) => {
    const reply = await fetch(`${office.origin}/v4/spreadsheets/${RANGE_EXAMPLES_ID}?${query}`, { headers });
    return { status: reply.status, body: (await reply.json()) as Record<string, never> };
  };
  const cells = async (query: string) => {
    const [first] = (await get(query)).body.sheets as unknown as { data?: { rowData: unknown[] }[] }[];
    return first?.data?.[0]?.rowData.length;
  };
  expect(await cells('')).toBeUndefined();
  expect(await cells('includeGridData=true')).toBe(4);
  expect(await cells('include_grid_data=true')).toBe(4);
  expect(await cells('fields=sheets')).toBe(4);
  expect(await cells('fields=sheets(properties)&includeGridData=true')).toBeUndefined();
  expect(await cells('includeGridData=true&ranges=Sheet1!A1:B2')).toBe(2);
  expect(await get('includeGridData=yes')).toMatchObject({
    status: 400,
    body: { error: { message: `Invalid value at 'include_grid_data' (TYPE_BOOL), "yes"` } },
  });
  for (const fields of ['sheets(', 'sheets)', 'sheets;id'])
    expect((await get(`fields=${encodeURIComponent(fields)}`)).status, fields).toBe(400);
});
