import { setImmediate as nextTurn } from 'node:timers/promises';

/** SQLite reads this many small rows in a few milliseconds. */
const AT_ONCE = 500;

/** Work on many items in slices. SQLite answers synchronously, so between two slices other calls get the event loop. */
export async function inTurns<T>(
  items: readonly T[],
  work: (some: readonly T[]) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await nextTurn();
    await work(items.slice(at, at + atOnce));
  }
}
