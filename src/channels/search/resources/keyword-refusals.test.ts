import { expect, test } from 'vitest';
import { KeywordRefusals } from './keyword-refusals.ts';

test('a keyword that cannot be taken makes no duplicate of the same one after it', () => {
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const refusals = new KeywordRefusals({ add_keywords: ['red\tshoes', 'red shoes', 'Red  shoes'].map(word) });
  expect(refusals.shown().refused).toMatchObject([
    { position: 0, code: 'KEYWORD_HAS_INVALID_CHARS' },
    { position: 2, code: 'DUPLICATE', message: 'is the same as add_keywords.1' },
  ]);
});
