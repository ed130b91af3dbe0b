import type { UpstreamFault } from '../errors.ts';
import { Failure } from '../errors.ts';

export interface UnknownOutcomeDetails {
  /** What was seen, when it was not a lost connection, e.g. "The platform answered HTTP 502." */
  seen?: string;
  /** How to find out, in the channel's own words and tools. */
  check?: string;
  /** True only where doing it twice is the same as once. */
  repeatSafe?: boolean;
  upstream?: UpstreamFault;
  cause?: unknown;
}

/** A change that was sent and may or may not have been made. Also for a client that meets a 5xx after a create. */
export function unknownOutcome(details: UnknownOutcomeDetails = {}): Failure {
  const { seen = 'The connection to the platform was lost before its answer came.', repeatSafe = false } = details;
  return new Failure({
    code: 'outcome_unknown',
    message: `${seen} It is not known whether the change was made.`,
    nextStep: details.check ?? (repeatSafe ? REPEAT_IS_SAFE : LOOK_FIRST),
    retryable: repeatSafe,
    outcome: 'unknown',
    ...(details.upstream && { upstream: details.upstream }),
    cause: details.cause,
  });
}

const REPEAT_IS_SAFE = 'Read the object to see its present state, or call again: repeating this change does no harm.';
const LOOK_FIRST =
  'Do not repeat it yet: list the objects of this kind and look for the one you asked for. Repeat only if it is not there.';

export function unavailable(message: string, cause?: unknown): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message,
    nextStep: 'Nothing was changed. Call again in a moment.',
    retryable: true,
    outcome: 'not_applied',
    cause,
  });
}

export function replyTooLarge(bytesMax: number, cause?: unknown): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The platform's answer is larger than ${bytesMax} bytes.`,
    nextStep: 'Ask for less at once: a shorter time range, fewer fields or a smaller page.',
    outcome: 'not_applied',
    cause,
  });
}

export function malformedRequest(cause: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: 'The request for the platform could not be put together.',
    internal: `malformed upstream request: ${cause instanceof Error ? cause.message : 'unknown'}`,
    nextStep: 'Nothing was sent. This is a fault of the service: report it with the request id.',
    outcome: 'not_applied',
  });
}
