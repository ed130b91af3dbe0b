import type { ErrorCode } from '../errors.ts';

/** One thing that the time of a request to a platform went into; all but `attempt` are waiting. */
export interface Step {
  kind: 'attempt' | 'pace' | 'place' | 'resend';
  /** By the clock that only ever goes on, as all times here. */
  startedAt: number;
  durationMs: number;
  status?: number;
}

/** One request to a platform, with its resendings, as metrics, traces and the log may see it. */
export interface SenderEvent {
  platform: string;
  effect: 'read' | 'write';
  status?: number;
  attempts: number;
  startedAt: number;
  durationMs: number;
  steps: readonly Step[];
  outcome: 'replied' | 'cancelled' | ErrorCode;
}

/** A report asks thousands of times: sums tell of all of them, and details only of the first. */
const DETAILED_MAX = 100;

/** Where the time of one tool call went. */
export class CallTiming {
  requests = 0;
  resends = 0;
  /** Of all attempts together; more than the call took where some of them ran side by side. */
  platformMs = 0;
  waitedMs = 0;
  /** While at least one request was under way: the rest of the call is our own work. */
  outsideMs = 0;
  #detailed: SenderEvent[] | undefined;
  #underWay = 0;
  #since = 0;

  get detailed(): readonly SenderEvent[] {
    return this.#detailed ?? [];
  }

  begun(at: number): void {
    if (this.#underWay++ === 0) this.#since = at;
  }

  ended(event: SenderEvent): void {
    if (--this.#underWay === 0) this.outsideMs += event.startedAt + event.durationMs - this.#since;
    this.requests++;
    this.resends += Math.max(0, event.attempts - 1);
    for (const { kind, durationMs } of event.steps) {
      if (kind === 'attempt') this.platformMs += durationMs;
      else this.waitedMs += durationMs;
    }
    this.#detailed ??= [];
    if (this.#detailed.length < DETAILED_MAX) this.#detailed.push(event);
  }

  /** What is ours of a call that took so long. */
  ownMs(durationMs: number): number {
    return Math.max(0, durationMs - this.outsideMs);
  }
}
