import { vi } from 'vitest';
import { type Ambient, realAmbient } from '../../src/ambient.ts';

/** A clock that a test moves on: the service's own and the one of the sign-in library, which reads `Date` by itself. */
export function movedClock() {
  let aheadMs = 0;
  const ambient: Ambient = {
    ...realAmbient,
    now: () => Date.now(),
    elapsedMs: () => realAmbient.elapsedMs() + aheadMs,
  };
  return {
    ambient,
    advance(ms: number): void {
      aheadMs += ms;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    },
    backToNow: () => vi.useRealTimers(),
  };
}
