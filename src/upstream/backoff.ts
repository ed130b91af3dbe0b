import { setTimeout as timer } from 'node:timers/promises';
import type { Ambient } from '../ambient.ts';

/** Rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = (ms, signal) => timer(ms, undefined, { signal });

const BASE_MS = 200;
const CAP_MS = 5000;

/** Full jitter: anything from nothing to a ceiling that doubles, so that callers who failed together return apart. */
export function jitteredBackoffMs(ambient: Ambient, attemptsMade: number): number {
  const share = ambient.randomBytes(4).readUInt32BE() / 2 ** 32;
  return share * Math.min(CAP_MS, BASE_MS * 2 ** (attemptsMade - 1));
}

const DELAY_SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `Retry-After` in either of its forms, as milliseconds from now; undefined when absent or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (DELAY_SECONDS.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
