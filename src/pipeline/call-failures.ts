import { Failure, invalidArguments } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Call } from './call.ts';

export function refuseBadIdempotencyKey({ idempotencyKey }: Call): void {
  if (idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return;
  throw invalidArguments([{ field: 'idempotency_key', message: 'must be 1 to 255 printable ASCII characters' }]);
}

export function refuseWriteWhenReadOnly(tool: Tool, call: Call): void {
  if (tool.access === 'read' || !(call.readOnly || call.principal.readOnly)) return;
  throw new Failure({
    code: 'permission_denied',
    message: call.principal.readOnly
      ? `The key "${call.principal.keyName}" is read-only, and ${tool.name} changes things.`
      : `The call asked for reading only, and ${tool.name} changes things.`,
    nextStep: call.principal.readOnly ? 'Use a read-write key.' : 'Leave out read_only to allow changes.',
  });
}

export function claimFailure(state: 'running' | 'mismatch' | 'abandoned'): Failure {
  if (state === 'abandoned') {
    return new Failure({
      code: 'outcome_unknown',
      message: 'The first call with this idempotency key was cut off before its outcome could be recorded.',
      outcome: 'unknown',
      nextStep: 'List the resource and look whether the change is there before repeating it with a new key.',
    });
  }
  const running = state === 'running';
  return new Failure({
    code: 'conflict',
    message: running
      ? 'The first call with this idempotency key is still running.'
      : 'This idempotency key was used before with other arguments.',
    retryable: running,
    ...(running && { retryAfterS: 1 }),
    nextStep: running
      ? 'Repeat the call with the same key in a moment; it will return the first answer.'
      : 'Use a new idempotency key for a new call.',
  });
}

/** Where a change may stand, the reader is given the very call that shows it. */
export function withLook(failure: Failure, tool: Tool, args: Record<string, unknown>): Failure {
  if (failure.outcome === 'not_applied' || !tool.look) return failure;
  const { tool: name, arguments: how } = tool.look(args);
  const same = Object.fromEntries(Object.entries(args).filter(([argument]) => tool.sharedInput.includes(argument)));
  const call = `${name} ${JSON.stringify({ ...same, ...how })}`;
  const named = typeof args.name === 'string' ? ` for "${args.name}"` : '';
  const nextStep =
    failure.outcome === 'applied'
      ? `Do not repeat it: the change was made. See it with ${call}.`
      : failure.retryable
        ? `See its present state with ${call}, or call again: repeating this change does no harm.`
        : `Do not repeat it yet: look with ${call}${named}. Repeat it only if it is not there.`;
  return new Failure({ ...failure.details, nextStep });
}

/** The effect may stand at the platform, but its outcome could not be written down: say what is known. */
export function unrecorded(failure: Failure | undefined, cause: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: 'The call was carried out, but its outcome could not be recorded here.',
    outcome: failure ? failure.outcome : 'applied',
    nextStep:
      'Read the resource before repeating anything; then have the operator look at the log with this request id.',
    internal: `outcome not recorded: ${String(cause)}`,
    cause,
  });
}

export function asFailure(error: unknown, tool: Tool, call: Call): Failure {
  if (error instanceof Failure) return error;
  const writes = tool.access !== 'read';
  if (call.gone().aborted && !writes) {
    return new Failure({ code: 'internal', message: 'The caller went away.', nextStep: 'Call again.', cause: error });
  }
  return new Failure({
    code: 'internal',
    message: `Something failed inside the service. The request id ${call.requestId} ties it to the log.`,
    nextStep: writes
      ? 'Read the resource to see whether the change is there, then tell the operator the request id.'
      : 'Call again; if it happens twice, tell the operator the request id.',
    outcome: writes ? 'unknown' : 'not_applied',
    internal: error instanceof Error ? (error.stack ?? error.message) : String(error),
    cause: error,
  });
}
