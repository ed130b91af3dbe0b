import { DAY_MS, MINUTE_MS, SECOND_MS } from '../ambient.ts';

/** Moments and calendar days in the zones of accounts. Days are written `2026-11-15`. */

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const numeric = 'numeric' as const;
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Clocks are moved on a quarter of an hour, so until the next one the offset stays as it is. */
const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_MAX = 10_000;
const offsets = new Map<string, number>();

/** Kept: every request asks what day it is, and every report when its days began. */
export function zoneOffsetMs(ms: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const key = `${zone} ${Math.floor(ms / QUARTER_MS)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= OFFSETS_MAX) offsets.clear();
    offset = readOffsetMs(ms, zone);
    offsets.set(key, offset);
  }
  return offset;
}

function readOffsetMs(ms: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const local = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return local - Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/** The calendar day in a zone. */
export function dayIn(ms: number, zone: string): string {
  return new Date(ms + zoneOffsetMs(ms, zone)).toISOString().slice(0, 10);
}

const dayStarts = new Map<string, number>();

/** The moment at which a calendar day begins in a zone. Kept: reports ask for the same days over and over. */
export function dayStart(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  let start = dayStarts.get(key);
  if (start === undefined) {
    const asUtc = Date.parse(`${day}T00:00:00Z`);
    start = asUtc - zoneOffsetMs(asUtc - zoneOffsetMs(asUtc, zone), zone);
    dayStarts.set(key, start);
  }
  return start;
}

const daysAfter = new Map<string, string>();

/** The next day. Kept, as `dayStart` is: what was spent so far is added up day by day. */
export function dayAfter(day: string): string {
  let next = daysAfter.get(day);
  if (next === undefined) {
    next = addDays(day, 1);
    daysAfter.set(day, next);
  }
  return next;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from `first` to `last`; 0 for the same day. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}

/** Sunday is 0. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
