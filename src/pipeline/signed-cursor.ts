import { brokenCursor } from '../tools/listing.ts';
import type { Job } from './call.ts';

/** Cursors are signed: a forged one could lead into another account's list, so it is refused before a tool sees it. */
export function openedCursor(job: Job, args: Record<string, unknown>): Record<string, unknown> {
  const { cursor } = args;
  if (typeof cursor !== 'string') return args;
  const opened = job.pipeline.signed.open(cursor, contextOf(job));
  if (opened === undefined) throw brokenCursor();
  return { ...args, cursor: opened };
}

export function signedCursor(job: Job, result: Record<string, unknown>): Record<string, unknown> {
  const { next_cursor: next } = result;
  if (typeof next !== 'string') return result;
  return { ...result, next_cursor: job.pipeline.signed.seal(next, contextOf(job)) };
}

/** Good in the workspace and for the tool it was given out by. */
function contextOf({ tool, workspace }: Job): string {
  return JSON.stringify(['cursor', workspace.id, tool.channel.name, tool.name]);
}
