import { type ErrorCode, Failure } from '../errors.ts';
import { CapturedChange } from '../upstream/captured-change.ts';
import { unknownOutcome } from '../upstream/failures.ts';
import { reportWrite, type Shown, type WriteReport } from './write-report.ts';

/**
 * Reads what a write has made. A platform can accept a change and not make it, so without a successful read the outcome is
 * unknown, and the error tells the caller to look before repeating anything.
 */
export async function readBack<T>(done: string, read: () => Promise<T | undefined>): Promise<T> {
  const made = await read().catch((error: unknown) => {
    throw unread(done, error);
  });
  if (made === undefined) throw unread(done, undefined);
  return made;
}

export interface Change<T> {
  /** What was done, as a sentence without its full stop: `The campaign 7 was changed`. */
  done: string;
  before: T;
  /** The values asked for, by the names and in the form they are shown in. */
  wanted: Shown;
  /** Sends the one changing request. */
  send(): Promise<unknown>;
  read(): Promise<T | undefined>;
  /** Names of what the last `read` did not find as asked, and what no shown field tells: the keywords behind a number of them. */
  unmet?(): readonly string[];
}

/**
 * Changes something that is there already, and tells by its state what became of it. When the platform's answer leaves that
 * open (a cut connection, or a refusal that may answer our second sending), a look decides: what was asked for stands, or
 * certainly does not, or the outcome stays unknown.
 */
export async function changeAndReadBack<T extends Shown>(
  change: Change<T>,
): Promise<{ after: T; report: WriteReport }> {
  const { done, before, wanted, send, read, unmet } = change;
  const judged = (after: T): WriteReport => {
    const { applied, not_applied } = reportWrite(before, after, wanted);
    return { applied, not_applied: [...not_applied, ...(unmet?.() ?? [])] };
  };
  const open = await sent(send).catch((error: unknown) => {
    if (error instanceof CapturedChange) Object.assign(error, { before, wanted });
    throw error;
  });
  if (!open) {
    const after = await readBack(done, read);
    return { after, report: judged(after) };
  }
  const after = await read().catch(() => undefined);
  if (after === undefined) throw open;
  const report = judged(after);
  const stands = report.not_applied.length === 0 || Object.keys(report.applied).length > 0;
  if (stands) return { after, report };
  throw asRefused(open);
}

/** Removes something and looks whether it is gone. A platform that accepts the deletion and still shows the thing has not applied it. */
export async function removeAndLook(
  done: string,
  send: () => Promise<unknown>,
  gone: () => Promise<boolean>,
): Promise<true> {
  const open = await sent(send);
  if (open) {
    if (await gone().catch(() => false)) return true;
    throw asRefused(open);
  }
  if (await readBack(done, gone)) return true;
  throw new Failure({
    code: 'conflict',
    message: 'The platform accepted the deletion, but still shows what was to be deleted.',
    nextStep: 'Look again in a moment; if it is still there, delete it again.',
    outcome: 'not_applied',
    retryable: true,
  });
}

/** Whether reading finds nothing any more. */
export async function isGone(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return true;
    throw error;
  }
}

/** The failure that leaves open whether the change was made, if there was one. */
export async function sent(send: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.outcome === 'unknown') return error;
    throw error;
  }
}

/** Refusals that the first sending would have met as well. A limit or an ended token may have come between the two. */
const LASTING: readonly ErrorCode[] = [
  'invalid_arguments',
  'not_found',
  'permission_denied',
  'account_problem',
  'policy_rejected',
  'unsupported',
];

/** Where no look shows the change: the refusal behind the lost answer, if the first sending would have met it too, else still unknown. */
export function asRefused(open: Failure): Failure {
  return open.cause instanceof Failure && LASTING.includes(open.cause.code) ? open.cause : open;
}

function unread(done: string, cause: unknown): Failure {
  const known = cause instanceof Failure ? cause.details : undefined;
  const why = known?.message ?? (cause === undefined ? 'the platform does not show it.' : 'the reading broke off.');
  return unknownOutcome({
    seen: `The platform accepted the request ("${done}"), but reading it back failed: ${why}`,
    check: 'Do not repeat the change yet. Read it in a moment to see it as it is now.',
    ...(known?.upstream && { upstream: known.upstream }),
    cause,
  });
}
