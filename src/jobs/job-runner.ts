import { type Ambient, MINUTE_MS, SECOND_MS } from '../ambient.ts';
import type { JobRow } from '../store/job-tables.ts';
import { FairTurns } from './fair-turns.ts';
import { failureText, waitAfter } from './job-failure.ts';
import type { JobCounts } from './job-list.ts';
import { type Candidate, type JobRows, LEASE_MS } from './job-rows.ts';
import type { JobKind } from './jobs.ts';

/** At a time, in one process. */
const SLOTS = 12;
/** Of one kind: slow ones leave room for the others. */
const SLOTS_OF_A_KIND = 6;
/** Which jobs are due is read again after so many of them, and after so long: others may have become due. */
const PLANNED_MAX = 4 * SLOTS;
const LOOKED_AT_MS = SECOND_MS;
/** A run that takes longer is aborted and loses its lease. */
const RUN_MAX_MS = 10 * MINUTE_MS;
const RENEWED_EVERY_MS = LEASE_MS / 3;
/** When the service stops, most runs are over after that; those that are not are asked to end. */
const ASKED_AFTER_MS = SECOND_MS;
/** Claims in a row that got nothing, because other processes were faster. */
const VAIN_CLAIMS_MAX = 3;

export interface JobEvent {
  kind: string;
  outcome: 'done' | 'failed' | 'released' | 'lost';
  workspaceId: string | undefined;
  durationMs: number;
  /** How long it had been due when it began. */
  lateMs: number;
  attempts: number;
  error?: string;
}

/** What is told of runs, and what takes secrets out of errors before they are kept. */
export interface JobObserver {
  scrub(text: string): string;
  onRun(event: JobEvent): void;
  onCounts?(counts: readonly JobCounts[]): void;
  /** The store could not be asked. */
  onProblem(error: unknown): void;
}

interface Run {
  row: JobRow;
  began: number;
  lateMs: number;
  abort: AbortController;
  ended: Promise<void>;
}

/** Runs the due jobs of some kinds in this process. */
export class JobRunner {
  readonly #rows: JobRows;
  readonly #ambient: Ambient;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #observer: JobObserver;
  readonly #turns = new FairTurns();
  readonly #running = new Map<string, Run>();
  #planned: Candidate[] = [];
  #plannedAt = Number.NEGATIVE_INFINITY;
  #clockAhead = Number.POSITIVE_INFINITY;
  #filling: Promise<void> | undefined;
  #again = false;
  #isClosing = false;
  #begun = 0;
  #renewing: NodeJS.Timeout | undefined;

  constructor(rows: JobRows, ambient: Ambient, kinds: readonly JobKind[], observer: JobObserver) {
    this.#rows = rows;
    this.#ambient = ambient;
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    this.#observer = observer;
  }

  /** Begins due jobs as long as there is room for them. */
  fill(): Promise<void> {
    this.#again = true;
    this.#filling ??= this.#fillAll();
    return this.#filling;
  }

  /** A job was put: read again which are due. */
  wake(): Promise<void> {
    this.#plannedAt = Number.NEGATIVE_INFINITY;
    return this.fill();
  }

  /** Resolves when no job is due any more that this process could run; returns how many ran. */
  async drain(): Promise<number> {
    for (await this.wake(); this.#running.size > 0; await this.wake())
      while (this.#running.size > 0) {
        await Promise.race([...this.#running.values()].map(({ ended }) => ended));
        await this.fill();
      }
    return this.#begun;
  }

  /** Lets running jobs end, asks them to after a moment, and gives back the leases of those that do not end in time. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    await this.#filling?.catch(() => {});
    await this.#allEnded(Math.min(graceMs, ASKED_AFTER_MS));
    for (const { abort } of this.#running.values()) abort.abort(new Error('The service stops.'));
    await this.#allEnded(Math.max(graceMs, ASKED_AFTER_MS) - ASKED_AFTER_MS + SECOND_MS);
    clearInterval(this.#renewing);
    const left = [...this.#running.values()].map(({ row }) => row);
    this.#running.clear();
    if (left.length > 0) await this.#rows.release(left).catch((error) => this.#observer.onProblem(error));
  }

  async #allEnded(withinMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    const timeUp = Promise.withResolvers<void>();
    const timer = setTimeout(timeUp.resolve, withinMs);
    await Promise.race([timeUp.promise, Promise.all([...this.#running.values()].map(({ ended }) => ended))]);
    clearTimeout(timer);
  }

  /** Nothing may be awaited between the last look at `#again` and the end: a call of `fill` there would be lost. */
  async #fillAll(): Promise<void> {
    try {
      await this.#followClock();
      for (let vain = 0; this.#again && !this.#isClosing; ) {
        this.#again = false;
        const picked = await this.#pick();
        if (picked.length === 0) continue;
        const claimed = await this.#rows.claim(picked.map(({ id }) => id));
        for (const row of claimed) this.#begin(row);
        vain = claimed.length > 0 ? 0 : vain + 1;
        if (vain < VAIN_CLAIMS_MAX) this.#again = true;
      }
    } finally {
      this.#filling = undefined;
    }
  }

  /** How far the clock is ahead of the time that only goes forward changes when the clock is set. */
  async #followClock(): Promise<void> {
    const ahead = this.#ambient.now() - this.#ambient.elapsedMs();
    if (ahead < this.#clockAhead - SECOND_MS)
      await this.#rows.followClock(
        [...this.#kinds.values()].filter(({ calendar }) => calendar).map(({ kind }) => kind),
      );
    this.#clockAhead = ahead;
  }

  /** As many due jobs as there is room for, no two of a lane. */
  async #pick(): Promise<Candidate[]> {
    const room = SLOTS - this.#running.size;
    if (room <= 0) return [];
    const isOld = this.#ambient.elapsedMs() - this.#plannedAt >= LOOKED_AT_MS;
    if (isOld || this.#planned.length === 0) await this.#plan();
    const lanes = new Set([...this.#running.values()].map(({ row }) => row.lane));
    const ofKind = new Map<string, number>();
    for (const { row } of this.#running.values()) ofKind.set(row.kind, (ofKind.get(row.kind) ?? 0) + 1);
    const picked: Candidate[] = [];
    const left: Candidate[] = [];
    for (const candidate of this.#planned) {
      const { id, kind, lane } = candidate;
      const count = ofKind.get(kind) ?? 0;
      const waits = count >= SLOTS_OF_A_KIND || (lane !== null && lanes.has(lane)) || this.#running.has(id);
      if (waits || picked.length >= room) left.push(candidate);
      else {
        picked.push(candidate);
        lanes.add(lane);
        ofKind.set(kind, count + 1);
        this.#turns.took(candidate);
      }
    }
    this.#planned = left;
    return picked;
  }

  async #plan(): Promise<void> {
    this.#plannedAt = this.#ambient.elapsedMs();
    this.#planned = [];
    const kinds = await this.#rows.dueKinds([...this.#kinds.keys()]);
    if (kinds.length === 0) return;
    const found = (await Promise.all(kinds.map((kind) => this.#rows.candidates(kind)))).flat();
    const held = found.some(({ lane }) => lane !== null) ? await this.#rows.heldLanes() : undefined;
    const free = found.filter(({ lane }) => lane === null || !held?.has(lane));
    this.#planned = this.#turns.order(free).slice(0, PLANNED_MAX);
  }

  #begin(row: JobRow): void {
    const abort = new AbortController();
    const began = this.#ambient.elapsedMs();
    const run: Run = { row, began, lateMs: this.#ambient.now() - row.run_at, abort, ended: Promise.resolve() };
    this.#running.set(row.id, run);
    this.#begun += 1;
    this.#renewing ??= setInterval(() => void this.renew(), RENEWED_EVERY_MS).unref();
    run.ended = this.#run(run).finally(() => {
      if (this.#running.get(row.id) === run) this.#running.delete(row.id);
      if (this.#running.size === 0) {
        clearInterval(this.#renewing);
        this.#renewing = undefined;
      }
      if (!this.#isClosing) this.fill().catch((error) => this.#observer.onProblem(error));
    });
  }

  /** Never rejects: when the store cannot be written to, the lease runs out and the job runs again. */
  async #run(run: Run): Promise<void> {
    try {
      await this.#attempt(run);
    } catch (error) {
      this.#tell(run, 'lost');
      this.#observer.onProblem(error);
    }
  }

  async #attempt(run: Run): Promise<void> {
    const { row, abort } = run;
    let next: number | undefined;
    try {
      next = await this.#kinds.get(row.kind)!.run(dueJob(row, abort.signal));
      if (next !== undefined && !Number.isFinite(next))
        throw new Error(`The next run of ${row.kind} is no time: ${next}`);
    } catch (error) {
      if (this.#isClosing && abort.signal.aborted) {
        await this.#rows.release([row]);
        return this.#tell(run, 'released');
      }
      const why = failureText(error, this.#observer.scrub);
      await this.#rows.failed(row, why, {
        next: waitAfter(this.#ambient, row.attempts, error),
        atLeast: waitAfter(this.#ambient, 0, error),
      });
      return this.#tell(run, 'failed', why);
    }
    await this.#rows.done(row, next);
    this.#tell(run, 'done');
  }

  /** Keeps the leases of running jobs; a job whose lease another has, or that was removed, or that hangs, is aborted. */
  async renew(): Promise<void> {
    const runs = [...this.#running.values()];
    if (runs.length === 0) return;
    const now = this.#ambient.elapsedMs();
    const hanging = new Set(runs.filter(({ began }) => now - began > RUN_MAX_MS));
    try {
      const wanted = runs.filter((run) => !hanging.has(run)).map(({ row }) => row);
      const kept = await this.#rows.renew(wanted);
      for (const run of runs) {
        if (kept.has(run.row.id) || this.#running.get(run.row.id) !== run) continue;
        run.abort.abort(
          new Error(hanging.has(run) ? 'The job takes too long.' : 'The job is no longer this process’s.'),
        );
        this.#running.delete(run.row.id);
      }
    } catch (error) {
      this.#observer.onProblem(error);
    }
  }

  #tell({ row, began, lateMs }: Run, outcome: JobEvent['outcome'], error?: string): void {
    this.#observer.onRun({
      kind: row.kind,
      outcome,
      workspaceId: row.workspace_id ?? undefined,
      durationMs: this.#ambient.elapsedMs() - began,
      lateMs,
      attempts: row.attempts,
      ...(error !== undefined && { error }),
    });
  }
}

function dueJob({ id, kind, key, run_at, workspace_id, payload, attempts }: JobRow, signal: AbortSignal) {
  return {
    id,
    kind,
    key,
    runAt: run_at,
    workspaceId: workspace_id ?? undefined,
    payload: JSON.parse(payload),
    attempts,
    signal,
  };
}
