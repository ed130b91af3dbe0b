import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void;

/** V8's own measure lets the heap grow to several times what lives in it before all of it is looked through. */
const GROWS_BY_PERCENT = 50;

/**
 * Reading some hundred source files leaves as much garbage as the service needs memory, and V8 keeps it for as long as
 * nothing else asks for room. Takes a tenth of a second: for before the first request, while the sandbox is still starting.
 * From then on garbage may come to half of what lives: a report over 400,000 rows, of which few are kept, stays small.
 *
 * What a load leaves behind is V8's to give back, in small steps and mostly ten seconds later: done from here it would keep
 * whoever calls just then waiting.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
