import { randomBytes } from 'node:crypto';

/** Time and randomness, handed in everywhere instead of read from the system, so that tests can control them. */
export interface Ambient {
  /** Milliseconds since the epoch, for times that are stored or shown. It jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment in the past, for durations. It only goes forward, also when the clock is set back. */
  elapsedMs(): number;
  randomBytes(count: number): Buffer;
}

export const realAmbient: Ambient = { now: Date.now, elapsedMs: () => performance.now(), randomBytes };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Dates with years of four digits, which sort as text. */
const FIRST_MS = Date.parse('0001-01-01');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest moment that can be written as a date: platforms keep and send any number. */
export function dated(ms: number): number {
  return Math.min(Math.max(ms, FIRST_MS), LAST_MS);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform base62 text: bytes that would favour some letters (248 and above) are thrown away. */
export function randomBase62(ambient: Ambient, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of ambient.randomBytes(length - text.length + 8)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** An identifier people can recognise in a log: `key_7Hq…`, `ws_…`, `req_…`. */
export function newId(ambient: Ambient, prefix: string): string {
  return `${prefix}_${randomBase62(ambient, 16)}`;
}
