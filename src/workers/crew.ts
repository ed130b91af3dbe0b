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
  /** Another worker for each there is, one after the other: the old one goes when the new one answers. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** A worker that lived this long was not broken from the start. */
const SOUND_AFTER_MS = 30_000;
const BACKOFF_MS = 100;
const BACKOFF_MAX_MS = 10_000;
/** A worker that does not tell its metrics in time is left out. */
const METRICS_PATIENCE_MS = 1_000;

/**
 * The workers of one machine, behind one port. Who dies is replaced, later and later while it keeps dying. Fails when a
 * worker cannot start at all; afterwards it never gives up.
 */
export async function startCrew({ count, begin, log }: CrewOptions): Promise<Crew> {
  const members = new Set<Worker>();
  /** Nobody is surprised by their end. */
  const leaving = new Set<Worker>();
  let stopping = false;
  const collect = metricsOf(members);

  function hire(): Promise<string> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let isReady = false;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'listening') tell(worker, begin);
        else if (message.kind === 'ready') {
          isReady = true;
          members.add(worker);
          resolve(message.url);
        } else collect(worker, message);
      });
      worker.once('exit', (code, signal) => {
        members.delete(worker);
        if (!isReady) return reject(new Error(`a worker ended while starting (${signal ?? code})`));
        if (leaving.delete(worker) || stopping) return;
        log.write('error', 'worker_died', {
          detail: String(signal ?? code),
          duration_ms: performance.now() - startedAt,
        });
        void replace(performance.now() - startedAt > SOUND_AFTER_MS ? 0 : 1);
      });
    });
  }

  async function replace(deaths: number): Promise<void> {
    for (let tries = deaths; !stopping; tries++) {
      if (tries > 0) await sleep(Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS), undefined, { ref: false });
      if (stopping) return;
      try {
        await hire();
        return;
      } catch (error) {
        log.write('error', 'worker_not_started', { detail: String(error) });
      }
    }
  }

  async function end(): Promise<void> {
    stopping = true;
    const gone = Object.values(cluster.workers ?? {}).map(
      (worker) => new Promise((resolve) => worker?.once('exit', resolve) ?? resolve(undefined)),
    );
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    await Promise.all(gone);
  }

  const [url = ''] = await Promise.all(Array.from({ length: count }, hire)).catch(async (error) => {
    await end();
    throw error;
  });
  let renewing = Promise.resolve();
  return {
    url,
    renew() {
      renewing = renewing.then(async () => {
        for (const old of [...members]) {
          if (stopping) return;
          try {
            await hire();
          } catch (error) {
            // What runs is better than nothing.
            log.write('error', 'renewal_given_up', { detail: String(error) });
            return;
          }
          leaving.add(old);
          tell(old, { kind: 'retire' });
        }
        log.write('info', 'workers_renewed', { count: members.size });
      });
      return renewing;
    },
    stop: end,
  };
}

/** One scrape shows all workers, whichever of them it met. */
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

/** One that is just going need not hear it. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
