import { expect, test } from 'vitest';
import { inert } from './inert-text.ts';

test('characters that turn the direction of text are shown, and other scripts stay as they are', () => {
  expect(inert('gpj.\u202eexe')).toBe('gpj.[U+202E]exe');
  expect(inert('\u2067a\u2069')).toBe('[U+2067]a[U+2069]');
  for (const name of ['שלום', 'عربي', 'Zürich', '日本']) expect(inert(name)).toBe(name);
});

test('a JSON text stays one', () => {
  expect(JSON.parse(inert(JSON.stringify({ name: '\u202d"quoted"\u202c' })))).toEqual({
    name: '[U+202D]"quoted"[U+202C]',
  });
});
