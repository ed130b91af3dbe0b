import { setImmediate as nextTurn } from 'node:timers/promises';

/** Takes SQLite a few milliseconds. */
const AT_ONCE = 500;

/** For much small work that can wait: SQLite answers without letting go, so others get their turn in between. */
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
