import { type Outage, workingShare } from '../../accident.ts';
import { own } from '../graph/params.ts';
import type { Day } from './calendar.ts';
import { PLACE, Totals, WHOLE_PLACE, WINDOW_PLACES } from './measures.ts';

/** What about an ad shapes what it spends. */
export interface Spender {
  id: string;
  objective: string;
  /** Minor units of the account's currency in one dollar. */
  minorPerDollar: number;
}

/** What about an ad shapes its numbers. */
export interface AdProfile extends Spender {
  video: boolean;
  carousel: boolean;
  callToAction: string | undefined;
  bodyLength: number;
  /** UTC day number on which the ad was made. */
  bornDay: number;
  /** When the website did not report what people did there. */
  pixelDead?: readonly Outage[] | undefined;
}

/** Sunday first. */
const WEEKDAYS = [0.9, 1.01, 1.04, 1.05, 1.03, 1.0, 0.93];

/**
 * The numbers of one ad on one day, a pure function of the ad, the date and the money planned for it. More money on the
 * same day never lowers a number, so today only grows as the clock advances.
 */
export function adDay(profile: AdProfile, day: Day, planned: number): Totals {
  const chance = chanceOf(profile.id, day.number);
  const sheet = new Sheet(chance);
  const { impressions, spend } = shown(profile, day, planned, chance);
  sheet.set(PLACE.impressions, impressions);
  sheet.set(PLACE.spend, spend);
  countClicks(profile, day.number, sheet);
  if (profile.video) countVideo(sheet);
  countConversions(profile, day, sheet);
  return new Totals(sheet.values);
}

/** What `adDay` says was spent, and nothing else of it: many requests ask for that alone, over years. */
export function spentOn(profile: Spender, day: Day, planned: number): number {
  return shown(profile, day, planned, chanceOf(profile.id, day.number)).spend;
}

/** How often the money of a day shows the ad, and how much of it is spent: nothing where it is never shown. */
function shown(profile: Spender, day: Day, planned: number, chance: Chance) {
  const dollars = (planned * WEEKDAYS[day.weekday]! * (0.86 + 0.14 * chance(101))) / profile.minorPerDollar;
  const perMille = dollarsPerMille(profile, day.number, chance);
  const impressions = Math.floor((dollars * 1000) / perMille + chance(PLACE.impressions));
  return { impressions, spend: impressions > 0 ? Math.round(dollars * profile.minorPerDollar) : 0 };
}

type Chance = (which: number) => number;

function chanceOf(id: string, dayNumber: number): Chance {
  const seed = Math.imul(hash(id) ^ dayNumber, 0x01000193);
  return (which) => spread(Math.imul(seed ^ which, 0x9e3779b1));
}

/** The numbers while they are being made, each with its own steady piece of chance. */
class Sheet {
  readonly values = new Float64Array(WHOLE_PLACE.length);
  readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  get(place: number): number {
    return this.values[place]!;
  }

  set(place: number, value: number): void {
    this.values[place] = value;
  }

  /** Rounds by chance, so that rare things happen now and then; never more than the whole. */
  count(place: number, expected: number): void {
    const rounded = Math.floor(expected + this.chance(place));
    const whole = WHOLE_PLACE[place]!;
    this.values[place] = whole < 0 ? rounded : Math.min(rounded, this.values[whole]!);
  }
}

function dollarsPerMille(profile: Spender, day: number, chance: Chance): number {
  const season = 1 + 0.14 * Math.sin(((day % 365) / 365) * 2 * Math.PI - 1.9);
  const own = 0.7 + 0.8 * steady(profile.id, 1);
  const objective = profile.objective === 'OUTCOME_AWARENESS' ? 0.45 : profile.objective === 'OUTCOME_SALES' ? 1.35 : 1;
  return 7.5 * season * own * objective * (0.92 + 0.16 * chance(102));
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

function countClicks(profile: AdProfile, day: number, sheet: Sheet): void {
  const format = profile.video ? 1.22 : profile.carousel ? 1.1 : 1;
  const length = profile.bodyLength <= 90 ? 1.14 : profile.bodyLength > 400 ? 0.84 : 1;
  const tired = 1 - Math.min(0.35, Math.max(0, day - profile.bornDay) / 600);
  const button = own(BUTTONS, profile.callToAction ?? '') ?? 0.96;
  const appeal = 0.6 + 0.9 * steady(profile.id, 2);
  const rate = 0.013 * appeal * format * length * tired * button * (0.9 + 0.2 * sheet.chance(103));
  const seen = sheet.get(PLACE.impressions);
  sheet.count(PLACE.clicks, seen * rate);
  sheet.count(PLACE.link_click, sheet.get(PLACE.clicks) * 0.74);
  sheet.count(PLACE.landing_page_view, sheet.get(PLACE.link_click) * 0.81);
  sheet.count(PLACE.post_reaction, seen * 0.0021);
  sheet.count(PLACE.comment, seen * 0.00022);
  sheet.count(PLACE.post, seen * 0.00031);
  sheet.count(PLACE.like, seen * 0.00012);
}

function countVideo(sheet: Sheet): void {
  sheet.count(PLACE.video_view, sheet.get(PLACE.impressions) * 0.31);
  sheet.count(PLACE.p25, sheet.get(PLACE.video_view) * 0.68);
  sheet.count(PLACE.thruplay, sheet.get(PLACE.p25) * 0.57);
  sheet.count(PLACE.p50, sheet.get(PLACE.p25) * 0.62);
  sheet.count(PLACE.p75, sheet.get(PLACE.p50) * 0.66);
  sheet.count(PLACE.p95, sheet.get(PLACE.p75) * 0.7);
  sheet.count(PLACE.p100, sheet.get(PLACE.p95) * 0.83);
}

function countConversions(profile: AdProfile, { number: day, start, end }: Day, sheet: Sheet): void {
  const told = workingShare(profile.pixelDead, start, end);
  if (told === 0) return;
  const rate = told * (0.75 + 0.6 * steady(profile.id, 3)) * (0.95 + 0.1 * Math.sin(day / 29));
  const links = sheet.get(PLACE.link_click);
  if (profile.objective === 'OUTCOME_SALES') countShop(profile, rate, sheet);
  if (profile.objective === 'OUTCOME_LEADS') sheet.count(PLACE.lead, links * 0.085 * rate);
  if (profile.objective === 'OUTCOME_APP_PROMOTION') sheet.count(PLACE.app_install, links * 0.16 * rate);
  if (profile.objective === 'OUTCOME_ENGAGEMENT') sheet.count(PLACE.conversation, links * 0.05 * rate);
  for (const { all, view, day: withinDay, late } of WINDOW_PLACES) {
    const count = sheet.get(all);
    if (count === 0) continue;
    sheet.count(view, count * 0.14);
    sheet.set(withinDay, Math.floor((count - sheet.get(view)) * 0.72));
    sheet.count(late, count * 0.06);
  }
}

function countShop(profile: AdProfile, rate: number, sheet: Sheet): void {
  sheet.count(PLACE.view_content, sheet.get(PLACE.landing_page_view) * 0.7);
  sheet.count(PLACE.add_to_cart, sheet.get(PLACE.view_content) * 0.22 * rate);
  sheet.count(PLACE.initiate_checkout, sheet.get(PLACE.add_to_cart) * 0.55);
  sheet.count(PLACE.purchase, sheet.get(PLACE.initiate_checkout) * 0.6);
  const basket = (38 + 34 * steady(profile.id, 4)) * profile.minorPerDollar;
  sheet.set(PLACE.purchase_value, Math.round(sheet.get(PLACE.purchase) * basket));
}

/** What stays the same about an ad all its life. */
function steady(id: string, which: number): number {
  return spread(Math.imul(hash(id) ^ which, 0x01000193));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

function spread(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
