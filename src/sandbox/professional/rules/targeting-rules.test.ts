import { expect, test } from 'vitest';
import { good, professionalForTests, US } from '../calls.testing.ts';

const sandbox = professionalForTests();
const facet = (name: string, ...values: string[]) => ({ [`urn:li:adTargetingFacet:${name}`]: values });
const place = facet('locations', 'urn:li:geo:103644278');
const all = (...clauses: object[]) => ({ include: { and: [place, ...clauses].map((or) => ({ or })) } });
const only = (clause: object) => ({ include: { and: [{ or: clause }] } });
const without = (clause: object) => ({ ...all(), exclude: { or: clause } });
const many = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `urn:li:${kind}:${at + 1}`);

const FAULTS: [string, object, string][] = [
  ['rule 95: no location', only(facet('seniorities', 'urn:li:seniority:6')), 'MISSING_FIELD'],
  [
    'rule 96: places of two kinds',
    all(facet('profileLocations', 'urn:li:geo:101174742')),
    'INCOMPATIBLE_TARGETING_COMBINATION',
  ],
  [
    'rule 97: titles and seniorities in two clauses',
    all(facet('titles', 'urn:li:title:100'), facet('seniorities', 'urn:li:seniority:6')),
    'INCOMPATIBLE_TARGETING_COMBINATION',
  ],
  [
    'rule 98: present and past titles',
    all({ ...facet('titles', 'urn:li:title:100'), ...facet('titlesPast', 'urn:li:title:4') }),
    'INVALID_PAST_ATTRIBUTE_COMBINATION',
  ],
  ['rule 99: a value on both sides', without(place), 'FIELD_CANNOT_BE_BOTH_IN_INCLUDED_AND_EXCLUDED_TARGETING'],
  [
    'rule 100: a value twice',
    only(facet('locations', 'urn:li:geo:103644278', 'urn:li:geo:103644278')),
    'INVALID_VALUE_DUPLICATE_EXIST',
  ],
  ['rule 101: 101 skills', all(facet('skills', ...many('skill', 101))), 'FIELD_LENGTH_TOO_LONG'],
  ['rule 101: 201 employers', all(facet('employers', ...many('organization', 201))), 'FIELD_LENGTH_TOO_LONG'],
  [
    'rule 101: two interface locales',
    all(facet('interfaceLocales', 'urn:li:locale:en_US', 'urn:li:locale:de_DE')),
    'MULTIPLE_VALUES_NOT_ALLOWED',
  ],
  ['rule 102: an unknown value', only(facet('locations', 'urn:li:geo:5')), 'FIELD_VALUE_DOES_NOT_EXIST'],
  ['rule 103: a short name of a facet', only({ locations: ['urn:li:geo:103644278'] }), 'INVALID_VALUE'],
  ['rule 104: genders excluded', without(facet('genders', 'urn:li:gender:MALE')), 'INVALID_VALUE_FOR_FIELD'],
  [
    'rule 105: an interface locale of no language',
    all(facet('interfaceLocales', 'urn:li:locale:xx_XX')),
    'INVALID_INTERFACE_LOCALE_CODE',
  ],
  ['rule 108: too few members', only(facet('locations', 'urn:li:geo:100000001')), 'AUDIENCE_SIZE_TOO_SMALL'],
];

async function codesOf(targetingCriteria: object): Promise<string[]> {
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  const body = { ...good.campaign(group), targetingCriteria };
  const { code, errorDetails = {} } = await sandbox.refused('POST', `adAccounts/${US}/adCampaigns`, { body });
  const inner = Object.values(errorDetails).flat() as { code: string }[];
  return [code, ...inner.map((one) => one.code)];
}

test.each(FAULTS)('%s is refused', async (_, targetingCriteria, code) => {
  expect(await codesOf(targetingCriteria)).toContain(code);
});

test('rule 102: an archived list cannot be targeted; rule 106: visitors are no list', async () => {
  const account = `urn%3Ali%3AsponsoredAccount%3A${US}`;
  const { elements } = await sandbox.get(`adSegments?q=accounts&accounts=List(${account})`);
  const segment = (name: string) => {
    const { id } = elements.find((one: { name: string }) => one.name === name);
    return all(facet('audienceMatchingSegments', `urn:li:adSegment:${id}`));
  };
  expect(await codesOf(segment('Old list'))).toContain('FIELD_VALUE_NOT_ACTIVE');
  expect(await codesOf(segment('Website visitors'))).toContain('INVALID_SEGMENT_ID_AND_FACET_COMBINATION_PROVIDED');
});
