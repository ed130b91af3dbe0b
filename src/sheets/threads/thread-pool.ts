import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { Job } from './jobs.ts';
import { Shares } from './shares.ts';
import type { Answer, Ask } from './thread.ts';

/** TypeScript in a clone, JavaScript in the npm package. */
const PROGRAM = join(import.meta.dirname, `thread${extname(import.meta.filename)}`);
const THREADS = 2;
/** Jobs of one workspace at a time; further ones wait, so that forty reads of one workspace do not hold up another's one. */
const STEPS_AT_ONCE = 2;
const JOBS_MAX = 256;
const HEAP_MB_MAX = 512;

export interface RunOptions {
  /** The owner of the job: each owner gets the same share of the threads. */
  share: string;
  signal?: AbortSignal | undefined;
}

/** Threads that read and write spreadsheets, so that the service itself never waits for one. Started when first needed. */
export class ThreadPool {
  #threads: Thread[] = [];
  readonly #shares = new Shares(STEPS_AT_ONCE);
  #lastId = 0;
  #jobs = 0;

  /** A job, step by step: it goes on only while the caller takes its values. */
  async *run(job: Job, { share, signal }: RunOptions): AsyncGenerator<unknown, unknown> {
    if (this.#jobs >= JOBS_MAX) throw busy();
    this.#jobs++;
    const id = ++this.#lastId;
    let thread = undefined as Thread | undefined;
    const step = () => {
      if (thread) return thread.ask({ id }, signal);
      // Chosen when the job begins: a thread that was chosen before the job waited may have ended meanwhile.
      thread = this.#leastBusy();
      thread.jobs++;
      return thread.ask({ id, job }, signal);
    };
    try {
      for (;;) {
        const { done, value } = await this.#shares.within(share, signal, step);
        if (done) return value;
        yield value;
      }
    } catch (error) {
      throw signal?.aborted ? asFailure(signal) : error;
    } finally {
      this.#jobs--;
      if (thread) {
        thread.jobs--;
        thread.end(id);
      }
    }
  }

  #leastBusy(): Thread {
    this.#threads = this.#threads.filter(({ alive }) => alive);
    const idle = this.#threads.find(({ jobs }) => jobs === 0);
    if (!idle && this.#threads.length < THREADS) this.#threads.push(new Thread());
    return idle ?? this.#threads.reduce((least, one) => (one.jobs < least.jobs ? one : least));
  }
}

interface Waiting {
  resolve(step: { done: boolean; value: unknown }): void;
  reject(error: unknown): void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  jobs = 0;
  alive = true;

  constructor() {
    this.#worker = new Worker(PROGRAM, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX } });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', () => this.#die(new Error('the spreadsheet thread ended')));
  }

  async ask(ask: Ask, signal: AbortSignal | undefined): Promise<{ done: boolean; value: unknown }> {
    signal?.throwIfAborted();
    if (!this.alive) throw tooMuch(new Error('the spreadsheet thread ended before this step'));
    const { promise, resolve, reject } = Promise.withResolvers<{ done: boolean; value: unknown }>();
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.set(ask.id, { resolve, reject });
    // While a caller waits, the process must not end.
    this.#worker.ref();
    this.#worker.postMessage(ask);
    try {
      const answer = await promise;
      // To take a large answer over from the thread is a turn's work by itself.
      await new Turns(signal).pause();
      return answer;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(ask.id);
      if (this.#waiting.size === 0) this.#worker.unref();
    }
  }

  end(id: number): void {
    if (this.alive) this.#worker.postMessage({ id, end: true } satisfies Ask);
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('failure' in answer) waiting?.reject(new Failure(answer.failure));
    else if ('fault' in answer) waiting?.reject(Object.assign(new Error(answer.fault), answer.system));
    else waiting?.resolve(answer);
  }

  #die(cause: unknown): void {
    this.alive = false;
    for (const { reject } of this.#waiting.values()) reject(tooMuch(cause));
  }
}

function busy(): Failure {
  return new Failure({
    code: 'rate_limited',
    message: `The service is at its limit of ${JOBS_MAX} spreadsheets being read.`,
    nextStep: 'Try again in a second.',
    retryable: true,
    retryAfterS: 1,
  });
}

function tooMuch(cause: unknown): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: 'The spreadsheet could not be read: it needed more memory than there is for one.',
    nextStep: 'Ask for fewer rows or columns.',
    retryable: true,
    internal: String(cause),
    cause,
  });
}

/** The job ran out of time, or its caller has gone and does not read this error. */
function asFailure({ reason }: AbortSignal): unknown {
  if (!(reason instanceof Error) || reason.name !== 'TimeoutError') return reason;
  return new Failure({
    code: 'upstream_unavailable',
    message: 'Reading the spreadsheet took longer than a call may take.',
    nextStep: 'Ask for fewer rows or columns.',
    retryable: true,
  });
}
