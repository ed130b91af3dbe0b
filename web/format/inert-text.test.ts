import { expect, test } from 'vitest';
import { inert } from './inert-text.ts';

test('characters that turn the direction of text are shown, and other scripts stay as they are', () => {
  expect(inert('gpj.\u202eexe')).toBe('gpj.[U+202E]exe');
  expect(inert('\u2067a\u2069')).toBe('[U+2067]a[U+2069]');
  for (const name of ['שלום', 'عربي', 'Zürich', '日本']) expect(inert(name)).toBe(name);
});

test('invisible characters are shown, where they are not part of how a script is written', () => {
  expect(inert('budget\u200bagent')).toBe('budget[U+200B]agent');
  expect(inert('ads\u{e0041}\u00ad\u2060')).toBe('ads[U+E0041][U+AD][U+2060]');
  expect(inert('ad\u200cs')).toBe('ad[U+200C]s');
  for (const name of ['می\u200cخواهم', '👩🏽‍🚀', '❤️‍🔥', 'a\tb\nc']) expect(inert(name)).toBe(name);
});

test('a JSON text stays one', () => {
  expect(JSON.parse(inert(JSON.stringify({ name: '\u202d"quoted"\u202c' })))).toEqual({
    name: '[U+202D]"quoted"[U+202C]',
  });
});
