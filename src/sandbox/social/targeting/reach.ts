import { isObject } from '../../json.ts';
import type { Json } from '../state/shapes.ts';
import { EVERYWHERE, membersOf } from './countries.ts';
import { CITY_POINTS, type Point, placeOf } from './locations.ts';

/** Lists of places in a spec, and the type of place each of them holds. */
export const PLACE_LISTS: Record<string, string> = {
  regions: 'region',
  cities: 'city',
  geo_markets: 'geo_market',
  subcities: 'subcity',
  neighborhoods: 'neighborhood',
};

export function listIn(places: unknown, name: string): unknown[] {
  const list = isObject(places) ? places[name] : undefined;
  return Array.isArray(list) ? list : [];
}

export function keyOf(entry: unknown): string {
  return isObject(entry) ? String(entry.key ?? entry.id) : String(entry);
}

/** All countries in which the ad may be seen. An audience without a place may live anywhere. */
export function countriesReached({ geo_locations: places, excluded_geo_locations: without }: Json): Set<string> {
  const reached = countriesIn(places);
  for (const country of excludedCountries(without)) reached.delete(country);
  return reached;
}

function countriesIn(places: unknown): Set<string> {
  const single = Object.entries(PLACE_LISTS).flatMap(([list, type]) =>
    listIn(places, list).map((entry) => placeOf(type, keyOf(entry))?.country_code),
  );
  const zips = listIn(places, 'zips').map((entry) => keyOf(entry).split(':')[0]);
  const pins = listIn(places, 'custom_locations').map(countryOfPin);
  const found = [
    ...listIn(places, 'countries').map(String),
    ...listIn(places, 'country_groups').flatMap((group) => membersOf(String(group))),
    ...[...single, ...zips, ...pins].filter((code) => code !== undefined),
  ];
  const isPlaced = isObject(places) && Object.keys(places).some((name) => listIn(places, name).length > 0);
  return new Set(isPlaced ? found : EVERYWHERE);
}

function excludedCountries(places: unknown): string[] {
  return [
    ...listIn(places, 'countries').map(String),
    ...listIn(places, 'country_groups').flatMap((group) => membersOf(String(group))),
  ];
}

const NEAR_KM = 300;

/** Said by the caller, or that of the nearest city we know, if one is near. */
export function countryOfPin(pin: unknown): string | undefined {
  if (!isObject(pin)) return undefined;
  if (typeof pin.country === 'string') return pin.country;
  const point = pointOf(pin);
  if (!point) return undefined;
  const [nearest] = [...CITY_POINTS]
    .map(([key, city]) => ({ key, km: kilometersBetween(point, city) }))
    .sort((a, b) => a.km - b.km);
  return nearest && nearest.km <= NEAR_KM ? placeOf('city', nearest.key)?.country_code : undefined;
}

export function pointOf({ latitude, longitude }: Json): Point | undefined {
  const point = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : undefined;
}

export function kilometersBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const cosine =
    Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(radians(one.longitude - other.longitude));
  return 6371 * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

const KILOMETERS_PER_MILE = 1.609344;

export function radiusKilometers({ radius, distance_unit: unit }: Json): number | undefined {
  if (radius === undefined) return undefined;
  return Number(radius) * (unit === 'kilometer' ? 1 : KILOMETERS_PER_MILE);
}
