import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRange } from '../a1.ts';
import { resolveRange } from '../a1-resolve.ts';
import { importSheetFile } from './import.ts';
import { openSheetFile, type RenderOptions } from './sheet-file.ts';
import { gridOf } from './stored-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'sheet-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function text(content: string | Buffer, name = 'file.csv', how: RenderOptions & { encoding?: string } = {}) {
  const source = join(folder, name);
  writeFileSync(source, content);
  const { path } = await importSheetFile(source, {
    targetDir: folder,
    id: `t${++count}`,
    ...(how.encoding && { encoding: how.encoding }),
  });
  const file = openSheetFile(path);
  const { info } = file;
  const values = [...file.read(resolveRange(parseRange('A:ZZ'), gridOf(info)), how).batches()].flat();
  file.close();
  return { info, values };
}
const raw = { render: 'UNFORMATTED_VALUE' } as const;

describe('fields', () => {
  test('that are empty are no cells: the table ends where its last value is', async () => {
    const { info } = await text('a,b,,\n1,,,\n,,,\n,,,\n');
    expect(info.cells).toBe(3);
    expect(info.sheets[0]).toMatchObject({ dataRows: 2, dataColumns: 2 });
  });

  test('quotes, line ends of every kind, empty lines and fields', async () => {
    const content = 'a,"b ""c""","d\r\ne",f\r\n\r\n,,x\rlast,"",2" pipe\nq"q,"z"tail, "no"';
    const { values } = await text(content);
    expect(values).toEqual([
      ['a', 'b "c"', 'd\r\ne', 'f'],
      [],
      ['', '', 'x'],
      ['last', '', '2" pipe'],
      ['q"q', 'ztail', ' "no"'],
    ]);
  });

  test.each([
    [
      'semicolons, with commas in numbers',
      'name;price\nä;1,5\nb;2,25\n',
      [
        ['name', 'price'],
        ['ä', '1,5'],
        ['b', '2,25'],
      ],
    ],
    [
      'tabs',
      'a\tb,c\n1\t2,3\n',
      [
        ['a', 'b,c'],
        ['1', '2,3'],
      ],
    ],
    [
      'bars',
      'a|b|c\n1|2|3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'commas, with semicolons quoted',
      'a,"x;y;z"\n1,"p;q;r"\n',
      [
        ['a', 'x;y;z'],
        ['1', 'p;q;r'],
      ],
    ],
    [
      'a report with lines above its table',
      'Campaign report\nJan 1; 2026\n\nCampaign,Clicks\na,1\nb,2\n',
      [['Campaign report'], ['Jan 1; 2026'], [], ['Campaign', 'Clicks'], ['a', '1'], ['b', '2']],
    ],
    ['one column', 'a\nb c\n', [['a'], ['b c']]],
    [
      'a hint of Excel',
      'sep=;\r\na;b,c,d\r\n1;2,3,4\r\n',
      [
        ['a', 'b,c,d'],
        ['1', '2,3,4'],
      ],
    ],
    ['a hint against what splits evenly', 'sep=;\na,b,c\nd,e,f\n', [['a,b,c'], ['d,e,f']]],
    [
      'a first column called PK',
      'PK,x\n1,2\n',
      [
        ['PK', 'x'],
        ['1', '2'],
      ],
    ],
  ])('%s', async (_, content, expected) => {
    expect((await text(content)).values).toEqual(expected);
  });

  test('a .tsv file is split at tabs alone', async () => {
    expect((await text('a,b;c\n1,2;3\n', 'file.tsv')).values).toEqual([['a,b;c'], ['1,2;3']]);
  });

  test('a long file, cut anywhere by the reader', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},"é ""${at}"", x"`);
    const { values } = await text(`${lines.join('\r\n')}\r\n`);
    expect(values.length).toBe(20_000);
    expect(values.every(([first, second], at) => first === String(at) && second === `é "${at}", x`)).toBe(true);
  });
});

describe('letters', () => {
  const content = 'Größe,Prix €\n“5”,ñ\n';
  const expected = [
    ['Größe', 'Prix €'],
    ['“5”', 'ñ'],
  ];
  test.each([
    ['utf-8', Buffer.from(content)],
    ['utf-8', Buffer.from(`\uFEFF${content}`)],
    ['utf-16le', Buffer.from(`\uFEFF${content}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${content}`, 'utf16le').swap16()],
  ])('%s', async (encoding, bytes) => {
    const { values, info } = await text(bytes);
    expect(values).toEqual(expected);
    expect(info.encoding).toBe(encoding);
  });

  const western = Buffer.from(content.replace('€', '\x80').replace('“', '\x93').replace('”', '\x94'), 'latin1');
  test.each([
    ['windows-1252', western, 'windows-1252'],
    ['latin1', western, 'windows-1252'],
    ['UTF-16LE', Buffer.from(content, 'utf16le'), 'utf-16le'],
    ['Shift_JIS', Buffer.from('82a0', 'hex'), 'shift_jis'],
  ])('named: %s', async (encoding, bytes, canonical) => {
    const { values, info } = await text(bytes, 'file.csv', { encoding });
    expect(values).toEqual(canonical === 'shift_jis' ? [['あ']] : expected);
    expect(info.encoding).toBe(canonical);
  });

  test('that cannot be told are asked for, with the line they were met in', async () => {
    const refused = (bytes: Buffer, how = {}) => expect(text(bytes, 'file.csv', how)).rejects;
    const message = expect.stringContaining('line 1 ');
    await refused(western).toMatchObject({
      details: { message, problems: [{ field: 'encoding' }], nextStep: expect.stringContaining('--encoding') },
    });
    const late = Buffer.concat([Buffer.from('é,x\n'.repeat(50_000)), Buffer.from([0xe9, 10])]);
    await refused(late).toMatchObject({ message: expect.stringContaining('line 50001 ') });
    await refused(Buffer.from([0x61, 0xc3])).toMatchObject({ message: expect.stringContaining('line 1 ') });
    await refused(Buffer.from(content, 'utf16le')).toMatchObject({ message: expect.stringContaining('byte order') });
    await refused(western, { encoding: 'klingon' }).toMatchObject({ message: expect.stringContaining('"klingon"') });
    await refused(western, { encoding: 'utf-8' }).toMatchObject({
      message: expect.stringContaining('not valid utf-8'),
    });
  });
});

describe('what a field means', () => {
  test.each([
    ['12', 12],
    ['-1.50', -1.5],
    ['.5', 0.5],
    ['0', 0],
    ['1.5e-7', 1.5e-7],
    ['2E+05', 200000],
    ['123456789012345', 123456789012345],
    ['TRUE', true],
    ['false', false],
    ['2026-11-15', 46341],
    ['2026-11-15 06:00', 46341.25],
    ['2026-11-15T12:00:00.5', 46341.500005787035],
  ])('%s is a value', async (field, value) => {
    expect((await text(`x\n${field}\n`, 'file.csv', raw)).values).toEqual([['x'], [value]]);
  });

  test.each([
    '007',
    '-007',
    '+5',
    '12E5',
    '1e5',
    '1234567890123456',
    '1,5',
    '1/2/2026',
    '2026-02-30',
    '2026-11-15T06:00Z',
    '5%',
    '$5',
    '.',
    '-',
    '1.',
    ' 5',
    '=A1',
    'NaN',
    'Infinity',
    '0x10',
    // Eighteen thousand, where a point separates thousands.
    '18.000',
    '1.234',
  ])('%s stays text', async (field) => {
    expect((await text(`x\n"${field}"\n`, 'file.csv', raw)).values).toEqual([['x'], [field]]);
  });

  test('what was typed is shown as it was written: two order numbers stay two', async () => {
    const typed = [
      '2026-11-15',
      '2026-11-15 06:00',
      '2026-11-15T12:00:00.500',
      '7.1',
      '7.10',
      '-1200.00',
      '0.0',
      'TRUE',
    ];
    const { values } = await text(`${typed.join()}\n`);
    expect(values).toEqual([typed]);
    const many = `0.${'0'.repeat(40)}`;
    expect((await text(`${many},.50,true\n`)).values).toEqual([['0', '0.50', 'TRUE']]);
  });
});

test('the tab has the name of the file', async () => {
  const { info } = await text('a\n', "'plan'.csv");
  expect(info.title).toBe("'plan'");
  expect(info.sheets.map(({ name }) => name)).toEqual(['plan']);
  const long = await text('a\n', `${'p'.repeat(150)}.csv`);
  expect(long.info.sheets.map(({ name }) => name)).toEqual(['p'.repeat(100)]);
});
