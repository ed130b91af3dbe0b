import { randomBytes } from 'node:crypto';

/** How the platform writes times, ids and envelopes. */

const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-15 09:00:00`, in UTC whatever the account's zone is. */
export function platformTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** The moment such a text means; undefined when it is no such text. */
export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) || platformTime(ms) !== text ? undefined : ms;
}

/** Files are dated otherwise. */
export function fileTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function envelope(code: number, message: string, data: unknown, nowMs: number): string {
  const request_id = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14) + randomBytes(10).toString('hex');
  return JSON.stringify({ code, message, request_id, data });
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const n = 'numeric' as const;
    const parts = { year: n, month: n, day: n, hour: n, minute: n, second: n };
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts });
    clocks.set(zone, clock);
  }
  return clock;
}

function offsetMs(ms: number, zone: string): number {
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
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 10);
}

const dayStarts = new Map<string, number>();

/** The moment at which a calendar day begins in a zone. Kept: reports ask for the same days over and over. */
export function dayStart(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  let start = dayStarts.get(key);
  if (start === undefined) {
    const asUtc = Date.parse(`${day}T00:00:00Z`);
    start = asUtc - offsetMs(asUtc - offsetMs(asUtc, zone), zone);
    dayStarts.set(key, start);
  }
  return start;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function dayCount(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}
