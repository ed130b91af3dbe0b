import { expect, test } from 'vitest';
import { openPostgresStore } from './postgres-store.ts';

test('a database that does not answer is told as away, and its password is not told', async () => {
  const opened = openPostgresStore({ url: 'postgres://adhelm:secret-word@127.0.0.1:1/adhelm', connectionsMax: 1 });
  const failure = await opened.catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'upstream_unavailable',
    retryable: true,
    details: {
      message: expect.stringMatching(/^The database of ADHELM_DATABASE_URL cannot be reached( \(|\.)/),
      nextStep: 'Check that it runs, and its address, user and password. Nothing was changed.',
    },
  });
  expect(String((failure as Error).message)).not.toContain('secret-word');
});
