import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Attempt, Judged } from './attempt.ts';
import { conclude, failureOf, healthShownBy, mayHaveTakenEffect, mayResend } from './attempt.ts';
import type { Sleep } from './backoff.ts';
import { jitteredBackoffMs, retryAfterMs } from './backoff.ts';
import type { Pass } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Deadline } from './deadline.ts';
import { unavailable } from './failures.ts';
import type { GiveBack, Share } from './fair-share.ts';
import type { Head, OutgoingCall } from './outgoing-call.ts';
import type { Pacing } from './pacing.ts';
import type { Usage } from './session.ts';
import { TransportFault } from './transport.ts';

/** How one attempt is made, and what has to be done about a reply whose body is still coming. */
export interface Transfer<Received extends Head, Reply extends Received> {
  exchange(): Promise<Received>;
  judge(reply: Received): Promise<Judged<Reply>>;
  whenEnded?(reply: Reply, ended: (fault?: TransportFault) => void): void;
  discard?(reply: Reply): void;
}

const NO_SHARE: Share = { connection: '', key: '' };

/** A wait for a platform's limit leaves the rest of the deadline for the call itself. */
const WAIT_SHARE_MAX = 0.75;
/** Long enough for the paces that platforms publish, such as one write of an ad in five seconds. */
const URGENT_WAIT_MAX_MS = 10_000;

interface Parts {
  ambient: Ambient;
  sleep: Sleep;
  pacing: Pacing;
  attemptsMax: number;
}

/** Sends a call as often as it may be sent: waits for its turn, learns from each reply, decides whether to send again. */
export class Delivery {
  readonly #parts: Parts;
  readonly #breaker;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#breaker = createBreaker({ ambient: parts.ambient });
  }

  /** Lets what is under way finish, and refuses anything new. */
  close(): void {
    this.#isClosed = true;
  }

  async deliver<Received extends Head, Reply extends Received>(
    call: OutgoingCall,
    transfer: Transfer<Received, Reply>,
  ): Promise<Judged<Reply>> {
    for (;;) {
      const made = await this.#attempt(call, transfer);
      const waitMs = this.#resendWaitMs(call, made);
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
      call.bound.waiting?.(waitMs);
      try {
        await call.timed('resend', this.#parts.sleep(waitMs, call.deadline.signal));
      } catch (error) {
        throw failureOf(endedEarly(error, call.deadline), call);
      }
    }
  }

  /** Waits for the call's turn; throws when it cannot have one. */
  async #admit(call: OutgoingCall): Promise<Pass> {
    if (this.#isClosed) throw unavailable('The service is shutting down.');
    const { key, deadline, bound } = call;
    const leftMs = Math.min(deadline.remainingMs(), bound.leftMs?.() ?? Number.POSITIVE_INFINITY);
    if (bound.urgent) await this.#paced(call, URGENT_WAIT_MAX_MS).catch(passingRefusals);
    else await this.#paced(call, Math.max(0, leftMs) * WAIT_SHARE_MAX);
    return this.#breaker.enter(key, bound.urgent);
  }

  async #paced(call: OutgoingCall, patienceMs: number): Promise<void> {
    const { quotaKey, pace, paceKey, clock, deadline } = call;
    const { pacing, sleep } = this.#parts;
    const waitMs = await pacing.claim(quotaKey, patienceMs, { pace, paceKey, platformNow: clock.told() });
    if (waitMs <= 0) return;
    call.bound.waiting?.(waitMs, pace);
    await call.timed('pace', sleep(waitMs, deadline.signal));
  }

  async #attempt<Received extends Head, Reply extends Received>(
    call: OutgoingCall,
    transfer: Transfer<Received, Reply>,
  ): Promise<Attempt<Reply>> {
    const { key, deadline } = call;
    let pass: Pass;
    try {
      pass = await this.#admit(call);
    } catch (error) {
      return endedEarly(error, deadline);
    }
    call.attempts++;
    let made: Attempt<Reply>;
    try {
      made = await inTurn(call, transfer);
    } catch (error) {
      // A bug of ours says nothing about the platform, and must not keep the breaker's only probe.
      this.#breaker.leave(key, pass, 'nothing');
      throw error;
    }
    const leave = (seen: Attempt<Head>) => this.#breaker.leave(key, pass, healthShownBy(seen, deadline.cancelled));
    // An answer that is still coming shows the platform to be well when it has ended, not when it begins.
    if (made.reply && transfer.whenEnded) transfer.whenEnded(made.reply, (fault) => leave(fault ? { fault } : made));
    else leave(made);
    if (made.reply) this.#learn(call, made.reply);
    return made;
  }

  /** Notes what a reply says about the next ones: calls that the platform counts together wait when it asks for it. */
  #learn({ quotaKey, clock, bound }: OutgoingCall, reply: Judged<Head>): void {
    const { judgement } = reply;
    bound.heard?.(reply);
    clock.hear(reply);
    const learn = (usage: Usage) => this.#parts.pacing.learn(quotaKey, dated(usage, clock.told()));
    if (judgement.is === 'busy' && judgement.waitMs) learn({ fraction: 0, waitMs: judgement.waitMs });
    try {
      const usage = bound.usage?.(reply);
      if (usage) learn(usage);
    } catch {
      // An unreadable header must not lose a reply that may be the only proof of a change.
    }
  }

  /** How long to wait before sending again; undefined when it must not be sent again. */
  #resendWaitMs(call: OutgoingCall, made: Attempt<Head>): number | undefined {
    const { attempts, bound, deadline, platform } = call;
    const { ambient, attemptsMax } = this.#parts;
    if (attempts >= attemptsMax || !mayResend(made, call)) return undefined;
    const waitMs = demandedMs(made.reply, ambient.now()) + jitteredBackoffMs(ambient, attempts);
    if (waitMs >= deadline.remainingMs()) return undefined;
    return platform.budget.spend() || bound.urgent ? waitMs : undefined;
  }
}

/** Takes a place in the fair shares for as long as the platform answers, so that one key's calls cannot block the others. */
async function inTurn<Received extends Head, Reply extends Received>(
  call: OutgoingCall,
  transfer: Transfer<Received, Reply>,
): Promise<Attempt<Reply>> {
  const { bound, deadline, platform } = call;
  let giveBack: GiveBack | undefined;
  let reply: Judged<Reply> | undefined;
  try {
    const share = bound.share ?? NO_SHARE;
    deadline.signal.throwIfAborted();
    giveBack = bound.urgent ? platform.shares.enterAtOnce(share) : platform.shares.enter(share);
    giveBack ??= await call.timed('place', platform.shares.wait(share, deadline.signal));
    reply = await transfer.judge(await call.timed('attempt', transfer.exchange()));
    return { reply };
  } catch (error) {
    return endedEarly(error, deadline);
  } finally {
    if (reply && giveBack && transfer.whenEnded) transfer.whenEnded(reply, giveBack);
    else giveBack?.();
  }
}

/** An urgent call is sent although our pacing would refuse it: the platform alone may refuse a pause. */
function passingRefusals(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}

function dated(usage: Usage, platformNow: number | undefined): Usage {
  if (usage.waitMs === undefined || platformNow === undefined) return usage;
  return { ...usage, endsAt: platformNow + usage.waitMs };
}

/** What a reply asks us to wait: its body's word goes before its header's. */
function demandedMs(reply: Judged<Head> | undefined, now: number): number {
  if (!reply) return 0;
  const said = 'waitMs' in reply.judgement ? reply.judgement.waitMs : undefined;
  return said ?? retryAfterMs(reply.headers['retry-after'], now) ?? 0;
}

/** Faults and refusals are endings; a wait that was cut short is one too. Anything else is a mistake in the code. */
function endedEarly(error: unknown, deadline: Deadline): { fault: TransportFault } | { refusal: Failure } {
  if (error instanceof TransportFault) return { fault: error };
  if (error instanceof Failure) return { refusal: error };
  if (deadline.signal.aborted) return { fault: new TransportFault('stopped', false) };
  throw error;
}
