import { inWords } from '../auth/key-records.ts';
import { Failure, HttpError, invalidArguments, type Outcome } from '../errors.ts';
import type { Claim } from '../idempotency/idempotency.ts';
import { KEYS_PER_OWNER_MAX } from '../idempotency/reply-quota.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Call } from './call.ts';

export function refuseBadIdempotencyKey({ idempotencyKey }: Call): void {
  if (idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return;
  throw invalidArguments([{ field: 'idempotency_key', message: 'must be 1 to 255 printable ASCII characters' }]);
}

const MAY_WRITE = {
  key: 'Use a read-write key.',
  grant: 'Connect the client again and leave "read only" unticked; a viewer needs the role member first.',
  person: 'Ask an owner for the role member.',
  service: 'Have a person or a key with write access make the change.',
};

/** Of a call that cannot wait: who can make it now. */
const MAY_STOP =
  'Nothing was stopped. Have it stopped now by an owner or member of the workspace (Stop spending in the web application), by a read-write key, or by the operator: adhelm stop --workspace NAME.';

export function refuseWriteWhenReadOnly(tool: Tool, call: Call): void {
  if (tool.access === 'read' || !(call.readOnly || call.principal.readOnly)) return;
  throw new Failure({
    code: 'permission_denied',
    message: call.principal.readOnly
      ? `${inWords(call.principal)} is read-only, and ${tool.name} changes things.`
      : `The call asked for reading only, and ${tool.name} changes things.`,
    nextStep: !call.principal.readOnly
      ? 'Leave out read_only to allow changes.'
      : tool.stopsSpending
        ? MAY_STOP
        : MAY_WRITE[call.principal.kind],
  });
}

/** What stands in the way of a repeat. Whether the first call has changed anything is said only where it is known. */
export function claimFailure(claim: Exclude<Claim, { state: 'new' | 'replay' }>): Failure {
  switch (claim.state) {
    case 'abandoned':
      return new Failure({
        code: 'outcome_unknown',
        message: 'The first call with this idempotency key was cut off before its outcome could be recorded.',
        outcome: 'unknown',
        nextStep: 'List the resource and look whether the change is there before repeating it with a new key.',
      });
    case 'running':
      return new Failure({
        code: 'conflict',
        message: 'The first call with this idempotency key is still running, and may yet be carried out.',
        outcome: 'unknown',
        retryable: true,
        retryAfterS: 1,
        nextStep: 'Repeat the call with the same key in a moment; it will return the first answer.',
      });
    case 'unkept':
      return new Failure({
        code: 'conflict',
        message: `The first call with this idempotency key has ended (${claim.outcome}), but its answer is not kept: it was too long, or many came after it.`,
        outcome: claim.outcome,
        nextStep: 'Read the resource to see it as it is now. This call was not carried out a second time.',
      });
    case 'mismatch':
      return new Failure({
        code: 'conflict',
        message: 'This idempotency key was used before with other arguments.',
        nextStep: 'Use a new idempotency key for a new call.',
      });
    case 'full':
      return new Failure({
        code: 'rate_limited',
        message: `This API key has used ${KEYS_PER_OWNER_MAX} idempotency keys within a day, as many as are kept.`,
        retryable: true,
        retryAfterS: 600,
        nextStep: 'Nothing was sent. Call without an idempotency key, with another API key, or later.',
      });
  }
}

/** Without a trace nothing is sent. */
export function unrecordedIntent(cause: unknown): Failure {
  const away = cause instanceof StoreUnavailable;
  return new Failure({
    code: away ? 'upstream_unavailable' : 'internal',
    message: away
      ? "The service's database cannot be reached, so the call could not be recorded beforehand and nothing was sent."
      : 'The call could not be recorded beforehand, so nothing was sent.',
    outcome: 'not_applied',
    retryable: true,
    ...(away && { retryAfterS: cause.details.retryAfterS ?? 1 }),
    nextStep: 'Call again in a moment; if it goes on, have the operator look at /readyz and at the space on the disk.',
    internal: `intent not recorded: ${String(cause)}`,
    cause,
  });
}

/** Where a change may stand, the reader is given the very call that shows it. */
export function withLook(given: Failure, tool: Tool, args: Record<string, unknown>): Failure {
  if (given.outcome === 'not_applied' || !tool.look) return given;
  const isRelative = tool.relative.some((argument) => args[argument] !== undefined);
  const failure = isRelative ? new Failure({ ...given.details, retryable: false }) : given;
  const { tool: name, arguments: how } = tool.look(args);
  const call = `${name} ${JSON.stringify(how)}`;
  const named = typeof args.name === 'string' ? ` for "${args.name}"` : '';
  const nextStep =
    failure.outcome === 'applied'
      ? `Do not repeat it: the change was made. See it with ${call}.`
      : failure.retryable
        ? `See its present state with ${call}, or call again: repeating this change does no harm.`
        : isRelative
          ? `Do not repeat it yet: look with ${call}. Once it was made, ${tool.relative.join(' and ')} would count from the new value.`
          : `Do not repeat it yet: look with ${call}${named}. Repeat it only if it is not there.`;
  return new Failure({ ...failure.details, nextStep });
}

/** The effect may stand at the platform, but its outcome could not be written down: say what is known. */
export function unrecorded(outcome: Outcome, cause: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: `The call has ended (${outcome}), but its outcome could not be recorded here.`,
    outcome,
    nextStep:
      'Read the resource before repeating anything; then have the operator look at the log with this request id.',
    internal: `outcome not recorded: ${String(cause)}`,
    cause,
  });
}

/** Node's own waits, when the deadline ends them, name it as their cause alone. */
function isLate(error: unknown): boolean {
  const reason = error instanceof Error && error.name === 'AbortError' ? error.cause : error;
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** What admission refuses to a call that a tool makes for its caller, or checks before it does anything. */
export function refusedBy({ status, message }: HttpError): Failure {
  return new Failure({
    code: status === 429 ? 'rate_limited' : 'permission_denied',
    message,
    nextStep: status === 429 ? 'Call again in a moment.' : 'Use a key that may.',
    retryable: status === 429,
  });
}

/** `mayHaveSent`: false when nothing that changes anything has left the process, which is then certain. */
export function asFailure(error: unknown, tool: Tool, call: Call, mayHaveSent = true): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof HttpError) return refusedBy(error);
  const changes = tool.access !== 'read' && mayHaveSent;
  const outcome = changes ? 'unknown' : 'not_applied';
  if (isLate(error)) {
    return new Failure({
      code: changes ? 'outcome_unknown' : 'upstream_unavailable',
      message: 'The call took longer than a call may take.',
      nextStep: changes
        ? 'Read the resource to see whether the change is there before repeating anything.'
        : 'Nothing was changed. Ask for less at once, or call again later.',
      retryable: !changes,
      outcome,
      cause: error,
    });
  }
  if (call.gone().aborted && !changes) {
    return new Failure({ code: 'internal', message: 'The caller went away.', nextStep: 'Call again.', cause: error });
  }
  return new Failure({
    code: 'internal',
    message: `Something failed inside the service. The request id ${call.requestId} ties it to the log.`,
    nextStep: changes
      ? 'Read the resource to see whether the change is there, then tell the operator the request id.'
      : 'Nothing was changed. Call again; if it happens twice, tell the operator the request id.',
    outcome,
    internal: error instanceof Error ? (error.stack ?? error.message) : String(error),
    cause: error,
  });
}
