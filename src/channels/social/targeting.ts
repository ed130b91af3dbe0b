import { z } from 'zod';
import type { Problem } from '../../errors.ts';
import { Country, Id } from '../../tools/fields.ts';
import { isEmpty } from '../../tools/merge.ts';

/** Who an ad set reaches, in the platform's own terms. */

const Place = z.looseObject({ key: z.string() });
const Places = z.array(Place).optional();
const Point = z.looseObject({ latitude: z.number(), longitude: z.number(), radius: z.number() });

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

/** By name alone the platform matches nobody, and says so nowhere. Education and the like are plain numbers. */
const Chosen = z.array(
  z.union(
    [z.looseObject({ id: z.union([z.string(), z.number()]) }), z.number()],
    'needs an id: {"id": "6003107902433"}, from search_interests or search_behaviors',
  ),
);

const Age = z.int().min(13).max(65);

const Shape = z.strictObject({
  geo_locations: GeoLocations.optional(),
  excluded_geo_locations: GeoLocations.optional(),
  age_min: Age.optional(),
  age_max: Age.optional(),
  genders: z.array(z.int().min(1).max(2)).optional(),
  locales: z.array(z.int()).optional(),
  flexible_spec: z.array(z.record(z.string(), Chosen)).max(25).optional(),
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

/** Three tools take a targeting: told in words it costs a reader a tenth of what its schema would, and is checked the same. */
export const Targeting = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    for (const issue of Shape.safeParse(value).error?.issues ?? []) {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
      for (const key of keys) {
        const message = key === undefined ? issue.message : `is not part of a targeting; known: ${KNOWN_KEYS}`;
        context.addIssue({ code: 'custom', path: [...issue.path, ...(key === undefined ? [] : [key])], message });
      }
    }
  })
  .describe(
    'Platform targeting spec: geo_locations and excluded_geo_locations {countries:["DE"], regions|cities|subcities|neighborhoods|zips|geo_markets|electoral_districts:[{key}], custom_locations:[{latitude,longitude,radius,distance_unit}]}, age_min, age_max, genders [1 men, 2 women], locales, flexible_spec [{interests:[{id}], behaviors:[{id}]}] (OR inside, AND between), custom_audiences and excluded_custom_audiences [{id}], publisher_platforms, *_positions, device_platforms, user_os',
  );
const KNOWN_KEYS = Object.keys(Shape.shape).join(', ');
export type Targeting = z.output<typeof Shape>;
type Spec = Readonly<Record<string, unknown>>;

/** The declaration the platform demands: may it look for people beyond the targeting? */
export function withAdvantage(targeting: Spec, advantage: boolean | undefined): Record<string, unknown> {
  if (advantage === undefined) return { ...targeting };
  const automation = (targeting.targeting_automation ?? {}) as Spec;
  return { ...targeting, targeting_automation: { ...automation, advantage_audience: advantage ? 1 : 0 } };
}

/** What is wrong with a whole targeting. Nothing is ever added to it: no place means an error, not a default place. */
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
