import type { Problem } from '../../../errors.ts';
import { nearestFew } from '../../../tools/did-you-mean.ts';
import type { TargetingFacet } from '../wire.ts';

/** Finds the targeting facet a caller means. */

const FACET = 'urn:li:adTargetingFacet:';

export function facetUrn(facet: string): string {
  return facet.startsWith('urn:') ? facet : FACET + facet;
}

export function shortFacet(urn: string): string {
  return urn.replace(FACET, '');
}

/** Our facet for both kinds of audiences; the platform has one for lists and one for visitors. */
export const AUDIENCES = 'audiences';
export const AUDIENCE_FACETS = { list: 'audienceMatchingSegments', visitors: 'dynamicSegments' } as const;

/** Other names of facets, in lower-case letters only. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  countries: 'locations',
  geos: 'locations',
  geolocations: 'locations',
  cities: 'locations',
  regions: 'locations',
  languages: 'interfaceLocales',
  locales: 'interfaceLocales',
  jobtitles: 'titles',
  functions: 'jobFunctions',
  departments: 'jobFunctions',
  joblevels: 'seniorities',
  companies: 'employers',
  companynames: 'employers',
  companysizes: 'staffCountRanges',
  companysize: 'staffCountRanges',
  ages: 'ageRanges',
  yearsofexperience: 'yearsOfExperienceRanges',
  matchedaudiences: AUDIENCES,
  segments: AUDIENCES,
};

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Accepts `job_functions`, `JobFunctions`, URNs and the other names above. */
export function facetMeant<F extends Pick<TargetingFacet, 'facetName' | 'adTargetingFacetUrn'>>(
  given: string,
  facets: readonly F[],
): F | undefined {
  const urn = facetUrn(given);
  const wanted = [plain(given), plain(OTHER_NAMES[plain(given)] ?? given)];
  return (
    facets.find(({ adTargetingFacetUrn }) => adTargetingFacetUrn === urn) ??
    facets.find(({ facetName }) => wanted.includes(plain(facetName)))
  );
}

export function meansAudiences(given: string): boolean {
  return given === AUDIENCES || OTHER_NAMES[plain(given)] === AUDIENCES;
}

/** Patterns for the suggestions of an unknown facet. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/place|countr|geo|region|cit(y|ies)/i, 'locations'],
  [/size|staff|employees/i, 'staffCountRanges'],
  [/title|role/i, 'titles'],
  [/compan|employer|organi/i, 'employers'],
  [/function|department/i, 'jobFunctions'],
  [/lang|locale/i, 'interfaceLocales'],
  [/audience|segment|list|visitor/i, 'audienceMatchingSegments'],
];

export function unknownFacet(field: string, name: string, facets: readonly { facetName: string }[]): Problem {
  const names = facets.map(({ facetName }) => facetName);
  const meant = SYNONYMS.filter(([pattern, facet]) => pattern.test(name) && names.includes(facet));
  const near = [...new Set([...meant.map(([, facet]) => facet), ...nearestFew(name, names)])].slice(0, 5);
  const message = `${name} is no facet; the nearest are ${near.join(', ')} (list_targeting_facets has all)`;
  return { field, message, allowed_values: near };
}

/** The URN kind of a facet's values. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(profileL|l)ocations$/, 'geo'],
  [/^interfaceLocales$/, 'locale'],
  [/^seniorities$/, 'seniority'],
  [/^jobFunctions$/, 'function'],
  [/^titles/, 'title'],
  [/^industries$/, 'industry'],
  [/^employers|Companies$/, 'organization'],
  [/^skills$/, 'skill'],
  [/^degrees$/, 'degree'],
  [/^fieldsOfStudy$/, 'fieldOfStudy'],
  [/^interests$/, 'interest'],
  [/^memberBehaviors$/, 'memberBehavior'],
  [/Segments$/, 'adSegment'],
];

/** `103644278` in locations becomes `urn:li:geo:103644278`; undefined where the text is not an id. */
export function urnOfId(facet: string, id: string): string | undefined {
  const kind = KINDS.find(([pattern]) => pattern.test(facet))?.[1];
  const shape = kind === 'locale' ? /^[a-z]{2}_[A-Z]{2}$/ : /^\d+$/;
  return kind && shape.test(id) ? `urn:li:${kind}:${id}` : undefined;
}
