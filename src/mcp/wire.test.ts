import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './wire.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u007f', '\ud800', '€'),
);

test('JSON inside JSON is written as JSON.stringify would write it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.dictionary(anyText, anyText).map((value) => JSON.stringify(value)),
      ),
      (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(quoted(text)).toBe(JSON.stringify(text));
      },
    ),
  );
});

test.each([
  ['quotes', JSON.stringify('"'.repeat(32_767))],
  ['quotes, too long for the short way', JSON.stringify('"'.repeat(32_768))],
  ['letters of several bytes', JSON.stringify(`${'a'.repeat(65_533)}€`)],
  ['nothing but letters of several bytes', JSON.stringify('€'.repeat(65_534))],
])('also when it is as long as can be: %s', (_, text) => {
  expect(quoted(text)).toBe(JSON.stringify(text));
});
