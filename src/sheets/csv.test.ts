import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { Turns } from '../event-loop/turns.ts';
import { csvChunks, csvOf } from './csv.ts';
import { DelimitedParser } from './files/delimited-text.ts';
import { type Row, rowsInMemory } from './row-source.ts';

const CELLS = { sheet: 'S', startRow: 0, endRow: 1000, startColumn: 0, endColumn: 26 };

async function whole(rows: readonly Row[], { guardFormulas = false, major = 'ROWS' as 'ROWS' | 'COLUMNS' } = {}) {
  let text = '';
  for await (const chunk of csvOf(rowsInMemory(CELLS, rows), { guardFormulas, major }, new Turns())) text += chunk;
  return text;
}

test('fields are quoted only where they must be', async () => {
  const rows = [
    ['a', 'b c', 'x,y', 'say "hi"', 'two\nlines', 'cr\r'],
    [1.5, true, false, '', null, ' '],
  ];
  expect(await whole(rows)).toBe('a,b c,"x,y","say ""hi""","two\nlines","cr\r"\r\n1.5,TRUE,FALSE,,, \r\n');
});

test('every row is as long as the longest, and an empty one is still a row', async () => {
  expect(await whole([['a'], [], ['b', '', 'c'], ['é💶']])).toBe('a,,\r\n,,\r\nb,,c\r\né💶,,\r\n');
  expect(await whole([[], ['a'], [], ['b']])).toBe('""\r\na\r\n""\r\nb\r\n');
  expect(await whole([])).toBe('');
});

test('columns become rows when asked', async () => {
  expect(await whole([['a', 'b', 'c'], ['d'], ['', 'e']], { major: 'COLUMNS' })).toBe('a,d,\r\nb,,e\r\nc,,\r\n');
});

test('text that would run as a formula is guarded when asked, numbers never', async () => {
  const rows = [['=1+1', '+cmd', '@x', '-1+2|calc', '\tx', '＝A1', '-12.5', '+1,000', '-3%', 'a=b', -5, '-$3.00']];
  expect(await whole(rows, { guardFormulas: true })).toBe(
    "'=1+1,'+cmd,'@x,'-1+2|calc,'\tx,'＝A1,-12.5,\"+1,000\",-3%,a=b,-5,'-$3.00\r\n",
  );
  expect(await whole([['\u200b=1+1', ' @x', '\u0007\ufeff=x']], { guardFormulas: true })).toBe("'=1+1,' @x,'=x\r\n");
  expect(await whole([['=1+1']])).toBe('=1+1\r\n');
});

test('a million rows leave in pieces, the first before the last is made', async () => {
  let made = 0;
  const batches = (function* () {
    for (; made < 1_000_000; made++) yield [['some text', made]];
  })();
  const { value } = await csvChunks(batches, 2, false, new Turns()).next();
  expect(made).toBeLessThan(10_000);
  expect(value?.length).toBeLessThan(100_000);
});

test('more fields than a spreadsheet can have cells are refused before the first', async () => {
  const source = { ...rowsInMemory(CELLS, [Array(20_000).fill('x')]), rowsAtMost: 1_000_000 };
  await expect(csvOf(source, { guardFormulas: false, major: 'ROWS' }, new Turns()).next()).rejects.toThrow(
    '1000000 × 20000 fields',
  );
});

test('every written value can be read back', async () => {
  const field = fc.oneof(
    fc.string({ unit: fc.constantFrom(',', '"', '\n', '\r', ';', 'a', ' ') }),
    fc.string({ unit: 'grapheme' }),
  );
  const anyRows = fc.array(fc.array(field, { maxLength: 5 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 7 }), async (rows, cut) => {
      const text = await whole(rows);
      const width = Math.max(0, ...rows.map((row) => row.length));
      const parser = new DelimitedParser(',');
      const pieces: string[] = text.match(new RegExp(`.{1,${cut}}`, 'gs')) ?? [];
      const padded = rows.map((row) => [...row, ...Array<string>(Math.max(width, 1) - row.length).fill('')]);
      expect([...pieces.flatMap((piece) => [...parser.write(piece)]), ...parser.end()]).toEqual(padded);
    }),
    { numRuns: times(10_000), seed },
  );
});
