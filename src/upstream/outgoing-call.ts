import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Circumstances } from './attempt.ts';
import type { CallTiming, SenderEvent, Step } from './call-timing.ts';
import { Deadline } from './deadline.ts';
import type { Share } from './fair-share.ts';
import type { Judgement } from './judgement.ts';
import type { PlatformClock } from './platform-clock.ts';
import type { Platform } from './platforms.ts';
import type { Pace, UpstreamReply, UpstreamRequest, Usage } from './session.ts';

export type Head = Pick<UpstreamReply, 'status' | 'headers'>;

/** What one tool call brings along for everything it sends. */
export interface Bound {
  signal: AbortSignal;
  repeat: 'safe' | 'never';
  /** What a reply means over there. */
  judge(reply: UpstreamReply): Promise<Judgement>;
  /** Whose share of the platform's places it takes. */
  share?: Share | undefined;
  usage?: ((reply: Head) => Usage | undefined) | undefined;
  /** Told of every reply; must not throw. */
  heard?: ((reply: Head) => void) | undefined;
  /** The call may make less money flow: no limit of ours holds it back. */
  urgent?: boolean | undefined;
  /** An earlier sending of the same write, outside of this call, may have arrived. */
  earlierMayHaveArrived?: boolean;
  timing?: CallTiming;
  /** Told before a wait for the platform's limits begins, with the pace that it is for, if any; must not throw. */
  waiting?: ((ms: number, pace?: Pace) => void) | undefined;
  /** How long the tool call may still take, of which this request is a part. */
  leftMs?: (() => number) | undefined;
}

/** How a call ended: with a reply of any status, or without one. */
type Ending = { status: number } | { error: unknown };

interface Parts {
  ambient: Ambient;
  name: string;
  platform: Platform;
  request: UpstreamRequest;
  bound: Bound;
  deadlineMs: number;
  bytesMax: number;
  /** Holds the call until it is closed. */
  underWay: Set<OutgoingCall>;
  onEvent: ((event: SenderEvent) => void) | undefined;
}

/** One request to a platform, with its resendings, while it is under way. */
export class OutgoingCall implements Circumstances {
  readonly platform: Platform;
  /** The breaker is kept for each platform and account. */
  readonly key: string;
  /** What the platform counts the call under: pacing is kept by it. */
  readonly quotaKey: string;
  readonly clock: PlatformClock;
  readonly pace: Pace | undefined;
  readonly bound: Bound;
  readonly deadline: Deadline;
  readonly effect: UpstreamRequest['effect'];
  readonly repeat: Bound['repeat'];
  readonly bytesMax: number;
  earlierMayHaveArrived: boolean;
  attempts = 0;
  readonly #name: string;
  readonly #ambient: Ambient;
  readonly #underWay: Parts['underWay'];
  readonly #onEvent: Parts['onEvent'];
  readonly #startedAt: number;
  readonly #steps: Step[] = [];

  constructor({ ambient, name, platform, request, bound, deadlineMs, bytesMax, underWay, onEvent }: Parts) {
    this.platform = platform;
    this.key = `${name} ${request.account ?? ''}`;
    this.quotaKey = request.quota === undefined ? this.key : `${name} ${request.quota}`;
    this.clock = platform.clockAt(request.url);
    this.pace = request.pace;
    this.bound = bound;
    this.effect = request.effect;
    this.repeat = bound.repeat;
    this.bytesMax = bytesMax;
    this.earlierMayHaveArrived = bound.earlierMayHaveArrived ?? false;
    this.#name = name;
    this.#ambient = ambient;
    this.#underWay = underWay;
    this.#onEvent = onEvent;
    this.#startedAt = ambient.elapsedMs();
    this.deadline = new Deadline(ambient, deadlineMs, bound.signal);
    bound.timing?.begun(this.#startedAt);
    underWay.add(this);
  }

  get paceKey(): string {
    return this.pace?.perApplication ? this.#name : this.quotaKey;
  }

  get cancelled(): boolean {
    return this.deadline.cancelled;
  }

  get cancelReason(): unknown {
    return this.bound.signal.reason;
  }

  /** What a call's time went into, whether the step ended well or not. */
  timed<T>(kind: Step['kind'], work: Promise<T>): Promise<T> {
    const step: Step = { kind, startedAt: this.#ambient.elapsedMs(), durationMs: 0 };
    this.#steps.push(step);
    const ended = () => {
      step.durationMs = this.#ambient.elapsedMs() - step.startedAt;
    };
    // A branch of its own: callers that await `work` wait no longer for it.
    work.then((done) => {
      ended();
      const status = (done as Partial<Head> | undefined)?.status;
      if (status !== undefined) step.status = status;
    }, ended);
    return work;
  }

  /** Told once how the call ended. */
  close(ending: Ending): void {
    this.deadline.close();
    this.#underWay.delete(this);
    const replied = 'status' in ending;
    const event: SenderEvent = {
      platform: this.#name,
      effect: this.effect,
      attempts: this.attempts,
      startedAt: this.#startedAt,
      durationMs: this.#ambient.elapsedMs() - this.#startedAt,
      steps: this.#steps,
      outcome: replied ? 'replied' : ending.error instanceof Failure ? ending.error.code : 'cancelled',
      ...(replied && { status: ending.status }),
    };
    this.bound.timing?.ended(event);
    this.#onEvent?.(event);
  }
}
