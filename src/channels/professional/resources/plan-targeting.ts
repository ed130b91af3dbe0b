import type { PlannedCampaign, PlannedGroup, PlannedProblem } from '../../../tools/media-planning.ts';
import { couldHaveDefault, look, stop } from '../../../tools/plan-problems.ts';
import type { PlanDefaults } from './plan-defaults.ts';

/** The platform's languages, each with the country that belongs to it; the first of a language is the usual one. */
const LOCALES =
  'ar_AE zh_CN zh_TW cs_CZ da_DK nl_NL en_US en_GB fi_FI fr_FR de_DE hi_IN id_ID it_IT ja_JP ko_KR ms_MY no_NO pl_PL pt_BR ro_RO ru_RU es_ES sv_SE th_TH tr_TR uk_UA'.split(
    ' ',
  );
/** Countries whose language is another's. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ AT: 'de', PT: 'pt', MX: 'es', AR: 'es', CL: 'es', CO: 'es', PE: 'es', HK: 'zh' },
  ...{ US: 'en', GB: 'en', AU: 'en', NZ: 'en', IE: 'en' },
};

interface Locale {
  locale_language: string;
  locale_country: string;
}

/** The one language of a campaign: that of the row, of the defaults, or of its countries, which is said. */
export function localeOf(
  { groups }: PlannedCampaign,
  { locale }: PlanDefaults,
): { locale?: Locale; problems: PlannedProblem[] } {
  const { languages, countries } = groups[0]!;
  const field = 'groups.0.languages';
  const [wanted, ...others] = languages;
  if (wanted !== undefined) {
    const code = wanted === 'nb' || wanted === 'nn' ? 'no' : wanted;
    const fitting = LOCALES.filter((one) => one.startsWith(`${code}_`));
    const found = fitting.find((one) => countries.includes(one.slice(3))) ?? inTaiwan(code, countries) ?? fitting[0];
    if (!found) {
      const allowed = [...new Set(LOCALES.map((one) => one.slice(0, 2)))].join(', ');
      return { problems: [stop(field, `"${wanted}" is no language that the platform knows.`, allowed)] };
    }
    const problems =
      others.length > 0 ? [look(field, `Professional takes one language a campaign: it is made in ${wanted}.`)] : [];
    return { locale: parts(found), problems };
  }
  if (locale !== undefined) return { locale: parts(locale), problems: [] };
  const guesses = [...new Set(countries.map(localeIn))];
  const found = guesses.length === 1 && guesses[0] !== undefined ? guesses[0] : 'en_US';
  const why = found === guesses[0] ? 'by its countries' : 'the usual one';
  return {
    locale: parts(found),
    problems: [couldHaveDefault(field, `No language is named: it is made in ${found}, ${why}.`)],
  };
}

function inTaiwan(code: string, countries: readonly string[]): string | undefined {
  return code === 'zh' && countries.includes('HK') ? 'zh_TW' : undefined;
}

function localeIn(country: string): string | undefined {
  const language = LIKE[country];
  if (country === 'HK') return 'zh_TW';
  return LOCALES.find((one) => one.endsWith(`_${country}`)) ?? LOCALES.find((one) => one.startsWith(`${language}_`));
}

function parts(locale: string): Locale {
  const [locale_language = '', locale_country = ''] = locale.split('_');
  return { locale_language, locale_country };
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Where the platform's name is another. */
const NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong SAR', MO: 'Macau SAR' };

/** Whom a campaign reaches. Countries go by their English names, which the tool looks up: their numbers there are not published. */
export function targetingOf({ groups }: PlannedCampaign, { locations = {} }: PlanDefaults) {
  const [group] = groups as [PlannedGroup];
  const problems: PlannedProblem[] = [];
  const field = 'groups.0.countries';
  const places = [...new Set(group.countries)].flatMap((code) => {
    const found = locations[code] ?? NAMES[code] ?? (/^[A-Z]{2}$/.test(code) ? COUNTRY_NAMES.of(code) : undefined);
    if (found === undefined) problems.push(stop(field, `"${code}" is no country.`, 'such as DE, FR'));
    return found ?? [];
  });
  if (group.countries.length === 0)
    problems.push(couldHaveDefault(field, 'No country is named: one has to be set before the campaign can run.'));
  const ages = agesOf(group, problems);
  const include = {
    ...(places.length > 0 && { locations: places }),
    ...(group.genders === 'women' && { genders: ['urn:li:gender:FEMALE'] }),
    ...(group.genders === 'men' && { genders: ['urn:li:gender:MALE'] }),
    ...(ages.length > 0 && { ageRanges: ages }),
    ...(group.audienceIds.length > 0 && {
      audiences: group.audienceIds.map((id) => (/^\d+$/.test(id) ? `urn:li:adSegment:${id}` : id)),
    }),
  };
  return { ...(Object.keys(include).length > 0 && { targeting: { include } }), problems };
}

const AGES: readonly (readonly [number, number])[] = [
  [18, 24],
  [25, 34],
  [35, 54],
  [55, 2147483647],
];

/** The platform's own ranges that overlap with the ages wanted. */
function agesOf({ ages }: PlannedGroup, problems: PlannedProblem[]): string[] {
  if (!ages) return [];
  const to = ages.to ?? AGES.at(-1)![1];
  const taken = AGES.filter(([least, most]) => least <= to && most >= ages.from);
  const [first, last] = [taken[0], taken.at(-1)];
  const isExact = first !== undefined && first[0] >= ages.from && (last![1] === AGES.at(-1)![1] || last![1] <= to);
  const shown = taken.map(([least, most]) => (most > 100 ? `${least}+` : `${least}–${most}`)).join(', ');
  if (first === undefined) problems.push(stop('groups.0.ages', 'Members are 18 or older.', '18–24, 25–34, 35–54, 55+'));
  else if (!isExact)
    problems.push(look('groups.0.ages', `Professional knows ages by ranges: members of ${shown} are reached.`));
  return taken.length === AGES.length ? [] : taken.map(([least, most]) => `urn:li:ageRange:(${least},${most})`);
}
