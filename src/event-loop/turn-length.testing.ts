import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest that anything held the event loop while the work ran, in milliseconds of this thread's own processor time:
 * what other programs on the machine take does not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const watch = watchTurns();
  try {
    await work();
    // The turn in which it ended is one of them.
    await nextTurn();
    return watch.longestMs();
  } finally {
    watch.end();
  }
}

/** Looks on, once a turn, without keeping the process alive. */
export function watchTurns() {
  let [before, longest, isOver] = [spentMs(), 0, false];
  const look = () => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look).unref();
  };
  setImmediate(look).unref();
  return {
    /** Since the last time this was asked. */
    longestMs(): number {
      const told = longest;
      longest = 0;
      return told;
    },
    end(): void {
      isOver = true;
    },
  };
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The least of up to three measurements, for what must stay below a bound. When garbage is collected, and what a busy
 * machine makes of it, is chance; what our own work takes comes back every time.
 */
export async function leastOfThree(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let again = 0; again < 2 && least >= bound; again++) least = Math.min(least, await measure());
  return least;
}
