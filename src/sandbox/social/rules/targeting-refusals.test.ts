import { describe, expect, test } from 'vitest';
import { good, type Params, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { Store } from '../state.ts';
import { professionId, SCHOOLS } from '../targeting/locations.ts';
import { OPTIONS } from '../targeting/options.ts';
import { type Refusal, type RefusalRow, saidBy, testRefusals } from './rows.testing.ts';
import { key, targetedAdSet } from './targeting.testing.ts';

const graph = socialForTests();
const adSet = targetedAdSet(graph);
const at = (places: Params) => ({ geo_locations: places });
const invalid = (...names: string[]): Refusal => [100, 1487079, 'targeting', ...names];
const invalidPlace = (...names: string[]) => invalid('geo_locations', ...names);
const OVERLAP: Refusal = [100, 1487756, 'targeting', 'geo_locations'];
const misplaced = (name: string): Refusal => [100, undefined, 'targeting', name];
const TOO_MANY: Refusal = [100, undefined, 'targeting'];
const many = <T>(count: number, one: (n: number) => T) => Array.from({ length: count }, (_, n) => one(n));
const pin = (change: Params) =>
  at({ custom_locations: [{ latitude: 42.36, longitude: -71.06, radius: 5, distance_unit: 'mile', ...change }] });
const interest = OPTIONS.interests![0]!.id;
const school = professionId(SCHOOLS[0]!);

describe('targeting', () => {
  const rows: RefusalRow[] = [
    [
      'places in words',
      { geo_locations: 'US', custom_audiences: [] },
      [100, 1885364, 'targeting', 'geo_locations'],
      {},
    ],
    ['excluded places in words', { excluded_geo_locations: 'US' }, invalid('excluded_geo_locations'), {}],
    [
      'a country that is no list',
      { geo_locations: { countries: { US: 1 }, regions: [key('region', 'Texas')] } },
      invalidPlace('countries'),
      {},
    ],
    ['cities in words', at({ cities: ['Boston'] }), invalidPlace('cities'), at({ cities: [key('city', 'Boston')] })],
    [
      'a zip with a radius',
      at({ zips: [{ key: 'US:94304', radius: 5 }] }),
      invalidPlace('zips'),
      at({ zips: [{ key: 'US:94304' }] }),
    ],
    [
      'a zip under sanctions',
      at({ zips: [{ key: 'KP:1' }] }),
      [2641, undefined, 'targeting', 'geo_locations', 'zips'],
      {},
    ],
    [
      'an unknown excluded country',
      { excluded_geo_locations: { countries: ['ZZ'] } },
      invalid('excluded_geo_locations', 'countries'),
      { excluded_geo_locations: { countries: ['CA'] } },
    ],
    ['a pin without a place', pin({ latitude: undefined }), invalidPlace('custom_locations'), pin({})],
    [
      'a pin beyond the pole',
      pin({ latitude: 91 }),
      invalidPlace('custom_locations'),
      pin({ latitude: 90, longitude: 180 }),
    ],
    [
      'a pin beyond the date line',
      pin({ longitude: -181 }),
      invalidPlace('custom_locations'),
      pin({ longitude: -180 }),
    ],
    ['a pin in no country', pin({ country: 'ZZ' }), invalidPlace('custom_locations'), pin({ country: 'US' })],
    [
      'a pin under sanctions',
      pin({ country: 'KP' }),
      [2641, undefined, 'targeting', 'geo_locations', 'custom_locations'],
      {},
    ],
    ['a pin of 0.62 miles', pin({ radius: 0.62 }), invalidPlace('custom_locations', 'radius'), pin({ radius: 0.63 })],
    [
      'a pin of 81 kilometers',
      pin({ radius: 81, distance_unit: 'kilometer' }),
      invalidPlace('custom_locations', 'radius'),
      pin({ radius: 80, distance_unit: 'kilometer' }),
    ],
    [
      'a pin of 0.9 kilometers',
      pin({ radius: 0.9, distance_unit: 'kilometer' }),
      invalidPlace('custom_locations', 'radius'),
      pin({ radius: 1, distance_unit: 'kilometer' }),
    ],
    [
      'a city of 51 miles',
      at({ cities: [{ ...key('city', 'Boston'), radius: 51 }] }),
      invalidPlace('cities', 'radius'),
      at({ cities: [{ ...key('city', 'Boston'), radius: 50 }] }),
    ],
    [
      'a city of 9 miles',
      at({ cities: [{ ...key('city', 'Boston'), radius: 9 }] }),
      invalidPlace('cities', 'radius'),
      at({ cities: [{ ...key('city', 'Boston'), radius: 10 }] }),
    ],
    [
      'a city of 81 kilometers',
      at({ cities: [{ ...key('city', 'Boston'), radius: 81, distance_unit: 'kilometer' }] }),
      invalidPlace('cities', 'radius'),
      at({ cities: [{ ...key('city', 'Boston'), radius: 80, distance_unit: 'kilometer' }] }),
    ],
    [
      'more than 250 cities',
      at({ cities: many(251, () => key('city', 'Boston')) }),
      [100, undefined, 'targeting', 'geo_locations', 'cities'],
      {},
    ],
    [
      'more than 200 pins',
      at({ custom_locations: many(201, () => ({ latitude: 1, longitude: 1 })) }),
      [100, undefined, 'targeting', 'geo_locations', 'custom_locations'],
      {},
    ],
    [
      'a zip inside its country',
      at({ countries: ['US'], zips: [{ key: 'US:94304' }] }),
      OVERLAP,
      at({ countries: ['CA'], zips: [{ key: 'US:94304' }] }),
    ],
    [
      'a pin in the country it names',
      at({ countries: ['CA'], ...pin({ country: 'CA' }).geo_locations }),
      OVERLAP,
      at({ countries: ['CA'], ...pin({ country: 'US' }).geo_locations }),
    ],
    [
      'a pin on a city',
      at({ cities: [{ ...key('city', 'Boston'), radius: 10 }], ...pin({}).geo_locations }),
      OVERLAP,
      at({ cities: [{ ...key('city', 'Boston'), radius: 10 }], ...pin({ latitude: 30 }).geo_locations }),
    ],
    [
      'the same pin wanted and not',
      { ...pin({}), excluded_geo_locations: pin({}).geo_locations },
      OVERLAP,
      { ...pin({}), excluded_geo_locations: pin({ latitude: 30 }).geo_locations },
    ],
    ['genders in words', { genders: ['male'] }, invalid('genders'), { genders: [1, 2] }],
    ['a third gender', { genders: [3] }, invalid('genders'), { genders: [2] }],
    ['a gender that is no list', { genders: 1 }, invalid('genders'), { genders: [1] }],
    ['an age above 65', { age_max: 66 }, invalid('age_min'), { age_max: 65 }],
    ['half a year', { age_min: 20.5 }, invalid('age_min'), { age_min: 20 }],
    [
      'advantage audience of 2',
      { targeting_automation: { advantage_audience: 2 } },
      [100, 1870196, 'targeting', 'targeting_automation', 'advantage_audience'],
      { targeting_automation: { advantage_audience: 1 } },
    ],
    [
      'an automation in words',
      { targeting_automation: 'on' },
      [100, 1870227, 'targeting', 'targeting_automation', 'advantage_audience'],
      {},
    ],
    [
      'an audience that does not exist, by its id alone',
      { custom_audiences: ['1'] },
      [100, 33, 'targeting', 'custom_audiences'],
      {},
    ],
    [
      'an excluded audience that does not exist',
      { excluded_custom_audiences: [{ id: '1' }] },
      [100, 33, 'targeting', 'excluded_custom_audiences'],
      {},
    ],
    [
      'former connections',
      { excluded_connections: [{ id: '1' }] },
      [100, 1870088, 'targeting', 'excluded_connections'],
      {},
    ],
    [
      'friends of connections',
      { friends_of_connections: [{ id: '1' }] },
      [100, 1870088, 'targeting', 'friends_of_connections'],
      {},
    ],
    [
      'an invented interest by its id alone',
      { flexible_spec: [{ interests: ['1'] }] },
      [100, 1487694, 'targeting', 'interests'],
      { flexible_spec: [{ interests: [interest] }] },
    ],
    [
      'an invented school',
      { education_schools: ['1'] },
      [100, 1487694, 'targeting', 'education_schools'],
      { education_schools: [{ id: school }] },
    ],
    [
      'more than 200 schools',
      { education_schools: many(201, () => school) },
      TOO_MANY,
      { education_schools: many(200, () => school) },
    ],
    [
      'more than 1,000 entries',
      { flexible_spec: [{ interests: many(1001, () => interest) }] },
      TOO_MANY,
      { flexible_spec: [{ interests: many(1000, () => interest) }] },
    ],
    ['91 languages', { locales: many(91, () => 6) }, TOO_MANY, { locales: many(90, () => 6) }],
    [
      'minors by an audience that is excluded',
      { age_min: 17, excluded_custom_audiences: ['1'] },
      [100, 1870165, 'targeting', 'excluded_custom_audiences'],
      { age_min: 17 },
    ],
    [
      'minors by their school',
      { age_min: 17, education_schools: [school] },
      [100, 1870165, 'targeting', 'flexible_spec'],
      { age_min: 18, education_schools: [school] },
    ],
    [
      'people left out by detail',
      { exclusions: { interests: [interest] } },
      [100, undefined, 'targeting', 'exclusions'],
      {},
    ],
    [
      'a platform in words',
      { publisher_platforms: 'facebook' },
      invalid('publisher_platforms'),
      { publisher_platforms: ['facebook'] },
    ],
    [
      'an unknown platform',
      { publisher_platforms: ['facebook', 'orkut'] },
      invalid('publisher_platforms'),
      { publisher_platforms: ['facebook'] },
    ],
    [
      'an unknown device',
      { device_platforms: ['fridge'] },
      invalid('device_platforms'),
      { device_platforms: ['mobile'] },
    ],
    [
      'explore',
      { publisher_platforms: ['instagram'], instagram_positions: ['explore'] },
      [100, 2490392, 'targeting', 'instagram_positions'],
      { publisher_platforms: ['instagram'], instagram_positions: ['explore_home'] },
    ],
    [
      'the audience network alone',
      { publisher_platforms: ['audience_network'] },
      misplaced('publisher_platforms'),
      { publisher_platforms: ['facebook', 'audience_network'] },
    ],
    [
      'Threads without Instagram',
      { publisher_platforms: ['threads', 'facebook'] },
      misplaced('publisher_platforms'),
      { publisher_platforms: ['threads', 'instagram'] },
    ],
    [
      'WhatsApp without a story',
      { publisher_platforms: ['whatsapp', 'instagram'], instagram_positions: ['stream'] },
      misplaced('publisher_platforms'),
      { publisher_platforms: ['whatsapp', 'instagram'], instagram_positions: ['story'] },
    ],
    [
      'search without the feed',
      { publisher_platforms: ['facebook'], facebook_positions: ['search'] },
      misplaced('facebook_positions'),
      { publisher_platforms: ['facebook'], facebook_positions: ['search', 'feed'] },
    ],
    [
      'stories on desktops',
      { publisher_platforms: ['instagram'], instagram_positions: ['story'], device_platforms: ['desktop'] },
      misplaced('device_platforms'),
      { publisher_platforms: ['instagram'], instagram_positions: ['story', 'stream'], device_platforms: ['desktop'] },
    ],
    [
      'the right column on phones',
      { publisher_platforms: ['facebook'], facebook_positions: ['right_hand_column'], device_platforms: ['mobile'] },
      misplaced('facebook_positions'),
      { publisher_platforms: ['facebook'], facebook_positions: ['right_hand_column'], device_platforms: ['desktop'] },
    ],
    [
      'positions of Threads on Facebook',
      { publisher_platforms: ['facebook'], threads_positions: ['threads_stream'] },
      misplaced('threads_positions'),
      { publisher_platforms: ['facebook'], facebook_positions: ['feed'] },
    ],
  ];
  testRefusals(graph, rows, adSet);

  test('keeps sponsored messages and drops the messenger story in silence', async () => {
    const { path, params } = await adSet({
      publisher_platforms: ['facebook', 'messenger'],
      messenger_positions: ['story', 'sponsored_messages'],
    });
    const { id } = await graph.post(path, params);
    expect((await graph.get(id, { fields: 'targeting' })).targeting.messenger_positions).toEqual([
      'sponsored_messages',
    ]);
  });

  test('that excludes people by detail since long ago may go on', async () => {
    const { path, params } = await adSet({});
    const { id } = await graph.post(path, params);
    const targeting = { ...TARGETING, exclusions: { interests: [interest] } };
    expect(saidBy(await graph.refused('POST', id, { targeting }))).toEqual([100, undefined, 'targeting', 'exclusions']);
    const store = new Store(graph.world.db);
    const node = store.need('AdSet', id);
    store.save(Object.assign(node, { data: { ...node.data, targeting } }));
    await graph.post(id, { targeting: { ...targeting, age_min: 20 } });
    const minors = { targeting: { ...targeting, age_min: 17 } };
    expect(saidBy(await graph.refused('POST', id, minors))).toEqual([100, 1870165, 'targeting', 'flexible_spec']);
  });

  test('of a kind of place that the sandbox has no data for is answered as such', async () => {
    const { path, params } = await adSet(at({ metro_areas: [{ key: '1' }] }));
    expect((await graph.send('POST', path, params)).status).toBe(501);
  });
});

describe('a special ad category', () => {
  const category = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] };
  let parent = '';
  const forbidden = (...names: string[]): Refusal => [100, 2909034, 'targeting', ...names];
  const city = (radius: number, unit = 'mile') =>
    at({ cities: [{ ...key('city', 'Boston'), radius, distance_unit: unit }] });
  const rows: RefusalRow[] = [
    ['an upper age', { age_max: 64 }, forbidden('age_min'), { age_max: 65 }],
    ['a lower age', { age_min: 19 }, forbidden('age_min'), { age_min: 18 }],
    ['a gender', { genders: [1] }, forbidden('genders'), { genders: [] }],
    ['a country that was not declared', at({ countries: ['CA'] }), forbidden('geo_locations'), {}],
    ['a zip', at({ zips: [{ key: 'US:94304' }] }), forbidden('geo_locations', 'zips'), {}],
    [
      'an excluded region',
      { excluded_geo_locations: { regions: [key('region', 'Texas')] } },
      forbidden('excluded_geo_locations'),
      {},
    ],
    ['a city of 14 miles', city(14), forbidden('geo_locations', 'cities'), city(15)],
    ['a city of 24 kilometers', city(24, 'kilometer'), forbidden('geo_locations', 'cities'), city(25, 'kilometer')],
    ['a pin of 14 miles', pin({ radius: 14 }), forbidden('geo_locations', 'custom_locations'), pin({ radius: 15 })],
    ['an interest', { flexible_spec: [{ interests: [interest] }] }, [100, 2446007, 'targeting', 'flexible_spec'], {}],
  ];
  const housing = async (targeting: Params) => {
    parent ||= (await graph.post(`${US}/campaigns`, { ...good.campaign, ...category })).id;
    return adSet(targeting, { campaign_id: parent });
  };
  testRefusals(graph, rows, housing);

  test('takes customers and no lookalikes, by object or by id', async () => {
    const { data } = await graph.get(`${US}/customaudiences`, { fields: 'subtype', limit: 100 });
    const of = (subtype: string) => data.find((one: Params) => one.subtype === subtype).id;
    for (const audience of [of('LOOKALIKE'), { id: of('LOOKALIKE') }]) {
      const { path, params } = await housing({ custom_audiences: [audience] });
      expect(saidBy(await graph.refused('POST', path, params))).toEqual(forbidden('custom_audiences'));
    }
    const { path, params } = await housing({ custom_audiences: [{ id: of('WEBSITE') }] });
    await graph.post(path, params);
  });
});
