import { expect, test } from 'vitest';
import { ThreadPool } from './thread-pool.ts';

const READING = { kind: 'describe', folder: '/nowhere', id: 'sheet_1' } as const;

test('more spreadsheets than a service reads at once are refused, and may come again', async () => {
  const pool = new ThreadPool();
  const leaving = new AbortController();
  const read = () => pool.run(READING, { share: 'ws_1', signal: leaving.signal }).next();
  const first = Array.from({ length: 256 }, () => read().catch((error: unknown) => error));
  await expect(read()).rejects.toMatchObject({
    code: 'rate_limited',
    retryable: true,
    details: { message: 'The service is at its limit of 256 spreadsheets being read.', retryAfterS: 1 },
  });
  leaving.abort(new Error('gone'));
  await Promise.all(first);
  // Those that have left make room.
  await expect(pool.run(READING, { share: 'ws_1' }).next()).rejects.not.toMatchObject({ code: 'rate_limited' });
});
