import { expect, test } from 'vitest';
import type { JobEvent } from '../jobs/job-runner.ts';
import { readableLog } from './log.testing.ts';
import { Metrics } from './metrics.ts';
import { observeJobs } from './observe-jobs.ts';

test('every run of a job is counted, and one that failed alone is a line in the log', () => {
  const metrics = new Metrics();
  const { log, text } = readableLog();
  const { onRun } = observeJobs(metrics, log, /secret/g, []);
  const event = { kind: 'renewal', workspaceId: 'ws_1', durationMs: 5, lateMs: 0, attempts: 1 };
  onRun({ ...event, outcome: 'done' } as JobEvent);
  expect(text()).toBe('');
  onRun({ ...event, outcome: 'failed', error: 'It is down.' } as JobEvent);
  expect(JSON.parse(text())).toMatchObject({ event: 'job_failed', attempts: 2, detail: 'renewal: It is down.' });
  expect(metrics.text()).toContain('adhelm_job_runs_total{kind="renewal",outcome="done"} 1');
  expect(metrics.text()).toContain('adhelm_job_runs_total{kind="renewal",outcome="failed"} 1');
});
