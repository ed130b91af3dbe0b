import type { Failure } from '../errors.ts';
import type { Health } from './breaker.ts';
import { malformedRequest, replyTooLarge, unavailable, unknownOutcome } from './failures.ts';
import type { Judgement } from './judgement.ts';
import type { UpstreamReply, UpstreamRequest } from './session.ts';
import type { TransportFault } from './transport.ts';

/** A reply, judged. */
export type Judged<Reply = Pick<UpstreamReply, 'status' | 'headers' | 'mayBeSecond'>> = Reply & {
  judgement: Judgement;
};

/** How one attempt ended: with a reply, with a fault on the way, or refused before it began. */
export type Attempt<Reply> =
  | { reply: Judged<Reply>; fault?: never; refusal?: never }
  | { fault: TransportFault; reply?: never; refusal?: never }
  | { refusal: Failure; reply?: never; fault?: never };

/** What an ending has to be judged by. */
export interface Circumstances {
  effect: UpstreamRequest['effect'];
  repeat: 'safe' | 'never';
  /** An attempt before this one may have been carried out. */
  earlierMayHaveArrived: boolean;
  /** The caller went away, as opposed to the time being up. */
  cancelled: boolean;
  cancelReason: unknown;
  bytesMax: number;
}

/** The money rule: a change that must not happen twice is sent again only if it cannot have left the process. */
export function mayResend({ reply, fault }: Attempt<unknown>, { effect, repeat }: Circumstances): boolean {
  const repeatable = effect === 'read' || repeat === 'safe';
  if (fault) return fault.kind === 'network' && (repeatable || !fault.mayHaveArrived);
  return reply !== undefined && repeatable && isPassing(reply.judgement);
}

function isPassing({ is }: Judgement): boolean {
  return is === 'busy' || is === 'broken';
}

/** Whether the platform may have carried out what this attempt asked for, although it did not say so. */
export function mayHaveTakenEffect({ reply, fault }: Attempt<unknown>): boolean {
  return fault ? fault.mayHaveArrived : reply?.judgement.is === 'broken';
}

/** What an attempt says about the platform. */
export function healthShownBy({ reply, fault }: Attempt<unknown>, cancelled: boolean): Health {
  if (reply) return reply.judgement.is === 'broken' ? 'ill' : 'well';
  if (fault?.kind === 'network') return 'ill';
  if (fault?.kind === 'too_large') return 'well';
  return fault?.kind === 'stopped' && fault.mayHaveArrived && !cancelled ? 'ill' : 'nothing';
}

/** The reply a caller gets, or the error it gets instead. */
export function conclude<Reply>(made: Attempt<Reply>, facts: Circumstances): Judged<Reply> {
  if (!made.reply) throw failureOf(made, facts);
  if (facts.effect === 'read' || !facts.earlierMayHaveArrived) return made.reply;
  return { ...made.reply, mayBeSecond: true };
}

/** The error for an attempt without a reply; the caller's own reason when the caller cancelled a harmless call. */
export function failureOf({ fault, refusal }: Attempt<unknown>, facts: Circumstances): unknown {
  const { effect, repeat, earlierMayHaveArrived, cancelled, cancelReason, bytesMax } = facts;
  if (effect === 'write' && (earlierMayHaveArrived || fault?.mayHaveArrived)) {
    return unknownOutcome({ repeatSafe: repeat === 'safe', cause: fault });
  }
  if (refusal) return refusal;
  if (fault?.kind === 'malformed') return malformedRequest(fault);
  if (fault?.kind === 'too_large') return replyTooLarge(bytesMax, fault);
  if (fault?.kind === 'network') return unavailable('The platform could not be reached.', fault);
  return cancelled ? cancelReason : unavailable('The platform did not answer in time.', fault);
}
