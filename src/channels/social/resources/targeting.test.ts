import { expect, test } from 'vitest';
import { audiencesIn, mergeTargeting, Targeting, targetingProblems, withAdvantage } from './targeting.ts';

test('the declaration on widening the audience is sent as the platform spells it, and only when made', () => {
  expect(withAdvantage({}, true)).toEqual({ targeting_automation: { advantage_audience: 1 } });
  expect(withAdvantage({}, false)).toEqual({ targeting_automation: { advantage_audience: 0 } });
  expect(withAdvantage({ age_min: 18 }, undefined)).toEqual({ age_min: 18 });
});

test('no place is ever assumed', () => {
  expect(targetingProblems({ age_min: 18 }, false).map(({ field }) => field)).toEqual(['targeting.geo_locations']);
  expect(targetingProblems({ geo_locations: {} }, false)).toHaveLength(1);
  expect(targetingProblems({ custom_audiences: [{ id: '1' }] }, false)).toEqual([]);
});

test('ages that an automatic audience does not allow are named before sending', () => {
  const place = { geo_locations: { countries: ['US'] } };
  expect(targetingProblems({ ...place, age_max: 45 }, true)[0]?.field).toBe('targeting.age_max');
  expect(targetingProblems({ ...place, age_min: 30 }, true)[0]?.field).toBe('targeting.age_min');
  expect(targetingProblems({ ...place, age_min: 30, age_max: 45 }, false)).toEqual([]);
});

test('a wrong or unknown key is named with its whole path', () => {
  const fields = (value: unknown) => Targeting.safeParse(value).error?.issues.map(({ path }) => path.join('.'));
  expect(fields({ geo_locations: { countries: ['USA'] }, agemin: 3 })).toEqual(['geo_locations.countries.0', 'agemin']);
  expect(fields({ geo_locations: { planets: [] } })).toEqual(['geo_locations.planets']);
  const [bare] = Targeting.safeParse({ excluded_geo_locations: { cities: ['2425860'] } }).error?.issues ?? [];
  expect(bare).toMatchObject({ path: ['excluded_geo_locations', 'cities', 0] });
  expect(bare?.message).toBe('must be an object with `key`, not a string');
});

test('country codes are sent in capitals', () => {
  const targeting = { geo_locations: { countries: ['de', 'AT'] }, excluded_geo_locations: { countries: ['ch'] } };
  expect(Targeting.parse({ ...targeting, age_min: 20 })).toEqual({
    geo_locations: { countries: ['DE', 'AT'] },
    excluded_geo_locations: { countries: ['CH'] },
    age_min: 20,
  });
});

test('finds every audience a targeting uses', () => {
  const targeting = {
    custom_audiences: [{ id: '1' }],
    excluded_custom_audiences: [{ id: '2' }],
    flexible_spec: [{ custom_audiences: [{ id: '3' }] }],
  };
  expect([...audiencesIn(targeting)]).toEqual(['1', '2', '3']);
  expect(audiencesIn(undefined).size).toBe(0);
});

test('a change of one kind of place keeps the other kinds, and an empty list removes its own', () => {
  const geo_locations = { countries: ['US'], cities: [{ key: '1' }], location_types: ['home'] };
  const merged = (change: object) => mergeTargeting({ geo_locations, age_min: 18 }, { geo_locations: change });
  expect(merged({ countries: ['FR'] })).toEqual({
    geo_locations: { ...geo_locations, countries: ['FR'] },
    age_min: 18,
  });
  expect(merged({ cities: [] })).toEqual({
    geo_locations: { countries: ['US'], location_types: ['home'] },
    age_min: 18,
  });
  expect(merged({})).toEqual({ age_min: 18 });
});
