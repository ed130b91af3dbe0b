/** How a call lets time pass: the session's own `wait`, which ends with the call and which tests can shorten. */
export interface CallClock {
  wait(ms: number): Promise<void>;
}

interface Patience {
  /** Before the first look, for work that is never done at once. */
  firstLookMs?: number;
  /** Between two looks; doubled each time up to `pauseMsMax`. */
  pauseMs: number;
  pauseMsMax?: number;
  /** How long one call waits altogether. */
  patienceMs: number;
}

/** Looks again and again until the platform's own work is done. Undefined: it still goes on when patience ends. */
export async function waitFor<T>(
  clock: CallClock,
  { firstLookMs = 0, pauseMs, pauseMsMax = pauseMs, patienceMs }: Patience,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (firstLookMs > 0) await clock.wait(firstLookMs);
  let waitedMs = firstLookMs;
  for (let nextMs = pauseMs; ; nextMs = Math.min(nextMs * 2, pauseMsMax)) {
    const done = await look();
    if (done !== undefined) return done;
    if (waitedMs + nextMs > patienceMs) return undefined;
    await clock.wait(nextMs);
    waitedMs += nextMs;
  }
}
