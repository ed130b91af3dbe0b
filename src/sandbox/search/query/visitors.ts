import { chance } from '../../chance.ts';
import type { Account } from '../access.ts';
import { WASTED } from '../metrics/facts.ts';
import type { Division } from '../metrics/splitter.ts';
import { CITIES, COUNTRIES, REGIONS } from '../seed/places.ts';
import type { Doc, Entity } from '../state.ts';
import type { Place } from './segments.ts';

const HOMES: Readonly<Record<string, string>> = { EUR: 'DE', JPY: 'JP' };
/** The share of people abroad, who see ads because they are interested in the place. */
const ABROAD = ['IN', 'PH', 'CA'];
const CITIES_MAX = 8;

interface Visitors {
  place: Place;
  isAbroad: boolean;
  part: Division;
}

/** Where the people of a group were: the largest cities of its country, the rest of it, and abroad. */
export function visitorsOf({
  locations,
  account,
  id,
}: {
  locations: readonly Entity[];
  account: Account;
  id: number;
}): Visitors[] {
  const home = countryOf(locations[0]) ?? HOMES[account.currency] ?? 'US';
  const country = countryId(home);
  const cities: Place[] = CITIES.filter(([, , code]) => code === home)
    .slice(0, CITIES_MAX)
    .map(([, region, , city]) => ({ country, ...regionOf(region, home), city }));
  const abroad = ABROAD.filter((code) => code !== home).slice(0, 2);
  const places = [...cities, { country }, ...abroad.map((code) => ({ country: countryId(code) }))];
  const isAbroad = (place: Place) => place.country !== country;
  const weights = places.map((place, at) => (isAbroad(place) ? 0.4 : 0.4 + chance(id, 0, 80 + at)));
  // One city converts badly, so that reports by place have something to find.
  const worths = places.map((place, at) => (isAbroad(place) || at === 4 ? WASTED : 1));
  return places.map((place, index) => ({ place, isAbroad: isAbroad(place), part: { weights, worths, index } }));
}

function countryId(code: string): number {
  return 2000 + (COUNTRIES.find(([, known]) => known === code)?.[2] ?? 840);
}

function regionOf(name: string, country: string): { region?: number } {
  const region = REGIONS.find(([known, code]) => known === name && code === country)?.[2];
  return region === undefined ? {} : { region };
}

function countryOf(location: Entity | undefined): string | undefined {
  const name = (location?.doc.location as Doc | undefined)?.geo_target_constant;
  const id = Number(String(name).split('/')[1]);
  return (
    COUNTRIES.find(([, , number]) => 2000 + number === id)?.[1] ??
    REGIONS.find(([, , region]) => region === id)?.[1] ??
    CITIES.find(([, , , city]) => city === id)?.[2]
  );
}
