import { type Ambient, HOUR_MS, MINUTE_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';

const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const JITTER = 0.2;
const TEXT_MAX = 500;

/** How long a job waits that failed: twice as long each time, up to six hours, a fifth more or less, and as the platform asks. */
export function waitAfter(ambient: Ambient, failedBefore: number, error: unknown): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failedBefore, 20), LONGEST_WAIT_MS);
  const asked = error instanceof Failure ? (error.details.retryAfterS ?? 0) * 1_000 : 0;
  const chance = ambient.randomBytes(2).readUInt16BE() / 0xffff;
  return Math.round(Math.min(Math.max(wait * (1 + JITTER * (2 * chance - 1)), asked), LONGEST_WAIT_MS));
}

/** One line for people, without what `scrub` knows as secrets. */
export function failureText(error: unknown, scrub: (text: string) => string): string {
  const text =
    error instanceof Failure
      ? `${error.details.code}: ${error.details.message}`
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error);
  return scrub(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
}
