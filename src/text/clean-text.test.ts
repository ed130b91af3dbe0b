import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/seed.ts';
import { cleanReply, cleanText, clipped } from './clean-text.ts';

test.each([
  ['zero-width space', 'a\u200bb', 'ab'],
  ['direction override', 'a\u202eb\u202c', 'ab'],
  ['tag characters that spell an instruction', 'Sale\u{e0049}\u{e0067}\u{e006e}\u{e007f}', 'Sale'],
  ['byte order mark', '\ufeffa', 'a'],
  ['bell and escape', 'a\u0007\u001b[2Jb', 'a[2Jb'],
  ['soft hyphen and combining joiner', 'co\u00adop\u034f', 'coop'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ['joiner between letters', 'a\u200db', 'ab'],
])('%s goes', (_, given, cleaned) => expect(cleanText(given)).toBe(cleaned));

test.each([
  ['tabs and line breaks', 'a\tb\nc\r\nd'],
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['a red heart, on fire', '❤️‍🔥'],
  ['skin tones', '👩🏽‍🚀'],
  ['Arabic, Hebrew, Devanagari, Japanese', 'سلام שלום नमस्ते こんにちは'],
  ['accents put together from parts', 'e\u0301'],
])('%s stay', (_, text) => expect(cleanText(text)).toBe(text));

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

test('a text is clipped where it is too long, and never inside a character', () => {
  expect(clipped('abc', 3)).toBe('abc');
  expect(clipped('abcd', 3)).toBe('abc…');
  expect(clipped('ab😀', 3)).toBe('ab\ufffd…');
});
