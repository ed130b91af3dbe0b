import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Pool } from 'pg';
import { asStoreError } from './errors.ts';

/** Advisory locks are numbers that a whole database shares: the first of the two says that they are ours. */
const OURS = 0x4144484c;
const ASKED_EVERY_MS = 50;

export function lockKey(name: string): [number, number] {
  return [OURS, crc32(name) | 0];
}

/**
 * Work that one process at a time does. A session holds the lock, so it ends with the process. False when another
 * process had it.
 */
export async function alone(pool: Pool, name: string, work: () => Promise<unknown>, waitMs: number): Promise<boolean> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asStoreError(error);
  });
  let discard = true;
  try {
    for (let waitedMs = 0; ; waitedMs += ASKED_EVERY_MS) {
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', lockKey(name));
      if (rows[0].mine) break;
      if (waitedMs >= waitMs) {
        discard = false;
        return false;
      }
      await setTimeout(ASKED_EVERY_MS);
    }
    await work();
    await client.query('select pg_advisory_unlock($1, $2)', lockKey(name));
    discard = false;
    return true;
  } finally {
    // Closing the connection gives the lock back too.
    client.release(discard);
  }
}
