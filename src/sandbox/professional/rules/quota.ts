import { DAY_MS } from '../../../ambient.ts';

/** The platform does not publish its limits; this one is out of reach of an ordinary day's work. */
const CALLS_PER_DAY = 100_000;

/** Calls by member, resource and method on each UTC day. Kept in memory: a restart gives a fresh day. */
export class Quota {
  #day = 0;
  #calls = new Map<string, number>();

  take(key: string, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#calls = new Map();
    }
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    return calls <= CALLS_PER_DAY;
  }
}
