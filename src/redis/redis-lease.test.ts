import { expect, it } from 'vitest';
import type { Link } from './link.ts';
import { redisLease } from './redis-lease.ts';

/** A server that answers as told, and keeps under which names it was asked. */
function lease(answer: () => Promise<number>, leaseMs = 120) {
  const asked: string[] = [];
  const link = {
    up: true,
    run: async (_: unknown, [key]: readonly string[], [token]: readonly string[]) => {
      asked.push(`${key} ${token}`);
      return answer();
    },
  } as unknown as Link;
  return { exclusively: redisLease(link, 'p', leaseMs), asked };
}

it('a lease that is never given back is not waited for longer than it lasts', async () => {
  const { exclusively } = lease(async () => 0);
  const startedAt = performance.now();
  expect(await exclusively('x', async () => 'done')).toBe('done');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119);
});

it('without the server the work is done at once, and each turn has a token of its own', async () => {
  const away = lease(() => Promise.reject(new Error('away')), 60_000);
  const startedAt = performance.now();
  expect(await away.exclusively('x', async () => 'alone')).toBe('alone');
  expect(performance.now() - startedAt).toBeLessThan(50_000);
  const { exclusively, asked } = lease(async () => 1);
  await exclusively('x', async () => {});
  await exclusively('x', async () => {});
  expect(new Set(asked).size).toBe(2);
  expect(asked).toHaveLength(4);
});
