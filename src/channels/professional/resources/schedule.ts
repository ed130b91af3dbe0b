import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { dayOf } from '../../../tools/days.ts';
import { Day } from '../../../tools/fields.ts';
import { isoTime } from './fields.ts';

/** Times as ISO text and as epoch milliseconds. */
export function shownSchedule(schedule: { start: number; end?: number | undefined } | undefined) {
  return {
    run_schedule_start: isoTime(schedule?.start),
    run_schedule_start_ms: schedule?.start,
    run_schedule_end: isoTime(schedule?.end),
    run_schedule_end_ms: schedule?.end,
  };
}

/** The next full hour, a day from now: a draft must be complete before its start, after which the platform refuses every change. */
export function usualStart(now: number): number {
  return Math.ceil(now / HOUR_MS) * HOUR_MS + DAY_MS;
}

/** Filters by the last day, in UTC; objects without an end are left out. */
export const endFilters = {
  ends_from: Day.optional().describe('Ends on this day or later'),
  ends_to: Day.optional().describe('Ends on this day or before'),
};

export interface Ends {
  ends_from?: string | undefined;
  ends_to?: string | undefined;
}

/** Whether an object ends between the two days; undefined when neither is given. The platform's ends are exclusive. */
export function endsWithin({ ends_from: from = '', ends_to: to }: Ends) {
  if (from === '' && to === undefined) return undefined;
  return ({ runSchedule }: { runSchedule?: { end?: number | undefined } | undefined }): boolean => {
    const lastDay = runSchedule?.end === undefined ? undefined : dayOf(runSchedule.end - 1);
    return lastDay !== undefined && lastDay >= from && lastDay <= (to ?? lastDay);
  };
}

/** Whether start and end are sent as one object, of which the part that is not given is copied from what was read. */
export function changesSchedule(args: { run_schedule_start?: unknown; run_schedule_end?: unknown }): boolean {
  return args.run_schedule_start !== undefined || args.run_schedule_end !== undefined;
}

interface Dated {
  status: string;
  runSchedule?: { start: number; end?: number | undefined } | undefined;
}

const SOON_MS = 10 * MINUTE_MS;

/**
 * The schedule to send, if any. The platform refuses every change of a draft whose start has passed, so such a draft gets a new
 * start, and the reply says so.
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
