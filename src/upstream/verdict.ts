import type { Failure } from '../errors.ts';
import type { Health } from './breaker.ts';
import { malformedRequest, replyTooLarge, unavailable, unknownOutcome } from './failures.ts';
import type { UpstreamReply, UpstreamRequest } from './session.ts';
import type { TransportFault } from './transport.ts';

/** What is known of a reply before its body. */
export type Head = Pick<UpstreamReply, 'status' | 'headers' | 'mayBeSecond'>;

/** How one attempt ended: with a reply, with a fault on the way, or refused before it began. */
export type Attempt<Reply extends Head> =
  | { reply: Reply; fault?: never; refusal?: never }
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

const BUSY = new Set([429, 503]);
const BROKEN = new Set([500, 502, 504]);

/** The money rule: a change that must not happen twice is sent again only if it cannot have left the process. */
export function mayResend({ reply, fault }: Attempt<Head>, { effect, repeat }: Circumstances): boolean {
  const repeatable = effect === 'read' || repeat === 'safe';
  if (fault) return fault.kind === 'network' && (repeatable || !fault.mayHaveArrived);
  return reply !== undefined && repeatable && isPassing(reply.status);
}

function isPassing(status: number): boolean {
  return BUSY.has(status) || BROKEN.has(status);
}

/** Whether the platform may have carried out what this attempt asked for, although it did not say so. */
export function mayHaveTakenEffect({ reply, fault }: Attempt<Head>): boolean {
  return fault ? fault.mayHaveArrived : reply !== undefined && BROKEN.has(reply.status);
}

/** What an attempt says about the platform. 501 is an answer about one request, such as a version that has ended. */
export function healthShownBy({ reply, fault }: Attempt<Head>, cancelled: boolean): Health {
  if (reply) return reply.status >= 500 && reply.status !== 501 ? 'ill' : 'well';
  if (fault?.kind === 'network') return 'ill';
  if (fault?.kind === 'too_large') return 'well';
  return fault?.kind === 'stopped' && fault.mayHaveArrived && !cancelled ? 'ill' : 'nothing';
}

/** The reply a caller gets, or the error it gets instead. */
export function conclude<Reply extends Head>(made: Attempt<Reply>, facts: Circumstances): Reply {
  if (!made.reply) throw failureOf(made, facts);
  if (facts.effect === 'read' || !facts.earlierMayHaveArrived) return made.reply;
  if (isPassing(made.reply.status)) {
    throw unknownOutcome({
      seen: `The platform answered HTTP ${made.reply.status} after a lost attempt.`,
      repeatSafe: true,
    });
  }
  return { ...made.reply, mayBeSecond: true };
}

/** The error for an attempt without a reply; the caller's own reason when it was the caller who stopped a harmless call. */
export function failureOf({ fault, refusal }: Attempt<Head>, facts: Circumstances): unknown {
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
