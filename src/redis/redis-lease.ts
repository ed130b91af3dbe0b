import { setTimeout as sleep } from 'node:timers/promises';
import { type Link, script } from './link.ts';

const ACQUIRE = script(`return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`);
const RELEASE = script(`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`);

const LOOK_EVERY_MS = 50;

/** Runs work under a name in one process at a time. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * The second caller waits until the first is done, then does its own work and finds the first one's result. The lease
 * of a process that dies expires. While the server is away, no call waits.
 */
export function redisLease(link: Link, holder: string, leaseMs: number): Exclusively {
  let turns = 0;
  return async (name, work) => {
    const key = `adhelm:lease:${name}`;
    const token = `${holder} ${turns++}`;
    const acquired = () => link.run(ACQUIRE, [key], [token, leaseMs]).then(Number, () => 1);
    const patientUntil = performance.now() + leaseMs;
    while ((await acquired()) !== 1 && performance.now() < patientUntil) await sleep(LOOK_EVERY_MS);
    try {
      return await work();
    } finally {
      void link.run(RELEASE, [key], [token]).catch(() => {});
    }
  };
}
