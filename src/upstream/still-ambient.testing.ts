import type { Ambient } from '../ambient.ts';
import type { Sleep } from './backoff.ts';

/** A clock that stands still until it is moved, and chance that always says the same. */
export interface StillAmbient extends Ambient {
  advance(ms: number): void;
  /** As an operator or a time service would: how long things take is not touched by it. */
  setClock(ms: number): void;
  /** Moves the clock instead of waiting, and remembers for how long. */
  sleep: Sleep;
  slept: number[];
}

export function stillAmbient(chanceByte = 0): StillAmbient {
  let now = 1_750_000_000_000;
  let elapsed = 0;
  const slept: number[] = [];
  return {
    now: () => now,
    elapsedMs: () => elapsed,
    randomBytes: (count) => Buffer.alloc(count, chanceByte),
    advance(ms) {
      now += ms;
      elapsed += ms;
    },
    setClock(ms) {
      now = ms;
    },
    slept,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      slept.push(ms);
      now += ms;
      elapsed += ms;
    },
  };
}
