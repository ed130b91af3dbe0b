import { randomBytes } from 'node:crypto';
import type { Ambient } from './ambient.ts';

/** A clock that stands still until a test moves it. */
export interface StillAmbient extends Ambient {
  advance(ms: number): void;
  /** Sets the wall clock as an operator or a time service would; durations are not affected. */
  setClock(ms: number): void;
  /** Moves the clock instead of waiting, and notes for how long. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  slept: number[];
}

interface StillOptions {
  startMs?: number;
  /** Every random byte is this one; left out, they are random. */
  chanceByte?: number;
}

export function stillAmbient({ startMs = Date.UTC(2026, 0, 15, 12), chanceByte }: StillOptions = {}): StillAmbient {
  let nowMs = startMs;
  let elapsedMs = startMs;
  const slept: number[] = [];
  const advance = (ms: number) => {
    nowMs += ms;
    elapsedMs += ms;
  };
  return {
    now: () => nowMs,
    elapsedMs: () => elapsedMs,
    randomBytes: chanceByte === undefined ? randomBytes : (count) => Buffer.alloc(count, chanceByte),
    advance,
    setClock(ms) {
      nowMs = ms;
    },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      slept.push(ms);
      advance(ms);
    },
    slept,
  };
}
