import { setTimeout as realSleep } from 'node:timers/promises';
import { type Ambient, realAmbient } from '../src/ambient.ts';
import type { Sleep } from '../src/upstream/backoff.ts';

/** A call that was woken gets this long to send its request before time moves on to the next sleeper. */
const TAKES_MS = 5;

/** A clock that jumps: waiting for a platform's pace moves the time on at once, for the service and for the sandbox alike. */
export function passingTime(): { ambient: Ambient; sleep: Sleep; waitedMs(): number } {
  let waitedMs = 0;
  const elapsedMs = () => performance.now() + waitedMs;
  const sleepers: { dueAt: number; wake(): void }[] = [];
  let isPassing = false;
  /** Sleepers wake one after another, in the order of their times; together they wait as long as the last of them. */
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
    ambient: { ...realAmbient, elapsedMs, now: () => realAmbient.now() + Math.ceil(waitedMs) },
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
