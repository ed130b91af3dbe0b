import type { JobCounts } from '../jobs/job-list.ts';
import type { JobObserver } from '../jobs/job-runner.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const STATES = ['due', 'late', 'failing', 'running'] as const;

/** Turns jobs and their runs into metrics and log lines. */
export function observeJobs(metrics: Metrics, log: Log, secrets: RegExp, kinds: readonly string[]): JobObserver {
  let counts: readonly JobCounts[] = [];
  const runs = metrics.counter('adhelm_job_runs_total', 'Runs of jobs by kind and outcome', ['kind', 'outcome']);
  const seconds = metrics.histogram('adhelm_job_seconds', 'How long runs of jobs took', ['kind']);
  const help = 'Jobs that are due, late, failing or running, in all processes';
  metrics.gauges('adhelm_jobs', help, ['kind', 'state'], function* () {
    for (const kind of new Set([...kinds, ...counts.map((one) => one.kind)])) {
      const counted = counts.find((one) => one.kind === kind);
      for (const state of STATES) yield [[kind, state], counted?.[state] ?? 0];
    }
  });
  return {
    scrub: (text) => text.replace(secrets, '[hidden]'),
    onCounts: (counted) => {
      counts = counted;
    },
    onRun({ kind, outcome, workspaceId, durationMs, attempts, error }) {
      runs.add(1, kind, outcome);
      seconds.observe(durationMs / 1000, kind);
      if (outcome !== 'failed') return;
      const detail = `${kind}: ${error}`;
      log.write('warn', 'job_failed', { workspace_id: workspaceId, attempts: attempts + 1, detail });
    },
    onProblem: (error) => log.write('error', 'jobs_unavailable', { detail: String(error) }),
  };
}
