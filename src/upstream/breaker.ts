import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { BoundedMap } from '../memory/bounded-map.ts';

/** What one exchange said about the platform's health; `nothing` when it was stopped by us. */
export type Health = 'well' | 'ill' | 'nothing';

export interface Breaker {
  /** Throws while open, unless the call is urgent. The pass is handed back to `leave` with what was learnt. */
  enter(key: string, urgent?: boolean): Pass;
  leave(key: string, pass: Pass, health: Health): void;
}

export interface Pass {
  probe: boolean;
}

export interface BreakerOptions {
  ambient: Ambient;
  faultsToOpen?: number;
  openMs?: number;
}

interface Trouble {
  faults: number;
  openUntil: number;
  probing: boolean;
}

const TROUBLES_MAX = 10_000;

/** Stops calling what is down: opens after faults in a row, then lets one call at a time find out whether it is back. */
export function createBreaker({ ambient, faultsToOpen = 5, openMs = 10_000 }: BreakerOptions): Breaker {
  /** Only keys in trouble are held. They name accounts, of which a caller may think up as many as it likes. */
  const troubles = new BoundedMap<string, Trouble>(TROUBLES_MAX);

  return {
    enter(key, urgent = false) {
      const trouble = troubles.get(key);
      if (!trouble || trouble.faults < faultsToOpen) return { probe: false };
      const waitMs = trouble.openUntil - ambient.elapsedMs();
      if (waitMs > 0 || trouble.probing) {
        if (urgent) return { probe: false };
        throw openFailure(Math.max(waitMs, 1000));
      }
      trouble.probing = true;
      return { probe: true };
    },
    leave(key, pass, health) {
      if (health === 'well') {
        troubles.delete(key);
        return;
      }
      const trouble = troubles.get(key) ?? { faults: 0, openUntil: 0, probing: false };
      if (pass.probe) trouble.probing = false;
      if (health === 'nothing') return;
      trouble.faults++;
      if (trouble.faults >= faultsToOpen) trouble.openUntil = ambient.elapsedMs() + openMs;
      troubles.set(key, trouble);
    },
  };
}

function openFailure(waitMs: number): Failure {
  const retryAfterS = Math.ceil(waitMs / 1000);
  return new Failure({
    code: 'upstream_unavailable',
    message: 'The platform has failed several times in a row, so it is not being called for a moment.',
    nextStep: `Nothing was sent. Call again in ${retryAfterS} s.`,
    retryable: true,
    retryAfterS,
    outcome: 'not_applied',
  });
}
