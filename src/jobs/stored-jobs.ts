import { type Ambient, MINUTE_MS, SECOND_MS } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import { countJobs, type JobCounts, type JobFilter, type ListedJob, listJobs } from './job-list.ts';
import { JobRows } from './job-rows.ts';
import { type JobObserver, JobRunner } from './job-runner.ts';
import type { JobKind, Jobs } from './jobs.ts';

const POLLED_EVERY_MS = SECOND_MS;
const COUNTED_EVERY_MS = 10 * SECOND_MS;
/** A store that cannot be reached is not told of at every poll. */
const TOLD_EVERY_MS = MINUTE_MS;

/** The jobs of a store, and the loop of this process that runs them. */
export class StoredJobs implements Jobs {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #rows: JobRows;
  #observer: JobObserver = { scrub: (text) => text, onRun() {}, onProblem() {} };
  #runner: JobRunner | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isPut = false;
  #countedAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#ambient = ambient;
    this.#rows = new JobRows(store, ambient, instanceId);
    store.onCommit(() => this.#afterCommit());
  }

  put: Jobs['put'] = async (tx, job) => {
    await this.#rows.put(tx, job);
    if (job.runAt <= this.#ambient.now() + POLLED_EVERY_MS) this.#isPut = true;
  };

  remove: Jobs['remove'] = (tx, kind, key) => this.#rows.remove(tx, kind, key);

  observe(observer: JobObserver): void {
    this.#observer = observer;
  }

  /** Ordered by when they are due. */
  list(filter: JobFilter): Promise<ListedJob[]> {
    return listJobs(this.#store, this.#ambient.now(), filter);
  }

  counts(): Promise<JobCounts[]> {
    return countJobs(this.#store, this.#ambient.now());
  }

  /** Runs what is due now until nothing is left that this process could run; returns how many ran. For tests and commands. */
  runDue(kinds: readonly JobKind[]): Promise<number> {
    return new JobRunner(this.#rows, this.#ambient, kinds, this.#observer).drain();
  }

  /** Runs due jobs from now on, beside other processes that do the same. */
  start(kinds: readonly JobKind[]): void {
    this.#runner = new JobRunner(this.#rows, this.#ambient, kinds, this.#observer);
    this.#look(this.#runner);
  }

  /** Counts the jobs for the observer, as happens every ten seconds. */
  async tellCounts(): Promise<void> {
    this.#countedAt = this.#ambient.elapsedMs();
    this.#observer.onCounts?.(await this.counts());
  }

  /** Prolongs the leases of what runs here now, as happens every twenty seconds. */
  async renew(): Promise<void> {
    await this.#runner?.renew();
  }

  async close(graceMs = 5 * SECOND_MS): Promise<void> {
    clearTimeout(this.#poll);
    const runner = this.#runner;
    this.#runner = undefined;
    await runner?.close(graceMs);
  }

  /** A little more or less than every second, so that processes that started together do not ask together. */
  #look(runner: JobRunner): void {
    const chance = this.#ambient.randomBytes(1)[0]! / 0xff;
    const again = () => {
      if (this.#runner !== runner) return;
      this.#poll = setTimeout(() => this.#look(runner), POLLED_EVERY_MS * (0.8 + 0.4 * chance)).unref();
    };
    this.#work(runner)
      .catch((error) => this.#tellProblem(error))
      .then(again);
  }

  async #work(runner: JobRunner): Promise<void> {
    await runner.fill();
    if (this.#ambient.elapsedMs() - this.#countedAt >= COUNTED_EVERY_MS) await this.tellCounts();
  }

  #tellProblem(error: unknown): void {
    const now = this.#ambient.elapsedMs();
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    this.#observer.onProblem(error);
  }

  #afterCommit(): void {
    if (!this.#isPut) return;
    this.#isPut = false;
    this.#runner?.wake().catch((error) => this.#tellProblem(error));
  }
}
