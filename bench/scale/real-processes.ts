import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { startRedis } from '../../test/redis/redis-server.ts';
import { processorMs } from '../processes.ts';

/** What so many processes and their Redis did together. */
export interface Measured {
  processes: number;
  takesPerSecond: number;
  /** Of a processor, for one take. */
  processUs: number;
  redisUs: number;
  /** How many processors they had between them, on a machine that others use as well. */
  cores: number;
}

const FLOOD = join(import.meta.dirname, '../../test/redis/flood.ts');
/** In flight at once in each process, as `flood.ts` has it. */
export const CALLERS_PER_PROCESS = 20;

/** Real processes that take from one limit by one key, as fast as they can. */
async function measureFlood(processes: number, seconds: number): Promise<Measured> {
  const redis = await startRedis();
  const children = await Promise.all(Array.from({ length: processes }, () => flooding(redis.url, seconds)));
  const used = () => children.map((child) => processorMs(child.pid!));
  const redisPid = redis.pid();
  const [before, redisBefore, startedAt] = [used(), processorMs(redisPid), performance.now()];
  const done = children.map(
    (child) =>
      new Promise<number>((resolve) =>
        child.once('message', (said) => resolve((said as { admitted: number }).admitted)),
      ),
  );
  let at: { process: number; redis: number; wallMs: number } | undefined;
  const look = () => {
    const process = used().reduce((sum, ms, index) => sum + ms - before[index]!, 0);
    at = { process, redis: processorMs(redisPid) - redisBefore, wallMs: performance.now() - startedAt };
  };
  for (const child of children) child.send('go');
  // Read while all of them still run: an ended process has no processor time.
  setTimeout(look, seconds * 1000 - 50);
  const takes = (await Promise.all(done)).reduce((sum, one) => sum + one, 0);
  await redis.kill();
  const { process = 0, redis: redisMs = 0, wallMs = 1 } = at ?? {};
  return {
    processes,
    takesPerSecond: takes / seconds,
    processUs: (process * 1000) / takes,
    redisUs: (redisMs * 1000) / takes,
    cores: (process + redisMs) / wallMs,
  };
}

function flooding(url: string, seconds: number): Promise<ChildProcess> {
  const child = fork(FLOOD, [url, '1000000000', '300', String(seconds * 1000)]);
  return new Promise((resolve) => child.once('message', () => resolve(child)));
}

/**
 * One, two and three processes, each the least disturbed of some rounds: what others do on the machine makes a take dearer (fewer
 * replies are read at a time), never cheaper.
 */
export async function measureInRounds(rounds: number, seconds: number): Promise<Measured[]> {
  const seen: Measured[] = [];
  for (let round = 0; round < rounds; round++)
    for (const processes of [1, 2, 3]) seen.push(await measureFlood(processes, seconds));
  const perProcessor = ({ takesPerSecond, cores }: Measured) => takesPerSecond / cores;
  return [1, 2, 3].map((count) =>
    seen
      .filter(({ processes }) => processes === count)
      .reduce((best, one) => (perProcessor(one) > perProcessor(best) ? one : best)),
  );
}
