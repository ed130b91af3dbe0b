import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { makeWorkbook, type WorkbookDraft } from './fixtures/make-workbook.ts';
import { makeZip } from './fixtures/make-zip.ts';
import { importSheetFile } from './import.ts';
import { DEFAULT_LIMITS, type SheetFileLimits } from './limits.ts';
import { ZipArchive } from './zip-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'sheet-refusals-'));
const targetDir = join(folder, 'stored');
mkdirSync(targetDir);
afterAll(() => rmSync(folder, { recursive: true }));

const ONE_CELL = '<row r="1"><c r="A1"><v>1</v></c></row>';
const SOUND: WorkbookDraft = { sheets: [{ name: 'S', rows: ONE_CELL }] };

/** Why the file was refused, having checked that it left no trace. */
async function refusal(source: string, limits: Partial<SheetFileLimits> = {}): Promise<string> {
  const outcome = await importSheetFile(source, { targetDir, id: 'refused', limits }).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Failure);
  expect(readdirSync(targetDir)).toEqual([]);
  const { message, nextStep, code } = (outcome as Failure).details;
  expect(['invalid_arguments', 'unsupported']).toContain(code);
  expect(message).toContain('Nothing was stored');
  expect(nextStep).not.toBe('');
  return message;
}

const draftPath = join(folder, 'draft.xlsx');
async function refusalOf(draft: Partial<WorkbookDraft>, limits: Partial<SheetFileLimits> = {}): Promise<string> {
  await makeWorkbook(draftPath, { ...SOUND, ...draft });
  return refusal(draftPath, limits);
}

function refusalOfBytes(name: string, content: string | Buffer): Promise<string> {
  writeFileSync(join(folder, name), content);
  return refusal(join(folder, name));
}

const part = (name: string, content: string | Buffer = 'x') => ({ parts: [{ name, content }] });

test('the sound workbook the others are made from is taken', async () => {
  await makeWorkbook(draftPath, SOUND);
  const { path } = await importSheetFile(draftPath, { targetDir, id: 'sound' });
  expect(readdirSync(targetDir)).toEqual(['sound.sqlite']);
  rmSync(path);
});

describe('zip bombs', () => {
  const zeros = Buffer.alloc(32 * 1024 ** 2);

  test('a part that unpacks to a thousand times its size', async () => {
    expect(await refusalOf(part('xl/worksheets/sheet1.xml', zeros))).toContain('zip bomb');
  });

  test('also where the part is never unpacked', async () => {
    expect(await refusalOf(part('xl/media/image1.png', zeros))).toContain('zip bomb');
  });

  test('a part that claims to be small and is not', async () => {
    const lie = { name: 'xl/worksheets/sheet1.xml', content: zeros, claimedSize: 1000 };
    expect(await refusalOf({ parts: [lie] })).toContain('too many bytes');
  });

  test('all parts together', async () => {
    expect(await refusalOf({}, { unpackedBytes: 500 })).toContain('zip bomb');
  });

  test('a part that is small by itself and that every tab leads to', async () => {
    const tabs = Array.from({ length: 40 }, (_, at) => ({ name: `T${at}`, rows: at === 0 ? ' '.repeat(20_000) : '' }));
    const relation = (_: unknown, at: number) =>
      `<Relationship Id="rId${at + 1}" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`;
    const relations = `<Relationships>${tabs.map(relation).join('')}</Relationships>`;
    const draft = { sheets: tabs, ...part('xl/_rels/workbook.xml.rels', relations) };
    expect(await refusalOf(draft, { unpackedBytes: 100_000 })).toContain('unpacks to more than 100000 bytes');
  });

  test('too many parts', async () => {
    expect(await refusalOf({}, { zipEntries: 3 })).toContain('zip bomb');
  });
});

describe('damaged files', () => {
  test('cut off', async () => {
    await makeWorkbook(draftPath, SOUND);
    const bytes = readFileSync(draftPath);
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      expect(await refusalOfBytes('cut.xlsx', cut)).toContain('damaged');
    }
  });

  test('any byte of the packed cells changed', async () => {
    await makeWorkbook(draftPath, SOUND);
    const bytes = readFileSync(draftPath);
    const start = bytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length;
    for (let at = start; at < start + 60; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x55;
      expect(await refusalOfBytes('changed.xlsx', changed)).toContain('damaged');
    }
  });

  test.each([
    ['XML that is not well-formed', '<worksheet><sheetData><row></sheetData></worksheet>', 'not well-formed'],
    ['an undeclared entity', '<worksheet>&nbsp;</worksheet>', 'not well-formed'],
    ['letters that are not UTF-8', Buffer.from('<worksheet a="\xff"/>', 'latin1'), 'not valid utf-8'],
    [
      'text for a number',
      '<worksheet><sheetData><row><c><v>abc</v></c></row></sheetData></worksheet>',
      '"abc" stands where a number',
    ],
    [
      'a text that is not there',
      '<worksheet><sheetData><row><c t="s"><v>5</v></c></row></sheetData></worksheet>',
      'names text 5',
    ],
    ['rows in disorder', '<worksheet><row r="2"/><row r="1"/></worksheet>', 'row 1 comes after row 2'],
    ['a cell of another row', '<worksheet><row r="2"><c r="A1"/></row></worksheet>', 'cell A1 stands in row 2'],
    ['a cell without a row', '<worksheet><c><v>1</v></c></worksheet>', 'outside of any row'],
    ['a merged area that is none', '<worksheet><mergeCell ref="A1:ZZZZZ9"/></worksheet>', 'not a merged area'],
    ['endless nesting', '<a>'.repeat(1000), 'levels deep'],
  ])('%s', async (_, content, reason) => {
    expect(await refusalOf(part('xl/worksheets/sheet1.xml', content))).toContain(reason);
  });

  test('but a disk that fails is not said to be the file’s fault', async () => {
    await expect(ZipArchive.open(join(folder, 'gone.xlsx'), DEFAULT_LIMITS)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a checksum that does not match', async () => {
    const changed = { name: 'xl/worksheets/sheet1.xml', content: '<worksheet/>', claimedCrc: 1 };
    expect(await refusalOf({ parts: [changed] })).toContain('does not match its checksum');
  });

  test('an element that would fill memory', async () => {
    const noise = Array.from({ length: 2_000_000 }, (_, at) => (at * 7919).toString(36)).join('');
    const content = `<worksheet><row><c t="str"><v>${noise}${noise}${noise}</v></c></row></worksheet>`;
    expect(await refusalOf(part('xl/worksheets/sheet1.xml', content))).toContain('has an element of more');
  });

  test('no workbook inside, a tab without its part, a part twice', async () => {
    await makeZip(draftPath, [{ name: '[Content_Types].xml', content: '<Types/>' }]);
    expect(await refusal(draftPath)).toContain('no workbook inside');
    const relations = part('xl/_rels/workbook.xml.rels', '<Relationships/>');
    expect(await refusalOf(relations)).toContain('tab S has no part');
    const target = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="gone.xml"/></Relationships>';
    expect(await refusalOf(part('xl/_rels/workbook.xml.rels', target))).toContain('xl/gone.xml is missing');
    await makeZip(draftPath, [
      { name: 'a.xml', content: '1' },
      { name: 'A.xml', content: '2' },
    ]);
    expect(await refusal(draftPath)).toContain('there twice');
  });

  test('empty, and named like a workbook but text', async () => {
    expect(await refusalOfBytes('empty.csv', '')).toContain('empty');
    expect(await refusalOfBytes('page.xls', '<html><table></table></html>')).toContain('named like a workbook');
    expect(await refusalOfBytes('garbage.xlsx', 'PK\x03\x04garbage')).toContain('damaged');
  });
});

describe('what is not taken in', () => {
  test.each(['xl/vbaProject.bin', 'xl/macrosheets/sheet1.xml', 'XL/VBAPROJECT.BIN'])('macros: %s', async (name) => {
    expect(await refusalOf(part(name))).toContain('macros');
  });

  test('macros by type', async () => {
    const types =
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>';
    expect(await refusalOf(part('[Content_Types].xml', types))).toContain('macros');
  });

  test.each([
    ['a tab of macros', 'xlMacrosheet', 'macros'],
    ['no tab but a chart', 'chartsheet', 'no tab with cells'],
  ])('%s', async (_, type, reason) => {
    const relation = `<Relationship Id="rId1" Type="x/${type}" Target="worksheets/sheet1.xml"/>`;
    const relations = part('xl/_rels/workbook.xml.rels', `<Relationships>${relation}</Relationships>`);
    expect(await refusalOf(relations)).toContain(reason);
  });

  test('a part that is locked by a password', async () => {
    await makeWorkbook(draftPath, SOUND);
    const bytes = readFileSync(draftPath);
    // The flags of the first part in the directory.
    bytes[bytes.indexOf(Buffer.from('504b0102', 'hex')) + 8]! |= 1;
    expect(await refusalOfBytes('locked-part.xlsx', bytes)).toContain('protected by a password');
  });

  test('external links', async () => {
    expect(await refusalOf(part('xl/externalLinks/externalLink1.xml'))).toContain('external links');
    const main = '<workbook><externalReferences><externalReference/></externalReferences></workbook>';
    expect(await refusalOf(part('xl/workbook.xml', main))).toContain('external links');
  });

  test.each(['../evil.xml', 'xl/../../evil.xml', '/etc/passwd', 'xl\\..\\..\\evil.xml', 'C:/evil.xml'])(
    'a part named %s',
    async (name) => {
      expect(await refusalOf(part(name))).toMatch(/invalid relative path|absolute path/);
    },
  );

  test.each([
    'xl/worksheets/sheet1.xml',
    'xl/sharedStrings.xml',
    'xl/workbook.xml',
    'xl/styles.xml',
    '[Content_Types].xml',
  ])('a document type in %s', async (name) => {
    const laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>';
    expect(await refusalOf(part(name, laughs))).toContain('declares a document type');
    const outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>';
    expect(await refusalOf(part(name, outside))).toContain('declares a document type');
  });

  test('files with a password, old and binary workbooks, other formats', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
    expect(await refusalOfBytes('locked.xlsx', compound)).toContain('password');
    expect(await refusalOfBytes('old.xls', compound)).toContain('old .xls');
    const root =
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    expect(await refusalOf(part('_rels/.rels', root))).toContain('.xlsb');
    expect(await refusalOf(part('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'))).toContain(
      'OpenDocument',
    );
    const document =
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';
    const word = {
      parts: [
        { name: '_rels/.rels', content: document },
        { name: 'word/document.xml', content: '<w:document/>' },
      ],
    };
    expect(await refusalOf(word)).toContain('Word document');
    expect(await refusalOf(part('xl/workbook.xml', '<presentation/>'))).toContain('presentation');
    expect(await refusalOf(part('xl/workbook.xml', '<letter/>'))).toContain('no workbook inside');
    expect(await refusalOfBytes('picture.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).toContain('nor text');
  });
});

describe('text that is no table', () => {
  test.each([
    ['plan.csv', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'a PDF'],
    ['plan.csv', '<!DOCTYPE html>\n<html><table><tr><td>1', 'HTML'],
    ['plan.txt', '\uFEFF  <HTML lang="en">', 'HTML'],
    ['plan.csv', '<table><tr><td>1</td></tr></table>', 'HTML'],
    ['plan.csv', '<?xml version="1.0"?><Workbook/>', 'XML'],
    ['plan.html', '<h1>Plan</h1>', 'HTML'],
    ['plan.docx', 'Plan', 'Word'],
    ['plan.json', '{"a": [1, 2]}', 'JSON'],
    ['plan.csv', '[\n  {"a": 1},\n  {"a": 2}\n]\n', 'JSON'],
    ['plan.csv', '{"a":1}\n{"a":2}\n', 'JSON'],
    ['long.csv', `[{"a":"${'x'.repeat(100_000)}"}]`, 'JSON'],
    ['plan.csv', '{\\rtf1\\ansi}', 'RTF'],
  ])('%s: %s', async (name, content, what) => {
    expect(await refusalOfBytes(name, content)).toMatch(new RegExp(`^The file is .*${what}.*, not a spreadsheet`));
  });

  test.each(['[id],name\n1,2\n', '{a},b\n', '<5,>5\n1,2\n', 'a', '"{""a"":1}",b\n'])(
    '%j is a table',
    async (content) => {
      const source = join(folder, 'table.csv');
      writeFileSync(source, content);
      const { path } = await importSheetFile(source, { targetDir, id: 'table' });
      rmSync(path);
    },
  );
});

describe('more than the limits allow', () => {
  const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>';

  test('cells, counted over all tabs', async () => {
    const sheets = [
      { name: 'A', rows },
      { name: 'B', rows },
    ];
    expect(await refusalOf({ sheets }, { cells: 5 })).toContain('more than 5 cells');
  });

  test('characters of all cells together: one text may be used by every cell', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => `<row r="${at + 1}"><c t="s"><v>0</v></c></row>`).join('');
    const strings = `<si><t>${'x'.repeat(100)}</t></si>`;
    expect(await refusalOf({ sheets: [{ name: 'S', rows }], strings }, { chars: 4999 })).toContain('4999 characters');
  });

  test('a formula that would be written out for every cell', async () => {
    const formula = '['.repeat(200_000);
    const rows = `<row r="1"><c><f t="shared" si="0" ref="A1:A2">${formula}</f></c></row><row r="2"><c><f t="shared" si="0"/></c></row>`;
    expect(await refusalOf({ sheets: [{ name: 'S', rows }] })).toContain('A formula has more than');
  });

  test('tabs, and characters of a cell', async () => {
    const sheets = [
      { name: 'A', rows },
      { name: 'B', rows },
    ];
    expect(await refusalOf({ sheets }, { sheets: 1 })).toContain('more than 1 tabs');
    const long = `<row><c t="str"><v>${'y'.repeat(50_001)}</v></c></row>`;
    expect(await refusalOf({ sheets: [{ name: 'A', rows: long }] })).toContain('more than 50000 characters');
  });

  test('columns and fields of a text file', async () => {
    expect(await refusalOfBytes('wide.csv', '1,'.repeat(18_279))).toContain('columns');
    expect(await refusalOfBytes('long.csv', `a,"${'z'.repeat(50_001)}"`)).toContain(
      'The field that begins near line 1 holds more than 50000 characters.',
    );
    expect(await refusalOfBytes('open.csv', 'a,b\n1,"never closed\n2,3\n')).toContain('line 2 is never closed');
  });
});
