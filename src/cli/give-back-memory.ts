import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'regular' | 'last-resort'; execution: 'sync' }) => void;

/** V8's own measure lets the heap grow to several times what lives in it before all of it is looked through. */
const GROWS_BY_PERCENT = 50;

/** A load that has ended is noticed after one to two of these. */
const LOOK_EVERY_MS = 15_000;
/** Of the event loop's time. Hundreds of calls a second keep it busier: none of them is to wait for a collection. */
const BUSY = 0.02;
/** Of what was held after the last collection. A hundred thousand calls grow it so far, and little traffic in hours. */
const GROWN = 1.5;

/**
 * Reading some hundred source files leaves as much garbage as the service needs memory, and V8 keeps it for as long as
 * nothing else asks for room. Takes a tenth of a second: for before the first request, while the sandbox is still starting.
 * From then on garbage may come to half of what lives: a report over 400,000 rows, of which few are kept, stays small.
 *
 * A load leaves some 60 MB of garbage behind, and V8 may keep that for good when nothing follows. Once it is calm it is
 * collected from here, in some 40 ms; V8 gives the room back to the system ten seconds later.
 */
export function giveBackMemory(lookEveryMs = LOOK_EVERY_MS): void {
  setFlagsFromString('--expose-gc');
  const gc: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
  const collect = (flavor: 'regular' | 'last-resort') => gc({ type: 'major', flavor, execution: 'sync' });
  const held = () => getHeapStatistics().total_physical_size;
  collect('last-resort');
  let kept: number | undefined = held();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= BUSY) return;
    // The first calm look after a collection sees what stays.
    kept ??= held();
    if (held() <= GROWN * kept) return;
    collect('regular');
    kept = undefined;
  }, lookEveryMs).unref();
}
