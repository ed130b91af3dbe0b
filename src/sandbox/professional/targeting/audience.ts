import type { Facets, Targeting } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import { entityIn, facetOf } from './catalogue.ts';

const PLACE_FACETS = ['locations', 'profileLocations'];

/** How many members a targeting reaches: places add up, and everything else takes a part of them. */
export function audienceOf({ include, exclude }: Targeting, store: Store): number {
  const clauses = include?.and ?? [];
  let members = 1_000_000_000;
  for (const { or } of clauses) members = Math.min(members, placesIn(or) ?? members);
  for (const { or } of clauses) {
    const segment = segmentsIn(or, store);
    if (segment !== undefined) members = Math.min(members, segment);
    members *= partOf(or) ?? 1;
  }
  if (exclude) members *= 1 - Math.min(0.95, partOf(exclude.or) ?? 0);
  return Math.round(members);
}

function placesIn(or: Facets): number | undefined {
  const urns = Object.entries(or).flatMap(([facet, values]) =>
    PLACE_FACETS.includes(facetOf(facet)?.name ?? '') ? values.map((urn) => entityIn(facetOf(facet)!, urn)) : [],
  );
  return urns.length === 0 ? undefined : urns.reduce((sum, entity) => sum + (entity?.share ?? 0) * 1000, 0);
}

function segmentsIn(or: Facets, store: Store): number | undefined {
  const ids = Object.values(or)
    .flat()
    .flatMap((urn) => /^urn:li:adSegment:(\d+)$/.exec(urn)?.[1] ?? []);
  if (ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (store.find('segment', id)?.fields.approximateMemberCount ?? 0), 0);
}

/** Undefined where nothing but places or segments is named. */
function partOf(or: Facets): number | undefined {
  const parts = Object.entries(or).flatMap(([urn, values]) => {
    const facet = facetOf(urn);
    if (!facet || PLACE_FACETS.includes(facet.name)) return [];
    return values.flatMap((value) => entityIn(facet, value)?.share ?? []);
  });
  return parts.length === 0 ? undefined : Math.min(1, parts.reduce((sum, share) => sum + share, 0) / 1000);
}
