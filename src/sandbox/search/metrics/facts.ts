import { between, chance, daySeed, drawn, idSeed } from '../../chance.ts';
import { type Behaviour, behaviourOf } from './behaviour.ts';
import { type Day, type LocalTime, weekday } from './calendar.ts';
import {
  ABSOLUTE_TOP,
  addTo,
  type Cell,
  CLICKS,
  CONTENT_CLICKS,
  CONTENT_MISSED,
  CONTENT_MISSED_FOR_BUDGET,
  CONTENT_UNCLICKED,
  CONVERSIONS,
  COST,
  emptyCell,
  INVALID_CLICKS,
  MISSED,
  MISSED_FOR_BUDGET,
  TOP,
  UNCLICKED,
  VALUES,
  VIEW_THROUGH,
} from './cells.ts';
import { EVERYTHING, split, type Wanted } from './splitter.ts';

/** A stretch of days in which something ran, both ends included, and what it could spend a day in billing units. */
export interface DeliverySpan {
  from: Day;
  to: Day | null;
  daily: number;
  /** The parts of its usual click rate and conversions, after an accident. */
  appeal?: number;
  worth?: number;
}

/** What earns traffic: an ad group, or an asset group. Everything above is a sum of these, everything below a share. */
export interface Unit {
  id: number;
  channel: string;
  currency: string;
  delivery: readonly DeliverySpan[];
}

/** What was sent for the clicks of a day on one action: conversions and their value in hundredths. */
export interface Sent {
  action: number;
  conversions: number;
  value: number;
}

/** By the ad group or asset group that was clicked, and the day of the click: that is where the platform counts them. */
export type SentConversions = ReadonlyMap<number, ReadonlyMap<Day, readonly Sent[]>>;

const MISSES = [MISSED, MISSED_FOR_BUDGET, CONTENT_MISSED, CONTENT_MISSED_FOR_BUDGET];

const HOURS = [24, 20, 16, 14, 12, 12, 16, 22, 34, 44, 50, 52, 54, 50, 48, 48, 50, 54, 60, 64, 62, 52, 36, 20];
/** Hours of the night, when clicks seldom convert. */
const HOUR_WORTHS = HOURS.map((_, hour) => (hour < 6 ? 0.1 : hour >= 22 ? 0.6 : 1));
const HOURS_WHOLE = HOURS.reduce((sum, hour) => sum + hour, 0);

const UNITS_MICROS: Record<string, number> = { JPY: 1_000_000, KRW: 1_000_000 };

/** The smallest amount that the platform bills in a currency. */
export function billingUnitMicros(currency: string): number {
  return UNITS_MICROS[currency] ?? 10_000;
}

/** Saturday has many clicks and few conversions. */
const WEEKDAY_WORTHS = [1, 1, 1, 1, 0.95, 0.55, 0.85];

/** Facts of a day that all units share. */
interface Season {
  seed: number;
  weekday: number;
  demand: number;
}

/** Cached by day, because each day is read thousands of times; the array is allocated at full length to stay dense. */
const seasons: (Season | undefined)[] = new Array(65_536);

function seasonOf(day: Day): Season {
  let season = seasons[day];
  if (!season) {
    const demand = 1 + 0.12 * Math.sin((day * 2 * Math.PI) / 365.25) + 0.0001 * (day - 20_454);
    season = { seed: daySeed(day), weekday: weekday(day), demand };
    seasons[day] = season;
  }
  return season;
}

export function spanOn(delivery: readonly DeliverySpan[], day: Day): DeliverySpan | undefined {
  for (const span of delivery) if (span.from <= day && (span.to === null || span.to >= day)) return span;
  return undefined;
}

/** Everything that one unit earned on one day; today only as far as it has come. */
export function dayCell(unit: Unit, day: Day, now: LocalTime): Cell | undefined {
  const cell = emptyCell();
  return new Earnings(unit, now, EVERYTHING).addTo(cell, day) ? cell : undefined;
}

/** The daily numbers of a unit. Thousands of units have hundreds of days each, so no object is allocated per day. */
export class Earnings {
  readonly #unit: Unit;
  readonly #now: LocalTime;
  readonly #wanted: Wanted;
  readonly #sent: ReturnType<SentConversions['get']>;
  readonly #behaviour: Behaviour;
  readonly #seed: number;
  readonly #price: number;
  readonly #ctr: number;
  readonly #worth: number;

  constructor(unit: Unit, now: LocalTime, wanted: Wanted, sent?: SentConversions) {
    this.#unit = unit;
    this.#now = now;
    this.#wanted = wanted;
    this.#sent = sent?.get(unit.id);
    this.#behaviour = behaviourOf(unit.channel);
    this.#seed = idSeed(unit.id);
    const always = this.#seed ^ daySeed(0);
    this.#price = between(45, 210, drawn(always, 2));
    this.#ctr = between(this.#behaviour.ctr[0], this.#behaviour.ctr[1], drawn(always, 4));
    this.#worth = billingUnitMicros(unit.currency) === 1_000_000 ? 100 : 1;
  }

  /** Adds a day's numbers to a cell; false when the unit did not run that day. */
  addTo(sum: Cell, day: Day): boolean {
    const { day: today, hour } = this.#now;
    const span = day > today ? undefined : spanOn(this.#unit.delivery, day);
    if (!span) return false;
    if (day < today) {
      this.#addWholeDay(sum, day, span);
      this.#addSent(sum, day);
      return true;
    }
    const past = HOURS.slice(0, hour).reduce((whole, each) => whole + each, 0);
    if (past === 0) return false;
    const whole = emptyCell();
    this.#addWholeDay(whole, day, span);
    addTo(sum, split(whole, [past, HOURS_WHOLE - past])[0]!);
    this.#addSent(sum, day);
    return true;
  }

  /** Conversions count on the day of their click. */
  #addSent(sum: Cell, day: Day): void {
    for (const { action, conversions, value } of this.#sent?.get(day) ?? []) {
      sum[CONVERSIONS + action]! += conversions;
      sum[VALUES + action]! += value;
    }
  }

  #addWholeDay(sum: Cell, day: Day, { daily, appeal = 1, worth = 1 }: DeliverySpan): void {
    const season = seasonOf(day);
    const seed = this.#seed ^ season.seed;
    const wish =
      daily * this.#behaviour.weekdays[season.weekday]! * season.demand * between(0.72, 1.02, drawn(seed, 1));
    const price = this.#price * between(0.9, 1.1, drawn(seed, 3));
    const clicks = Math.floor(Math.min(wish, daily * 2) / price);
    const ctr = this.#ctr * between(0.9, 1.1, drawn(seed, 5)) * appeal;
    const unclicked = Math.round(clicks * (1 / ctr - 1) + drawn(seed, 6) * 9);
    sum[CLICKS]! += clicks;
    sum[UNCLICKED]! += unclicked;
    sum[COST]! += Math.round(clicks * price);
    this.#addVisibility(sum, seed, clicks, unclicked);
    this.#addConversions(sum, seed, clicks * WEEKDAY_WORTHS[season.weekday]! * worth);
  }

  #addVisibility(sum: Cell, seed: number, clicks: number, unclicked: number): void {
    const wanted = this.#wanted;
    if (wanted[INVALID_CLICKS]) sum[INVALID_CLICKS]! += Math.floor(clicks * 0.06 * drawn(seed, 7));
    const isContent = this.#behaviour.isContent;
    if (isContent && wanted[CONTENT_CLICKS]) sum[CONTENT_CLICKS]! += clicks;
    if (isContent && wanted[CONTENT_UNCLICKED]) sum[CONTENT_UNCLICKED]! += unclicked;
    if (!isContent && (wanted[TOP] || wanted[ABSOLUTE_TOP])) {
      const top = Math.floor(unclicked * between(0.4, 0.8, drawn(seed, 8)));
      sum[TOP]! += top;
      sum[ABSOLUTE_TOP]! += Math.floor(top * between(0.3, 0.6, drawn(seed, 9)));
    }
    if (wanted[VIEW_THROUGH] && this.#unit.channel !== 'SEARCH')
      sum[VIEW_THROUGH]! += Math.floor(unclicked * 0.0004 * drawn(seed, 10));
    if (MISSES.some((number) => wanted[number])) {
      const missed = Math.round((clicks + unclicked) * between(0.15, 1.1, drawn(seed, 11)));
      const forBudget = Math.floor(missed * 0.6 * drawn(seed, 12));
      sum[MISSED]! += missed;
      sum[MISSED_FOR_BUDGET]! += forBudget;
      if (isContent && wanted[CONTENT_MISSED]) sum[CONTENT_MISSED]! += missed;
      if (isContent && wanted[CONTENT_MISSED_FOR_BUDGET]) sum[CONTENT_MISSED_FOR_BUDGET]! += forBudget;
    }
  }

  /** A purchase, a sign-up, and a step towards one: shares of clicks, worth a basket, a fixed sum, and nothing. */
  #addConversions(sum: Cell, seed: number, clicks: number): void {
    const wanted = this.#wanted;
    if (wanted[CONVERSIONS] || wanted[VALUES]) {
      const purchases = Math.floor(clicks * 100 * between(0.015, 0.045, drawn(seed, 13)));
      sum[CONVERSIONS]! += purchases;
      if (wanted[VALUES])
        sum[VALUES]! += Math.round((purchases / 100) * between(45, 85, drawn(seed, 16))) * 100 * this.#worth;
    }
    if (wanted[CONVERSIONS + 1] || wanted[VALUES + 1]) {
      const signUps = Math.floor(clicks * 100 * between(0.005, 0.02, drawn(seed, 14)));
      sum[CONVERSIONS + 1]! += signUps;
      sum[VALUES + 1]! += signUps * 10 * this.#worth;
    }
    if (wanted[CONVERSIONS + 2])
      sum[CONVERSIONS + 2]! += Math.floor(clicks * 100 * between(0.03, 0.08, drawn(seed, 15)));
  }
}

/** A cell by the hours of its day; today has only those that are over. */
export function hours(cell: Cell, day: Day, now: LocalTime): Cell[] {
  return day === now.day
    ? split(cell, HOURS.slice(0, now.hour), HOUR_WORTHS.slice(0, now.hour))
    : split(cell, HOURS, HOUR_WORTHS);
}

/** The relative worth of clicks of a part that hardly converts. */
export const WASTED = 0.15;

/** A cell by the ads, keywords or assets that earned it: about one in six of them hardly sells. */
export function shares(cell: Cell, ids: readonly number[]): Cell[] {
  return split(
    cell,
    ids.map((id) => 0.2 + chance(id, 0, 30)),
    ids.map((id) => (chance(id, 0, 31) < 0.17 ? WASTED : 1)),
  );
}
