import { type Ambient, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../ambient.ts';

/** Pauses before each attempt, the first one included, as Standard Webhooks recommends. */
const PAUSES_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** An endpoint that only failed for so long is switched off. */
export const FAILING_MS_MAX = 5 * DAY_MS;
/** A pause is longer by up to this share of it, so that receivers that were down are not met by everything at once. */
const JITTER = 0.1;
const RETRY_AFTER_MS_MAX = DAY_MS;
const REST_MS = { first: 5 * SECOND_MS, most: 5 * MINUTE_MS };

/** How one attempt ended. Neither field: the receiver took it. */
export interface Attempt {
  /** When it began. */
  at: number;
  ms: number;
  status?: number | undefined;
  /** Why there was no answer, or what is wrong with it; undefined: delivered. */
  error?: string | undefined;
  /** The beginning of what the receiver answered. */
  answer?: string | undefined;
  /** From the answer's `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/** When to try again after so many tries; undefined: that was the last one. */
export function nextTry(tries: number, attempt: Attempt, ambient: Ambient): number | undefined {
  const pause = PAUSES_MS[tries];
  if (pause === undefined) return undefined;
  const chance = ambient.randomBytes(1)[0]! / 255;
  return ambient.now() + Math.max(Math.round(pause * (1 + JITTER * chance)), bounded(attempt.retryAfterMs));
}

/** How long the endpoint is left alone; undefined: only this message was refused, others may be taken. */
export function restMs(attempt: Attempt, failuresInARow: number): number | undefined {
  const { status, retryAfterMs } = attempt;
  const isBusy = status === undefined || [429, 502, 503, 504].includes(status);
  if (!isBusy && retryAfterMs === undefined) return undefined;
  const growing = REST_MS.first * 2 ** Math.min(failuresInARow - 1, 10);
  return Math.max(Math.min(growing, REST_MS.most), bounded(retryAfterMs));
}

/** Seconds or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const at = /^\d{1,9}$/.test(header) ? now + Number(header) * SECOND_MS : Date.parse(header);
  return Number.isNaN(at) || at <= now ? undefined : at - now;
}

function bounded(ms = 0): number {
  return Math.min(ms, RETRY_AFTER_MS_MAX);
}
