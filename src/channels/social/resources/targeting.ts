import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Country, Id } from '../../../tools/fields.ts';
import { checkedBy } from '../../../tools/inner-names.ts';
import { isEmpty, mergeKeys, refuseLostGroups, refuseLostKinds } from '../../../tools/merge.ts';

/** The audience of an ad set, in the platform's own terms. */

/** Descriptive keys that the platform adds to a place may be sent back; other unknown keys are refused as misspelt. */
const About = z.unknown().optional();
const around = { radius: z.number().optional(), distance_unit: z.enum(['mile', 'kilometer']).optional() };
const described = {
  ...{ name: About, country: About, region: About, region_id: About, primary_city_id: About, market_type: About },
  ...{ geo_hierarchy_level: About, geo_hierarchy_name: About, electoral_district: About },
};
const Place = z.strictObject({ key: z.string(), ...around, ...described, latitude: About, longitude: About });
const Places = z.array(Place).optional();
const Point = z.strictObject({
  ...{ latitude: z.number(), longitude: z.number(), ...around, radius: z.number(), ...described },
  ...{ address_string: About, custom_type: About, key: About, country_group: About },
});

const GeoLocations = z.strictObject({
  countries: z.array(Country).optional(),
  country_groups: z.array(z.string()).optional(),
  regions: Places,
  cities: Places,
  zips: Places,
  geo_markets: Places,
  subcities: Places,
  neighborhoods: Places,
  electoral_districts: Places,
  metro_areas: Places,
  small_geo_areas: Places,
  medium_geo_areas: Places,
  large_geo_areas: Places,
  places: Places,
  custom_locations: z.array(Point).optional(),
  location_types: z.array(z.enum(['home', 'recent'])).optional(),
});

const Named = z.object({ id: Id });
const Audiences = z.array(Named).optional();
const Positions = z.array(z.string()).optional();

/** An interest without an id is accepted by the platform and matches no people, so it is refused. Education statuses are numbers. */
const Chosen = z.array(
  z.union(
    [z.looseObject({ id: z.union([z.string(), z.number()]) }), z.number()],
    'needs an id: {"id": "6003107902433"}, from search_interests or search_behaviors',
  ),
);

/** The platform ignores an unknown kind, and the ads would reach everyone in the place: unknown kinds are refused. */
const KINDS =
  'interests behaviors life_events industries income family_statuses custom_audiences user_adclusters education_majors education_schools education_statuses college_years work_employers work_positions relationship_statuses interested_in home_ownership home_type home_value household_composition net_worth generation moms politics ethnic_affinity office_type connections friends_of_connections'.split(
    ' ',
  );
const Choices = z.strictObject(Object.fromEntries(KINDS.map((kind) => [kind, Chosen.optional()])));

const Age = z.int().min(13).max(65);

const Shape = z.strictObject({
  geo_locations: GeoLocations.optional(),
  excluded_geo_locations: GeoLocations.optional(),
  age_min: Age.optional(),
  age_max: Age.optional(),
  genders: z.array(z.int().min(1).max(2)).optional(),
  locales: z.array(z.int()).optional(),
  flexible_spec: z.array(Choices).max(25).optional(),
  custom_audiences: Audiences,
  excluded_custom_audiences: Audiences,
  publisher_platforms: Positions,
  facebook_positions: Positions,
  instagram_positions: Positions,
  messenger_positions: Positions,
  audience_network_positions: Positions,
  threads_positions: Positions,
  whatsapp_positions: Positions,
  device_platforms: z.array(z.enum(['mobile', 'desktop'])).optional(),
  user_os: Positions,
});

/** Lists of places by kind: naming countries must not drop the cities and location types beside them. */
const PLACES = ['geo_locations', 'excluded_geo_locations'] as const;
type Spec = Readonly<Record<string, unknown>>;

/** The check by `Shape` changes nothing, and the platform refuses `de`, which can only mean DE. */
function inCapitals(targeting: Spec): Record<string, unknown> {
  const places = PLACES.flatMap((name) => {
    const { countries } = isSpec(targeting[name]) ? targeting[name] : {};
    if (!Array.isArray(countries)) return [];
    const codes = countries.map((code) => (typeof code === 'string' ? code.toUpperCase() : code));
    return [[name, { ...(targeting[name] as Spec), countries: codes }]];
  });
  return { ...targeting, ...Object.fromEntries(places) };
}

export const Targeting = z
  .record(z.string(), z.unknown())
  .overwrite(inCapitals)
  .superRefine(checkedBy(Shape, 'a targeting'))
  .describe(
    'Platform targeting spec: geo_locations and excluded_geo_locations {countries:["DE"], regions|cities|subcities|neighborhoods|zips|geo_markets|electoral_districts:[{key}], custom_locations:[{latitude,longitude,radius,distance_unit}]}, age_min, age_max, genders [1 men, 2 women], locales, flexible_spec [{interests:[{id}], behaviors:[{id}]}] (OR inside, AND between), custom_audiences and excluded_custom_audiences [{id}], publisher_platforms, *_positions, device_platforms, user_os',
  );
export type Targeting = z.output<typeof Shape>;
/** The platform replaces a targeting whole, so a change is merged into it key by key, and inside places as well. */
export function mergeTargeting(current: Spec, change: Spec): Record<string, unknown> {
  const places = PLACES.flatMap((name) => {
    const [held, given] = [current[name], change[name]];
    return isSpec(held) && isSpec(given) && !isEmpty(given) ? [[name, mergeKeys(held, given)]] : [];
  });
  return mergeKeys(current, { ...change, ...Object.fromEntries(places), ...choicesOf(current, change) });
}

/** Interests, behaviours and the like stand in one list, which a change of one kind would wipe. */
function choicesOf(current: Spec, { flexible_spec }: Spec): { flexible_spec?: Spec[] } {
  if (flexible_spec === undefined) return {};
  const given = listOf(flexible_spec);
  refuseLostKinds('targeting.flexible_spec', listOf(current.flexible_spec), given);
  refuseLostGroups('targeting.flexible_spec', listOf(current.flexible_spec), given);
  const filled = given.map((group) => Object.fromEntries(Object.entries(group).filter(([, some]) => !isEmpty(some))));
  return { flexible_spec: filled.filter((group) => !isEmpty(group)) };
}

function isSpec(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null;
}

/** Adds the required declaration whether the platform may reach people beyond the targeting. */
export function withAdvantage(targeting: Spec, advantage: boolean | undefined): Record<string, unknown> {
  if (advantage === undefined) return { ...targeting };
  const automation = (targeting.targeting_automation ?? {}) as Spec;
  return { ...targeting, targeting_automation: { ...automation, advantage_audience: advantage ? 1 : 0 } };
}

/** Problems of a complete targeting. Nothing is filled in: a missing place is an error, not a default. */
export function targetingProblems(targeting: Spec, advantage: boolean | undefined): Problem[] {
  const { geo_locations, custom_audiences, age_min, age_max } = targeting;
  const automatic = advantage === true;
  return [
    ...(isEmpty(geo_locations ?? {}) && isEmpty(custom_audiences ?? [])
      ? [{ field: 'targeting.geo_locations', message: 'or custom_audiences is required: no place is assumed' }]
      : []),
    ...(typeof age_min === 'number' && typeof age_max === 'number' && age_min > age_max
      ? [{ field: 'targeting.age_max', message: 'must not be below age_min' }]
      : []),
    ...(automatic && typeof age_max === 'number' && age_max < 65
      ? [{ field: 'targeting.age_max', message: 'must be 65 or left out when advantage_audience is true' }]
      : []),
    ...(automatic && typeof age_min === 'number' && age_min > 25
      ? [{ field: 'targeting.age_min', message: 'must be 25 or less when advantage_audience is true' }]
      : []),
  ];
}

/** Every audience a targeting includes or excludes. */
export function audiencesIn(targeting: Spec = {}): Set<string> {
  const lists = [targeting, ...listOf(targeting.flexible_spec)].flatMap((part) => [
    ...listOf(part.custom_audiences),
    ...listOf(part.excluded_custom_audiences),
  ]);
  return new Set(lists.map(({ id }) => String(id)));
}

function listOf(value: unknown): Spec[] {
  return Array.isArray(value) ? value : [];
}
