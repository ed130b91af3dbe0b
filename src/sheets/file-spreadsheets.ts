import { mkdir, rm } from 'node:fs/promises';
import { oneAfterAnother } from '../event-loop/one-after-another.ts';
import { Turns } from '../event-loop/turns.ts';
import { pathIn } from './files/stored-files.ts';
import {
  type ImportProgress,
  isOwnSpreadsheetId,
  type SpreadsheetDescription,
  type Spreadsheets,
} from './spreadsheets.ts';
import { type Job, type Source, startJob } from './threads/jobs.ts';
import { ThreadPool } from './threads/thread-pool.ts';

const threads = new ThreadPool();

/**
 * Spreadsheets as files in the folder of one workspace. They are read and written on threads, of which each `share`
 * gets as much as any other.
 */
export function spreadsheetsIn(folder: string, signal?: AbortSignal, share = folder): Spreadsheets {
  return spreadsheetsBy(folder, (job) => threads.run(job, { share, signal }));
}

/** The same on the thread of the caller, with half the memory: for a command that has nothing else to do. */
export function spreadsheetsHere(folder: string): Spreadsheets {
  const { signal } = new AbortController();
  return spreadsheetsBy(folder, (job) => startJob(job, new Turns(signal), signal));
}

function spreadsheetsBy(folder: string, run: (job: Job) => AsyncGenerator<unknown, unknown>): Spreadsheets {
  const source = { folder };
  return {
    import: (file, { onProgress, ...options }) =>
      oneAfterAnother(pathIn(folder, options.id), async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const steps = run({ kind: 'import', folder, file, options }) as AsyncGenerator<
          ImportProgress,
          SpreadsheetDescription
        >;
        for (;;) {
          const { done, value } = await steps.next();
          if (done) return value;
          onProgress?.(value);
        }
      }),
    list: (options) => result(run({ kind: 'list', folder, ...options })),
    describe: (id) => result(run({ kind: 'describe', folder, id })),
    page: (request) => result(run({ kind: 'page', source, request })),
    csv: (request) => started(run({ kind: 'csv', source, request })),
    async remove(id) {
      if (!isOwnSpreadsheetId(id)) return false;
      return rm(pathIn(folder, id)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
    },
  };
}

/** A smaller reply is read in a few milliseconds, which is not worth a thread. */
const SMALL_BYTES_MAX = 131_072;

/** The same for a platform's reply to a read, which may be as long. `share` is the workspace. */
export function readReply(body: Uint8Array, share: string, signal: AbortSignal): Pick<Spreadsheets, 'page' | 'csv'> {
  const source: Source = { body };
  const run = (job: Job) =>
    body.length > SMALL_BYTES_MAX ? threads.run(job, { share, signal }) : startJob(job, new Turns(signal), signal);
  return {
    page: (request) => result(run({ kind: 'page', source, request })),
    csv: (request) => started(run({ kind: 'csv', source, request })),
  };
}

async function result<T>(steps: AsyncGenerator<unknown, unknown>): Promise<T> {
  return (await steps.next()).value as T;
}

/** Resolves when the first piece is there, or rejects with the reason why there is none. */
async function started(steps: AsyncGenerator<unknown, unknown>): Promise<AsyncIterable<string>> {
  const first = await steps.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value as string;
      if (!first.done) yield* steps as AsyncGenerator<string>;
    } finally {
      await steps.return(undefined);
    }
  })();
}
