import { setImmediate as nextTurn } from 'node:timers/promises';

/** Takes SQLite a few milliseconds. */
const AT_ONCE = 500;

/** For many small writes that can wait: SQLite answers without letting go, so others get their turn in between. */
export async function inTurns<T>(items: readonly T[], write: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    await write(items.slice(at, at + AT_ONCE));
  }
}
