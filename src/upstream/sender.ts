import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Attempt, Circumstances, Judged } from './attempt.ts';
import { conclude, failureOf, healthShownBy, mayHaveTakenEffect, mayResend } from './attempt.ts';
import type { Sleep } from './backoff.ts';
import { jitteredBackoffMs, realSleep, retryAfterMs } from './backoff.ts';
import type { Pass } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { CallTiming, SenderEvent, Step } from './call-timing.ts';
import type { Deadline } from './deadline.ts';
import { openDeadline } from './deadline.ts';
import { unavailable } from './failures.ts';
import type { Share } from './fair-share.ts';
import { type Judgement, WELL } from './judgement.ts';
import { createPacing, type Pacing } from './pacing.ts';
import type { Platform } from './platforms.ts';
import { createPlatforms } from './platforms.ts';
import type { Pace, UpstreamReply, UpstreamRequest, UpstreamStream, Usage } from './session.ts';
import { exchange, exchangeStream, TransportFault } from './transport.ts';

export interface SenderSettings {
  /** For a whole call, all attempts and waits together. */
  deadlineMs: number;
  connectMs: number;
  attemptsMax: number;
  retryBudgetRatio: number;
  /** For each platform and origin. */
  poolConnections: number;
  replyBytesMax: number;
}

const SENDER_DEFAULTS: SenderSettings = {
  deadlineMs: 30_000,
  connectMs: 5000,
  attemptsMax: 3,
  retryBudgetRatio: 0.1,
  poolConnections: 32,
  replyBytesMax: 64 * 1024 * 1024,
};

/** What one tool call brings along for everything it sends. */
export interface Bound {
  signal: AbortSignal;
  repeat: 'safe' | 'never';
  /** What a reply means over there. */
  judge(reply: UpstreamReply): Judgement | Promise<Judgement>;
  /** Whose share of the platform's places it takes. */
  share?: Share | undefined;
  usage?: ((reply: Head) => Usage | undefined) | undefined;
  /** An earlier sending of the same write, outside of this call, may have arrived. */
  earlierMayHaveArrived?: boolean;
  timing?: CallTiming;
}

export type OpenedStream = UpstreamStream & { refused?: Judged<UpstreamReply> };

type Head = Pick<UpstreamReply, 'status' | 'headers'>;

export interface SenderOptions {
  ambient: Ambient;
  settings?: Partial<SenderSettings>;
  sleep?: Sleep;
  /** Left out: the pace of this process alone. */
  pacing?: Pacing | undefined;
  /** Must not throw: the reply would be lost with it. */
  onEvent?: (event: SenderEvent) => void;
}

/** The one way out of the process for calls to platforms. */
export interface Sender {
  send(platform: string, request: UpstreamRequest, bound: Bound): Promise<Judged<UpstreamReply>>;
  /** A reply that is not well comes whole as `refused`, since what it means stands in its body. */
  stream(platform: string, request: UpstreamRequest, bound: Bound): Promise<OpenedStream>;
  /** Lets what is under way finish, and refuses anything new. */
  close(): Promise<void>;
}

interface Call {
  platform: Platform;
  /** Breaker and pacing are kept for each platform and account. */
  key: string;
  pace: Pace | undefined;
  paceKey: string;
  bound: Bound;
  deadline: Deadline;
  attempts: number;
  steps: Step[];
  facts: Circumstances;
  /** Told once how the call ended. */
  close(ending: { status: number } | { error: unknown }): void;
}

/** How one attempt is made, and what has to be done about a reply whose body is still coming. */
interface Transfer<Reply extends Head> {
  exchange(): Promise<Judged<Reply>>;
  whenEnded?(reply: Reply, ended: (fault?: TransportFault) => void): void;
  discard?(reply: Reply): void;
}

const NOBODYS: Share = { connection: '', key: '' };

/** A wait for a platform's limit leaves the rest of the deadline for the call itself. */
const WAIT_SHARE_MAX = 0.75;

export function createSender(options: SenderOptions): Sender {
  const { ambient, settings, sleep = realSleep, pacing = createPacing({ ambient }), onEvent } = options;
  const limits = { ...SENDER_DEFAULTS, ...settings };
  const platforms = createPlatforms(ambient, limits);
  const breaker = createBreaker({ ambient });
  let closed = false;

  function openCall(name: string, request: UpstreamRequest, bound: Bound, bytesMax: number): Call {
    bound.signal.throwIfAborted();
    if (closed) throw unavailable('The service is shutting down.');
    const platform = platforms.get(name);
    platform.budget.countCall();
    const startedAt = ambient.elapsedMs();
    const deadline = openDeadline(ambient, request.deadlineMs ?? limits.deadlineMs, bound.signal);
    const { effect } = request;
    const call: Call = {
      platform,
      key: `${name} ${request.account ?? ''}`,
      pace: request.pace,
      paceKey: request.pace?.perApplication ? name : `${name} ${request.account ?? ''}`,
      bound,
      deadline,
      attempts: 0,
      steps: [],
      facts: {
        effect,
        repeat: bound.repeat,
        earlierMayHaveArrived: bound.earlierMayHaveArrived ?? false,
        get cancelled() {
          return deadline.cancelled;
        },
        get cancelReason() {
          return bound.signal.reason;
        },
        bytesMax,
      },
      close(ending) {
        deadline.close();
        const { attempts, steps } = call;
        const durationMs = ambient.elapsedMs() - startedAt;
        const event = { platform: name, effect, attempts, startedAt, durationMs, steps, ...describe(ending) };
        bound.timing?.ended(event);
        onEvent?.(event);
      },
    };
    bound.timing?.begun(startedAt);
    return call;
  }

  /** What a call's time went into, whether the step ended well or not. */
  async function timed<T>({ steps }: Call, kind: Step['kind'], work: Promise<T>): Promise<T> {
    const step: Step = { kind, startedAt: ambient.elapsedMs(), durationMs: 0 };
    steps.push(step);
    try {
      const done = await work;
      const status = (done as Partial<Head> | undefined)?.status;
      if (status !== undefined) step.status = status;
      return done;
    } finally {
      step.durationMs = ambient.elapsedMs() - step.startedAt;
    }
  }

  /** Waits for its turn; throws when it cannot have one. */
  async function admit(call: Call): Promise<Pass> {
    const { key, pace, paceKey, deadline } = call;
    const claimed = pacing.claim(key, deadline.remainingMs() * WAIT_SHARE_MAX, pace, paceKey);
    const waitMs = claimed instanceof Promise ? await claimed : claimed;
    if (waitMs > 0) await timed(call, 'pace', sleep(waitMs, deadline.signal));
    return breaker.enter(key);
  }

  async function attempt<Reply extends Head>(call: Call, transfer: Transfer<Reply>): Promise<Attempt<Reply>> {
    let pass: Pass;
    try {
      pass = await admit(call);
    } catch (error) {
      return endedEarly(error, call.deadline);
    }
    call.attempts++;
    const made = await inTurn(call, transfer).then(
      (reply): Attempt<Reply> => ({ reply }),
      (error): Attempt<Reply> => endedEarly(error, call.deadline),
    );
    const leave = (seen: Attempt<Head>) => breaker.leave(call.key, pass, healthShownBy(seen, call.deadline.cancelled));
    // An answer that is still coming shows the platform to be well when it has ended, not when it begins.
    if (made.reply && transfer.whenEnded) transfer.whenEnded(made.reply, (fault) => leave(fault ? { fault } : made));
    else leave(made);
    if (made.reply) learn(call, made.reply);
    return made;
  }

  /** Nobody's calls may keep everybody else's waiting: a place is held for as long as the platform answers. */
  async function inTurn<Reply extends Head>(call: Call, transfer: Transfer<Reply>) {
    const entered = call.platform.shares.enter(call.bound.share ?? NOBODYS, call.deadline.signal);
    const giveBack = entered instanceof Promise ? await timed(call, 'place', entered) : entered;
    let reply: Judged<Reply> | undefined;
    try {
      reply = await timed(call, 'attempt', transfer.exchange());
      return reply;
    } finally {
      if (reply && transfer.whenEnded) transfer.whenEnded(reply, giveBack);
      else giveBack();
    }
  }

  /** What this reply says about the next ones: a platform that asks for a pause is left alone by everybody on the account. */
  function learn({ key, bound }: Call, { status, headers, judgement }: Judged<Head>): void {
    if (judgement.is === 'busy' && judgement.waitMs) pacing.learn(key, { fraction: 0, waitMs: judgement.waitMs });
    try {
      const usage = bound.usage?.({ status, headers });
      if (usage) pacing.learn(key, usage);
    } catch {
      // The reply may be the only word on a change that was made: it is not to be lost over a header nobody can read.
    }
  }

  /** How long to wait before sending again; undefined when it must not be sent again. */
  function resendWaitMs({ attempts, deadline, platform, facts }: Call, made: Attempt<Head>): number | undefined {
    if (attempts >= limits.attemptsMax || !mayResend(made, facts)) return undefined;
    const waitMs = demandedMs(made.reply, ambient.now()) + jitteredBackoffMs(ambient, attempts);
    return waitMs < deadline.remainingMs() && platform.budget.spend() ? waitMs : undefined;
  }

  async function deliver<Reply extends Head>(call: Call, transfer: Transfer<Reply>): Promise<Judged<Reply>> {
    for (;;) {
      const made = await attempt(call, transfer);
      const waitMs = resendWaitMs(call, made);
      if (waitMs === undefined) {
        try {
          return conclude(made, call.facts);
        } catch (error) {
          if (made.reply) transfer.discard?.(made.reply);
          throw error;
        }
      }
      if (made.reply) transfer.discard?.(made.reply);
      call.facts.earlierMayHaveArrived ||= mayHaveTakenEffect(made);
      try {
        await timed(call, 'resend', sleep(waitMs, call.deadline.signal));
      } catch (error) {
        throw failureOf(endedEarly(error, call.deadline), call.facts);
      }
    }
  }

  return {
    async send(name, request, bound) {
      const bytesMax = request.bytesMax ?? limits.replyBytesMax;
      const call = openCall(name, request, bound, bytesMax);
      const { signal } = call.deadline;
      try {
        const reply = await deliver(call, {
          exchange: async () => judged(await exchange(call.platform.agent, request, { signal, bytesMax }), bound),
        });
        call.close({ status: reply.status });
        return reply;
      } catch (error) {
        call.close({ error });
        throw error;
      }
    },

    async stream(name, request, bound) {
      const bytesMax = request.bytesMax ?? Number.POSITIVE_INFINITY;
      const call = openCall(name, request, bound, bytesMax);
      const { signal } = call.deadline;
      try {
        const reply = await deliver(call, {
          exchange: async (): Promise<Judged<OpenedStream & { body: Readable }>> => {
            const reply = await exchangeStream(call.platform.agent, request, { signal, bytesMax });
            if (reply.status >= 200 && reply.status < 300) return { ...reply, judgement: WELL };
            const refused = await judged({ ...reply, body: await gathered(reply.body) }, bound);
            return { ...reply, refused, judgement: refused.judgement };
          },
          whenEnded: ({ body }, ended) => whenEnded(body, ended),
          discard: ({ body }) => body.destroy(),
        });
        const translated = (fault: TransportFault) => failureOf({ fault }, call.facts);
        whenEnded(reply.body, (fault) => call.close(fault ? { error: translated(fault) } : { status: reply.status }));
        return { ...reply, body: withOwnErrors(reply.body, translated) };
      } catch (error) {
        call.close({ error });
        throw error;
      }
    },

    async close() {
      closed = true;
      await platforms.close();
    },
  };
}

function judged(reply: UpstreamReply, bound: Bound): Judged<UpstreamReply> | Promise<Judged<UpstreamReply>> {
  // Filled in place: a copy would lose what the judge learnt about the body.
  const known = (judgement: Judgement) => Object.assign(reply, { judgement });
  const judgement = bound.judge(reply);
  return judgement instanceof Promise ? judgement.then(known) : known(judgement);
}

/** What a reply asks us to wait: its body's word goes before its header's. */
function demandedMs(reply: Judged<Head> | undefined, now: number): number {
  if (!reply) return 0;
  const said = 'waitMs' in reply.judgement ? reply.judgement.waitMs : undefined;
  return said ?? retryAfterMs(reply.headers['retry-after'], now) ?? 0;
}

const COMPLAINT_BYTES_MAX = 1_048_576;

async function gathered(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > COMPLAINT_BYTES_MAX) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Faults and refusals are endings; a wait that was cut short is one too. Anything else is a mistake in the code. */
function endedEarly(error: unknown, deadline: Deadline): { fault: TransportFault } | { refusal: Failure } {
  if (error instanceof TransportFault) return { fault: error };
  if (error instanceof Failure) return { refusal: error };
  if (deadline.signal.aborted) return { fault: new TransportFault('stopped', false) };
  throw error;
}

function describe(ending: { status: number } | { error: unknown }): Pick<SenderEvent, 'status' | 'outcome'> {
  if ('status' in ending) return { status: ending.status, outcome: 'replied' };
  return { outcome: ending.error instanceof Failure ? ending.error.code : 'cancelled' };
}

/** Read to its end, left by its reader, or broken off: only the last is a fault. */
function whenEnded(body: Readable, ended: (fault?: TransportFault) => void): void {
  finished(body, (error) => ended(error instanceof TransportFault ? error : undefined));
}

async function* withOwnErrors(body: Readable, translated: (fault: TransportFault) => unknown): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof TransportFault ? translated(error) : error;
  }
}
