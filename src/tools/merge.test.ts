import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { Failure } from '../errors.ts';
import { mergeKeys, refuseLostGroups, refuseLostKinds } from './merge.ts';

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

const refusal = (check: () => void) => {
  try {
    check();
  } catch (error) {
    return error instanceof Failure ? error.details.message : String(error);
  }
  return undefined;
};

test('a list of groups that would lose kinds it does not name is refused, with their names', () => {
  const current = [{ interests: ['1'], cities: [] }, { jobs: ['2'] }];
  const told = (change: object[]) => refusal(() => refuseLostKinds('any_of', current, change as never));
  expect(told([{ cities: ['3'] }])).toMatch(/`any_of`.* in which interests, jobs stand too: repeat what shall stay/);
  expect(told([{ interests: ['1'] }])).toMatch(/ in which jobs stands too/);
  expect(told([{ interests: ['9'], jobs: [] }])).toBeUndefined();
  expect(told([]), 'gives up everything').toBeUndefined();
});

test('a list of groups that is shorter than the one there is refused, with the groups that it does not repeat', () => {
  const current = [{ interests: [{ id: '1', name: 'Sea' }] }, { jobs: ['2'] }, { cities: [] }];
  const told = (change: object[], more?: number) =>
    refusal(() => refuseLostGroups('any_of', current, change as never, more));
  expect(told([{ interests: ['1'] }])).toMatch(/has 1 of 2 groups.* It does not repeat \{jobs: 2\}: repeat/);
  expect(told([{ interests: ['9'] }])).toMatch(/ It does not repeat \{interests: Sea\} and \{jobs: 2\}: repeat/);
  expect(told([{ interests: ['9'] }, {}])).toBeUndefined();
  expect(told([{ interests: ['9'] }], 1)).toBeUndefined();
  expect(told([]), 'gives up everything').toBeUndefined();
});
