import { expect, test } from 'vitest';
import { failureOf } from '../../../errors.testing.ts';
import { invalidArguments } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { KeywordRefusals } from './keyword-refusals.ts';
import { creating } from './wire/operation.ts';

const keyword = (text: string) => ({ text, match_type: 'EXACT' });

/** A platform that refuses the first check of a call, by this field. */
function refusingOnce(field: string) {
  let checks = 0;
  const check = async () => {
    if (checks++ === 0) throw invalidArguments([{ field, message: 'is refused' }]);
  };
  return { check } as unknown as SearchClient;
}

async function takenOf(field: string) {
  const refusals = new KeywordRefusals({ add_keywords: [keyword('one'), keyword('two')] });
  const operations = [0, 1].map((at) => creating('sharedCriterion', {}, `add_keywords.${at}`));
  const taken = await refusals.taken(refusingOnce(field), '1', operations);
  return { places: taken.map(({ argument }) => argument), refused: refusals.shown().refused };
}

test('a keyword that the platform refuses is left out', async () => {
  expect(await takenOf('add_keywords.1.text')).toEqual({
    places: ['add_keywords.0'],
    refused: [{ argument: 'add_keywords', position: 1, ...keyword('two'), message: 'is refused' }],
  });
});

test.each(['add_keywords', 'name'])(
  'where the platform blames %s, which is no keyword, the call is refused',
  async (field) => {
    expect((await failureOf(takenOf(field))).details.problems).toEqual([{ field, message: 'is refused' }]);
  },
);

test('a keyword that cannot be taken makes no duplicate of the same one after it', () => {
  const refusals = new KeywordRefusals({ add_keywords: ['red\tshoes', 'red shoes', 'Red  shoes'].map(keyword) });
  expect(refusals.shown().refused).toMatchObject([
    { position: 0, code: 'KEYWORD_HAS_INVALID_CHARS' },
    { position: 2, code: 'DUPLICATE', message: 'is the same as add_keywords.1' },
  ]);
});
