import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/seed.ts';
import { Turns } from '../event-loop/turns.ts';
import { parseLarge } from './large-json.ts';

function told(parse: () => unknown): { value: unknown } | 'no JSON' {
  try {
    return { value: parse() };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'no JSON';
  }
}

function inPieces(text: string, pieceBytes: number): unknown {
  const work = parseLarge(Buffer.from(text), pieceBytes);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const pieceBytes = fc.integer({ min: 1, max: 40 });
const written = fc
  .tuple(fc.json({ maxDepth: 7, noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t', '\r\n '))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), undefined, space));

test('is what JSON.parse makes of it, wherever it is cut', () => {
  fc.assert(
    fc.property(written, pieceBytes, (text, bytes) => {
      expect(inPieces(text, bytes)).toEqual(JSON.parse(text));
      // Own keys of any name, in their order.
      expect(JSON.stringify(inPieces(text, bytes))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

const sign = fc.constantFrom(...'[]{},:"\\ 1ae\n-.', '');
const broken = fc
  .tuple(written, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), sign), { minLength: 1, maxLength: 3 }))
  .map(([text, changes]) =>
    changes
      .reduce((made, [place, length, put]) => {
        const at = place % (made.length + 1);
        return made.slice(0, at) + put + made.slice(at + length);
      }, text)
      .toWellFormed(),
  );

test('and what JSON.parse refuses is refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        broken,
        fc.array(sign).map((signs) => signs.join('')),
      ),
      pieceBytes,
      (text, bytes) => {
        expect(told(() => inPieces(text, bytes))).toEqual(told(() => JSON.parse(text)));
      },
    ),
    { numRuns: times(2000) },
  );
});

test.each([
  '[,1]',
  '[1,]',
  '{"a":1,}',
  '{,}',
  '[1 2]',
  '[[]',
  '{"a"}',
  '{"a":}',
  '[1},{2]',
  '[1}2]',
  '[1"a":[1,2,3,4]},5]',
  '{"a"x[1,2,3]}',
  '["a]',
  '{"__proto__":[1]}',
  '[ ]',
  '',
])('%s as well', (text) => {
  for (const bytes of [1, 2, 3, 9]) expect(told(() => inPieces(text, bytes))).toEqual(told(() => JSON.parse(text)));
});

test.each([['[1,2,3,4,5,6,7,8,9,10]'], ['{"a":[1,2,3,4,5,6,7,8,9,10]}']])('%s is taken piece by piece', (text) => {
  expect([...parseLarge(Buffer.from(text), 3)].length).toBeGreaterThan(3);
});

test('others have their turns meanwhile', async () => {
  const text = Buffer.from(
    JSON.stringify({ data: { list: Array.from({ length: 60_000 }, (_, id) => ({ id, name: 'ä,"]' })) } }),
  );
  let [turns, done] = [0, false];
  const count = () => {
    turns++;
    if (!done) setImmediate(count);
  };
  count();
  expect(await new Turns().through(parseLarge(text))).toEqual(JSON.parse(text.toString()));
  done = true;
  expect(turns).toBeGreaterThan(1);
});
