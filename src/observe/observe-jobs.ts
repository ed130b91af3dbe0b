import type { JobObserver } from '../jobs/job-runner.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Turns the runs of jobs into metrics and log lines. */
export function observeJobs(metrics: Metrics, log: Log, secrets: RegExp): JobObserver {
  const runs = metrics.counter('adhelm_job_runs_total', 'Runs of jobs by kind and outcome', ['kind', 'outcome']);
  const seconds = metrics.histogram('adhelm_job_seconds', 'How long runs of jobs took', ['kind']);
  return {
    scrub: (text) => text.replace(secrets, '[hidden]'),
    onRun({ kind, outcome, workspaceId, durationMs, attempts, error }) {
      runs.add(1, kind, outcome);
      seconds.observe(durationMs / 1000, kind);
      if (outcome === 'failed')
        log.write('warn', 'job_failed', {
          workspace_id: workspaceId,
          attempts: attempts + 1,
          detail: `${kind}: ${error}`,
        });
    },
    onProblem: (error) => log.write('error', 'jobs_unavailable', { detail: String(error) }),
  };
}
