import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../../test/seed.ts';
import { among, containing, equal, Literal, queryText } from './gaql.ts';

/** The grammar's own reading of a string: from its quote to the first quote without a backslash. */
function readString(text: string): { value: string; rest: string } {
  let value = '';
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') value += text[++at];
    else if (text[at] === text[0]) return { value, rest: text.slice(at + 1) };
    else value += text[at];
  }
  throw new Error('not terminated');
}

const HOSTILE = [
  `' OR campaign.id > 0`,
  `\\' OR 1=1`,
  `\\\\' LIMIT 1`,
  `') FROM customer`,
  `"; DROP`,
  `’ʼ＇`,
  `a' PARAMETERS include_drafts = true`,
];

test('no text breaks out of its quotes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[\\'"%_ a-z]*$/),
    fc.constantFrom(...HOSTILE),
  );
  fc.assert(
    fc.property(
      text.filter((one) => !/\p{Cc}/u.test(one)),
      (given) => {
        const prefix = 'SELECT a.b FROM a WHERE a.b = ';
        const query = queryText({ select: ['a.b'], from: 'a', where: [equal('a.b', Literal.quoted(given))] });
        expect(query.startsWith(prefix)).toBe(true);
        expect(readString(query.slice(prefix.length))).toEqual({ value: given, rest: '' });
      },
    ),
  );
});

test('what cannot be quoted safely is refused: line breaks and other control characters', () => {
  for (const text of ['a\nb', 'a\r', '\u0000', 'a\u0085b']) expect(() => Literal.quoted(text)).toThrow(TypeError);
});

test('ids, words, dates and names are nothing else', () => {
  for (const text of ['', '1 OR 1', '-1', '1.5', '1,2', '９']) expect(() => Literal.digits(text)).toThrow(TypeError);
  for (const text of ['', 'enabled', 'A B', "A'", 'A)']) expect(() => Literal.word(text)).toThrow(TypeError);
  for (const text of ["2026-01-01'", '2026-1-1', '20260101']) expect(() => Literal.date(text)).toThrow(TypeError);
  for (const field of ['a.b, c', 'a b', '*', 'A.b', '']) {
    expect(() => queryText({ select: [field], from: 'a' })).toThrow(TypeError);
    expect(() => queryText({ select: ['a.b'], from: 'a', orderBy: [{ field }] })).toThrow(TypeError);
  }
  for (const limit of [0, -1, 1.5, Number.NaN]) expect(() => queryText({ select: ['a'], from: 'a', limit })).toThrow();
});

test('writes clauses in the order the language wants', () => {
  expect(
    queryText({
      select: ['a.b', 'a.c', 'a.b'],
      from: 'a',
      where: [among('a.b', [Literal.digits('1'), Literal.digits('2')]), containing('a.c', '50% [off]_')],
      orderBy: [{ field: 'a.c', descending: true }, { field: 'a.b' }],
      limit: 5,
    }),
  ).toBe(
    "SELECT a.b, a.c FROM a WHERE a.b IN (1, 2) AND a.c LIKE '%50[%] [[]off[]][_]%' ORDER BY a.c DESC, a.b LIMIT 5",
  );
});
