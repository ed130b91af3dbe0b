import { isObject } from '../../json.ts';
import { GraphError, ruleBroken, sandboxLacks } from '../errors.ts';
import type { Json } from '../state/shapes.ts';
import { COUNTRY_GROUPS, isCountry, RESTRICTED } from '../targeting/countries.ts';
import { CITY_POINTS, type Point, placeOf } from '../targeting/locations.ts';
import {
  countryOfPin,
  keyOf,
  kilometersBetween,
  listIn,
  PLACE_LISTS,
  pointOf,
  radiusKilometers,
} from '../targeting/reach.ts';

const MOST: Record<string, number> = {
  regions: 200,
  cities: 250,
  custom_locations: 200,
  zips: 50_000,
  places: 200,
  geo_markets: 210,
};
/** Kinds of places that the platform has and the sandbox has no data for. */
const NOT_HERE = new Set(
  'places electoral_districts political_districts metro_areas small_geo_areas medium_geo_areas large_geo_areas subneighborhoods location_cluster_ids'.split(
    ' ',
  ),
);
const HERE = new Set(['countries', 'country_groups', 'zips', 'custom_locations', ...Object.keys(PLACE_LISTS)]);

export function invalidTargeting(message: string, ...field: string[]): GraphError {
  return ruleBroken(1487079, 'Invalid Targeting Spec', message, ['targeting', ...field]);
}

export function checkLocations(targeting: Json): void {
  for (const side of ['geo_locations', 'excluded_geo_locations']) {
    const places = targeting[side];
    if (places === undefined) continue;
    if (!isObject(places)) throw invalidTargeting(`${side} must be an object.`, side);
    checkLocationTypes(places, side);
    for (const [name, list] of Object.entries(places)) if (name !== 'location_types') checkList(side, name, list);
  }
  checkOverlap(targeting);
}

function checkLocationTypes({ location_types: types }: Json, side: string): void {
  if (types === undefined || (Array.isArray(types) && types.length === 0)) return;
  if (Array.isArray(types) && [...types].sort().join() === 'home,recent') return;
  throw ruleBroken(1870199, 'Invalid Location Types', 'location_types must be empty or hold home and recent.', [
    'targeting',
    side,
    'location_types',
  ]);
}

function checkList(side: string, name: string, list: unknown): void {
  if (NOT_HERE.has(name)) throw sandboxLacks(`targeting by ${name}`);
  if (!HERE.has(name))
    throw invalidTargeting(`${side} has no ${name}. Exclusions go into excluded_geo_locations.`, side, name);
  if (!Array.isArray(list)) throw invalidTargeting(`${name} must be a list.`, side, name);
  const most = MOST[name] ?? Number.POSITIVE_INFINITY;
  if (list.length > most)
    throw ruleBroken(undefined, 'Too Many Locations', `${name} may hold ${most} places.`, ['targeting', side, name]);
  for (const entry of list) checkEntry(side, name, entry);
}

function checkEntry(side: string, name: string, entry: unknown): void {
  const key = keyOf(entry);
  if (name === 'countries') checkCountry(key, side, name);
  else if (name === 'country_groups') {
    if (!COUNTRY_GROUPS.includes(key)) throw invalidTargeting(`${key} is no country group.`, side, name);
  } else if (!isObject(entry)) throw invalidTargeting(`${name} must hold objects.`, side, name);
  else if (name === 'custom_locations') checkPin(side, entry);
  else checkPlace(side, name, key, entry);
}

function checkPlace(side: string, name: string, key: string, entry: Json): void {
  if (name === 'zips') checkCountry(key.split(':')[0]!, side, name);
  else if (!placeOf(PLACE_LISTS[name]!, key))
    throw invalidTargeting(`${name} has no ${key}; the sandbox knows the places that its search finds.`, side, name);
  if (name === 'cities') checkRadius(entry, side, name, { mile: [10, 50], kilometer: [17, 80] });
  else if (entry.radius !== undefined) throw invalidTargeting(`${name} take no radius.`, side, name);
}

function checkCountry(code: string, ...field: string[]): void {
  if (RESTRICTED.has(code))
    throw new GraphError(2641, `(#2641) Ads cannot be shown in ${code}`, { blame: ['targeting', ...field] });
  if (!isCountry(code)) throw invalidTargeting(`${code} is not the code of a country.`, ...field);
}

function checkPin(side: string, pin: Json): void {
  if (pin.address_string === undefined && !pointOf(pin))
    throw invalidTargeting('custom_locations need latitude and longitude.', side, 'custom_locations');
  if (pin.country !== undefined) checkCountry(String(pin.country), side, 'custom_locations');
  checkRadius(pin, side, 'custom_locations', { mile: [0.63, 50], kilometer: [1, 80] });
}

type Span = [least: number, most: number];

function checkRadius(entry: Json, side: string, name: string, spans: Record<'mile' | 'kilometer', Span>): void {
  const { radius, distance_unit: unit = 'mile' } = entry;
  if (unit !== 'mile' && unit !== 'kilometer')
    throw invalidTargeting('distance_unit must be mile or kilometer.', side, name, 'distance_unit');
  if (radius === undefined) return;
  const [least, most] = spans[unit];
  if (!(Number(radius) >= least && Number(radius) <= most))
    throw invalidTargeting(`radius must lie between ${least} and ${most} ${unit}.`, side, name, 'radius');
}

/** A place inside a place, circles that touch, or the same place wanted and not wanted. */
function checkOverlap({ geo_locations: places, excluded_geo_locations: without }: Json): void {
  const countries = new Set(listIn(places, 'countries').map(String));
  const regions = new Set(listIn(places, 'regions').map(keyOf));
  for (const [list, type] of Object.entries(PLACE_LISTS)) {
    for (const entry of listIn(places, list)) {
      const place = placeOf(type, keyOf(entry));
      if (countries.has(place?.country_code ?? '')) throw overlapping(`${place?.name} and its country`);
      if (type !== 'region' && regions.has(String(place?.region_id)))
        throw overlapping(`${place?.name} and its region`);
    }
  }
  for (const entry of listIn(places, 'zips'))
    if (countries.has(keyOf(entry).split(':')[0]!)) throw overlapping(`${keyOf(entry)} and its country`);
  for (const pin of listIn(places, 'custom_locations'))
    if (countries.has(countryOfPin(pin) ?? '')) throw overlapping('a custom location and its country');
  checkCircles(places);
  for (const name of HERE) {
    const unwanted = new Set(listIn(without, name).map(sameness));
    const both = listIn(places, name).find((entry) => unwanted.has(sameness(entry)));
    if (both !== undefined) throw overlapping(`${keyOf(both)}, which is included and excluded`);
  }
}

function sameness(entry: unknown): string {
  return isObject(entry) && entry.key === undefined ? JSON.stringify(entry) : keyOf(entry);
}

function checkCircles(places: unknown): void {
  const circles = [...listIn(places, 'cities'), ...listIn(places, 'custom_locations')].flatMap((entry) => {
    const center: Point | undefined = isObject(entry) ? (CITY_POINTS.get(keyOf(entry)) ?? pointOf(entry)) : undefined;
    return center ? [{ center, radius: radiusKilometers(entry as Json) ?? 0 }] : [];
  });
  circles.forEach((one, index) => {
    const near = circles.slice(index + 1).some((other) => {
      return kilometersBetween(one.center, other.center) < one.radius + other.radius;
    });
    if (near) throw overlapping('two places whose circles touch');
  });
}

function overlapping(what: string): GraphError {
  return ruleBroken(1487756, 'Locations Overlap', `Some of your locations overlap: ${what}. Remove one of them.`, [
    'targeting',
    'geo_locations',
  ]);
}
