import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { ThreadPool } from './thread-pool.ts';

afterEach(() => vi.restoreAllMocks());

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

/** The threads that are asked from now on. */
function askedThreads(): () => Worker[] {
  const asked = vi.spyOn(Worker.prototype, 'postMessage');
  return () => [...new Set(asked.mock.contexts as Worker[])];
}

test('a job whose thread has ended between two of its steps is told so', async () => {
  const threads = askedThreads();
  const values = Array.from({ length: 20_000 }, (_, row) => [`text ${row}`]);
  const body = Buffer.from(JSON.stringify({ range: 'S!A1:A20000', values }));
  const request = { spreadsheetId: 's1', range: 'S!A:A', guardFormulas: false } as never;
  const steps = new ThreadPool().run({ kind: 'csv', source: { body }, request }, { share: 'ws_1' });
  expect((await steps.next()).done).toBe(false);
  for (const thread of threads()) await thread.terminate();
  await expect(steps.next()).rejects.toMatchObject({ code: 'upstream_unavailable', retryable: true });
});

test('a job that had to wait is begun on a thread that is alive', async () => {
  const threads = askedThreads();
  const pool = new ThreadPool();
  const read = () => pool.run(READING, { share: 'ws_1' }).next();
  const [first, second, waiting] = [read(), read(), read()].map((reading) => reading.catch(({ code }) => code));
  for (const thread of threads()) void thread.terminate();
  expect(await Promise.all([first, second])).toEqual(['upstream_unavailable', 'upstream_unavailable']);
  expect(await waiting).toBe('not_found');
});
