import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvChunks } from './csv.ts';
import { DelimitedParser } from './files/delimited.ts';

async function whole(rows: Iterable<readonly unknown[]>, options = {}): Promise<string> {
  let text = '';
  for await (const chunk of csvChunks(rows, options)) text += chunk;
  return text;
}

test('fields are quoted only where they must be', async () => {
  const rows = [['a', 'b c', 'x,y', 'say "hi"', 'two\nlines', 'cr\r'], [1.5, true, false, '', null, ' '], [], ['é💶']];
  expect(await whole(rows)).toBe('a,b c,"x,y","say ""hi""","two\nlines","cr\r"\r\n1.5,TRUE,FALSE,,, \r\n\r\né💶\r\n');
});

test('text that would run as a formula is guarded when asked, numbers never', async () => {
  const rows = [['=1+1', '+cmd', '@x', '-1+2|calc', '\tx', '＝A1', '-12.5', '+1,000', '-3%', 'a=b', -5, '-$3.00']];
  expect(await whole(rows, { guardFormulas: true })).toBe(
    "'=1+1,'+cmd,'@x,'-1+2|calc,'\tx,'＝A1,-12.5,\"+1,000\",-3%,a=b,-5,'-$3.00\r\n",
  );
  expect(await whole([['=1+1']])).toBe('=1+1\r\n');
});

test('a million rows leave in pieces, the first before the last is made', async () => {
  let made = 0;
  const rows = (function* () {
    for (; made < 1_000_000; made++) yield ['some text', made];
  })();
  const chunks = csvChunks(rows);
  const { value } = await chunks.next();
  expect(made).toBeLessThan(10_000);
  expect(value.length).toBeLessThan(100_000);
});

test('whatever is written can be read back', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.info(`csv round trip: seed ${seed}`);
  const field = fc.oneof(
    fc.string({ unit: fc.constantFrom(',', '"', '\n', '\r', ';', 'a', ' ') }),
    fc.string({ unit: 'grapheme' }),
  );
  const anyRows = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 7 }), async (rows, cut) => {
      const text = await whole(rows);
      const parser = new DelimitedParser(',');
      const pieces: string[] = text.match(new RegExp(`.{1,${cut}}`, 'gs')) ?? [];
      expect([...pieces.flatMap((piece) => [...parser.write(piece)]), ...parser.end()]).toEqual(rows);
    }),
    { numRuns: 20_000, seed },
  );
});
