import { type Day, type LocalTime, weekday } from './calendar.ts';
import {
  ABSOLUTE_TOP,
  type Cell,
  CLICKS,
  CONVERSIONS,
  COST,
  emptyCell,
  INVALID_CLICKS,
  MISSED,
  MISSED_FOR_BUDGET,
  split,
  TOP,
  UNCLICKED,
  VALUES,
  VIEW_THROUGH,
} from './cells.ts';

/** A stretch of days in which something ran, both ends included, and what it could spend a day in billing units. */
export interface Flight {
  from: Day;
  to: Day | null;
  daily: number;
}

/** What earns traffic: an ad group, or an asset group. Everything above is a sum of these, everything below a share. */
export interface Unit {
  id: number;
  channel: string;
  currency: string;
  flights: readonly Flight[];
}

export interface Corner {
  network: string;
  slot: string;
  device: string;
}

interface Behaviour {
  /** Monday first. */
  weekdays: readonly number[];
  ctr: readonly [low: number, high: number];
  places: readonly (readonly [network: string, slot: string, share: number])[];
}

const OFFICE_WEEK = [1.1, 1.14, 1.12, 1.08, 0.98, 0.74, 0.84];
const LEISURE_WEEK = [0.9, 0.88, 0.92, 0.96, 1.04, 1.18, 1.12];

const BEHAVIOURS: Record<string, Behaviour> = {
  SEARCH: {
    weekdays: OFFICE_WEEK,
    ctr: [0.035, 0.09],
    places: [
      ['SEARCH', 'SEARCH_TOP', 0.56],
      ['SEARCH', 'SEARCH_OTHER', 0.26],
      ['SEARCH_PARTNERS', 'SEARCH_PARTNER_TOP', 0.11],
      ['SEARCH_PARTNERS', 'SEARCH_PARTNER_OTHER', 0.07],
    ],
  },
  DISPLAY: { weekdays: LEISURE_WEEK, ctr: [0.004, 0.011], places: [['CONTENT', 'CONTENT', 1]] },
  PERFORMANCE_MAX: {
    weekdays: LEISURE_WEEK,
    ctr: [0.01, 0.03],
    places: [
      ['SEARCH', 'SEARCH_TOP', 0.38],
      ['CONTENT', 'CONTENT', 0.27],
      ['YOUTUBE', 'MIXED', 0.21],
      ['DISCOVER', 'MIXED', 0.09],
      ['GMAIL', 'MIXED', 0.05],
    ],
  },
};
const OTHER: Behaviour = { weekdays: LEISURE_WEEK, ctr: [0.005, 0.02], places: [['MIXED', 'MIXED', 1]] };

const DEVICES: readonly (readonly [string, number])[] = [
  ['MOBILE', 0.59],
  ['DESKTOP', 0.34],
  ['TABLET', 0.07],
];

const HOURS = [10, 7, 5, 4, 4, 6, 12, 22, 34, 44, 50, 52, 54, 50, 48, 48, 50, 54, 60, 64, 62, 52, 36, 20];
const HOURS_WHOLE = HOURS.reduce((sum, hour) => sum + hour, 0);

const UNITS_MICROS: Record<string, number> = { JPY: 1_000_000, KRW: 1_000_000 };

/** The smallest amount that the platform bills in a currency. */
export function billingUnitMicros(currency: string): number {
  return UNITS_MICROS[currency] ?? 10_000;
}

/** A number in [0, 1) that depends on nothing but its arguments. */
export function chance(id: number, day: number, salt: number): number {
  let hash =
    Math.imul(id % 4_294_967_291, 0x9e3779b1) ^
    Math.imul(day + 0x7f4a7c15, 0x85ebca6b) ^
    Math.imul(salt + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

function between(low: number, high: number, part: number): number {
  return low + (high - low) * part;
}

export function flightOn(flights: readonly Flight[], day: Day): Flight | undefined {
  return flights.find((flight) => flight.from <= day && (flight.to === null || flight.to >= day));
}

/** Everything that one unit earned on one day; today only as far as it has come. */
export function dayCell(unit: Unit, day: Day, now: LocalTime): Cell | undefined {
  const flight = day > now.day ? undefined : flightOn(unit.flights, day);
  if (!flight) return undefined;
  const whole = wholeDay(unit, day, flight);
  if (day < now.day) return whole;
  const past = HOURS.slice(0, now.hour).reduce((sum, hour) => sum + hour, 0);
  return past === 0 ? undefined : split(whole, [past, HOURS_WHOLE - past])[0];
}

function wholeDay({ id, channel, currency }: Unit, day: Day, { daily }: Flight): Cell {
  const behaviour = BEHAVIOURS[channel] ?? OTHER;
  const cell = emptyCell();
  const season = 1 + 0.12 * Math.sin((day * 2 * Math.PI) / 365.25) + 0.0001 * (day - 20_454);
  const wish = daily * behaviour.weekdays[weekday(day)]! * season * between(0.72, 1.02, chance(id, day, 1));
  const price = between(45, 210, chance(id, 0, 2)) * between(0.9, 1.1, chance(id, day, 3));
  const clicks = Math.floor(Math.min(wish, daily * 2) / price);
  const ctr = between(...behaviour.ctr, chance(id, 0, 4)) * between(0.9, 1.1, chance(id, day, 5));
  const unclicked = Math.round(clicks * (1 / ctr - 1) + chance(id, day, 6) * 9);
  cell[CLICKS] = clicks;
  cell[UNCLICKED] = unclicked;
  cell[COST] = Math.round(clicks * price);
  cell[INVALID_CLICKS] = Math.floor(clicks * 0.06 * chance(id, day, 7));
  cell[TOP] = Math.floor(unclicked * between(0.4, 0.8, chance(id, day, 8)));
  cell[ABSOLUTE_TOP] = Math.floor(cell[TOP]! * between(0.3, 0.6, chance(id, day, 9)));
  cell[VIEW_THROUGH] = channel === 'SEARCH' ? 0 : Math.floor(unclicked * 0.0004 * chance(id, day, 10));
  cell[MISSED] = Math.round((clicks + unclicked) * between(0.15, 1.1, chance(id, day, 11)));
  cell[MISSED_FOR_BUDGET] = Math.floor(cell[MISSED]! * 0.6 * chance(id, day, 12));
  addConversions(cell, { id, currency }, day);
  return cell;
}

/** A purchase, a sign-up, and a step towards one: shares of clicks, worth a basket, a fixed sum, and nothing. */
function addConversions(cell: Cell, { id, currency }: Pick<Unit, 'id' | 'currency'>, day: Day): void {
  const worth = billingUnitMicros(currency) === 1_000_000 ? 100 : 1;
  const clicks = cell[CLICKS]!;
  cell[CONVERSIONS] = Math.floor(clicks * 100 * between(0.015, 0.045, chance(id, day, 13)));
  cell[CONVERSIONS + 1] = Math.floor(clicks * 100 * between(0.005, 0.02, chance(id, day, 14)));
  cell[CONVERSIONS + 2] = Math.floor(clicks * 100 * between(0.03, 0.08, chance(id, day, 15)));
  cell[VALUES] = Math.round((cell[CONVERSIONS]! / 100) * between(45, 85, chance(id, day, 16))) * 100 * worth;
  cell[VALUES + 1] = cell[CONVERSIONS + 1]! * 10 * worth;
}

export interface Part {
  corner: Corner;
  cell: Cell;
}

/** A day's cell by network, place on the page and device. */
export function corners(unit: Unit, cell: Cell): Part[] {
  const { places } = BEHAVIOURS[unit.channel] ?? OTHER;
  const grid = places.flatMap(([network, slot, share], p) =>
    DEVICES.map(([device, part], d) => ({
      corner: { network, slot, device },
      weight: share * part * between(0.7, 1.3, chance(unit.id, p, 20 + d)),
    })),
  );
  const cells = split(
    cell,
    grid.map(({ weight }) => weight),
  );
  return grid.map(({ corner }, i) => ({ corner, cell: cells[i]! }));
}

/** A cell by the hours of its day; today has only those that are over. */
export function hours(cell: Cell, day: Day, now: LocalTime): Cell[] {
  return split(cell, day === now.day ? HOURS.slice(0, now.hour) : HOURS);
}

/** A cell by the ads, keywords or assets that earned it. */
export function shares(cell: Cell, ids: readonly number[]): Cell[] {
  return split(
    cell,
    ids.map((id) => 0.2 + chance(id, 0, 30)),
  );
}
