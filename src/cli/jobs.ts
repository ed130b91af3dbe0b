import { JOB_STATES, type JobCounts, type ListedJob } from '../jobs/job-list.ts';
import type { Home } from '../process/home.ts';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { minute, moment } from './moments.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';

const LISTED_MAX = 50;
const ERROR_SHOWN = 100;

export const jobs: Command = {
  name: 'jobs',
  summary:
    'Shows what the service does by itself, such as checking monitors and sending reports: what runs, fails with which error, is due or late, and comes next.',
  options: {
    state: { type: 'string', meaning: `Only these: ${JOB_STATES.join(', ')}`, value: 'STATE' },
    kind: { type: 'string', meaning: 'Only of this kind', value: 'KIND' },
  },
  run: (given) => withHome(given, (home) => show(home, given)),
};

async function show(home: Home, given: Given): Promise<number> {
  const [counts, listed] = await Promise.all([home.jobs.counts(), wanted(home, given)]);
  if (given.json) {
    given.print(JSON.stringify({ counts, jobs: listed.map(asJson) }));
    return 0;
  }
  given.print(
    counts.length > 0 ? table(['kind', 'due', 'late', 'failing', 'running'], counts.map(countRow)) : 'No jobs.',
  );
  if (listed.length === 0) return 0;
  const head = ['state', 'kind', 'key', 'workspace', 'next run', 'last run', 'failed', 'last error'];
  given.print(`\n${table(head, listed.map(jobRow))}`);
  return 0;
}

/** Every state by itself, so that ten thousand that are due hide none that fails. */
async function wanted(home: Home, given: Given): Promise<ListedJob[]> {
  const [asked, kind] = [optional(given, 'state'), optional(given, 'kind')];
  const state = JOB_STATES.find((one) => one === asked);
  if (asked !== undefined && !state) throw new UsageError(`--state is "${asked}"; allowed: ${JOB_STATES.join(', ')}.`);
  const states = state ? [state] : (['running', 'failing', 'due', 'waiting'] as const);
  const lists = await Promise.all(states.map((one) => home.jobs.list({ state: one, kind, limit: LISTED_MAX })));
  return [...new Map(lists.flat().map((job) => [job.id, job])).values()];
}

function countRow({ kind, due, late, failing, running }: JobCounts): string[] {
  return [kind, ...[due, late, failing, running].map(String)];
}

function jobRow({ state, kind, key, workspaceId, runAt, lastRunAt, attempts, lastError, lease }: ListedJob): string[] {
  const shown = lease ? `${state} in ${lease.owner} until ${minute(lease.until)}` : state;
  const error = (lastError ?? '').slice(0, ERROR_SHOWN);
  return [shown, kind, key, workspaceId ?? '–', minute(runAt), minute(lastRunAt), String(attempts), error];
}

function asJson({ runAt, lastRunAt, lease, ...rest }: ListedJob) {
  return {
    ...rest,
    runAt: moment(runAt),
    lastRunAt: moment(lastRunAt),
    ...(lease && { lease: { owner: lease.owner, until: moment(lease.until) } }),
  };
}
