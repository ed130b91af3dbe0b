import { isObject } from '../../json.ts';
import { fromArray } from '../../paging.ts';
import { badParameter } from '../errors.ts';
import { type Ctx, type Operation, ofKind, type Row } from '../graph/operation.ts';
import { own } from '../graph/params.ts';
import { checkDetails } from '../rules/detailed-targeting-rules.ts';
import { OPTIMIZATION_GOALS } from '../rules/goals.ts';
import { checkLocations } from '../rules/location-rules.ts';
import type { Json } from '../state/shapes.ts';
import { ALL_OPTIONS } from '../targeting/options.ts';
import { roundedDown } from './audiences.ts';

const account = ofKind('AdAccount');
const adSet = ofKind('AdSet');

const MILLIONS: Record<string, number> = {
  US: 245,
  JP: 82,
  DE: 52,
  FR: 45,
  GB: 48,
  CA: 28,
  BR: 140,
  IN: 420,
  MX: 88,
  ES: 31,
  IT: 38,
  AU: 18,
};
const SMALL = { region: 6_000_000, city: 900_000, zip: 30_000 };

/** People a targeting spec reaches: a plain model, but narrower is always smaller. */
function reached(ctx: Ctx, targeting: Json): number {
  const places = isObject(targeting.geo_locations) ? targeting.geo_locations : {};
  const count = (name: string) => (Array.isArray(places[name]) ? places[name].length : 0);
  const countries = Array.isArray(places.countries) ? places.countries : [];
  const inCountries = countries.reduce((sum: number, code) => sum + (own(MILLIONS, String(code)) ?? 9) * 1e6, 0);
  const base =
    inCountries +
    count('regions') * SMALL.region +
    count('cities') * SMALL.city +
    count('zips') * SMALL.zip +
    count('custom_locations') * SMALL.city;
  const audiences = Array.isArray(targeting.custom_audiences) ? targeting.custom_audiences : [];
  const people = audiences.reduce(
    (sum: number, entry) =>
      sum + (ctx.store.findKind('CustomAudience', isObject(entry) ? String(entry.id) : '')?.data.people ?? 0),
    0,
  );
  const start = audiences.length === 0 ? base : Math.min(people, base || people);
  return start * ageShare(targeting) * genderShare(targeting) * detailShare(targeting);
}

function ageShare({ age_min: min = 18, age_max: max = 65 }: Json): number {
  return Math.min(1, Math.max(0.02, (Number(max) - Number(min) + 1) / 48));
}

function genderShare({ genders }: Json): number {
  return Array.isArray(genders) && genders.length === 1 ? 0.5 : 1;
}

const WORLD = 2e9;

function detailShare(targeting: Json): number {
  const groups = [
    targeting,
    ...(Array.isArray(targeting.flexible_spec) ? targeting.flexible_spec.filter(isObject) : []),
  ];
  return groups.reduce((share, group) => share * Math.min(1, groupShare(group)), 1);
}

function groupShare(group: Json): number {
  const chosen = ['interests', 'behaviors', 'life_events', 'industries', 'income', 'family_statuses'].flatMap((name) =>
    Array.isArray(group[name]) ? group[name] : [],
  );
  if (chosen.length === 0) return 1;
  const ids = chosen.map((entry) => (isObject(entry) ? String(entry.id) : String(entry)));
  return ids.reduce(
    (sum, id) => sum + (ALL_OPTIONS.find((option) => option.id === id)?.audience_size_lower_bound ?? 0) / WORLD,
    0,
  );
}

function bounds(ctx: Ctx, targeting: Json): [number, number] {
  const lower = Math.max(1000, roundedDown(reached(ctx, targeting)));
  return lower === 1000 ? [1000, 1000] : [lower, roundedDown(Math.ceil(lower * 1.176))];
}

function specOf(ctx: Ctx): Json {
  const spec = ctx.params.object('targeting_spec');
  if (!spec) throw badParameter('The parameter targeting_spec is required', 'targeting_spec');
  checkLocations(spec);
  checkDetails(spec);
  return spec;
}

function deliveryRow(ctx: Ctx, targeting: Json): Row {
  const [lower, upper] = bounds(ctx, targeting);
  return {
    estimate_mau_lower_bound: lower,
    estimate_mau_upper_bound: upper,
    estimate_ready: true,
    targeting_optimization_types: [],
  };
}

export const operations: Operation[] = [
  account.read('reachestimate', (ctx) => {
    const [lower, upper] = bounds(ctx, specOf(ctx));
    return { data: { users_lower_bound: lower, users_upper_bound: upper, estimate_ready: true } };
  }),
  account.list('delivery_estimate', (ctx) => {
    if (ctx.params.oneOf('optimization_goal', OPTIMIZATION_GOALS) === undefined)
      throw badParameter('The parameter optimization_goal is required', 'optimization_goal');
    return fromArray([deliveryRow(ctx, specOf(ctx))]);
  }),
  adSet.list('delivery_estimate', (ctx, node) => fromArray([deliveryRow(ctx, node.data.targeting)])),
];
