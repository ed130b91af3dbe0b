import type { Ambient } from '../ambient.ts';
import type { Limiter, Verdict } from './limiter.ts';
import { SlidingWindow } from './sliding-window.ts';

export interface MemoryLimiterOptions {
  points: number;
  windowS: number;
  ambient: Pick<Ambient, 'elapsedMs'>;
  subjectsMax?: number;
}

/** Counts in this process's memory, so that its answers are no promises. */
export interface MemoryLimiter {
  take(subject: string, cost: number, limit?: number): Verdict;
}

/** The limiter of a service that runs as one process. */
export function processLimiter(options: MemoryLimiterOptions): Limiter {
  const memory = memoryLimiter(options);
  return { take: async (subject, cost, limit) => memory.take(subject, cost, limit) };
}

export function memoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const subjects = new Subjects(options.windowS * 1_000, options.subjectsMax ?? 50_000);
  return {
    take(subject, cost, limit = options.points) {
      const nowMs = options.ambient.elapsedMs();
      const window = subjects.windowOf(subject, nowMs);
      if (window.used(nowMs) + cost > limit) return refusal(window, cost, limit, nowMs, options.windowS);
      window.spend(nowMs, cost);
      return {
        allowed: true,
        limit,
        remaining: limit - window.used(nowMs),
        resetS: Math.ceil(window.msUntilEmpty(nowMs) / 1_000),
      };
    },
  };
}

/** A call that costs more than the whole limit never passes; it is told to wait for one window like any other. */
function refusal(window: SlidingWindow, cost: number, limit: number, nowMs: number, windowS: number): Verdict {
  const waitMs = cost > limit ? windowS * 1_000 : window.msUntilAtMost(limit - cost, nowMs);
  return {
    allowed: false,
    limit,
    remaining: Math.max(0, limit - window.used(nowMs)),
    resetS: Math.ceil(window.msUntilEmpty(nowMs) / 1_000),
    retryAfterS: Math.ceil(waitMs / 1_000),
  };
}

/**
 * The windows of all subjects, in bounded memory. A subject that has spent nothing for a whole window makes room. When
 * all are busy, new subjects share one window, so that a flood of subjects is limited together instead of not at all.
 */
class Subjects {
  readonly #max: number;
  readonly #windows = new Map<string, SlidingWindow>();
  readonly #shared: SlidingWindow;

  constructor(windowMs: number, max: number) {
    this.#max = max;
    this.#shared = new SlidingWindow(windowMs);
  }

  windowOf(subject: string, nowMs: number): SlidingWindow {
    const known = this.#windows.get(subject);
    if (known) return known;
    this.#dropIdle(nowMs);
    if (this.#windows.size >= this.#max) return this.#shared;
    const fresh = this.#shared.copy();
    this.#windows.set(subject, fresh);
    return fresh;
  }

  /**
   * Looks at two windows for each that is added, so that idle ones go without a sweep that a call would wait for. A
   * busy window goes to the end of the line, so each is looked at in turn.
   */
  #dropIdle(nowMs: number): void {
    let looked = 0;
    for (const [subject, window] of this.#windows) {
      if (looked++ === 2) return;
      this.#windows.delete(subject);
      if (window.used(nowMs) > 0) this.#windows.set(subject, window);
    }
  }
}
