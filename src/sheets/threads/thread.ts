import { parentPort } from 'node:worker_threads';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import { type Job, startJob } from './jobs.ts';

/** Asks for the next step of a job, the first of which brings the job itself; or ends it. */
export interface Ask {
  id: number;
  job?: Job | undefined;
  end?: true;
}

export type Answer =
  | { id: number; done: boolean; value: unknown }
  | { id: number; failure: Failure['details'] }
  /** The system's error code goes along: it would be lost with the error itself. */
  | { id: number; fault: string; system: Pick<NodeJS.ErrnoException, 'code' | 'path'> };

const running = new Map<number, { steps: AsyncGenerator<unknown, unknown>; end: AbortController }>();

parentPort?.on('message', ({ id, job, end }: Ask) => {
  if (end) stop(id);
  else void step(id, job).then((answer) => parentPort?.postMessage(answer));
});

async function step(id: number, job: Job | undefined): Promise<Answer> {
  try {
    if (job) begin(id, job);
    const { done = false, value } = (await running.get(id)?.steps.next()) ?? { done: true, value: undefined };
    if (done) running.delete(id);
    return { id, done, value };
  } catch (error) {
    running.delete(id);
    if (!(error instanceof Failure)) return { id, ...faultOf(error) };
    const { cause: _, ...failure } = error.details;
    return { id, failure };
  }
}

function faultOf(error: unknown) {
  const { code, path, stack = String(error) } = error as NodeJS.ErrnoException;
  return { fault: stack, system: { ...(code && { code }), ...(path && { path }) } };
}

function begin(id: number, job: Job): void {
  const end = new AbortController();
  running.set(id, { steps: startJob(job, new Turns(end.signal), end.signal), end });
}

function stop(id: number): void {
  const stopped = running.get(id);
  running.delete(id);
  stopped?.end.abort();
  stopped?.steps.return(undefined).catch(() => {});
}
