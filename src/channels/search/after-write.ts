import { Failure } from '../../errors.ts';

/**
 * Reads back what a write has made. Should that fail, the write still stands, and the error says so: whoever took it for
 * a failed write would make the thing twice.
 */
export async function readBack<T>(written: string, read: () => Promise<T | undefined>): Promise<T> {
  let made: T | undefined;
  try {
    made = await read();
  } catch (error) {
    throw error instanceof Failure ? unread(written, error) : error;
  }
  if (made === undefined) throw unread(written);
  return made;
}

function unread(written: string, cause?: Failure): Failure {
  return new Failure({
    code: cause?.code ?? 'upstream_unavailable',
    message: `${written}, but reading it back failed: ${cause?.details.message ?? 'the platform does not show it yet.'}`,
    nextStep: 'Do not repeat the call. List it in a moment to see it as it is now.',
    outcome: 'applied',
    ...(cause?.details.upstream && { upstream: cause.details.upstream }),
    cause,
  });
}

/** The last part of a resource name: the id, after the ids of what it belongs to. */
export function idOf(resourceName: string | undefined): string {
  return resourceName?.split(/[/~]/).at(-1) ?? '';
}
