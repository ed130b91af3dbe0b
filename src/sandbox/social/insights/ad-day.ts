import { weekday } from '../format.ts';
import { CONVERSIONS, type Conversion, type Measure, Totals, wholeOf } from './measures.ts';

/** What about an ad shapes its numbers. */
export interface AdProfile {
  id: string;
  objective: string;
  video: boolean;
  carousel: boolean;
  callToAction: string | undefined;
  bodyLength: number;
  /** UTC day number on which the ad was made. */
  bornDay: number;
  /** Minor units of the account's currency in one dollar. */
  minorPerDollar: number;
}

/** Sunday first. */
const WEEKDAYS = [0.9, 1.01, 1.04, 1.05, 1.03, 1.0, 0.93];
const DAY_MS = 86_400_000;

/**
 * The numbers of one ad on one day, a pure function of the ad, the date and the money planned for it. More money on the
 * same day never lowers a number, so today only grows as the clock advances.
 */
export function adDay(profile: AdProfile, date: string, planned: number): Totals {
  const chance = chanceOf(profile.id, date);
  const totals = new Totals();
  const day = Date.parse(date) / DAY_MS;
  const dollars = (planned * WEEKDAYS[weekday(date)]! * (0.86 + 0.14 * chance('pace'))) / profile.minorPerDollar;
  const count = (name: Measure, expected: number) => {
    const whole = wholeOf(name);
    const rounded = Math.floor(expected + chance(name));
    totals.set(name, whole === undefined ? rounded : Math.min(rounded, totals.get(whole)));
  };
  count('impressions', (dollars * 1000) / dollarsPerMille(profile, day, chance));
  totals.set('spend', totals.get('impressions') === 0 ? 0 : Math.round(dollars * profile.minorPerDollar));
  countClicks(profile, day, totals, chance, count);
  if (profile.video) countVideo(totals, count);
  countConversions(profile, day, totals, count);
  return totals;
}

type Chance = (name: string) => number;
type Count = (name: Measure, expected: number) => void;

function dollarsPerMille(profile: AdProfile, day: number, chance: Chance): number {
  const season = 1 + 0.14 * Math.sin(((day % 365) / 365) * 2 * Math.PI - 1.9);
  const own = 0.7 + 0.8 * steady(profile.id, 1);
  const objective = profile.objective === 'OUTCOME_AWARENESS' ? 0.45 : profile.objective === 'OUTCOME_SALES' ? 1.35 : 1;
  return 7.5 * season * own * objective * (0.92 + 0.16 * chance('mille'));
}

const BUTTONS: Record<string, number> = {
  SHOP_NOW: 1.12,
  LEARN_MORE: 1.0,
  SIGN_UP: 0.94,
  GET_OFFER: 1.18,
  BOOK_NOW: 0.97,
  SUBSCRIBE: 0.88,
  DOWNLOAD: 0.92,
};

function countClicks(profile: AdProfile, day: number, totals: Totals, chance: Chance, count: Count): void {
  const format = profile.video ? 1.22 : profile.carousel ? 1.1 : 1;
  const length = profile.bodyLength <= 90 ? 1.14 : profile.bodyLength > 400 ? 0.84 : 1;
  const tired = 1 - Math.min(0.35, Math.max(0, day - profile.bornDay) / 600);
  const rate =
    0.013 *
    (0.6 + 0.9 * steady(profile.id, 2)) *
    format *
    length *
    tired *
    (BUTTONS[profile.callToAction ?? ''] ?? 0.96) *
    (0.9 + 0.2 * chance('rate'));
  const seen = totals.get('impressions');
  count('clicks', seen * rate);
  count('link_click', totals.get('clicks') * 0.74);
  count('landing_page_view', totals.get('link_click') * 0.81);
  count('post_reaction', seen * 0.0021);
  count('comment', seen * 0.00022);
  count('post', seen * 0.00031);
  count('like', seen * 0.00012);
}

function countVideo(totals: Totals, count: Count): void {
  count('video_view', totals.get('impressions') * 0.31);
  count('p25', totals.get('video_view') * 0.68);
  count('p50', totals.get('p25') * 0.62);
  count('p75', totals.get('p50') * 0.66);
  count('p95', totals.get('p75') * 0.7);
  count('p100', totals.get('p95') * 0.83);
  count('thruplay', totals.get('p25') * 0.57);
}

function countConversions(profile: AdProfile, day: number, totals: Totals, count: Count): void {
  const rate = (0.75 + 0.6 * steady(profile.id, 3)) * (0.95 + 0.1 * Math.sin(day / 29));
  const links = totals.get('link_click');
  if (profile.objective === 'OUTCOME_SALES') countShop(profile, totals, rate, count);
  if (profile.objective === 'OUTCOME_LEADS') count('lead', links * 0.085 * rate);
  if (profile.objective === 'OUTCOME_APP_PROMOTION') count('app_install', links * 0.16 * rate);
  if (profile.objective === 'OUTCOME_ENGAGEMENT') count('conversation', links * 0.05 * rate);
  for (const name of CONVERSIONS) if (totals.get(name) > 0) countWindows(name, totals, count);
}

function countShop(profile: AdProfile, totals: Totals, rate: number, count: Count): void {
  count('view_content', totals.get('landing_page_view') * 0.7);
  count('add_to_cart', totals.get('view_content') * 0.22 * rate);
  count('initiate_checkout', totals.get('add_to_cart') * 0.55);
  count('purchase', totals.get('initiate_checkout') * 0.6);
  totals.set(
    'purchase_value',
    Math.round(totals.get('purchase') * (38 + 34 * steady(profile.id, 4)) * profile.minorPerDollar),
  );
}

function countWindows(name: Conversion, totals: Totals, count: Count): void {
  const all = totals.get(name);
  count(`${name}.view`, all * 0.14);
  totals.set(`${name}.day`, Math.floor((all - totals.get(`${name}.view`)) * 0.72));
  count(`${name}.late`, all * 0.06);
}

/** One draw a name, the same for ever. */
function chanceOf(id: string, date: string): Chance {
  const base = hash(hash(0x811c9dc5, id), date);
  return (name) => spread(hash(base, name));
}

function steady(id: string, which: number): number {
  return spread(Math.imul(hash(0x811c9dc5, id) ^ which, 0x01000193));
}

function hash(start: number, text: string): number {
  let value = start;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

function spread(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
