import { expect, test } from 'vitest';
import { type Params, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { type RuleRow, testRules } from './rows.testing.ts';
import { key, targetedAdSet } from './targeting.testing.ts';

/** Where the law wants to know who pays. */
const graph = socialForTests();
const adSet = targetedAdSet(graph);

const declared = { dsa_beneficiary: 'Acme', dsa_payor: 'Acme' };
const regulated = (categories: string[], prefix: string) => ({
  regional_regulated_categories: categories,
  regional_regulation_identities: { [`${prefix}_beneficiary`]: '12', [`${prefix}_payer`]: '12' },
});
const inside = (places: Params, more: Params = {}) => ({
  targeting: { ...TARGETING, geo_locations: places },
  ...more,
});
const rows: RuleRow[] = [
  ['rule 81: an EU country', inside({ countries: ['FR'] }), 3858152, inside({ countries: ['FR'] }, declared)],
  [
    'rule 81: a country group with EU members',
    inside({ country_groups: ['eea'] }),
    3858152,
    inside({ country_groups: ['eea'] }, declared),
  ],
  [
    'rule 81: a region of an EU country',
    inside({ regions: [key('region', 'Bavaria')] }),
    3858152,
    inside({ regions: [key('region', 'England')] }),
  ],
  [
    'rule 81: a city in the EU',
    inside({ cities: [key('city', 'Paris')] }),
    3858152,
    inside({ cities: [key('city', 'Zurich')] }),
  ],
  ['rule 81: a zip in the EU', inside({ zips: [{ key: 'DE:10115' }] }), 3858152],
  [
    'rule 81: a pin in the EU',
    inside({ custom_locations: [{ latitude: 48.85, longitude: 2.35, radius: 5 }] }),
    3858152,
    inside({ custom_locations: [{ latitude: 51.5, longitude: -0.12, radius: 5 }] }),
  ],
  ['rule 82: only a beneficiary', inside({ countries: ['FR'] }, { dsa_beneficiary: 'Acme' }), 3858079],
  ['rule 82: only a payor', inside({ countries: ['FR'] }, { dsa_payor: 'Acme' }), 3858081],
  [
    'rule 83: a name of 513 characters',
    inside({ countries: ['US'] }, { dsa_payor: 'x'.repeat(513) }),
    'none',
    inside({ countries: ['US'] }, { dsa_payor: 'x'.repeat(512) }),
  ],
  [
    'rule 84: Taiwan',
    inside({ countries: ['TW'] }),
    3858498,
    inside({ countries: ['TW'] }, regulated(['TAIWAN_UNIVERSAL'], 'taiwan_universal')),
  ],
  [
    'rule 85: Singapore',
    inside({ countries: ['SG'] }),
    3858550,
    inside({ countries: ['SG'] }, regulated(['SINGAPORE_UNIVERSAL'], 'singapore_universal')),
  ],
  [
    'rule 86: Brazil',
    inside({ countries: ['BR'] }),
    3858498,
    inside({ countries: ['BR'] }, regulated(['BRAZIL_REGULATION'], 'universal')),
  ],
  [
    'rule 87: a name instead of an identity',
    inside({ countries: ['US'] }, { regional_regulation_identities: { universal_payer: 'Acme' } }),
    'none',
  ],
  ['rule 88: worldwide', inside({ country_groups: ['worldwide'] }, declared), 3858498],
];
testRules(graph, rows, async ({ targeting, ...more }) => adSet(targeting as Params, more));

test('rule 81: an audience without a place, which may live anywhere', async () => {
  const [{ id }] = (await graph.get(`${US}/customaudiences`)).data;
  const { params } = await adSet({ geo_locations: undefined, custom_audiences: [{ id }] });
  expect((await graph.refused('POST', `${US}/adsets`, params)).error_subcode).toBe(3858152);
});

test('rule 88: worldwide without those countries needs nothing', async () => {
  const { params } = await adSet({
    geo_locations: { country_groups: ['worldwide'] },
    excluded_geo_locations: { country_groups: ['europe'], countries: ['TW', 'SG', 'BR'] },
  });
  await graph.post(`${US}/adsets`, params);
});

test('an account with defaults declares nothing, and an update is judged like a new ad set', async () => {
  const { id } = await graph.post(`${US}/adsets`, (await adSet({})).params);
  const targeting = { ...TARGETING, geo_locations: { country_groups: ['europe'] } };
  expect((await graph.refused('POST', id, { targeting })).error_subcode).toBe(3858152);
  await graph.post(id, { targeting, ...declared });
});
