import { expect, test } from 'vitest';
import { cleanText, clipped } from './clean-text.ts';

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

test('a text is clipped where it is too long, and never inside a character', () => {
  expect(clipped('abc', 3)).toBe('abc');
  expect(clipped('abcd', 3)).toBe('abc…');
  expect(clipped('ab😀', 3)).toBe('ab\ufffd…');
});
