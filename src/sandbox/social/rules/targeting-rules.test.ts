import { describe, expect, test } from 'vitest';
import { type Params, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { COUNTRY_GROUPS } from '../targeting/countries.ts';
import { OPTIONS } from '../targeting/options.ts';
import { type RuleRow, testRules } from './rows.testing.ts';
import { key, targetedAdSet } from './targeting.testing.ts';

const graph = socialForTests();

const adSet = targetedAdSet(graph);
const at = (places: Params) => ({ geo_locations: places });
const boston = key('city', 'Boston');
const interest = OPTIONS.interests![0]!.id;
const behavior = OPTIONS.behaviors![0]!.id;
const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe('where', () => {
  const rows: RuleRow[] = [
    ['rule 47: nowhere at all', at({}), 1885364],
    [
      'rule 48: a country and a region of it',
      at({ countries: ['US'], regions: [key('region', 'Texas')] }),
      1487756,
      at({ countries: ['CA'], regions: [key('region', 'Texas')] }),
    ],
    [
      'rule 48: a region and a city of it',
      at({ regions: [key('region', 'Texas')], cities: [key('city', 'Austin')] }),
      1487756,
      at({ regions: [key('region', 'Texas')], cities: [boston] }),
    ],
    [
      'rule 48: cities whose circles touch',
      at({
        cities: [
          { ...key('city', 'San Francisco'), radius: 10, distance_unit: 'mile' },
          { ...key('city', 'Oakland'), radius: 10, distance_unit: 'mile' },
        ],
      }),
      1487756,
      at({
        cities: [
          { ...key('city', 'San Francisco'), radius: 10, distance_unit: 'mile' },
          { ...boston, radius: 10, distance_unit: 'mile' },
        ],
      }),
    ],
    [
      'rule 48: a pin inside its country',
      at({
        countries: ['US'],
        custom_locations: [{ latitude: 42.36, longitude: -71.06, radius: 5, distance_unit: 'mile' }],
      }),
      1487756,
    ],
    [
      'rule 48: the same place included and excluded',
      { excluded_geo_locations: { countries: ['US'] } },
      1487756,
      { excluded_geo_locations: { countries: ['CA'] } },
    ],
    ['rule 49: exclusions among the inclusions', at({ countries: ['US'], excluded_countries: ['CA'] }), 1487079],
    [
      'rule 50: a city radius of 500 miles',
      at({ cities: [{ ...boston, radius: 500, distance_unit: 'mile' }] }),
      1487079,
      at({ cities: [{ ...boston, radius: 50, distance_unit: 'mile' }] }),
    ],
    [
      'rule 50: a city radius below 17 kilometers',
      at({ cities: [{ ...boston, radius: 16, distance_unit: 'kilometer' }] }),
      1487079,
      at({ cities: [{ ...boston, radius: 17, distance_unit: 'kilometer' }] }),
    ],
    [
      'rule 50: a pin radius above 50 miles',
      at({ custom_locations: [{ latitude: 36, longitude: -121, radius: 500, distance_unit: 'mile' }] }),
      1487079,
      at({ custom_locations: [{ latitude: 36, longitude: -121, radius: 1, distance_unit: 'kilometer' }] }),
    ],
    ['rule 50: another unit', at({ cities: [{ ...boston, radius: 20, distance_unit: 'yard' }] }), 1487079],
    ['rule 50: a radius around a region', at({ regions: [{ ...key('region', 'Texas'), radius: 20 }] }), 1487079],
    [
      'rule 51: more than 200 regions',
      at({ regions: many(201, key('region', 'Texas')) }),
      'none',
      at({ regions: [key('region', 'Texas')] }),
    ],
    ['rule 51: more than 90 languages', { locales: many(91, 6) }, 'none', { locales: [6] }],
    ['rule 52: country ZZ', at({ countries: ['ZZ'] }), 1487079, at({ countries: ['UA'] })],
    ['rule 52: an invented city', at({ cities: [{ key: '1' }] }), 1487079, at({ cities: [boston] })],
    ['rule 52: a zip of no country', at({ zips: [{ key: 'ZZ:1' }] }), 1487079, at({ zips: [{ key: 'US:94304' }] })],
    ['rule 52: a country under sanctions', at({ countries: ['KP'] }), [2641]],
    [
      'rule 53: an invented country group',
      at({ country_groups: ['atlantis'] }),
      1487079,
      at({ country_groups: ['nafta'] }),
    ],
    [
      'rule 54: location types other than both',
      at({ countries: ['US'], location_types: ['home'] }),
      1870199,
      at({ countries: ['US'], location_types: ['home', 'recent'] }),
    ],
  ];
  testRules(graph, rows, (targeting) => adSet(targeting));

  test('rule 53: every group the platform has is known', () => {
    expect(COUNTRY_GROUPS).toEqual(
      expect.arrayContaining(['worldwide', 'europe', 'eea', 'north_america', 'asia', 'apec']),
    );
  });

  test('an estimate of delivery needs the goal that it is for', async () => {
    const params = { targeting_spec: TARGETING };
    expect((await graph.refused('GET', `${US}/delivery_estimate`, params)).code).toBe(100);
    await graph.get(`${US}/delivery_estimate`, { ...params, optimization_goal: 'REACH' });
  });

  test('an estimate and a lookalike know the same places', async () => {
    const spec = (countries: string[]) => ({ targeting_spec: { geo_locations: { countries } } });
    expect((await graph.refused('GET', `${US}/reachestimate`, spec(['ZZ']))).error_subcode).toBe(1487079);
    await graph.get(`${US}/reachestimate`, spec(['UA']));
    const { data } = await graph.get(`${US}/customaudiences`, { fields: 'name', limit: 100 });
    const origin = data.find(({ name }: { name: string }) => name.startsWith('Customers')).id;
    const lookalike = (country: string) => ({
      name: 'L',
      subtype: 'LOOKALIKE',
      origin_audience_id: origin,
      lookalike_spec: { ratio: 0.01, country },
    });
    expect((await graph.refused('POST', `${US}/customaudiences`, lookalike('ZZ'))).code).toBe(100);
    await graph.post(`${US}/customaudiences`, lookalike('CA'));
  });

  test('parts of cities can be aimed at like cities', async () => {
    const { params } = await adSet(
      at({ neighborhoods: [key('neighborhood', 'Harlem')], subcities: [key('subcity', 'Manhattan')] }),
    );
    await graph.post(`${US}/adsets`, params);
  });

  test('kinds of places the sandbox has none of are said to be so', async () => {
    const { params } = await adSet(at({ electoral_districts: [{ key: 'US:CA01' }] }));
    const { status, body } = await graph.send('POST', `${US}/adsets`, params);
    expect([status, body.error.message]).toEqual([
      501,
      'The sandbox does not have targeting by electoral_districts. The platform does.',
    ]);
  });
});

describe('whom', () => {
  const spec = (group: Params) => ({ flexible_spec: [group] });
  const rows: RuleRow[] = [
    ['rule 55: an age below 13', { age_min: 12 }, 1487079, { age_min: 13 }],
    ['rule 55: ages the wrong way round', { age_min: 40, age_max: 30 }, 1487079, { age_min: 30, age_max: 40 }],
    ['rule 56: no word on advantage audience', { targeting_automation: undefined }, 1870227],
    [
      'rule 57: advantage audience with an upper age',
      { age_max: 50, targeting_automation: { advantage_audience: 1 } },
      1870189,
      { targeting_automation: { advantage_audience: 1 } },
    ],
    [
      'rule 57: advantage audience from 26 on',
      { age_min: 26, targeting_automation: { advantage_audience: 1 } },
      1870189,
      { age_min: 25, targeting_automation: { advantage_audience: 1 } },
    ],
    [
      'rule 58: interests of minors',
      { age_min: 16, ...spec({ interests: [{ id: interest }] }) },
      1870165,
      { age_min: 16 },
    ],
    ['rule 58: the gender of minors', { age_min: 16, genders: [1] }, 1870165, { age_min: 18, genders: [1] }],
    [
      'rule 59: under 20 in Thailand with chosen placements',
      { ...at({ countries: ['TH'] }), publisher_platforms: ['facebook'], age_min: 19 },
      1870249,
      { ...at({ countries: ['TH'] }), publisher_platforms: ['facebook'], age_min: 20 },
    ],
    [
      'rule 60: an invented interest',
      spec({ interests: [{ id: '6003107902433', name: 'Golf' }] }),
      1487694,
      spec({ interests: [{ id: interest, name: 'another name' }] }),
    ],
    [
      'rule 60: an interest at the root that does not exist',
      { interests: [{ id: '1' }] },
      1487694,
      { interests: [{ id: interest }] },
    ],
    [
      'rule 60: a behavior among the interests',
      spec({ interests: [{ id: behavior }] }),
      1487694,
      spec({ behaviors: [{ id: behavior }] }),
    ],
    [
      'rule 61: integer lists inside flexible_spec',
      spec({ relationship_statuses: [1] }),
      1885097,
      { relationship_statuses: [1] },
    ],
    [
      'rule 62: more than 25 elements',
      { flexible_spec: many(26, { interests: [{ id: interest }] }) },
      'none',
      { flexible_spec: many(25, { interests: [{ id: interest }] }) },
    ],
    ['rule 62: detailed exclusions', { exclusions: { interests: [{ id: interest }] } }, 'none'],
    ['rule 63: an audience that does not exist', { custom_audiences: [{ id: '1' }] }, 33],
    ['rule 66: connections', { connections: [{ id: '1' }] }, 1870088],
  ];
  testRules(graph, rows, (targeting) => adSet(targeting));

  test('rule 63: a deleted audience, and rule 64: one that is included and excluded', async () => {
    const [{ id }, other] = (await graph.get(`${US}/customaudiences`, { fields: 'name' })).data;
    const refusal = async (targeting: Params) =>
      (await graph.refused('POST', `${US}/adsets`, (await adSet(targeting)).params)).error_subcode;
    const both = { custom_audiences: [{ id }], excluded_custom_audiences: [{ id }] };
    expect(await refusal(both)).toBeUndefined();
    await graph.post(`${US}/adsets`, (await adSet({ ...both, excluded_custom_audiences: [{ id: other.id }] })).params);
    await graph.remove(id);
    expect(await refusal({ custom_audiences: [{ id }] })).toBe(1870065);
  });

  test('rule 67: an update with part of a spec is the whole spec, and judged as such', async () => {
    const { id } = await graph.post(`${US}/adsets`, (await adSet({ age_min: 30 })).params);
    expect((await graph.refused('POST', id, { targeting: { age_min: 40 } })).error_subcode).toBe(1885364);
    expect((await graph.refused('POST', id, { targeting: at({ countries: ['US'] }) })).error_subcode).toBe(1870227);
    await graph.post(id, { targeting: TARGETING });
    expect((await graph.get(id, { fields: 'targeting' })).targeting.age_min).toBe(18);
  });
});

describe('on which places', () => {
  const rows: RuleRow[] = [
    [
      'rule 75: positions of a platform that was not chosen',
      { publisher_platforms: ['facebook'], instagram_positions: ['stream'] },
      'none',
      { publisher_platforms: ['facebook', 'instagram'], instagram_positions: ['stream'] },
    ],
    [
      'rule 76: audience network alone',
      { publisher_platforms: ['audience_network'] },
      'none',
      { publisher_platforms: ['audience_network', 'facebook'] },
    ],
    [
      'rule 76: threads without the instagram stream',
      { publisher_platforms: ['facebook', 'threads'] },
      'none',
      { publisher_platforms: ['instagram', 'threads'] },
    ],
    [
      'rule 76: whatsapp status without the instagram story',
      { publisher_platforms: ['facebook', 'whatsapp'] },
      'none',
      { publisher_platforms: ['instagram', 'whatsapp'] },
    ],
    [
      'rule 76: marketplace without feed',
      { publisher_platforms: ['facebook'], facebook_positions: ['marketplace'] },
      'none',
      { publisher_platforms: ['facebook'], facebook_positions: ['marketplace', 'feed'] },
    ],
    [
      'rule 77: video feeds',
      { publisher_platforms: ['facebook'], facebook_positions: ['feed', 'video_feeds'] },
      1487079,
    ],
    [
      'rule 77: explore',
      { publisher_platforms: ['instagram'], instagram_positions: ['explore'] },
      2490392,
      { publisher_platforms: ['instagram'], instagram_positions: ['explore_home'] },
    ],
    [
      'rule 77: the right-hand column on phones',
      { publisher_platforms: ['facebook'], facebook_positions: ['right_hand_column'], device_platforms: ['mobile'] },
      'none',
      { publisher_platforms: ['facebook'], facebook_positions: ['right_hand_column'], device_platforms: ['desktop'] },
    ],
    [
      'rule 80: reels on desktop only',
      { publisher_platforms: ['instagram'], instagram_positions: ['reels'], device_platforms: ['desktop'] },
      'none',
      { publisher_platforms: ['instagram'], instagram_positions: ['reels'], device_platforms: ['mobile'] },
    ],
  ];
  testRules(graph, rows, (targeting) => adSet(targeting));

  test('rule 78: a messenger story is dropped in silence', async () => {
    const { params } = await adSet({ publisher_platforms: ['facebook', 'messenger'], messenger_positions: ['story'] });
    const { id } = await graph.post(`${US}/adsets`, params);
    expect((await graph.get(id, { fields: 'targeting' })).targeting).not.toHaveProperty('messenger_positions');
  });
});
