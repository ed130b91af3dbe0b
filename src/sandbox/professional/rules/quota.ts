import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';

/** The platform publishes few of its limits; this one is out of reach of an ordinary day's work. */
const CALLS_PER_DAY = 100_000;

/** Calls by member, resource and method in each minute and on each UTC day. Kept in memory: a restart forgets them. */
export class Quota {
  readonly #minute = new Span(MINUTE_MS);
  readonly #day = new Span(DAY_MS);

  /** The limit that a call is over, if any. */
  take(key: string, now: number, perMinute = Number.POSITIVE_INFINITY): 'MINUTE' | 'DAY' | undefined {
    if (this.#minute.count(key, now) > perMinute) return 'MINUTE';
    return this.#day.count(key, now) > CALLS_PER_DAY ? 'DAY' : undefined;
  }
}

class Span {
  readonly #ms: number;
  #at = 0;
  #calls = new Map<string, number>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  count(key: string, now: number): number {
    const at = Math.floor(now / this.#ms);
    if (at !== this.#at) {
      this.#at = at;
      this.#calls = new Map();
    }
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    return calls;
  }
}
