import type { JobKind } from '../jobs/jobs.ts';
import type { Pipeline } from '../pipeline/call.ts';
import { monitorJob } from './monitors/judge-monitor.ts';
import { scheduleJob } from './schedules/schedule-job.ts';

/** Everything that the service does by itself, by kind. */
export function jobKinds(pipeline: Pipeline): JobKind[] {
  return [scheduleJob(pipeline), monitorJob(pipeline)];
}
