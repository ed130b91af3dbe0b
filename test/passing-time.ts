import { type Ambient, realAmbient } from '../src/ambient.ts';
import type { Sleep } from '../src/upstream/backoff.ts';

/** Who waits for a turn moves the time on, for the service and for the platform's stand-in that counts its calls alike. */
export function passingTime(): { ambient: Ambient; sleep: Sleep; waitedMs(): number } {
  let waitedMs = 0;
  return {
    ambient: { ...realAmbient, elapsedMs: () => performance.now() + waitedMs },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waitedMs += ms;
    },
    waitedMs: () => waitedMs,
  };
}
