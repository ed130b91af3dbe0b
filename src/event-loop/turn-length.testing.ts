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
 * The least of up to five measurements, for a value that must stay below a bound, as it would be on a machine that has
 * nothing else to do. A busy one lengthens some measurements, and everything while it is busy; our own work lengthens
 * all of them, and nothing else.
 */
export async function leastOfFive(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= bound; tries++) {
    const before = slowness();
    const measured = await measure();
    least = Math.min(least, measured / Math.max(1, (before + slowness()) / 2));
  }
  return least;
}

const SAMPLE = { rows: Array.from({ length: 2_000 }, (_, index) => ({ id: `row ${index}`, sum: index * 1.5 })) };
/** What `sampleMs` is on two quiet cores, as the bounds were set there. */
const QUIET_SAMPLE_MS = 1.8;

/** How many times as long as on a quiet machine the same work takes now. */
function slowness(): number {
  return sampleMs() / QUIET_SAMPLE_MS;
}

/** Processor time of a known piece of work: it grows where caches and cores are shared with other programs. */
function sampleMs(): number {
  const rounds = 5;
  const before = spentMs();
  for (let round = 0; round < rounds; round++) JSON.parse(JSON.stringify(SAMPLE));
  return (spentMs() - before) / rounds;
}
