import type { PlannedCampaign, PlannedGroup, PlannedProblem } from '../../../tools/media-planning.ts';
import { look, stop, withoutDefault } from '../../../tools/plan-problems.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { PlanDefaults } from './plan-defaults.ts';

/** The platform's numbers of languages in all their variants, and of those that have one variant. */
const LOCALES: Readonly<Record<string, readonly number[]>> = {
  ...{
    en: [1001],
    es: [1002],
    fr: [1003],
    zh: [1004],
    pt: [1005],
    ca: [1],
    cs: [2],
    cy: [3],
    da: [4],
    de: [5],
    fi: [8],
  },
  ...{
    it: [10],
    ja: [11],
    ko: [12],
    nb: [13],
    no: [13, 84],
    nn: [84],
    nl: [14],
    pl: [15],
    ru: [17],
    sv: [18],
    tr: [19],
  },
  ...{ id: [25], tl: [26], vi: [27], ar: [28], he: [29], hu: [30], ro: [32], sk: [33], sl: [34], th: [35], af: [36] },
  ...{ bg: [37], hr: [38], el: [39], lt: [40], ms: [41], sr: [42], bn: [45], hi: [46], uk: [52], et: [58], lv: [78] },
};

const EUROPEAN_UNION = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);
const NOWHERE = new Set(['CU', 'IR', 'KP', 'RU', 'SY']);

/** Countries that demand a declaration on every ad, and those that demand one on ads for money. */
const DECLARED: Readonly<Record<string, string>> = {
  TW: 'TAIWAN_UNIVERSAL',
  SG: 'SINGAPORE_UNIVERSAL',
  BR: 'BRAZIL_REGULATION',
};
const DECLARED_FINANCE: Readonly<Record<string, string>> = {
  TW: 'TAIWAN_FINSERV',
  AU: 'AUSTRALIA_FINSERV',
  IN: 'INDIA_FINSERV',
};
const FINANCE = 'FINANCIAL_PRODUCTS_SERVICES';
/** Categories whose ads may not choose people by age, gender or place. */
const PROTECTED = ['HOUSING', 'EMPLOYMENT', FINANCE];

const AGES = { least: 13, most: 65, automaticFrom: 25, adult: 18 };

/** The targeting of an ad set, the declarations it needs, and what keeps from it. */
export function planTargeting(
  campaign: PlannedCampaign,
  at: number,
  defaults: PlanDefaults,
  system: string | undefined,
) {
  const group = campaign.groups[at]!;
  const field = (name: string) => `groups.${at}.${name}`;
  const { from: youngest, to = AGES.most } = group.ages ?? {};
  const locales = group.languages.flatMap((language) => LOCALES[language] ?? []);
  const declared = group.countries.some((country) => DECLARED[country] ?? DECLARED_FINANCE[country]);
  const inUnion = group.countries.some((country) => EUROPEAN_UNION.has(country));
  const targeting = withoutUnset({
    geo_locations: { countries: group.countries },
    age_min: youngest,
    age_max: group.ages && Math.min(to, AGES.most),
    genders: group.genders === 'women' ? [2] : group.genders === 'men' ? [1] : undefined,
    locales: locales.length > 0 ? locales : undefined,
    custom_audiences: group.audienceIds.length > 0 ? group.audienceIds.map((id) => ({ id })) : undefined,
    user_os: system && [system],
  });
  return {
    arguments: withoutUnset({
      targeting,
      // Only whom the sheet names, unless the workspace says otherwise.
      advantage_audience: defaults.advantage_audience ?? false,
      dsa_payor: inUnion ? defaults.dsa_payor : undefined,
      dsa_beneficiary: inUnion ? defaults.dsa_beneficiary : undefined,
      options: declared && defaults.declarations ? { declarations: defaults.declarations } : undefined,
    }),
    from: {
      targeting: field('countries'),
      'targeting.geo_locations': field('countries'),
      'targeting.age_min': field('ages'),
      'targeting.age_max': field('ages'),
      'targeting.genders': field('genders'),
      'targeting.locales': field('languages'),
      'targeting.custom_audiences': field('audienceIds'),
      dsa_payor: field('countries'),
      dsa_beneficiary: field('countries'),
      options: field('countries'),
    },
    problems: [
      ...placeProblems(group, defaults, field('countries'), inUnion),
      ...ageProblems(group, defaults, field('ages')),
      ...peopleProblems(group, defaults, field),
    ],
  };
}

function placeProblems(
  { countries }: PlannedGroup,
  defaults: PlanDefaults,
  field: string,
  inUnion: boolean,
): PlannedProblem[] {
  if (countries.length === 0)
    return [
      withoutDefault(field, 'There is no country, and none is assumed.', 'Countries, in the sheet or in the defaults'),
    ];
  const closed = countries.filter((country) => NOWHERE.has(country));
  const { special_ad_categories: categories = [], special_ad_category_country: where = [] } = defaults;
  const outside = countries.filter((country) => !where.includes(country));
  const undeclared = [...new Set(countries.flatMap((country) => declarationsFor(country, categories)))].filter(
    (category) => !defaults.declarations?.categories.includes(category),
  );
  return [
    ...(closed.length > 0 ? [stop(field, `Ads cannot be shown in ${closed.join(', ')}.`)] : []),
    ...(inUnion && !(defaults.dsa_payor && defaults.dsa_beneficiary)
      ? [
          withoutDefault(
            field,
            'Ads in the European Union say who pays and who is advertised.',
            'Set dsa_payor and dsa_beneficiary in the defaults of social',
          ),
        ]
      : []),
    ...(undeclared.length > 0
      ? [
          withoutDefault(
            field,
            `Ads in ${countries.join(', ')} need the declaration ${undeclared.join(', ')}.`,
            'Set declarations in the defaults of social, or leave the country out',
          ),
        ]
      : []),
    ...(isProtected(defaults) && where.length > 0 && outside.length > 0
      ? [stop(field, `The special ad categories are declared for ${where.join(', ')}, not for ${outside.join(', ')}.`)]
      : []),
  ];
}

function declarationsFor(country: string, categories: readonly string[]): string[] {
  return [DECLARED[country], categories.includes(FINANCE) ? DECLARED_FINANCE[country] : undefined].flatMap(
    (category) => category ?? [],
  );
}

function isProtected({ special_ad_categories: categories = [] }: PlanDefaults): boolean {
  return categories.some((category) => PROTECTED.includes(category));
}

function ageProblems(
  { ages, audienceIds, genders }: PlannedGroup,
  defaults: PlanDefaults,
  field: string,
): PlannedProblem[] {
  if (!ages) return [];
  const { from, to = AGES.most } = ages;
  if (from < AGES.least || from > AGES.most || to < from)
    return [
      stop(
        field,
        `The ages ${from} to ${to} are not possible.`,
        `From ${AGES.least} to ${AGES.most}, which means and older`,
      ),
    ];
  const isChosen = audienceIds.length > 0 || genders === 'women' || genders === 'men';
  if (from < AGES.adult && isChosen)
    return [
      stop(field, 'People under 18 can be chosen by age and place only.', 'From 18, or neither gender nor audience'),
    ];
  if (isProtected(defaults) && (from !== AGES.adult || to < AGES.most))
    return [stop(field, 'Ads of a special ad category cannot choose ages.', '18 to 65, or none')];
  if (defaults.advantage_audience && (to < AGES.most || from > AGES.automaticFrom))
    return [
      stop(
        field,
        'With advantage_audience in the defaults the platform takes no upper age, and none above 25 as the lower.',
        'Up to 65 from 25 or less, or advantage_audience false',
      ),
    ];
  return to > AGES.most ? [look(field, `${AGES.most} means ${AGES.most} and older here: ${to} cannot be said.`)] : [];
}

function peopleProblems(
  group: PlannedGroup,
  defaults: PlanDefaults,
  field: (name: string) => string,
): PlannedProblem[] {
  const foreign = group.audienceIds.filter((id) => !/^\d{1,19}$/.test(id));
  const unknown = group.languages.filter((language) => LOCALES[language] === undefined);
  return [
    ...(foreign.length > 0
      ? [stop(field('audienceIds'), `${foreign.join(', ')} is no audience.`, 'Ids from list_audiences: digits')]
      : []),
    ...(isProtected(defaults) && (group.genders === 'women' || group.genders === 'men')
      ? [stop(field('genders'), 'Ads of a special ad category cannot choose a gender.', 'all, or none')]
      : []),
    ...(unknown.length > 0
      ? [
          look(
            field('languages'),
            `The platform has no number for ${unknown.join(', ')}: these languages are not chosen.`,
          ),
        ]
      : []),
    ...(group.keywords.length > 0 && group.cells.keywords !== undefined
      ? [look(field('keywords'), 'Keywords are not used in social-network ads.')]
      : []),
  ];
}
