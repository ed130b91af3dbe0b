import { newCluster } from '../src/store/postgres/cluster.testing.ts';
import { redisProgram, startRedis } from '../test/redis/redis-server.ts';
import { callUs, median, pacedCallUs } from './load.ts';
import { type Started, startOurs, startServer, stop } from './processes.ts';

export interface TwoProcesses {
  /** Processor time of a local call in two processes on PostgreSQL and Redis, of that in one; left out where these are not installed. */
  twoProcessesOfOne?: number;
  /** The same of two bare servers, as a control. */
  bareTwoOfOne?: number;
}

const ROUNDS = 7;
/** Each process compiles for itself, so two of them need twice the calls to warm up. */
const WARM_UPS = 3;

/** One and two workers in turn, with one database and one Redis for both; each process gets the same calls a second. */
export async function measureTwoProcesses(data: string, seconds: number): Promise<TwoProcesses> {
  const cluster = newCluster();
  if (!cluster || !redisProgram) return {};
  await cluster.start();
  const redis = await startRedis();
  const running: Started[] = [];
  try {
    const places = {
      ADHELM_DATABASE_URL: await cluster.createDatabase({ empty: true }),
      ADHELM_REDIS_URL: redis.url,
      ADHELM_SANDBOX: 'off',
    };
    const one = await startOurs(data, places);
    running.push(one);
    const two = await startOurs(data, { ...places, ADHELM_WORKERS: '2' });
    const bare = [await startServer('bare.ts'), await startServer('bare.ts')];
    running.push(two, ...bare);
    const key = one.key ?? '';
    for (let turn = 0; turn < WARM_UPS; turn++) {
      await callUs(one, [key], seconds);
      await callUs(two, [key], 2 * seconds);
      for (const server of bare) await callUs(server, [key], 1);
    }
    const us = (servers: readonly Started[], processes: number) => pacedCallUs({ servers, processes, key, seconds });
    const ratios: Required<TwoProcesses>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await us([one], 1);
      const theirs = await us(bare.slice(0, 1), 1);
      ratios.push({ twoProcessesOfOne: (await us([two], 2)) / ours, bareTwoOfOne: (await us(bare, 2)) / theirs });
    }
    return {
      twoProcessesOfOne: median(ratios.map((one) => one.twoProcessesOfOne)),
      bareTwoOfOne: median(ratios.map((one) => one.bareTwoOfOne)),
    };
  } finally {
    await Promise.all(running.map(stop));
    await redis.kill();
    cluster.discard();
  }
}
