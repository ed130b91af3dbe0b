import { expect, test } from 'vitest';
import { mergeTargeting, shownTargeting, type Targeting, wireTargeting } from './targeting.ts';

const facet = (name: string) => `urn:li:adTargetingFacet:${name}`;

test('facets that all have to fit are clauses of their own, alternatives share one, and both are shown as they were', () => {
  const targeting: Targeting = {
    include: { locations: ['urn:li:geo:1', 'urn:li:geo:2'] },
    any_of: [{ titles: ['urn:li:title:1'], skills: ['urn:li:skill:1'] }],
    exclude: { employers: ['urn:li:organization:1'] },
  };
  const wire = wireTargeting(targeting);
  expect(wire).toEqual({
    include: {
      and: [
        { or: { [facet('locations')]: ['urn:li:geo:1', 'urn:li:geo:2'] } },
        { or: { [facet('titles')]: ['urn:li:title:1'], [facet('skills')]: ['urn:li:skill:1'] } },
      ],
    },
    exclude: { or: { [facet('employers')]: ['urn:li:organization:1'] } },
  });
  expect(shownTargeting(wire)).toEqual(targeting);
});

test('a facet without values is none', () => {
  expect(wireTargeting({ include: { titles: [] }, any_of: [{ skills: [] }], exclude: { titles: [] } })).toEqual({
    include: { and: [] },
  });
});

test('alternatives are replaced as a list, and what would be lost of it has to be named', () => {
  const current = { any_of: [{ titles: ['a'], skills: ['b'] }] };
  expect(() => mergeTargeting(current, { any_of: [{ titles: ['c'] }] })).toThrow(/any_of.*skills stands too/);
  expect(mergeTargeting(current, { any_of: [{ titles: ['c'], skills: [] }] }).any_of).toHaveLength(1);
  expect(mergeTargeting(current, { include: { skills: ['b'] }, any_of: [{ titles: ['c'] }] }).any_of).toHaveLength(1);
  expect(mergeTargeting(current, { any_of: [] }).any_of).toEqual([]);
  expect(mergeTargeting(current, { include: { seniorities: ['d'] } }).any_of).toEqual(current.any_of);
});

test('fewer alternatives than there are would let more members in: what would be lost is named and has to be wanted', () => {
  const current = {
    any_of: [{ titles: ['a'] }, { titles: ['b'], skills: [] }, { titles: ['c'] }] as Record<string, string[]>[],
  };
  const merged = (any_of: Record<string, string[]>[], include = {}) =>
    mergeTargeting(current, { any_of, include }).any_of;
  expect(() => merged([{ titles: ['a'] }])).toThrow(/1 of 3 groups.*\{titles: b\} and \{titles: c\}/);
  expect(merged([{ titles: ['a'] }, {}, {}])).toEqual([{ titles: ['a'] }, {}, {}]);
  expect(
    merged([{ titles: ['a'] }, { titles: ['b'] }], { skills: ['d'] }),
    'one became a facet of its own',
  ).toHaveLength(2);
  expect(() =>
    mergeTargeting(
      { ...current, include: { skills: ['x'] } },
      { any_of: [{ titles: ['a'] }, {}], include: { skills: ['d'] } },
    ),
  ).toThrow(/2 of 3/);
  expect(merged([])).toEqual([]);
});

test('a change of one facet leaves the others, an empty list takes one away', () => {
  const current = { include: { locations: ['a'], titles: ['b'] }, exclude: { employers: ['c'] } };
  const merged = mergeTargeting(current, { include: { titles: [], seniorities: ['d'] } });
  expect(merged).toMatchObject({ include: { locations: ['a'], seniorities: ['d'] }, exclude: { employers: ['c'] } });
  expect(merged.include).not.toHaveProperty('titles');
});
