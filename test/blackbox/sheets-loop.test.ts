import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { leastOfFive, longestTurnMs } from '../../src/event-loop/turn-length.testing.ts';
import { makeWorkbook } from '../../src/sheets/files/fixtures/make-workbook.ts';
import { newSpreadsheetId } from '../../src/sheets/spreadsheets.ts';
import { startTestService, type TestService } from '../service.ts';

const HELD_MS_MAX = 50;

let service: TestService;
let million: string;
let hostile: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
  const source = join(service.dataFolder, 'million.csv');
  const row = (at: number) => Array.from({ length: 20 }, (_, column) => (column % 2 ? at * column : `é ${at}`)).join();
  writeFileSync(source, Array.from({ length: 50_000 }, (_, at) => row(at)).join('\n'));
  million = await imported(source);
  const book = join(service.dataFolder, 'hostile.xlsx');
  await makeWorkbook(book, {
    sheets: [
      { name: 'Fractions', rows: rowsOf(100_000, (at) => `<c s="1"><v>${at * Math.SQRT2}</v></c>`) },
      { name: 'Invisible', rows: rowsOf(100_000, (at) => `<c s="2"><v>${at}</v></c>`) },
      { name: 'Long codes', rows: rowsOf(20_000, (at) => `<c s="3"><v>-${at}.5</v></c>`) },
      { name: 'Hidden signs', rows: rowsOf(100_000, () => '<c t="inlineStr"><is><t>\u200b\u202ee\u00ad</t></is></c>') },
      {
        name: 'Far',
        rows: `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
      },
    ],
    formats: ['# ????/????', ';;;', `${'#,'.repeat(100)}0.${'0'.repeat(50)}`],
  });
  hostile = await imported(book);
});
afterAll(() => service?.close());

function* rowsOf(count: number, cell: (at: number) => string): Iterable<string> {
  for (let at = 0; at < count; at++) yield `<row>${cell(at)}</row>`;
}

async function imported(file: string): Promise<string> {
  const sheets = service.home.spreadsheetsOf(await service.workspaceId('Acme'));
  return (await sheets.import(file, { id: newSpreadsheetId(realAmbient) })).id;
}

const query = (parameters: Record<string, string>) =>
  fetch(`${service.url}/office/sheets/read?${new URLSearchParams(parameters)}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });

/** Takes the reply piece by piece, as it comes: this reader runs on the service's own thread. */
async function read(parameters: Record<string, string>): Promise<number> {
  const reply = await query(parameters);
  let bytes = 0;
  for await (const piece of reply.body!) bytes += piece.length;
  return reply.status === 200 ? bytes : -reply.status;
}

const both =
  (range: string, id = () => hostile) =>
  async () => {
    expect(await read({ id: id(), range })).toBeGreaterThan(0);
    expect(await read({ id: id(), range, majorDimension: 'COLUMNS' })).toBeGreaterThan(0);
    await service.call('workspace', 'read_sheet', { spreadsheet_id: id(), range });
  };

test.each<[string, () => Promise<unknown>]>([
  ['an import', () => imported(join(service.dataFolder, 'million.csv'))],
  ['a million cells as JSON', both('million', () => million)],
  ['a column of 50,000', both('B:B', () => million)],
  ['a million cells as CSV', () => read({ id: million, range: 'million', format: 'csv' })],
  [
    'four times a million cells',
    () => Promise.all(Array.from({ length: 4 }, () => read({ id: million, range: 'million', format: 'csv' }))),
  ],
  ['columns as CSV', () => read({ id: million, range: 'A1:T20000', format: 'csv', majorDimension: 'COLUMNS' })],
  ['fractions', both('Fractions')],
  ['cells that show nothing', both('Invisible')],
  ['long number formats', both("'Long codes'")],
  ['text that has to be cleaned', both("'Hidden signs'")],
  ['two cells far apart', both('Far')],
  ['more fields than there are', () => read({ id: hostile, range: 'Far', format: 'csv' })],
])('%s', async (_, work) => {
  expect(await leastOfFive(HELD_MS_MAX, () => longestTurnMs(work))).toBeLessThan(HELD_MS_MAX);
});

test('a small read is answered while large ones run', async () => {
  const large = Promise.all(Array.from({ length: 8 }, () => read({ id: million, range: 'million', format: 'csv' })));
  let isDone = false;
  large.then(() => {
    isDone = true;
  });
  expect(await read({ id: million, range: 'A1:E5' })).toBeGreaterThan(0);
  expect(isDone).toBe(false);
  await large;
});

test('a reader that leaves ends the reading', async () => {
  const reply = await query({ id: million, range: 'million', format: 'csv' });
  await reply.body!.cancel();
  const again = await Promise.all(Array.from({ length: 3 }, () => read({ id: million, range: 'A1:B2' })));
  expect(again.every((bytes) => bytes > 0)).toBe(true);
});
