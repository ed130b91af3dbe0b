import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { lookupText, searchText } from '../../../tools/lookup-text.ts';
import { mergeKeys, refuseLostGroups, refuseLostKinds } from '../../../tools/merge.ts';
import type { ProfessionalClient } from '../client.ts';
import { AudienceCount, TargetingEntity, TargetingFacet, WireSegment, type WireTargeting } from '../wire.ts';
import {
  AUDIENCE_FACETS,
  AUDIENCES,
  facetMeant,
  facetUrn,
  meansAudiences,
  shortFacet,
  unknownFacet,
  urnOfId,
} from './facet.ts';
import { urnOf } from './fields.ts';

const VALUES_MAX = 200;
const short = `must have at most ${VALUES_MAX} values, none of them empty`;

// The limits are left out of the JSON schema: it stands in four tools, and the refusal names them.
const Facets = z.record(
  z.string(),
  z.array(z.string()).refine((values) => values.length <= VALUES_MAX && values.every((value) => value.trim()), short),
);

/** An audience: names or URNs by facet. */
export const Targeting = z.strictObject({
  include: Facets.optional().describe(
    'Every facet named has to fit, by any of its values, names or URNs: {"locations": ["Germany"], "seniorities": ["Director"]}; also titles, jobFunctions, industries, staffCountRanges, employers, skills, interfaceLocales, audiences …',
  ),
  any_of: z
    .array(Facets)
    .max(20)
    .optional()
    .describe('Of the facets in one entry any may fit: [{"titles": ["CTO"], "skills": ["Java"]}]'),
  exclude: Facets.optional().describe('Members with any of these are left out'),
});
export type Targeting = z.infer<typeof Targeting>;

/** The same without its parts in the tool list, for tools that refer to create_professional_campaign. */
export const TargetingAgain = Targeting.meta({ properties: undefined, additionalProperties: undefined });

/** Merges facet by facet; an empty list removes a facet. */
export function mergeTargeting(current: Targeting, change: Targeting): Targeting {
  const named = change.any_of && change.any_of.length > 0 ? [...change.any_of, change.include ?? {}] : [];
  refuseLostKinds('targeting.any_of', current.any_of ?? [], named);
  const alone = Object.keys(change.include ?? {}).filter((facet) => !(facet in (current.include ?? {})));
  refuseLostGroups('targeting.any_of', current.any_of ?? [], change.any_of ?? [], alone.length);
  const merged = (key: 'include' | 'exclude') =>
    mergeKeys(current[key] ?? {}, change[key] ?? {}) as Targeting['include'];
  return { include: merged('include'), any_of: change.any_of ?? current.any_of, exclude: merged('exclude') };
}

/** The platform's form: a list of clauses that all have to match, one for each facet of `include` and each entry of `any_of`. */
export function wireTargeting({ include = {}, any_of = [], exclude = {} }: Targeting): WireTargeting {
  const alone = urnEntries(include).map((entry) => Object.fromEntries([entry]));
  const together = any_of
    .map(urnEntries)
    .flatMap((entries) => (entries.length > 0 ? [Object.fromEntries(entries)] : []));
  const out = urnEntries(exclude);
  return {
    include: { and: [...alone, ...together].map((or) => ({ or })) },
    ...(out.length > 0 && { exclude: { or: Object.fromEntries(out) } }),
  };
}

function urnEntries(facets: Record<string, string[]>): [string, string[]][] {
  return Object.entries(facets)
    .filter(([, values]) => values.length > 0)
    .map(([facet, values]) => [facetUrn(facet), values]);
}

export function shownTargeting({ include, exclude }: WireTargeting): Targeting {
  const shown: Required<Targeting> = { include: {}, any_of: [], exclude: {} };
  for (const { or } of include?.and ?? []) {
    const facets = shortNames(or);
    const [[facet, values] = ['', []], ...more] = Object.entries(facets);
    if (more.length === 0 && !(facet in (shown.include ?? {}))) shown.include[facet] = values;
    else shown.any_of.push(facets);
  }
  shown.exclude = shortNames(exclude?.or ?? {});
  return Object.fromEntries(Object.entries(shown).filter(([, part]) => Object.keys(part).length > 0));
}

function shortNames(or: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(or).map(([urn, values]) => [shortFacet(urn), values]));
}

export function facetsOf(client: ProfessionalClient): Promise<TargetingFacet[]> {
  return client.found('/adTargetingFacets', TargetingFacet, {});
}

/** Values of a facet. Some facets can only be listed, others only be searched. */
export async function searchEntities(
  client: ProfessionalClient,
  facet: { adTargetingFacetUrn: string; availableEntityFinders: readonly string[] },
  query: string | undefined,
): Promise<TargetingEntity[]> {
  const asked = {
    facet: facet.adTargetingFacetUrn,
    queryVersion: 'QUERY_USES_URNS',
    locale: { language: 'en', country: 'US' },
  };
  const finders = facet.availableEntityFinders;
  if (query !== undefined && finders.includes('TYPEAHEAD'))
    return client.found('/adTargetingEntities', TargetingEntity, { q: 'typeahead', query, ...asked });
  if (!finders.includes('AD_TARGETING_FACET')) return [];
  const all = await client.found('/adTargetingEntities', TargetingEntity, { q: 'adTargetingFacet', ...asked });
  const wanted = query && searchText(query);
  return wanted === undefined ? all : all.filter(({ name }) => searchText(name).includes(wanted));
}

/** Replaces names by URNs. A name that matches no value or several is refused with near matches. */
export async function resolveTargeting(
  client: ProfessionalClient,
  account: string,
  targeting: Targeting,
): Promise<Targeting> {
  const facets = await facetsOf(client);
  const problems: Problem[] = [];
  let own: Promise<Audience[]> | undefined;
  const audiences = () => {
    own ??= audiencesOf(client, account);
    return own;
  };
  // Audiences belong to the account and are not in the catalogue of targeting values.
  const valuesOf = (facet: TargetingFacet, value: string) =>
    facet.availableEntityFinders.length > 0 ? searchEntities(client, facet, value) : audiences();
  const resolveFacet = async (name: string, values: readonly string[], allFit: boolean): Promise<Resolved> => {
    const facet = facetMeant(name, facets) ?? (meansAudiences(name) ? ANY_AUDIENCE : undefined);
    if (!facet) {
      problems.push(unknownFacet('targeting', name, facets));
      return [];
    }
    const urns = await Promise.all(values.map((value) => resolveValue(facet, value, valuesOf, problems)));
    if (facet !== ANY_AUDIENCE) return [[facet.facetName, urns]];
    const kinds = byKind(urns, await audiences());
    if (allFit && kinds.every(([, some]) => some.length > 0)) problems.push(bothKinds(name));
    return kinds;
  };
  const resolveFacets = async (given: Record<string, string[]>, allFit = false) => {
    const all = Object.entries(given).map(([name, values]) => resolveFacet(name, values, allFit));
    const resolved: Record<string, string[]> = {};
    for (const [name, urns] of (await Promise.all(all)).flat()) resolved[name] = [...(resolved[name] ?? []), ...urns];
    return resolved;
  };
  const [include, any_of, exclude] = await Promise.all([
    targeting.include && resolveFacets(targeting.include, true),
    targeting.any_of && Promise.all(targeting.any_of.map((one) => resolveFacets(one))),
    targeting.exclude && resolveFacets(targeting.exclude),
  ]);
  if (problems.length > 0)
    throw invalidArguments(
      problems,
      'Find values with search_targeting_entities, audiences with list_professional_audiences, and pass their urn. Nothing was changed.',
    );
  return { include, any_of, exclude };
}

type Resolved = (readonly [facet: string, urns: string[]])[];
type Audience = TargetingEntity & { facet: string };
const ANY_AUDIENCE: TargetingFacet = {
  facetName: AUDIENCES,
  adTargetingFacetUrn: '',
  entityTypes: [],
  availableEntityFinders: [],
};

async function audiencesOf(client: ProfessionalClient, account: string): Promise<Audience[]> {
  const params = { q: 'accounts', accounts: [urnOf('sponsoredAccount', account)] };
  const segments = await client.every('/adSegments', WireSegment, params, account);
  return segments.map(
    ({ id, name, type }) => ({ name, urn: `urn:li:adSegment:${id}`, facet: audienceFacet(type) }) as Audience,
  );
}

/** Audiences of visitors and uploaded lists have different facets. */
function audienceFacet(type: string): string {
  return /WEBSITE|VISITOR|RETARGET/.test(type) ? AUDIENCE_FACETS.visitors : AUDIENCE_FACETS.list;
}

/** Splits audiences by facet. Both facets are present, so that a merge also empties the one without values. */
function byKind(urns: readonly string[], audiences: readonly Audience[]): Resolved {
  const facetOf = (urn: string) => audiences.find((one) => one.urn === urn)?.facet ?? AUDIENCE_FACETS.list;
  return Object.values(AUDIENCE_FACETS).map((facet) => [facet, urns.filter((urn) => facetOf(urn) === facet)]);
}

function bothKinds(name: string): Problem {
  const message = `${name} names a list and visitors, which would both have to fit: name them under ${Object.values(AUDIENCE_FACETS).join(' and ')} in one entry of any_of`;
  return { field: 'targeting', message };
}

async function resolveValue(
  facet: TargetingFacet,
  value: string,
  valuesOf: (facet: TargetingFacet, value: string) => Promise<TargetingEntity[]>,
  problems: Problem[],
): Promise<string> {
  if (value.startsWith('urn:')) return value;
  const found = await valuesOf(facet, value);
  const same = found.filter(({ name }) => lookupText(name) === lookupText(value));
  const exact = same.length > 0 ? same : found.filter(({ name }) => searchText(name) === searchText(value));
  if (exact.length === 1) return exact[0]!.urn;
  // `51-200` for `51-200 employees`
  const ranges = /^\d+[-+]\d*$/.test(value) ? found.filter(({ name }) => name.startsWith(`${value} `)) : [];
  if (exact.length === 0 && ranges.length === 1) return ranges[0]!.urn;
  const byId = exact.length === 0 ? urnOfId(facet.facetName, value) : undefined;
  if (byId) return byId;
  const like = found.length > 0 ? found : await valuesOf(facet, /[\p{L}\d]+/u.exec(value)?.[0] ?? value);
  const near = (exact.length > 1 ? exact : like).slice(0, 10);
  const hint = near.length > 0 ? `; near: ${near.map(({ name, urn }) => `${name} (${urn})`).join(', ')}` : '';
  const message = `"${value}" is ${exact.length > 1 ? 'the name of several values' : 'no value'} of ${facet.facetName}${hint}`;
  problems.push({
    field: 'targeting',
    message,
    ...(near.length > 0 && { allowed_values: near.map(({ urn }) => urn) }),
  });
  return value;
}

/** The platform answers 0 for audiences below 300 members, its minimum. */
export async function audienceSize(client: ProfessionalClient, targeting: Targeting): Promise<number> {
  const { include, exclude } = wireTargeting(targeting);
  const [count] = await client.found('/audienceCounts', AudienceCount, {
    q: 'targetingCriteriaV2',
    targetingCriteria: { include, exclude },
  });
  return count?.total ?? 0;
}
