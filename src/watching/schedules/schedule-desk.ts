import type { JobPlace } from '../../pipeline/call.ts';
import type { ScheduleDesk } from '../../tools/schedule-desk.ts';

/** The schedules of one workspace, as a call reaches them. */
export function scheduleDesk(_job: JobPlace): ScheduleDesk {
  return {};
}
