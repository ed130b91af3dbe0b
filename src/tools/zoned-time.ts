/** One for each time zone that was asked for: making one takes thirty times as long as reading it. There are some 600 zones. */
const CLOCKS_MAX = 1000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock in a time zone shows at a moment: `2026-02-02 04:05:06`. */
export function timeIn(timeZone: string, ms: number): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    if (clocks.size >= CLOCKS_MAX) clocks.clear();
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock.format(ms);
}

// The first time zone of a process takes 20 ms to load: with the module, so that no call waits for it.
timeIn('UTC', 0);

/** `2026-02-02 04:05` in a zone, as a moment; a text of another kind stays as it is. */
export function momentIn(time: string, timeZone: string): string {
  const asUtc = Date.parse(`${time.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return time;
  const offset = (ms: number) =>
    Date.parse(`${timeIn(timeZone, ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;
  return `${new Date(asUtc - offset(asUtc - offset(asUtc))).toISOString().slice(0, 19)}Z`;
}
