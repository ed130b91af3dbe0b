import { type ExpressionBuilder, expressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import { type Ambient, MINUTE_MS, newId } from '../ambient.ts';
import type { JobRow } from '../store/job-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { NewJob } from './jobs.ts';

export const LEASE_MS = MINUTE_MS;
/** Clocks of several machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;
/** Due jobs of one kind that are looked at, the oldest first. */
const OLDEST = 100;
const CUT_OFF = 'The process that ran it ended, or lost the store, before it was done.';

export type Candidate = Pick<JobRow, 'id' | 'kind' | 'share' | 'lane' | 'run_at'>;
const CANDIDATE = ['id', 'kind', 'share', 'lane', 'run_at'] as const;

type Rows = ExpressionBuilder<Tables, 'jobs'>;

/** A lease that ends later than any could that was taken now is one of a clock that was set back. */
export function isHeld(now: number) {
  return (row: Rows) =>
    row.and([
      row('jobs.lease_until', '>', now),
      row('jobs.lease_until', '<=', now + LEASE_MS + CLOCKS_DIFFER_MS),
      row('jobs.lease_owner', 'is not', null),
    ]);
}

export function isFree(now: number) {
  return (row: Rows) =>
    row.or([
      row('jobs.lease_until', 'is', null),
      row('jobs.lease_until', '<=', now),
      row('jobs.lease_until', '>', now + LEASE_MS + CLOCKS_DIFFER_MS),
    ]);
}

/** The same of a row that was read. */
export function isLeased({ lease_owner, lease_until }: JobRow, now: number): boolean {
  return lease_owner !== null && lease_until! > now && lease_until! <= now + LEASE_MS + CLOCKS_DIFFER_MS;
}

const UNLEASED = { lease_until: null, lease_owner: null };

/**
 * What one process reads and writes of the table `jobs`. Every write is in a transaction of the store, where the writers of all
 * processes take turns: a claim therefore sees all claims before it.
 */
export class JobRows {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #instanceId: string;
  #claims = 0;

  constructor(store: Store, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#ambient = ambient;
    this.#instanceId = instanceId;
  }

  /** A lease stays: a job that is moved while it runs does not run twice at a time. */
  async put(tx: Transaction<Tables>, job: NewJob): Promise<void> {
    const { kind, key, workspaceId = null, lane = null, payload = {} } = job;
    const now = this.#ambient.now();
    const given = {
      run_at: Math.ceil(job.runAt),
      set_at: now,
      payload: JSON.stringify(payload),
      workspace_id: workspaceId,
      lane,
      share: lane ?? workspaceId ?? '',
      attempts: 0,
      last_error: null,
    };
    await tx
      .insertInto('jobs')
      .values({
        ...given,
        ...UNLEASED,
        id: newId(this.#ambient, 'job'),
        kind,
        key,
        version: 1,
        last_run_at: null,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet((row) => ({ ...given, version: row('jobs.version', '+', 1) })),
      )
      .execute();
  }

  async remove(tx: Transaction<Tables>, kind: string, key: string): Promise<void> {
    await tx.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).execute();
  }

  /** Which of the kinds have a due job: one query, a seek in the index for each kind. */
  async dueKinds(kinds: readonly string[]): Promise<string[]> {
    if (kinds.length === 0) return [];
    const now = this.#ambient.now();
    const found = await this.#store.db
      .selectNoFrom((row) =>
        kinds.map((kind, index) =>
          row
            .exists(
              row
                .selectFrom('jobs')
                .select('jobs.id')
                .where('kind', '=', kind)
                .where('run_at', '<=', now)
                .where((own) => isFree(now)(own as Rows)),
            )
            .as(`kind${index}`),
        ),
      )
      .executeTakeFirstOrThrow();
    return kinds.filter((_, index) => Boolean((found as Record<string, unknown>)[`kind${index}`]));
  }

  /** The oldest due jobs of a kind; where there are more, also the oldest of each share, so that none waits for all of another. */
  async candidates(kind: string): Promise<Candidate[]> {
    const now = this.#ambient.now();
    const oldest = await this.#store.db
      .selectFrom('jobs')
      .select(CANDIDATE)
      .where('kind', '=', kind)
      .where('run_at', '<=', now)
      .where(isFree(now))
      .orderBy('run_at')
      .limit(OLDEST)
      .execute();
    if (oldest.length < OLDEST) return oldest;
    const seen = new Set(oldest.map(({ id }) => id));
    return [...oldest, ...(await this.#oldestOfEachShare(kind, now)).filter(({ id }) => !seen.has(id))];
  }

  /** Jumps from share to share in the index instead of reading every due job. */
  #oldestOfEachShare(kind: string, now: number): Promise<Candidate[]> {
    const next = sql<
      string | null
    >`(select min(jobs.share) from jobs where jobs.kind = ${kind} and jobs.share > shares.share)`;
    const oldest = sql<string>`(select jobs.id from jobs where jobs.kind = ${kind} and jobs.share = shares.share
      and jobs.run_at <= ${now} and ${isFree(now)(expressionBuilder<Tables, 'jobs'>())} order by jobs.run_at limit 1)`;
    return this.#store.db
      .withRecursive('shares(share)', (tables) =>
        tables
          .selectFrom('jobs')
          .select((row) => row.fn.min<string | null>('share').as('share'))
          .where('kind', '=', kind)
          .unionAll(tables.selectFrom('shares').select(next.as('share')).where('shares.share', 'is not', null)),
      )
      .selectFrom('jobs')
      .select(CANDIDATE)
      .where('id', 'in', (tables) =>
        tables.selectFrom('shares').select(oldest.as('id')).where('shares.share', 'is not', null),
      )
      .orderBy('run_at')
      .execute();
  }

  /** Lanes in which a job runs, in whichever process. */
  async heldLanes(): Promise<Set<string>> {
    const held = await this.#store.db
      .selectFrom('jobs')
      .select('lane')
      .where('lane', 'is not', null)
      .where(isHeld(this.#ambient.now()))
      .execute();
    return new Set(held.map(({ lane }) => lane!));
  }

  /** Leases those of the jobs that are still due and free, at most one a lane. A lease that ran out counts as a failure. */
  claim(ids: readonly string[]): Promise<JobRow[]> {
    const now = this.#ambient.now();
    // Of one claim: a run that lost its lease cannot end a later run of the same process.
    const lease_owner = `${this.#instanceId} ${++this.#claims}`;
    const laneIsTaken = sql<boolean>`exists (select 1 from jobs as other where other.lane = jobs.lane and other.id <> jobs.id
      and other.lease_owner is not null and other.lease_until > ${now}
      and other.lease_until <= ${now + LEASE_MS + CLOCKS_DIFFER_MS})`;
    return this.#store.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set({
          lease_owner,
          lease_until: now + LEASE_MS,
          last_run_at: now,
          attempts: sql<number>`case when lease_owner is null then attempts else attempts + 1 end`,
          last_error: sql<string>`case when lease_owner is null then last_error else ${sql.lit(CUT_OFF)} end`,
        })
        .where('id', 'in', ids)
        .where('run_at', '<=', now)
        .where(isFree(now))
        .where(({ not }) => not(laneIsTaken))
        .returningAll()
        .execute(),
    );
  }

  /** Moves the job to its next time, or removes it. One that was put meanwhile only gives its lease back. */
  done(job: JobRow, next: number | undefined): Promise<void> {
    const now = this.#ambient.now();
    return this.#store.transaction(async (tx) => {
      const isOwn = (row: Rows) => row.and(asClaimed(job));
      const moved = { run_at: Math.ceil(next ?? 0), set_at: now, attempts: 0, last_error: null, ...UNLEASED };
      const [ended] =
        next === undefined
          ? await tx.deleteFrom('jobs').where(isOwn).returning('id').execute()
          : await tx.updateTable('jobs').set(moved).where(isOwn).returning('id').execute();
      if (!ended) await this.#leave(tx, [job], { last_error: null });
    });
  }

  /** Puts the job off. One that was put meanwhile keeps what was put, and still waits for a while. */
  failed(job: JobRow, why: string, waitMs: { next: number; atLeast: number }): Promise<void> {
    const now = this.#ambient.now();
    const atLeast = now + waitMs.atLeast;
    return this.#store.transaction(async (tx) => {
      const [ended] = await tx
        .updateTable('jobs')
        .set({ run_at: now + waitMs.next, set_at: now, attempts: job.attempts + 1, last_error: why, ...UNLEASED })
        .where((row) => row.and(asClaimed(job)))
        .returning('id')
        .execute();
      const run_at = sql<number>`case when run_at < ${atLeast} then ${atLeast} else run_at end`;
      if (!ended) await this.#leave(tx, [job], { run_at, last_error: why });
    });
  }

  /** Prolongs the leases of jobs that run here; returns those that are still its own. */
  async renew(claimed: readonly JobRow[]): Promise<Set<string>> {
    const lease_until = this.#ambient.now() + LEASE_MS;
    const kept = await this.#store.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set({ lease_until })
        .where(
          'id',
          'in',
          claimed.map(({ id }) => id),
        )
        .where('lease_owner', 'in', ownersOf(claimed))
        .returning('id')
        .execute(),
    );
    return new Set(kept.map(({ id }) => id));
  }

  /** Gives leases back for jobs that were not done: they are due as they were. */
  release(claimed: readonly JobRow[]): Promise<void> {
    return this.#store.transaction((tx) => this.#leave(tx, claimed));
  }

  async #leave(
    tx: Transaction<Tables>,
    claimed: readonly JobRow[],
    change: { run_at?: RawBuilder<number>; last_error?: string | null } = {},
  ): Promise<void> {
    await tx
      .updateTable('jobs')
      .set({ ...change, ...UNLEASED })
      .where(
        'id',
        'in',
        claimed.map(({ id }) => id),
      )
      .where('lease_owner', 'in', ownersOf(claimed))
      .execute();
  }

  /**
   * Times that were set by a clock ahead of the one now would keep jobs waiting for as long as it was ahead. Those of the
   * calendar run at once; the others keep the time that was left to wait.
   */
  async followClock(calendar: readonly string[]): Promise<void> {
    const now = this.#ambient.now();
    const isAhead = (row: Rows) => row('set_at', '>', now + CLOCKS_DIFFER_MS);
    const ahead = await this.#store.db.selectFrom('jobs').select('id').where(isAhead).limit(1).execute();
    if (ahead.length === 0) return;
    await this.#store.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set((row) => ({
          run_at: row
            .case()
            .when('kind', 'in', calendar)
            .then(sql<number>`${sql.lit(now)}`)
            .else(sql<number>`run_at - set_at + ${sql.lit(now)}`)
            .end(),
          set_at: now,
        }))
        .where(isAhead)
        .execute(),
    );
  }
}

/** A job that was neither put nor claimed again since. */
function asClaimed({ id, version, lease_owner }: JobRow) {
  return { id, version, lease_owner: lease_owner! };
}

function ownersOf(claimed: readonly JobRow[]): string[] {
  return [...new Set(claimed.map(({ lease_owner }) => lease_owner!))];
}
