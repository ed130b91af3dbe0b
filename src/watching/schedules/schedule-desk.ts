import type { JobPlace } from '../../pipeline/call.ts';
import type { ScheduleDesk } from '../../tools/schedule-desk.ts';
import { reportSchedules } from './report-schedules.ts';
import { scheduledChanges } from './scheduled-changes.ts';

/** The schedules of one workspace, as a call reaches them. */
export function scheduleDesk(place: JobPlace): ScheduleDesk {
  return { ...reportSchedules(place), ...scheduledChanges(place) };
}
