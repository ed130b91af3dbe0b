import { type ExpressionBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../ambient.ts';
import type { JobRow } from '../store/job-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { isFree, isHeld, isLeased } from './job-rows.ts';

/** Due for longer than that, and not begun. */
const LATE_AFTER_MS = 5 * MINUTE_MS;

export const JOB_STATES = ['running', 'due', 'late', 'failing', 'waiting'] as const;
/** `late` jobs are due as well, and `failing` ones due, late or waiting: a state to ask for is not the only one of a job. */
type JobState = (typeof JOB_STATES)[number];

export interface ListedJob {
  id: string;
  kind: string;
  key: string;
  workspaceId: string | undefined;
  lane: string | undefined;
  state: JobState;
  runAt: number;
  lastRunAt: number | undefined;
  attempts: number;
  lastError: string | undefined;
  /** Of a running job: the process that runs it, and until when others leave it alone. */
  lease: { owner: string; until: number } | undefined;
}

export interface JobCounts {
  kind: string;
  due: number;
  late: number;
  failing: number;
  running: number;
}

export interface JobFilter {
  state?: JobState | undefined;
  kind?: string | undefined;
  limit: number;
}

type Rows = ExpressionBuilder<Tables, 'jobs'>;

function isIn(state: JobState, now: number) {
  return (row: Rows) => {
    const free = isFree(now)(row);
    switch (state) {
      case 'running':
        return isHeld(now)(row);
      case 'due':
        return row.and([row('run_at', '<=', now), free]);
      case 'late':
        return row.and([row('run_at', '<', now - LATE_AFTER_MS), free]);
      case 'failing':
        return row.and([row('attempts', '>', sql.lit(0)), free]);
      case 'waiting':
        return row.and([row('run_at', '>', now), free]);
    }
  };
}

export async function listJobs({ db }: Store, now: number, { state, kind, limit }: JobFilter): Promise<ListedJob[]> {
  let query = db.selectFrom('jobs').selectAll().orderBy('run_at').orderBy('id').limit(limit);
  if (state !== undefined) query = query.where(isIn(state, now));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return (await query.execute()).map((row) => listed(row, now));
}

/** By kind; kinds without jobs in any of the states are left out. Each count reads only the jobs that it counts. */
export async function countJobs({ db }: Store, now: number): Promise<JobCounts[]> {
  const counted = (state: JobState) =>
    db
      .selectFrom('jobs')
      .select(['kind', (row) => row.fn.countAll<number>().as('count')])
      .where('kind', 'in', allKinds)
      .where(isIn(state, now))
      .groupBy('kind')
      .execute();
  const allKinds = await kindsOf(db);
  const states = ['due', 'late', 'failing', 'running'] as const;
  const found = await Promise.all(states.map(counted));
  return allKinds.map((kind) => {
    const count = (index: number) => Number(found[index]!.find((one) => one.kind === kind)?.count ?? 0);
    return { kind, due: count(0), late: count(1), failing: count(2), running: count(3) };
  });
}

/** Jumps from kind to kind in the index. */
async function kindsOf(db: Store['db']): Promise<string[]> {
  const next = sql<string | null>`(select min(jobs.kind) from jobs where jobs.kind > kinds.kind)`;
  const found = await db
    .withRecursive('kinds(kind)', (tables) =>
      tables
        .selectFrom('jobs')
        .select((row) => row.fn.min<string | null>('kind').as('kind'))
        .unionAll(tables.selectFrom('kinds').select(next.as('kind')).where('kinds.kind', 'is not', null)),
    )
    .selectFrom('kinds')
    .select('kind')
    .where('kind', 'is not', null)
    .execute();
  return found.map(({ kind }) => kind!);
}

function listed(row: JobRow, now: number): ListedJob {
  const isRunning = isLeased(row, now);
  const lateMs = now - row.run_at;
  const state =
    row.attempts > 0 ? 'failing' : lateMs > LATE_AFTER_MS ? 'late' : lateMs >= 0 ? 'due' : ('waiting' as const);
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    workspaceId: row.workspace_id ?? undefined,
    lane: row.lane ?? undefined,
    state: isRunning ? 'running' : state,
    runAt: row.run_at,
    lastRunAt: row.last_run_at ?? undefined,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    lease: isRunning ? { owner: row.lease_owner!.split(' ')[0]!, until: row.lease_until! } : undefined,
  };
}
