import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { mergeKeys } from './merge.ts';

test('a change of one key keeps every other, known to us or not', () => {
  const current = {
    geo_locations: { countries: ['US'] },
    genders: [1],
    age_min: 18,
    brand_safety_content_filter_levels: ['X'],
  };
  expect(mergeKeys(current, { age_min: 25 })).toEqual({ ...current, age_min: 25 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), fc.dictionary(fc.string(), fc.integer()), (old, change) => {
      expect(mergeKeys(old, change)).toEqual({ ...old, ...change });
    }),
  );
});

test('an empty list takes its key away, and only where it was given', () => {
  expect(mergeKeys({ genders: [1], age_min: 18 }, { genders: [] })).toEqual({ age_min: 18 });
  expect(mergeKeys({ flexible_spec: [], automation: {} }, { age_min: 18 })).toEqual({
    flexible_spec: [],
    automation: {},
    age_min: 18,
  });
});
