import type { Pace } from './session.ts';

type Rate = Pick<Pace, 'requests' | 'perMs'>;

/** A sum of two times, less one of them, may differ from the other by this. */
const ROUNDING_MS = 0.001;

/**
 * The earliest moment from `wanted` on at which one more request may leave, so that no window of `perMs` holds more than
 * `requests`, wherever it begins. `times` are those that were sent or have their turn, in order; some may be later than `wanted`,
 * because the request of another account waits for something else.
 */
export function nextTurn(times: readonly number[], rate: Rate, wanted: number): number {
  let moment = wanted;
  for (let full = fullFrom(times, rate, moment); full !== undefined; full = fullFrom(times, rate, moment))
    moment = full + rate.perMs;
  return moment;
}

/** Where a window begins that a request at this moment would overfill: until its end no moment is free. */
function fullFrom(times: readonly number[], { requests, perMs }: Rate, moment: number): number | undefined {
  const place = times.findLastIndex((time) => time <= moment) + 1;
  for (let before = Math.min(requests, place); before >= 0; before--) {
    const after = place + requests - before;
    if (after > times.length) return undefined;
    const first = before > 0 ? times[place - before]! : moment;
    const last = before < requests ? times[after - 1]! : moment;
    if (last - first < perMs - ROUNDING_MS) return times[place - before]!;
  }
  return undefined;
}

/** The same list with one more, without those that no later turn can share a window with. */
export function withTurn(
  times: readonly number[],
  turn: number,
  { perMs }: Pick<Pace, 'perMs'>,
  now: number,
): number[] {
  const kept = times.filter((time) => time > now - perMs);
  return kept.toSpliced(kept.findLastIndex((time) => time <= turn) + 1, 0, turn);
}
