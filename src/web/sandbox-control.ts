import { Failure } from '../errors.ts';

/** Starting over seeds every platform again, which takes seconds, and many of them on a busy machine. */
const PATIENCE_MS = 60_000;

/** Calls the control API of the sandbox, the local stand-in for the ad platforms: clock, faults, ledger, reset. */
export async function steer<T>(
  control: string,
  path: string,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' = 'GET',
  body?: unknown,
): Promise<T> {
  const json = body !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const reply = await fetch(control + path, { method, ...json, signal }).catch(() => undefined);
  if (!reply) throw silent();
  const answer: unknown = await reply.json();
  if (reply.ok) return answer as T;
  const { error = `it answered ${reply.status}` } = answer as { error?: string };
  throw new Failure({
    code: 'invalid_arguments',
    message: `The sandbox refused it: ${error}.`,
    nextStep: 'Correct it and try again. Nothing was changed.',
  });
}

function silent(): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: 'The sandbox does not answer.',
    nextStep: 'Restart the service; it starts the sandbox beside itself.',
  });
}
