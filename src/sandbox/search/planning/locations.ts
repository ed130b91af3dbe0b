import { chance } from '../../chance.ts';
import type { Doc, Store } from '../state.ts';

const SUGGESTIONS_MAX = 25;
const REACH: Readonly<Record<string, number>> = {
  Country: 40_000_000,
  State: 5_000_000,
  Region: 4_000_000,
  Prefecture: 2_500_000,
  City: 900_000,
};

/** Common names of countries that differ from the official ones. */
const SHORT: Readonly<Record<string, string>> = {
  us: 'united states',
  usa: 'united states',
  america: 'united states',
  uk: 'united kingdom',
  'great britain': 'united kingdom',
  england: 'united kingdom',
  uae: 'united arab emirates',
  deutschland: 'germany',
};

export interface Suggestion {
  place: Doc;
  parents: Doc[];
  reach: number;
}

/** Letters without their marks, so that "Zurich" finds "Zürich". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Sorts a city before a region of the same name. */
function cityFirst(a: { suggestion: Suggestion }, b: { suggestion: Suggestion }): number {
  const isCity = ({ suggestion }: { suggestion: Suggestion }) => Number(suggestion.place.target_type === 'City');
  return isCity(b) - isCity(a);
}

/** Places whose name begins with or holds the words, the nearest match and the largest place first. */
export function searchPlaces(store: Store, words: string, country: string | undefined): Suggestion[] {
  const said = plain(words.trim());
  const wanted = SHORT[said.replaceAll('.', '')] ?? said;
  const ranked: { rank: number; suggestion: Suggestion }[] = [];
  for (const { doc } of store.all('global', 'geo_target_constant')) {
    if (country !== undefined && doc.country_code !== country) continue;
    const name = plain(String(doc.name));
    const rank = name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(` ${wanted}`) ? 2 : undefined;
    if (rank !== undefined) ranked.push({ rank, suggestion: describe(store, doc) });
  }
  ranked.sort((a, b) => a.rank - b.rank || cityFirst(a, b) || b.suggestion.reach - a.suggestion.reach);
  return ranked.slice(0, SUGGESTIONS_MAX).map(({ suggestion }) => suggestion);
}

export function placeNamed(store: Store, name: string): Suggestion | undefined {
  const found = store.find('global', 'geo_target_constant', name.replace('geoTargetConstants/', ''));
  return found && describe(store, found.doc);
}

function describe(store: Store, place: Doc): Suggestion {
  const parents: Doc[] = [];
  for (let name = place.parent_geo_target; typeof name === 'string'; ) {
    const parent = store.find('global', 'geo_target_constant', name.replace('geoTargetConstants/', ''))!.doc;
    parents.push(parent);
    name = parent.parent_geo_target;
  }
  const size = REACH[String(place.target_type)] ?? 500_000;
  return { place, parents, reach: Math.round((size * (0.3 + 2 * chance(Number(place.id), 0, 60))) / 1000) * 1000 };
}
