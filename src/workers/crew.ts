import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { collectMetrics } from './collect-metrics.ts';
import { type FromWorker, type ToWorker, tell } from './messages.ts';

export interface CrewOptions {
  count: number;
  begin: Extract<ToWorker, { kind: 'begin' }>;
  log: Log;
}

/** A worker that lived this long was not broken from the start. */
const SOUND_AFTER_MS = 30_000;
/** A worker that is not ready by then hangs, and is killed. */
const START_PATIENCE_MS = 120_000;
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 10_000;

/**
 * The worker processes of one machine, behind one port. A worker that dies or cannot start is replaced, with growing pauses,
 * for as long as the service runs; only the first start fails when a worker cannot start.
 */
export class Crew {
  readonly #options: CrewOptions;
  /** The workers that serve. */
  readonly #members = new Set<Worker>();
  /** Workers that were told to retire: their end is expected. */
  readonly #leaving = new Set<Worker>();
  readonly #stopping = new AbortController();
  readonly #collect: (worker: Worker, message: FromWorker) => void;
  #renewing = Promise.resolve();
  url = '';

  private constructor(options: CrewOptions) {
    this.#options = options;
    this.#collect = collectMetrics(this.#members);
  }

  static async start(options: CrewOptions): Promise<Crew> {
    const crew = new Crew(options);
    try {
      [crew.url = ''] = await Promise.all(Array.from({ length: options.count }, () => crew.#hire()));
      return crew;
    } catch (error) {
      await crew.stop();
      throw error;
    }
  }

  /** Starts a new worker for each there is, one after the other; the old one retires when the new one serves. */
  renew(): Promise<void> {
    this.#renewing = this.#renewing.then(() => this.#renewAll());
    return this.#renewing;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // A dead worker stays listed until its channel is closed, and tells of its end no second time.
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isDead() ? [] : (worker ?? [])));
    const gone = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(gone);
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Resolves with the worker's address when it serves; rejects when it ends before. */
  #hire(): Promise<string> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    const tooLong = setTimeout(() => worker.process.kill('SIGKILL'), START_PATIENCE_MS);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'listening') tell(worker, this.#options.begin);
        else if (message.kind === 'ready') {
          clearTimeout(tooLong);
          this.#members.add(worker);
          this.#tellServing();
          resolve(message.url);
        } else this.#collect(worker, message);
      });
      worker.once('exit', (code, signal) => {
        clearTimeout(tooLong);
        const detail = String(signal ?? code);
        if (this.#members.delete(worker)) this.#died(worker, detail, performance.now() - startedAt);
        else reject(new Error(`a worker ended while starting (${detail})`));
      });
    });
  }

  #died(worker: Worker, detail: string, lifeMs: number): void {
    this.#tellServing();
    if (this.#leaving.delete(worker) || this.#isStopping) return;
    this.#options.log.write('error', 'worker_died', { detail, duration_ms: lifeMs });
    void this.#replace(lifeMs > SOUND_AFTER_MS ? 0 : 1);
  }

  async #replace(deaths: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let tries = deaths; !this.#isStopping; tries++) {
      if (tries > 0)
        await sleep(Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS), undefined, { signal }).catch(() => {});
      if (this.#isStopping) return;
      try {
        await this.#hire();
        return;
      } catch (error) {
        this.#options.log.write('error', 'worker_not_started', { detail: String(error) });
      }
    }
  }

  async #renewAll(): Promise<void> {
    const { log } = this.#options;
    for (const old of [...this.#members]) {
      if (this.#isStopping) return;
      try {
        await this.#hire();
      } catch (error) {
        log.write('error', 'renewal_given_up', { detail: String(error) });
        return;
      }
      this.#leaving.add(old);
      tell(old, { kind: 'retire' });
    }
    log.write('info', 'workers_renewed', { count: this.#members.size });
  }

  /** Any worker may be asked for its readiness, which names how many serve. */
  #tellServing(): void {
    const serving = this.#members.size;
    for (const worker of this.#members) tell(worker, { kind: 'serving', serving });
  }
}
