import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Long work in turns: after each it lets others on the same thread have theirs, and ends when it is no longer wanted. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #began = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#began = performance.now();
  }

  /** Runs a generator that gives way to its end. */
  async through<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await this.pause();
    }
  }
}
