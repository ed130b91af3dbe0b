import type { JobKind } from '../jobs/jobs.ts';
import { movedSince } from '../media-plans/checking/moved-since.ts';
import { launchJob } from '../media-plans/launch/launch-job.ts';
import type { Pipeline } from '../pipeline/call.ts';
import { historyJob } from './history/history-job.ts';
import { monitorJob } from './monitors/judge-monitor.ts';
import { changeJob } from './schedules/change-job.ts';
import { scheduleJob } from './schedules/schedule-job.ts';

/** Everything that the service does by itself, by kind. */
export function jobKinds(pipeline: Pipeline): JobKind[] {
  return [
    ...(pipeline.jobsBelow ?? []),
    historyJob(pipeline),
    monitorJob(pipeline),
    scheduleJob(pipeline),
    changeJob(pipeline),
    launchJob(pipeline, movedSince),
  ];
}
