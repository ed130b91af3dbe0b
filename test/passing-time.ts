import { setTimeout as realSleep } from 'node:timers/promises';
import { type Ambient, realAmbient } from '../src/ambient.ts';
import type { Sleep } from '../src/upstream/backoff.ts';

/** Who has waited for its turn gets this long to take it before time moves on to the next one's. */
const TAKES_MS = 5;

/** Who waits for a turn moves the time on, for the service and for the platform's stand-in that counts its calls alike. */
export function passingTime(): { ambient: Ambient; sleep: Sleep; waitedMs(): number } {
  let waitedMs = 0;
  const elapsedMs = () => performance.now() + waitedMs;
  const sleepers: { dueAt: number; wake(): void }[] = [];
  let isPassing = false;
  /** Those who wait at the same time wake one after another, and wait no longer than the last of them. */
  const pass = async () => {
    isPassing = true;
    for (let next = earliest(sleepers); next; next = earliest(sleepers)) {
      waitedMs += Math.max(0, next.dueAt - elapsedMs());
      next.wake();
      await realSleep(TAKES_MS);
    }
    isPassing = false;
  };
  return {
    ambient: { ...realAmbient, elapsedMs, now: () => realAmbient.now() + waitedMs },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.push({ dueAt: elapsedMs() + ms, wake: resolve });
      if (!isPassing) void pass();
      await promise;
    },
    waitedMs: () => waitedMs,
  };
}

function earliest<Item extends { dueAt: number }>(items: Item[]): Item | undefined {
  items.sort((a, b) => a.dueAt - b.dueAt);
  return items.shift();
}
