import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest that anything held the event loop while the work ran, in milliseconds of this thread's own processor time:
 * what other programs on the machine take does not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let done = false;
  let longest = 0;
  const working = work().finally(() => {
    done = true;
  });
  // It may fail before anybody waits for it.
  working.catch(() => {});
  for (let before = spentMs(); !done; ) {
    await nextTurn();
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await working;
  return longest;
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
