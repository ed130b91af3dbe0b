import type { JobPlace } from '../../pipeline/call.ts';
import type { ScheduleDesk } from '../../tools/schedule-desk.ts';
import { reportSchedules } from './report-schedules.ts';

/** The schedules of one workspace, as a call reaches them. */
export function scheduleDesk(job: JobPlace): ScheduleDesk {
  return reportSchedules(job);
}
