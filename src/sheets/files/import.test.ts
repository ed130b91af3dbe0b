import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRange } from '../a1.ts';
import { resolveRange } from '../a1-resolve.ts';
import { transposed } from '../row-source.ts';
import { DelimitedParser } from './delimited-text.ts';
import { makeWorkbook, type WorkbookDraft } from './fixtures/make-workbook.ts';
import { type ImportOptions, importSheetFile } from './import.ts';
import { openSheetFile, type RenderOptions } from './sheet-file.ts';
import { gridOf } from './stored-files.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const folder = mkdtempSync(join(tmpdir(), 'sheet-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function imported(source: string, options: Partial<ImportOptions> = {}) {
  const { path } = await importSheetFile(source, { targetDir: folder, id: `s${++count}`, ...options });
  const file = openSheetFile(path);
  const open = (range: string, how?: RenderOptions) =>
    file.read(resolveRange(parseRange(range), gridOf(file.info)), how);
  return {
    info: file.info,
    open,
    read: (range: string, how?: RenderOptions) => [...open(range, how).batches()].flat(),
  };
}

async function workbook(draft: WorkbookDraft) {
  const path = join(folder, `draft${++count}.xlsx`);
  await makeWorkbook(path, draft);
  return imported(path);
}

function shownBy(name: string): string[][] {
  const parser = new DelimitedParser(',');
  const text = readFileSync(join(FIXTURES, 'shown', name), 'utf8');
  const rows = [...parser.write(text), ...parser.end()].map((row) =>
    row.slice(0, row.findLastIndex((field) => field !== '') + 1),
  );
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

describe('cells are what LibreOffice shows', () => {
  test('in a workbook saved by LibreOffice', async () => {
    const { info, read } = await imported(join(FIXTURES, 'messy.xlsx'));
    expect(info.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Plan Q1', false],
      ["Jon's Data!", false],
      ['Empty', false],
      ['Sécret', true],
      ['CO2', false],
    ]);
    // LibreOffice shows a number of its own for this error, and writes #VALUE! into the file.
    const plan = shownBy('messy-1.csv').map((row) => row.map((cell) => (cell === 'Err:502' ? '#VALUE!' : cell)));
    expect(read("'Plan Q1'")).toEqual(plan);
    expect(read("'Jon''s Data!'")).toEqual(shownBy('messy-2.csv'));
    expect(read('Empty')).toEqual(shownBy('messy-3.csv'));
    expect(read('Sécret')).toEqual(shownBy('messy-4.csv'));
    expect(read("'CO2'!AB1200")).toEqual([['42']]);
    expect(read("'CO2'").length).toBe(1200);
  });

  test('in a workbook written by a program', async () => {
    const { info, read } = await imported(join(FIXTURES, 'export.xlsx'), { name: 'Weekly' });
    expect(info.title).toBe('Weekly');
    expect(info.sheets.map(({ name }) => name)).toEqual(['Report', 'Times & <more>']);
    expect(read('Report')).toEqual(shownBy('export-1.csv'));
    expect(read("'Times & <more>'")).toEqual(shownBy('export-2.csv'));
  });
});

describe('a workbook saved by LibreOffice', () => {
  test('gives its names, raw values and formulas', async () => {
    const { info, read } = await imported(join(FIXTURES, 'messy.xlsx'));
    expect(info.namedRanges.map(({ name, sheet }) => [name, sheet])).toEqual([
      ['Budget', 'Plan Q1'],
      ['Local', "Jon's Data!"],
    ]);
    expect(read('Budget')[0]?.[0]).toBe('Channel');
    expect(read("'Plan Q1'!B4:G4", { render: 'UNFORMATTED_VALUE' })).toEqual([
      [46054, 12500.5, -340.257, 1250000, expect.closeTo(0.62498, 4), true],
    ]);
    expect(read("'Plan Q1'!B4:C4", { render: 'UNFORMATTED_VALUE', dates: 'FORMATTED_STRING' })).toEqual([
      ['2026-02-01', 12500.5],
    ]);
    expect(read("'Plan Q1'!C9:D9", { render: 'FORMULA' })).toEqual([['=SUM(C4:C7)', '=SUM(D4:D7)']]);
    expect(read("'Plan Q1'!B11", { render: 'FORMULA' })).toEqual([['=1/0']]);
    expect(read("'Plan Q1'!B11", { render: 'UNFORMATTED_VALUE' })).toEqual([['#DIV/0!']]);
  });
});

describe('ranges are cut as on the platform', () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>
    <row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"/></row><row r="4"><c r="A4" t="inlineStr"><is><t>x</t></is></c></row>`;

  test.each([
    ['Sheet1!A1:B2', [['a', 'b'], ['1']]],
    ['Sheet1', [['a', 'b'], ['1'], [], ['x']]],
    ['Sheet1!A2:B', [['1'], [], ['x']]],
    ['Sheet1!1:1', [['a', 'b']]],
    ['Sheet1!B2:B9', []],
    ['Sheet1!B1:C1', [['b']]],
    ['Sheet1!A3:A4', [[], ['x']]],
  ])('%s', async (range, values) => {
    const { read } = await workbook({ sheets: [{ name: 'Sheet1', rows }] });
    expect(read(range)).toEqual(values);
  });

  test('by columns', async () => {
    const { read } = await workbook({ sheets: [{ name: 'Sheet1', rows }] });
    expect(transposed(read('Sheet1!A1:B2'))).toEqual([['a', '1'], ['b']]);
    expect(transposed(read('Sheet1!A1:C4'))).toEqual([['a', '1', '', 'x'], ['b']]);
    expect(transposed(read('Sheet1!B1:B4'))).toEqual([['b']]);
    expect(transposed(read('Sheet1!B2:C9'))).toEqual([]);
  });

  test('a small file still has the grid of a fresh tab', async () => {
    const { info } = await workbook({ sheets: [{ name: 'Sheet1', rows }] });
    expect(info.sheets).toEqual([
      { name: 'Sheet1', rows: 1000, columns: 26, dataRows: 4, dataColumns: 2, hidden: false },
    ]);
  });
});

test('a wide range is given out in batches, and its longest row is known beforehand', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>${at}</v></c></row>`);
  const { open } = await workbook({ sheets: [{ name: 'S', rows: rows.join('') }] });
  let last: readonly unknown[] = [];
  let batches = 0;
  for (const batch of open('S').batches()) {
    batches++;
    last = batch.at(-1) ?? last;
  }
  expect(batches).toBeGreaterThan(1);
  expect([last.length, last.at(-1)]).toEqual([16_384, '499']);
});

describe('the longest row of a range', () => {
  const cell = (place: string, value: string, style = 0) => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
  const rows = `<row r="1">${cell('A1', '1')}${cell('C1', '2')}</row><row r="5">${cell('B5', '3')}${cell('D5', '4', 1)}</row>`;
  test.each([
    ['S', 3],
    ['S!A5:Z5', 2],
    ['S!B1:Z5', 2],
    ['S!D1:Z9', 0],
    ['S!A2:C4', 0],
  ])('%s: %d', async (range, width) => {
    const { open } = await workbook({ sheets: [{ name: 'S', rows }], formats: [';;;'] });
    const counting = open(range).width();
    let step = counting.next();
    while (!step.done) step = counting.next();
    expect(step.value).toBe(width);
    const longest = Math.max(0, ...[...open(range).batches()].flat().map((row) => row.length));
    expect(longest).toBe(width);
  });
});

describe('a cell that holds nothing', () => {
  test('but a look is none, wherever it stands', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="C1" s="1"/></row><row r="9"><c r="A9" s="1"><v/></c></row>';
    const { info } = await workbook({ sheets: [{ name: 'S', rows }], formats: ['0.00'] });
    expect(info.cells).toBe(1);
    expect(info.sheets[0]).toMatchObject({ dataRows: 1, dataColumns: 1 });
  });

  test('for a formula has none, least of all the one of the cell before', async () => {
    const rows = '<row r="1"><c r="A1"><f>B1*2</f><v>4</v></c></row><row r="2"><c r="A2"><f/><v>5</v></c></row>';
    const { read } = await workbook({ sheets: [{ name: 'S', rows }] });
    expect(read('S', { render: 'FORMULA' })).toEqual([['=B1*2'], [5]]);
  });
});

describe('a formula without a value', () => {
  test('is counted and named on import and on reading, and is not an empty text', async () => {
    const rows = `<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f></c><c r="C1"><f>A1*3</f><v></v></c>
      <c r="D1" t="str"><f>IF(A1,"","x")</f><v></v></c><c r="E1"><f>A1*4</f><v>8</v></c></row>`;
    const { info, open, read } = await workbook({ sheets: [{ name: 'My tab', rows }] });
    expect(info.uncalculated).toEqual({ formulas: 2, first: "'My tab'!B1" });
    const range = open('A1:E1');
    expect([...range.batches()].flat()).toEqual([['2', '', '', '', '8']]);
    expect(range.notes()).toEqual([expect.stringMatching(/^2 formulas have no value.*'My tab'!B1/)]);
    const none = open('D1:E1');
    expect([...none.batches()].flat()).toEqual([['', '8']]);
    expect(none.notes()).toEqual([]);
    expect(read('A1:E1', { render: 'FORMULA' })).toEqual([[2, '=A1*2', '=A1*3', '=IF(A1,"","x")', '=A1*4']]);
  });
});

describe('what workbooks may hold', () => {
  test('cells of every type, with and without their place', async () => {
    const { read } = await workbook({
      strings:
        '<si><t>plain</t></si><si>\n  <r>\n<t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si>',
      sheets: [
        {
          name: 'S',
          rows: `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>
            <c t="str"><f>A1</f><v>plain</v></c><c t="d"><v>2026-11-15T06:00:00</v></c><c t="n"><v>1e3</v></c><c/></row>`,
        },
      ],
    });
    const raw = read('S', { render: 'UNFORMATTED_VALUE' });
    expect(raw).toEqual([['plain', 'rich text', 'a\rb_x0041_', false, '#N/A', 'plain', 46341.25, 1000]]);
    expect(read('S!G1')).toEqual([['2026-11-15T06:00:00']]);
  });

  test('an error is shown under every number format', async () => {
    const cells = '<c t="e" s="1"><v>#N/A</v></c><c s="1"><v>5</v></c><c t="str" s="1"><v>x</v></c>';
    const { read } = await workbook({ formats: [';;;'], sheets: [{ name: 'S', rows: `<row>${cells}</row>` }] });
    expect(read('S')).toEqual([['#N/A']]);
  });

  test('dates counted from 1904, but not lengths of time', async () => {
    const { read } = await workbook({
      date1904: true,
      formats: ['yyyy-mm-dd', '[h]:mm', 'General'],
      sheets: [
        { name: 'S', rows: '<row><c s="1"><v>44879</v></c><c s="2"><v>1.5</v></c><c s="3"><v>44879</v></c></row>' },
      ],
    });
    expect(read('S')).toEqual([['2026-11-15', '36:00', '44879']]);
    expect(read('S!A1', { render: 'UNFORMATTED_VALUE' })).toEqual([[46341]]);
  });

  test('merged cells: only the first keeps its value, across blocks of rows', async () => {
    const cells = (row: number) => `<row r="${row}"><c><v>${row}</v></c><c><v>-${row}</v></c><c><v>7</v></c></row>`;
    const { read } = await workbook({
      sheets: [
        {
          name: 'S',
          rows: Array.from({ length: 600 }, (_, at) => cells(at + 1)).join(''),
          after:
            '<mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="A250:A520"/><mergeCell ref="C600:D600"/></mergeCells>',
        },
      ],
    });
    expect(read('S!A1:C4')).toEqual([
      ['1', '-1', '7'],
      ['2', '', '7'],
      ['', '', '7'],
      ['4', '-4', '7'],
    ]);
    expect(
      read('S!A249:A521')
        .flat()
        .filter((cell) => cell !== ''),
    ).toEqual(['249', '250', '521']);
    expect(read('S!A600:D600')).toEqual([['600', '-600', '7']]);
  });

  test('shared formulas are written out for each cell', async () => {
    const { read } = await workbook({
      sheets: [
        {
          name: 'S',
          rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+_xlfn.SUM(A:A)</f><v>2</v></c></row>
            <row r="2"><c r="B2"><f t="shared" si="0"/><v>3</v></c></row><row r="3"><c r="C3"><f t="shared" si="0"/></c></row>`,
        },
      ],
    });
    expect(read('S!B1:C3', { render: 'FORMULA' })).toEqual([
      ['=A1*$A$1+SUM(A:A)'],
      ['=A2*$A$1+SUM(A:A)'],
      ['', '=B3*$A$1+SUM(B:B)'],
    ]);
    expect(read('S!B1:C3')).toEqual([['2'], ['3']]);
  });

  test('prefixed and strict documents, absolute targets, UTF-16', async () => {
    const main = 'xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"';
    const sheet = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet ${main}><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>ü</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const relations =
      '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/Sheet1.xml"/></Relationships>';
    const written = Buffer.from(`\uFEFF${sheet}`, 'utf16le');
    for (const bytes of [written, Buffer.from(written).swap16()]) {
      const { read } = await workbook({
        sheets: [{ name: 'S', rows: '' }],
        parts: [
          { name: 'xl/worksheets/sheet1.xml', content: bytes },
          { name: 'xl/_rels/workbook.xml.rels', content: relations },
        ],
      });
      expect(read('S!A1')).toEqual([['ü']]);
    }
  });

  test('a row so long that it is stored in pieces', async () => {
    const long = randomBytes(30_000).toString('base64');
    const cells = Array.from({ length: 300 }, (_, at) => `<c t="inlineStr"><is><t>${at}:${long}</t></is></c>`);
    const { read } = await workbook({
      sheets: [{ name: 'S', rows: `<row>${cells.join('')}</row><row><c><v>2</v></c></row>` }],
    });
    const [row, next] = read('S');
    expect(row?.map((cell) => Number.parseInt(String(cell), 10))).toEqual(Array.from({ length: 300 }, (_, at) => at));
    expect(next).toEqual(['2']);
  });

  test('texts too many for memory are found on disk', async () => {
    const strings = Array.from({ length: 400_000 }, (_, at) => `<si><t>text number ${at}</t></si>`).join('');
    const { read } = await workbook({
      strings,
      sheets: [
        { name: 'S', rows: '<row><c t="s"><v>0</v></c><c t="s"><v>399999</v></c><c t="s"><v>250000</v></c></row>' },
      ],
    });
    expect(read('S')).toEqual([['text number 0', 'text number 399999', 'text number 250000']]);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

describe('an import', () => {
  test('tells how far it is', async () => {
    const seen: number[] = [];
    await imported(join(FIXTURES, 'messy.xlsx'), {
      onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal),
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBeCloseTo(1);
  });

  test('stops when told to and leaves nothing', async () => {
    const stop = new AbortController();
    const work = imported(join(FIXTURES, 'messy.xlsx'), {
      id: 'stopped',
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(work).rejects.toThrowError('aborted');
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  test('replaces what a killed import left behind', async () => {
    writeFileSync(join(folder, 'again.sqlite.part'), 'half of something');
    writeFileSync(join(folder, 'again.sqlite.part-strings'), 'half of something');
    const { read } = await imported(join(FIXTURES, 'messy.xlsx'), { id: 'again' });
    expect(read('Budget').length).toBe(7);
    expect(readdirSync(folder).filter((name) => name.startsWith('again'))).toEqual(['again.sqlite']);
  });

  test('takes no id that is not one name', async () => {
    await expect(imported(join(FIXTURES, 'messy.xlsx'), { id: '../x' })).rejects.toThrowError('not a spreadsheet id');
  });
});
