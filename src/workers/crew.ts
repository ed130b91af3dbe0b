import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { mergedMetrics } from '../observe/metrics.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface CrewOptions {
  count: number;
  begin: Extract<ToWorker, { kind: 'begin' }>;
  log: Log;
}

export interface Crew {
  readonly url: string;
  /** Replaces every worker, one after the other: the old one goes when the new one serves. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** A worker that lived longer was not broken from the start, so its successor starts at once. */
const SOUND_AFTER_MS = 30_000;
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 10_000;
/** A worker that does not send its metrics in time is left out. */
const METRICS_PATIENCE_MS = 1_000;

/** Starts the workers of one machine, behind one port. Fails when a worker cannot start at all. */
export async function startCrew({ count, begin, log }: CrewOptions): Promise<Crew> {
  const workers = new Workers(begin, log);
  const url = await workers.start(count);
  let renewing = Promise.resolve();
  return {
    url,
    renew() {
      renewing = renewing.then(() => workers.renew());
      return renewing;
    },
    stop: () => workers.stop(),
  };
}

/** A worker that dies is replaced, with growing pauses while its successors die too; the crew never gives up. */
class Workers {
  readonly #begin: CrewOptions['begin'];
  readonly #log: Log;
  readonly #serving = new Set<Worker>();
  /** Told to go, so their exit needs no replacement. */
  readonly #leaving = new Set<Worker>();
  readonly #collect = metricsOf(this.#serving);
  #isStopping = false;

  constructor(begin: CrewOptions['begin'], log: Log) {
    this.#begin = begin;
    this.#log = log;
  }

  async start(count: number): Promise<string> {
    try {
      const [url = ''] = await Promise.all(Array.from({ length: count }, () => this.#hire()));
      return url;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async renew(): Promise<void> {
    for (const old of [...this.#serving]) {
      if (this.#isStopping) return;
      try {
        await this.#hire();
      } catch (error) {
        // The old workers go on serving.
        this.#log.write('error', 'renewal_given_up', { detail: String(error) });
        return;
      }
      this.#leaving.add(old);
      tell(old, { kind: 'retire' });
    }
    this.#log.write('info', 'workers_renewed', { count: this.#serving.size });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const gone = Object.values(cluster.workers ?? {}).map(
      (worker) => new Promise((resolve) => worker?.once('exit', resolve) ?? resolve(undefined)),
    );
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    await Promise.all(gone);
  }

  /** The address of a new worker, once it serves. */
  #hire(): Promise<string> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let isReady = false;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'listening') tell(worker, this.#begin);
        else if (message.kind === 'ready') {
          isReady = true;
          this.#serving.add(worker);
          resolve(message.url);
        } else this.#collect(worker, message);
      });
      worker.once('exit', (code, signal) => {
        this.#serving.delete(worker);
        if (!isReady) return reject(new Error(`a worker ended while starting (${signal ?? code})`));
        if (this.#leaving.delete(worker) || this.#isStopping) return;
        const lifeMs = performance.now() - startedAt;
        this.#log.write('error', 'worker_died', { detail: String(signal ?? code), duration_ms: lifeMs });
        void this.#replace(lifeMs > SOUND_AFTER_MS ? 0 : 1);
      });
    });
  }

  async #replace(deaths: number): Promise<void> {
    for (let tries = deaths; !this.#isStopping; tries++) {
      if (tries > 0) await sleep(Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS), undefined, { ref: false });
      if (this.#isStopping) return;
      try {
        await this.#hire();
        return;
      } catch (error) {
        this.#log.write('error', 'worker_not_started', { detail: String(error) });
      }
    }
  }
}

/** Answers a worker that was scraped with the metrics of all workers. */
function metricsOf(members: ReadonlySet<Worker>): (worker: Worker, message: FromWorker) => void {
  const questions = new Map<number, { texts: string[]; wanted: number; answer(): void }>();
  let asked = 0;
  return (worker, message) => {
    if (message.kind === 'counts') {
      const question = questions.get(message.question);
      question?.texts.push(message.text);
      if (question && question.texts.length === question.wanted) question.answer();
    }
    if (message.kind !== 'ask') return;
    const number = asked++;
    const texts: string[] = [];
    const answer = () => {
      clearTimeout(timer);
      if (questions.delete(number))
        tell(worker, { kind: 'counted', question: message.question, text: mergedMetrics(texts) });
    };
    const timer = setTimeout(answer, METRICS_PATIENCE_MS);
    questions.set(number, { texts, wanted: members.size, answer });
    for (const one of members) tell(one, { kind: 'count', question: number });
  };
}

/** A worker that is ending is not told. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
