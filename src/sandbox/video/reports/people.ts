import { unit } from '../../chance.ts';
import type { AdGroupData } from '../state/shapes.ts';
import { COUNTS, type Counts, nothing } from './numbers.ts';

/** Splits an ad's numbers by the people dimensions of reports. */
export type Aim = Readonly<Record<string, readonly string[]>>;

/** One value of a dimension: its share of the spend, and its conversion rate relative to the average. */
type Share = readonly [value: string, cost: number, buys: number];

const SHARES: Readonly<Record<string, readonly Share[]>> = {
  gender: [
    ['FEMALE', 0.54, 1.15],
    ['MALE', 0.46, 0.82],
  ],
  age: [
    ['AGE_18_24', 0.34, 0.6],
    ['AGE_25_34', 0.3, 1.35],
    ['AGE_35_44', 0.2, 1.2],
    ['AGE_45_54', 0.1, 0.9],
    ['AGE_55_100', 0.06, 0.4],
  ],
  platform: [
    ['ANDROID', 0.58, 0.7],
    ['IPHONE', 0.42, 1.4],
  ],
  placement: [
    ['TikTok', 0.8, 1.1],
    ['Pangle', 0.15, 0.4],
    ['Global App Bundle', 0.05, 0.4],
  ],
};

const GENDERS: Readonly<Record<string, string>> = { GENDER_MALE: 'MALE', GENDER_FEMALE: 'FEMALE' };
const SYSTEMS: Readonly<Record<string, string>> = { ANDROID: 'ANDROID', IOS: 'IPHONE' };
const PLACES: Readonly<Record<string, string>> = {
  PLACEMENT_TIKTOK: 'TikTok',
  PLACEMENT_PANGLE: 'Pangle',
  PLACEMENT_GLOBAL_APP_BUNDLE: 'Global App Bundle',
};

/** The values of each dimension that an ad group's targeting allows. */
export function aimOf({ placements, more }: AdGroupData): Aim {
  const systems = (more.operating_systems ?? []) as string[];
  const gender = GENDERS[String(more.gender)];
  return {
    placement: placements.map((place) => PLACES[place]!),
    ...(more.age_groups !== undefined && { age: more.age_groups as string[] }),
    ...(gender && { gender: [gender] }),
    ...(systems.length > 0 && { platform: systems.map((system) => SYSTEMS[system]!) }),
  };
}

/** Metrics that follow the conversion rate, not the reach. */
const BOUGHT = new Set([
  'conversion',
  'complete_payment',
  'web_event_add_to_cart',
  'initiate_checkout',
  'app_install',
  'registration',
  'purchase',
  'real_time_conversion',
  'user_registration',
  'form',
  'on_web_subscribe',
]);

export interface Whole {
  /** Ad and day, which seed the rounding. */
  id: string;
  day: string;
  aim: Aim;
  country: string;
  counts: Counts;
}

/** A day's numbers split by further dimensions; the parts add up to the whole. */
export function split(extra: readonly string[], whole: Whole): [Record<string, string>, Counts][] {
  return extra.reduce<[Record<string, string>, Counts][]>(
    (parts, name) =>
      parts.flatMap(([dimensions, counts]) =>
        shared(counts, sharesOf(name, whole), unit(whole.id, whole.day, name, ...Object.values(dimensions))).map(
          ([value, part]) => [{ ...dimensions, [name]: value }, part] as [Record<string, string>, Counts],
        ),
      ),
    [[{}, whole.counts]],
  );
}

function sharesOf(name: string, { aim, country }: Whole): readonly Share[] {
  const all = SHARES[name] ?? [[country, 1, 1]];
  const aimed = all.filter(([value]) => aim[name]?.includes(value) ?? true);
  return aimed.length > 0 ? aimed : all;
}

/** Splits whole numbers by shares. `phase`, from 0 to 1, decides which part gets a remainder. */
function shared(whole: Counts, shares: readonly Share[], phase: number): [string, Counts][] {
  const parts = shares.map(([value]) => [value, nothing()] as [string, Counts]);
  for (const name of COUNTS) {
    const weights = shares.map(([, cost, buys]) => (BOUGHT.has(name) ? cost * buys : cost));
    const sum = weights.reduce((one, other) => one + other, 0);
    let [reached, given] = [0, 0];
    weights.forEach((weight, place) => {
      reached += weight / sum;
      const until = place === weights.length - 1 ? whole[name] : Math.floor(whole[name] * reached + phase);
      parts[place]![1][name] = until - given;
      given = until;
    });
  }
  const basket = whole.complete_payment === 0 ? 0 : whole.total_complete_payment_rate / whole.complete_payment;
  const perPurchase = whole.purchase === 0 ? 0 : whole.total_purchase_value / whole.purchase;
  for (const [, part] of parts) {
    part.total_complete_payment_rate = part.complete_payment * basket;
    part.total_purchase_value = part.purchase * perPurchase;
  }
  return parts;
}
