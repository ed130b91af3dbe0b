import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Usage } from './session.ts';

export interface Pacing {
  /** How long the next request has to wait for its turn. Throws when that is longer than the caller can wait. */
  claim(key: string, patienceMs: number): number;
  /** What the platform said about how hard it is being used. */
  learn(key: string, usage: Usage): void;
}

interface Pace {
  spacingMs: number;
  nextAt: number;
  /** Before this time nothing may be sent at all. */
  blockedUntil: number;
  /** A platform's word on its load is worth nothing after a while. */
  staleAt: number;
}

const EASY_FRACTION = 0.75;
const SPACING_MAX_MS = 2000;
const STALE_MS = 60_000;

/** Slows down as a platform's limit comes near, so that it is not hit: requests are spaced out, each with its own turn. */
export function createPacing({ ambient }: { ambient: Ambient }): Pacing {
  const paces = new Map<string, Pace>();

  return {
    claim(key, patienceMs) {
      const pace = paces.get(key);
      if (!pace) return 0;
      const now = ambient.now();
      if (now >= pace.staleAt) {
        paces.delete(key);
        return 0;
      }
      const turn = Math.max(now, pace.nextAt, pace.blockedUntil);
      if (turn - now > patienceMs) throw tooBusy(turn - now);
      pace.nextAt = turn + pace.spacingMs;
      return turn - now;
    },
    learn(key, usage) {
      const known = paces.get(key);
      const now = ambient.now();
      const blockedUntil = Math.max(known?.blockedUntil ?? 0, now + (usage.waitMs ?? 0));
      const spacingMs = spacingFor(usage.fraction);
      if (spacingMs === 0 && blockedUntil <= now) {
        paces.delete(key);
        return;
      }
      paces.set(key, {
        spacingMs,
        nextAt: Math.max(known?.nextAt ?? 0, now + spacingMs),
        blockedUntil,
        staleAt: blockedUntil + STALE_MS,
      });
    },
  };
}

function spacingFor(fraction: number): number {
  if (!(fraction > EASY_FRACTION)) return 0;
  return (SPACING_MAX_MS * (Math.min(fraction, 1) - EASY_FRACTION)) / (1 - EASY_FRACTION);
}

function tooBusy(waitMs: number): Failure {
  const retryAfterS = Math.ceil(waitMs / 1000);
  return new Failure({
    code: 'rate_limited',
    message: "The platform's limit for this account is used up for the moment.",
    nextStep: `Nothing was sent. Call again in ${retryAfterS} s.`,
    retryable: true,
    retryAfterS,
    outcome: 'not_applied',
  });
}
