import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor'; execution: 'sync' }) => void;

/** V8's own measure lets the heap grow to several times what lives in it before all of it is looked through. */
const GROWS_BY_PERCENT = 50;

/** Those who waited for the service to be ready ask first; then what starting left behind goes. */
const AFTER_START_MS = 1_000;
/** A load that has ended is noticed after one to two of these. */
const LOOK_EVERY_MS = 15_000;
/** Of the event loop's time. Hundreds of calls a second keep it busier: none of them is to wait for a collection. */
const BUSY = 0.02;
/** Of what the process held after the last collection. Some ten thousand calls grow it so far, and little traffic in hours. */
const GROWN = 1.1;

/** One that finds V8 in the middle of a collection of its own gives nothing back; the second does. */
const TIMES = 2;

/** With these, a collection of young objects is followed by one of all that gives back what it frees. */
const WHILE_STARTING = ['stress-incremental-marking', 'optimize-for-size'];

/**
 * For a service that has started. From here on garbage may come to half of what lives: a report over 400,000 rows, of
 * which few are kept, stays small.
 *
 * Reading some hundred source files leaves half as much garbage as the service needs memory, and a load some 60 to 100 MB:
 * garbage, and pages that V8 has emptied and keeps for itself. It gives those back only with a collection that is meant to
 * save memory. Its own timer for that asks how fast its C++ objects are made, and takes none at all, which is what Node
 * makes, for a load: it may not begin for as long as two minutes, or ever. So such a collection is begun from here: soon
 * after the start, and whenever it is calm after a load. V8 does most of it on other threads and in steps of a millisecond.
 */
export function giveBackMemory(lookEveryMs = LOOK_EVERY_MS): void {
  setFlagsFromString('--expose-gc');
  const gc: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
  setTimeout(beginReducing, AFTER_START_MS, gc).unref();
  const held = () => process.memoryUsage.rss();
  let kept = 0;
  let begun = 0;
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isCalm = performance.eventLoopUtilization(now, before).utilization < BUSY;
    before = now;
    // A load in between has made it grow anew.
    if (!isCalm) begun = 0;
    else if (begun === 0 && held() <= GROWN * kept) return;
    else if (begun < TIMES) {
      beginReducing(gc);
      begun++;
    } else {
      kept = held();
      begun = 0;
    }
  }, lookEveryMs).unref();
}

function beginReducing(gc: Collect): void {
  for (const flag of WHILE_STARTING) setFlagsFromString(`--${flag}`);
  gc({ type: 'minor', execution: 'sync' });
  for (const flag of WHILE_STARTING) setFlagsFromString(`--no-${flag}`);
}
