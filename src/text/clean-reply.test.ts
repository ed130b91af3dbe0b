import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/seed.ts';
import { cleanReply } from './clean-reply.ts';
import { cleanText } from './clean-text.ts';

/** An object with text at every kind of place: keys, lists, depths. */
const anything = fc.object({
  key: fc.string({ unit: 'binary' }),
  values: [fc.string({ unit: 'binary' }), fc.constantFrom('\u200b', '\u{e0041}x', 'x\ud800', '\u0000', 'ok')],
  maxDepth: 4,
});

test('no field of a reply, wherever it stands, keeps anything hidden', () => {
  fc.assert(
    fc.property(anything, (reply) => {
      const { json, reply: cleaned } = cleanReply(reply);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(cleaned)));
      for (const text of textsOf(JSON.parse(json))) expect(cleanText(text)).toBe(text);
    }),
    { numRuns: times(2_000) },
  );
});

test('a reply with nothing to clean is not copied', () => {
  const reply = { name: 'Söndag 😀 — 50 % off', list: ['a\nb'] };
  expect(cleanReply(reply).reply).toBe(reply);
});

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

test('what a reply may hold without a walk is told from what it may not, sign by sign', () => {
  const signs = [
    '\u007f',
    '\u0080',
    '\u0000',
    '\u001f',
    '\b',
    '\f',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u{1d173}',
    '\u{e0041}',
  ];
  for (const sign of signs) {
    expect(cleanReply({ a: `x${sign}y` }), JSON.stringify(sign)).toEqual({ reply: { a: 'xy' }, json: '{"a":"xy"}' });
    expect(cleanReply({ [`x${sign}y`]: 1 }).json).toBe('{"xy":1}');
  }
  expect(cleanReply({ a: 'x\ud800', list: [null, 7, 'y\u200b'] }).reply).toEqual({
    a: 'x\ufffd',
    list: [null, 7, 'y'],
  });
});
