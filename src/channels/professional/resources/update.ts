import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { changeAndReadBack, isGone, removeAndLook } from '../../../tools/read-back.ts';
import type { Shown, WriteReport } from '../../../tools/write-report.ts';
import type { ProfessionalClient } from '../client.ts';

/** What a caller may set. REMOVED is whichever way of deleting the platform has for it. */
export const UpdateStatus = z
  .enum(['ACTIVE', 'PAUSED', 'ARCHIVED', 'REMOVED'])
  .describe('ACTIVE lets it spend; ARCHIVED hides it; REMOVED (deleted) cannot be undone');
export const IRREVERSIBLE = { status: ['REMOVED'] };

/** Whoever deletes something changes nothing else about it. */
export function removalProblems(args: Readonly<Record<string, unknown>>, fields: readonly string[]): Problem[] {
  if (args.status !== 'REMOVED') return [];
  return fields
    .filter((field) => field !== 'status' && args[field] !== undefined)
    .map((field) => ({ field, message: 'cannot be combined with status REMOVED' }));
}

interface Dated {
  status: string;
  runSchedule?: { start: number; end?: number | undefined } | undefined;
}

const SOON_MS = 10 * 60_000;

/**
 * The schedule to send, if any. The platform judges a draft anew with every change, and refuses one whose start has passed
 * meanwhile, whatever is changed: such a draft gets a new start, and the reply says so.
 */
export function scheduleFor(
  args: {
    run_schedule_start?: number | undefined;
    /** Null takes the end away. */
    run_schedule_end?: number | null | undefined;
    status?: string | undefined;
  },
  { status, runSchedule }: Dated,
  now: number,
): { runSchedule?: { start: number; end?: number }; notes: string[] } {
  const stale = status === 'DRAFT' && args.status !== 'REMOVED' && (runSchedule?.start ?? now) < now;
  const moved = stale && args.run_schedule_start === undefined;
  if (!moved && args.run_schedule_start === undefined && args.run_schedule_end === undefined) return { notes: [] };
  const start = args.run_schedule_start ?? (moved ? now + SOON_MS : (runSchedule?.start ?? now + SOON_MS));
  const end = args.run_schedule_end === undefined ? runSchedule?.end : args.run_schedule_end;
  const note = `The start had passed, and the platform refuses any change of a draft then: it was moved to ${new Date(start).toISOString()}.`;
  return { runSchedule: { start, ...(typeof end === 'number' && { end }) }, notes: moved ? [note] : [] };
}

interface StatefulChange<T> {
  /** `The campaign 7` */
  what: string;
  client: ProfessionalClient;
  account: string;
  path: string;
  status: { before: string; after: string | undefined; field?: string };
  fields: Readonly<Record<string, unknown>>;
  before: T;
  wanted: Shown;
  read(): Promise<T>;
}

/** Sends one change: a deletion for drafts, a new status or new fields for everything else. */
export async function changed<T extends Shown & { status: string }>(
  change: StatefulChange<T>,
): Promise<{ shown: T; report: WriteReport }> {
  const { what, client, account, path, status, fields, before, wanted, read } = change;
  const removes = status.after === 'REMOVED';
  if (removes && status.before === 'DRAFT') {
    await removeAndLook(
      `${what} was deleted`,
      () => client.remove(path, account),
      () => isGone(read),
    );
    const report = { applied: { status: { from: 'DRAFT', to: 'REMOVED' } }, not_applied: [] };
    return { shown: { ...before, status: 'REMOVED' }, report };
  }
  const next = removes ? 'PENDING_DELETION' : status.after;
  const { after, report } = await changeAndReadBack({
    done: `${what} was changed`,
    before,
    wanted: { ...wanted, status: next },
    send: () => client.update(path, { ...fields, [status.field ?? 'status']: next }, account),
    read: removes ? () => orGone(read, before) : read,
  });
  return { shown: after, report };
}

/** What never did anything is not kept by the platform once it is deleted. */
async function orGone<T extends { status: string }>(read: () => Promise<T>, before: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return { ...before, status: 'PENDING_DELETION' };
    throw error;
  }
}
