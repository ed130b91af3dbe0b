import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest turn of the event loop while the work ran, in milliseconds of this thread's own processor time: neither
 * other programs nor garbage collections count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const watch = watchTurns();
  try {
    await work();
    // The turn in which the work ended counts too, and Node tells of a collection one turn later.
    for (let turns = 0; turns < 3; turns++) await nextTurn();
    return watch.longestMs();
  } finally {
    watch.end();
  }
}

interface Turn {
  from: number;
  to: number;
  spentMs: number;
}

/** Shorter turns are not kept: no test has a bound below. */
const KEPT_FROM_MS = 2;

/** Notes the length of every turn, without keeping the process alive. */
export function watchTurns() {
  let [from, before, isOver] = [performance.now(), spentMs(), false];
  let turns: Turn[] = [];
  let collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((seen) => void collections.push(...seen.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const look = () => {
    const [to, now] = [performance.now(), spentMs()];
    if (now - before >= KEPT_FROM_MS) turns.push({ from, to, spentMs: now - before });
    [from, before] = [to, now];
    if (!isOver) setImmediate(look).unref();
  };
  setImmediate(look).unref();
  return {
    /** Since the last call. */
    longestMs(): number {
      const longest = Math.max(0, ...turns.map((turn) => turn.spentMs - collectingMs(collections, turn)));
      [turns, collections] = [[], []];
      return longest;
    },
    end(): void {
      isOver = true;
      observer.disconnect();
    },
  };
}

function collectingMs(collections: readonly PerformanceEntry[], { from, to }: Turn): number {
  return collections
    .filter(({ startTime }) => startTime >= from && startTime < to)
    .reduce((sum, { duration }) => sum + duration, 0);
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The least of up to five measurements, for a value that must stay below a bound. A busy machine lengthens some measurements; our own work lengthens all of them.
 */
export async function leastOfFive(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let again = 0; again < 4 && least >= bound; again++) least = Math.min(least, await measure());
  return least;
}
