import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRange, printTitle } from '../a1.ts';
import { resolveRange } from '../a1-resolve.ts';
import { importSheetFile } from '../files/import.ts';
import { DEFAULT_LIMITS } from '../files/limits.ts';
import { openSheetFile, type RenderOptions } from '../files/sheet-file.ts';
import { gridOf } from '../files/stored-files.ts';
import { ZipArchive } from '../files/zip-archive.ts';
import { CellLooks } from './cell-looks.ts';
import { cellXml, type WrittenCell } from './cell-xml.ts';
import { tabNames, type WrittenTab, workbookBytes, workbookPieces } from './workbook-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'written-workbook-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

async function writtenAndRead(tabs: readonly WrittenTab[]) {
  const source = join(folder, `w${++count}.xlsx`);
  writeFileSync(source, await workbookBytes(tabs));
  const { path } = await importSheetFile(source, { targetDir: folder, id: `s${count}` });
  const file = openSheetFile(path);
  const read = (range: string, how?: RenderOptions) =>
    [...file.read(resolveRange(parseRange(range), gridOf(file.info)), how).batches()].flat();
  return { source, info: file.info, read };
}

function tab(rows: readonly (readonly WrittenCell[])[], more: Partial<WrittenTab> = {}): WrittenTab {
  return { name: 'Plan', widths: [], heads: 0, rows, ...more };
}

describe('a written workbook is read back', () => {
  test('with every kind of cell as it was written and as people see it', async () => {
    const { read } = await writtenAndRead([
      tab(
        [
          [{ text: 'Campaign' }, { text: 'Start' }, { text: 'Budget' }, { text: 'Ads' }],
          [
            { text: 'ギフト：指名' },
            { day: '2026-11-23' },
            { amount: '18000.5', currency: 'USD', digits: 2 },
            { number: '3' },
          ],
          [undefined, { day: '' }, { amount: '1800000', currency: 'JPY', digits: 0 }, { number: '-0.25' }],
        ],
        { heads: 1, widths: [30, 12] },
      ),
    ]);
    expect(read('Plan')).toEqual([
      ['Campaign', 'Start', 'Budget', 'Ads'],
      ['ギフト：指名', '2026-11-23', 'USD 18,000.50', '3'],
      ['', '', 'JPY 1,800,000', '-0.25'],
    ]);
    expect(read('Plan!B2:D3', { render: 'UNFORMATTED_VALUE' })).toEqual([
      [46349, 18000.5, 3],
      ['', 1800000, -0.25],
    ]);
  });

  test('with text that begins like a formula as text', async () => {
    const texts = ['=1+1', '+49 30 1', '-5', '@SUM(A1)', '=HYPERLINK("http://evil.test","x")', '1234567890123456789'];
    const { read } = await writtenAndRead([tab(texts.map((text) => [{ text }]))]);
    for (const render of ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const)
      expect(read('Plan', { render })).toEqual(texts.map((text) => [text]));
  });

  test('with an amount of more digits than a spreadsheet counts exactly as text', async () => {
    const { read } = await writtenAndRead([tab([[{ amount: '123456789012345.67', currency: 'EUR', digits: 2 }]])]);
    expect(read('Plan', { render: 'UNFORMATTED_VALUE' })).toEqual([['123456789012345.67']]);
  });

  test('at the place it was given', async () => {
    const { read } = await writtenAndRead([tab([[{ text: 'x' }]], { name: 'A & <b>', firstRow: 3, firstColumn: 27 })]);
    expect(read("'A & <b>'!AB4")).toEqual([['x']]);
  });

  test('with any text whatever', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.constantFrom('_x000D_', '_x005F_', '__x0041_', '\r\n', ' two  spaces ', '\u0000\u001f', '&amp;<![CDATA[]]>'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 20 }), async (texts) => {
        const { read } = await writtenAndRead([tab(texts.map((text) => [{ text: 'x' }, { text }]))]);
        expect(read('Plan')).toEqual(texts.map((text) => ['x', text.toWellFormed()]));
      }),
      { numRuns: 25 },
    );
  });
});

test('a tab without widths has no list of columns, which would be empty', async () => {
  const sheet = async (widths: readonly number[]) => {
    const { source } = await writtenAndRead([tab([[{ text: 'x' }]], { widths })]);
    const zip = await ZipArchive.open(source, DEFAULT_LIMITS);
    const pieces: Buffer[] = [];
    for await (const piece of zip.read('xl/worksheets/sheet1.xml')) pieces.push(piece);
    zip.close();
    return Buffer.concat(pieces).toString();
  };
  expect(await sheet([12])).toContain('<cols><col min="1" max="1" width="12"');
  expect(await sheet([])).not.toContain('<cols');
});

test('an empty text is no cell', () => {
  expect(cellXml({ text: '' }, 0, 0, false, new CellLooks())).toBe('');
});

test('the same money in bold and not in bold has one format, which both cells name', () => {
  const looks = new CellLooks();
  for (const bold of [true, false]) cellXml({ amount: '1', currency: 'EUR', digits: 2 }, 0, 0, bold, looks);
  const xml = looks.xml((text) => text);
  expect(xml.match(/<numFmt /g)).toHaveLength(1);
  expect(xml).toContain('<numFmt numFmtId="164"');
  expect([...xml.matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g)].map(([, id]) => id)).toEqual(['164', '164']);
});

test('the file is a zip that other programs unpack, and every part of it is XML', async () => {
  const { source } = await writtenAndRead([
    tab([[{ text: 'Head' }], [{ text: '=x', wrapped: true }]], { heads: 1, widths: [400] }),
    tab([[{ day: '2026-01-01' }]], { name: 'plan' }),
  ]);
  if (!existsSync('/usr/bin/unzip')) return;
  expect(execFileSync('unzip', ['-tq', source], { encoding: 'utf8' })).toContain('No errors detected');
  const names = execFileSync('unzip', ['-Z1', source], { encoding: 'utf8' }).trim().split('\n');
  expect(names).toContain('xl/worksheets/sheet2.xml');
  for (const name of names) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => expect.fail(`${name}: ${error.message}`));
    parser
      .write(execFileSync('unzip', ['-p', source, name.replaceAll(/[[\]]/g, '\\$&')], { encoding: 'utf8' }))
      .close();
  }
  const sheet = execFileSync('unzip', ['-p', source, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' });
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('width="255"');
});

test('text, currencies and rows stay within what spreadsheet programs take', async () => {
  const looks = new CellLooks();
  // Without the mark, a text that begins like a formula would become one when a person edits the cell.
  for (const text of ['=1+1', '+49', '-5', '@x']) cellXml({ text }, 0, 0, false, looks);
  expect(looks.xml((text) => text).match(/ quotePrefix="1"/g)).toHaveLength(1);
  expect(cellXml({ text: '@x' }, 0, 0, false, looks)).toContain(' s="1"');
  const long = cellXml({ text: 'x'.repeat(40_000) }, 0, 0, false, looks);
  expect(/<t[^>]*>(.*)<\/t>/.exec(long)![1]).toBe(`${'x'.repeat(32_766)}…`);
  cellXml({ amount: '1', currency: '"]x', digits: 2 }, 0, 0, false, looks);
  cellXml({ amount: '1', currency: 'EUR', digits: 2 }, 0, 0, false, looks);
  const formats = [...looks.xml((text) => text).matchAll(/formatCode="([^"]*)"/g)].map(([, format]) => format);
  expect(formats).toEqual(['#,##0.00', '[$EUR]\\ #,##0.00']);
  const beyond = tab([[{ text: 'last' }], [{ text: 'one more' }]], { firstRow: 1_048_575 });
  await expect(workbookBytes([beyond])).rejects.toThrow('at most 1048576 rows');
});

test('heads are in the bold font and say so, other cells are not', () => {
  const looks = new CellLooks();
  for (const bold of [true, false]) cellXml({ number: '1' }, 0, 0, bold, looks);
  const fonts = [...looks.xml((text) => text).matchAll(/<xf numFmtId="0" fontId="(\d)"[^>]* xfId="0"([^>/]*)/g)];
  expect(fonts.map(([, font, more]) => [font, more?.trim()])).toEqual([
    ['0', ''],
    ['1', 'applyFont="1"'],
  ]);
});

test('a workbook without formats of its own has no list of them, which would be empty', () => {
  expect(new CellLooks().xml((text) => text)).not.toContain('<numFmts');
});

test('names of tabs are what spreadsheet programs take, each once', () => {
  expect(tabNames(['Plan', 'plan', "'Q1/Q2: [x]*?'", '', 'x'.repeat(40), `${'x'.repeat(40)}y`])).toEqual([
    'Plan',
    'plan (2)',
    'Q1 Q2   x',
    'Sheet4',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ]);
});

test('10,000 rows are written without holding the event loop, and in pieces', async () => {
  function* rows() {
    for (let row = 0; row < 10_000; row++)
      yield Array.from({ length: 14 }, (_, at): WrittenCell => ({ text: `Row ${row}, cell ${at}: =SUM("ü")` }));
  }
  let turns = 0;
  let isOver = false;
  const tick = () => {
    turns += 1;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  let [bytes, largest] = [0, 0];
  for await (const piece of workbookPieces([tab([], { rows: rows() })])) {
    bytes += piece.length;
    largest = Math.max(largest, piece.length);
  }
  isOver = true;
  expect(bytes).toBeGreaterThan(100_000);
  expect(largest).toBeLessThan(70_000);
  expect(turns).toBeGreaterThan(20);
});

test('an abort ends the writing', async () => {
  const abort = new AbortController();
  function* rows(): Generator<WrittenCell[]> {
    for (let row = 0; ; row++) {
      if (row === 1000) abort.abort(new Error('gone'));
      yield [{ text: `row ${row}` }];
    }
  }
  await expect(workbookBytes([tab([], { rows: rows() })], abort.signal)).rejects.toThrow('gone');
});

test('the title of a tab survives as its range', async () => {
  const { read } = await writtenAndRead([tab([[{ text: 'x' }]], { name: "Jon's plan" })]);
  expect(read(printTitle("Jon's plan"))).toEqual([['x']]);
});
