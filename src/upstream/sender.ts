import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Attempt, Judged } from './attempt.ts';
import { conclude, failureOf, healthShownBy, mayHaveTakenEffect, mayResend } from './attempt.ts';
import type { Sleep } from './backoff.ts';
import { jitteredBackoffMs, realSleep, retryAfterMs } from './backoff.ts';
import type { Pass } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { SenderEvent } from './call-timing.ts';
import type { Deadline } from './deadline.ts';
import { unavailable } from './failures.ts';
import type { GiveBack, Share } from './fair-share.ts';
import { type Judgement, WELL } from './judgement.ts';
import { type Bound, type Head, OutgoingCall } from './outgoing-call.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { createPlatforms } from './platforms.ts';
import type { UpstreamReply, UpstreamRequest, UpstreamStream } from './session.ts';
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

export type OpenedStream = UpstreamStream & { refused?: Judged<UpstreamReply> };

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

/** How one attempt is made, and what has to be done about a reply whose body is still coming. */
interface Transfer<Received extends Head, Reply extends Received> {
  exchange(): Promise<Received>;
  judge(reply: Received): Judged<Reply> | Promise<Judged<Reply>>;
  whenEnded?(reply: Reply, ended: (fault?: TransportFault) => void): void;
  discard?(reply: Reply): void;
}

const NOBODYS: Share = { connection: '', key: '' };

/** A wait for a platform's limit leaves the rest of the deadline for the call itself. */
const WAIT_SHARE_MAX = 0.75;
const URGENT_WAIT_MAX_MS = 2000;

export function createSender(options: SenderOptions): Sender {
  const { ambient, settings, sleep = realSleep, pacing = createPacing({ ambient }), onEvent } = options;
  const limits = { ...SENDER_DEFAULTS, ...settings };
  const platforms = createPlatforms(ambient, limits);
  const breaker = createBreaker({ ambient });
  let closed = false;

  function openCall(name: string, request: UpstreamRequest, bound: Bound, bytesMax: number): OutgoingCall {
    bound.signal.throwIfAborted();
    const platform = platforms.get(name);
    platform.budget.countCall();
    const { deadlineMs = limits.deadlineMs } = request;
    return new OutgoingCall({ ambient, name, platform, request, bound, deadlineMs, bytesMax, onEvent });
  }

  /** Waits for its turn; throws when it cannot have one. */
  function admit(call: OutgoingCall): Pass | Promise<Pass> {
    if (closed) throw unavailable('The service is shutting down.');
    const { key, pace, paceKey, deadline, bound } = call;
    if (bound.urgent) return admitUrgent(call);
    const claimed = pacing.claim(key, deadline.remainingMs() * WAIT_SHARE_MAX, pace, paceKey);
    return claimed === 0 ? breaker.enter(key) : admitLater(call, claimed);
  }

  async function admitLater(call: OutgoingCall, claimed: number | Promise<number>): Promise<Pass> {
    const waitMs = await claimed;
    if (waitMs > 0) await call.timed('pace', sleep(waitMs, call.deadline.signal));
    return breaker.enter(call.key);
  }

  /** Waits a moment for its turn where that is enough, and is sent in any case: the platform alone may refuse a pause. */
  async function admitUrgent(call: OutgoingCall): Promise<Pass> {
    const { key, pace, paceKey, deadline } = call;
    try {
      const waitMs = await pacing.claim(key, URGENT_WAIT_MAX_MS, pace, paceKey);
      if (waitMs > 0) await call.timed('pace', sleep(waitMs, deadline.signal));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    return breaker.enter(key, true);
  }

  async function attempt<Received extends Head, Reply extends Received>(
    call: OutgoingCall,
    transfer: Transfer<Received, Reply>,
  ): Promise<Attempt<Reply>> {
    const { key, deadline } = call;
    let pass: Pass;
    try {
      const admitted = admit(call);
      pass = admitted instanceof Promise ? await admitted : admitted;
    } catch (error) {
      return endedEarly(error, deadline);
    }
    call.attempts++;
    let made: Attempt<Reply>;
    try {
      made = await inTurn(call, transfer);
    } catch (error) {
      // A mistake of ours says nothing about the platform, and must not hold the one place of those who try whether it is back.
      breaker.leave(key, pass, 'nothing');
      throw error;
    }
    const leave = (seen: Attempt<Head>) => breaker.leave(key, pass, healthShownBy(seen, deadline.cancelled));
    // An answer that is still coming shows the platform to be well when it has ended, not when it begins.
    if (made.reply && transfer.whenEnded) transfer.whenEnded(made.reply, (fault) => leave(fault ? { fault } : made));
    else leave(made);
    if (made.reply) learn(call, made.reply);
    return made;
  }

  /** Nobody's calls may keep everybody else's waiting: a place is held for as long as the platform answers. */
  async function inTurn<Received extends Head, Reply extends Received>(
    call: OutgoingCall,
    transfer: Transfer<Received, Reply>,
  ): Promise<Attempt<Reply>> {
    const { bound, deadline, platform } = call;
    let giveBack: GiveBack | undefined;
    let reply: Judged<Reply> | undefined;
    try {
      const share = bound.share ?? NOBODYS;
      const entered = bound.urgent ? platform.shares.enterAtOnce(share) : platform.shares.enter(share, deadline.signal);
      giveBack = entered instanceof Promise ? await call.timed('place', entered) : entered;
      const judged = transfer.judge(await call.timed('attempt', transfer.exchange()));
      reply = judged instanceof Promise ? await judged : judged;
      return { reply };
    } catch (error) {
      return endedEarly(error, deadline);
    } finally {
      if (reply && giveBack && transfer.whenEnded) transfer.whenEnded(reply, giveBack);
      else giveBack?.();
    }
  }

  /** What this reply says about the next ones: a platform that asks for a pause is left alone by everybody on the account. */
  function learn({ key, bound }: OutgoingCall, reply: Judged<Head>): void {
    const { judgement } = reply;
    bound.heard?.(reply);
    if (judgement.is === 'busy' && judgement.waitMs) pacing.learn(key, { fraction: 0, waitMs: judgement.waitMs });
    try {
      const usage = bound.usage?.(reply);
      if (usage) pacing.learn(key, usage);
    } catch {
      // The reply may be the only word on a change that was made: it is not to be lost over a header nobody can read.
    }
  }

  /** How long to wait before sending again; undefined when it must not be sent again. */
  function resendWaitMs(call: OutgoingCall, made: Attempt<Head>): number | undefined {
    const { attempts, bound, deadline, platform } = call;
    if (attempts >= limits.attemptsMax || !mayResend(made, call)) return undefined;
    const waitMs = demandedMs(made.reply, ambient.now()) + jitteredBackoffMs(ambient, attempts);
    const hasBudget = platform.budget.spend() || bound.urgent;
    return waitMs < deadline.remainingMs() && hasBudget ? waitMs : undefined;
  }

  async function deliver<Received extends Head, Reply extends Received>(
    call: OutgoingCall,
    transfer: Transfer<Received, Reply>,
  ): Promise<Judged<Reply>> {
    for (;;) {
      const made = await attempt(call, transfer);
      const waitMs = resendWaitMs(call, made);
      if (waitMs === undefined) {
        try {
          return conclude(made, call);
        } catch (error) {
          if (made.reply) transfer.discard?.(made.reply);
          throw error;
        }
      }
      if (made.reply) transfer.discard?.(made.reply);
      call.earlierMayHaveArrived ||= mayHaveTakenEffect(made);
      try {
        await call.timed('resend', sleep(waitMs, call.deadline.signal));
      } catch (error) {
        throw failureOf(endedEarly(error, call.deadline), call);
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
          exchange: () => exchange(call.platform.agent, request, { signal, bytesMax }),
          judge: (reply) => judged(reply, bound),
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
          exchange: () => exchangeStream(call.platform.agent, request, { signal, bytesMax }),
          judge: async (reply): Promise<Judged<OpenedStream & { body: Readable }>> => {
            if (reply.status >= 200 && reply.status < 300) return { ...reply, judgement: WELL };
            const refused = await judged({ ...reply, body: await gathered(reply.body) }, bound);
            return { ...reply, refused, judgement: refused.judgement };
          },
          whenEnded: ({ body }, ended) => whenEnded(body, ended),
          discard: ({ body }) => body.destroy(),
        });
        const translated = (fault: TransportFault) => failureOf({ fault }, call);
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
