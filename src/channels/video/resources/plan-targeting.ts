import { readFileSync } from 'node:fs';
import type { PlannedCampaign, PlannedGroup, PlannedProblem } from '../../../tools/media-planning.ts';
import { look, stop, withoutDefault } from '../../../tools/plan-problems.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { PlanDefaults } from './plan-defaults.ts';

/** The platform's places have the ids of GeoNames. */
const PLACES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../facts/country-places.json', import.meta.url), 'utf8'),
);

/** The first age of each band; the last band has no end. */
const BANDS = [
  { from: 13, to: 17, name: 'AGE_13_17' },
  { from: 18, to: 24, name: 'AGE_18_24' },
  { from: 25, to: 34, name: 'AGE_25_34' },
  { from: 35, to: 44, name: 'AGE_35_44' },
  { from: 45, to: 54, name: 'AGE_45_54' },
  { from: 55, to: 100, name: 'AGE_55_100' },
] as const;
const ADULT = 18;
const OLDEST_BAND = 55;

/** Countries in which the platform refuses ages under 18: the US, Canada, Europe and Latin America. */
const ADULTS_ONLY = new Set(
  (
    'US CA GB CH IS LI NO AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
    'AR BO BR CL CO CR CU DO EC GT HN HT MX NI PA PE PR PY SV UY VE'
  ).split(' '),
);

/** The targeting of an ad group, and what keeps from it. */
export function planTargeting(campaign: PlannedCampaign, at: number, defaults: PlanDefaults) {
  const group = campaign.groups[at]!;
  const field = (name: string) => `groups.${at}.${name}`;
  const places = [...new Set(group.countries)].flatMap((country) => PLACES[country] ?? []);
  return {
    arguments: withoutUnset({
      location_ids: places,
      age_groups: group.ages && bandsOf(group.ages),
      gender: group.genders === 'women' ? 'GENDER_FEMALE' : group.genders === 'men' ? 'GENDER_MALE' : undefined,
      languages: group.languages.length > 0 ? [...new Set(group.languages)] : undefined,
      audience_ids: group.audienceIds.length > 0 ? group.audienceIds : undefined,
    }),
    from: {
      location_ids: field('countries'),
      age_groups: field('ages'),
      gender: field('genders'),
      languages: field('languages'),
      audience_ids: field('audienceIds'),
    },
    problems: [
      ...placeProblems(group, field('countries')),
      ...ageProblems(group, defaults, field('ages')),
      ...peopleProblems(group, defaults, field),
    ],
  };
}

type Ages = NonNullable<PlannedGroup['ages']>;

function bandsOf({ from, to = Number.POSITIVE_INFINITY }: Ages): string[] {
  return BANDS.filter((band) => band.to >= from && band.from <= to).map(({ name }) => name);
}

function placeProblems({ countries }: PlannedGroup, field: string): PlannedProblem[] {
  if (countries.length === 0)
    return [
      withoutDefault(field, 'There is no country, and none is assumed.', 'Countries, in the sheet or in the defaults'),
    ];
  const unknown = countries.filter((country) => PLACES[country] === undefined);
  return unknown.length > 0 ? [stop(field, `${unknown.join(', ')} is no country of the platform.`)] : [];
}

function ageProblems({ ages, countries }: PlannedGroup, defaults: PlanDefaults, field: string): PlannedProblem[] {
  if (!ages) return [];
  const { from, to } = ages;
  const begins = BANDS.some((band) => band.from === from);
  const ends = to === undefined || to >= OLDEST_BAND || BANDS.some((band) => band.to === to);
  if (!begins || !ends || (to !== undefined && to < from))
    return [
      stop(
        field,
        `The platform chooses ages by bands, and ${from} to ${to ?? 'any'} is not made of them.`,
        'From 13, 18, 25, 35, 45 or 55; to 17, 24, 34, 44, 54 or 55 and older',
      ),
    ];
  if (from < ADULT && countries.some((country) => ADULTS_ONLY.has(country)))
    return [stop(field, 'The platform takes ages from 18 on in these countries.', 'From 18')];
  const isOpen = to === undefined || to >= OLDEST_BAND;
  return (defaults.special_industries?.length ?? 0) > 0 && !(from === ADULT && isOpen)
    ? [stop(field, 'Ads of a special industry cannot choose ages.', '18 and older, or none')]
    : [];
}

function peopleProblems(
  group: PlannedGroup,
  defaults: PlanDefaults,
  field: (name: string) => string,
): PlannedProblem[] {
  const foreign = group.audienceIds.filter((id) => !/^\d{1,19}$/.test(id));
  const isChosen = group.genders === 'women' || group.genders === 'men';
  return [
    ...(foreign.length > 0
      ? [stop(field('audienceIds'), `${foreign.join(', ')} is no audience.`, 'Ids from list_audiences: digits')]
      : []),
    ...(isChosen && (defaults.special_industries?.length ?? 0) > 0
      ? [stop(field('genders'), 'Ads of a special industry cannot choose a gender.', 'all, or none')]
      : []),
    ...(group.keywords.length > 0 && group.cells.keywords !== undefined
      ? [look(field('keywords'), 'Keywords are not used in campaigns that are made from sheets here.')]
      : []),
  ];
}
