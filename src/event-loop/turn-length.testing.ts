import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest turn of the event loop while the work ran, in milliseconds of this thread's own processor time: time
 * taken by other programs does not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const watch = watchTurns();
  try {
    await work();
    // The turn in which the work ended counts too.
    await nextTurn();
    return watch.longestMs();
  } finally {
    watch.end();
  }
}

/** Notes the length of every turn, without keeping the process alive. */
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
    /** Since the last call. */
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
 * The least of up to three measurements, for a value that must stay below a bound. Garbage collection and a busy
 * machine lengthen some measurements; our own work lengthens all of them.
 */
export async function leastOfThree(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let again = 0; again < 2 && least >= bound; again++) least = Math.min(least, await measure());
  return least;
}
