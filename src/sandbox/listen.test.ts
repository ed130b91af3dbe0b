import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from './listen.ts';

test('takes over the port of a predecessor that is still closing', async () => {
  const predecessor = createServer().listen(0, '127.0.0.1');
  await once(predecessor, 'listening');
  const { port } = predecessor.address() as AddressInfo;
  const app = Fastify();
  onTestFinished(() => app.close());
  const attempts = vi.spyOn(app, 'listen');

  const listening = listen(app, '127.0.0.1', port);
  await expect(attempts.mock.results[0]?.value).rejects.toMatchObject({ code: 'EADDRINUSE' });
  predecessor.close();

  expect(await listening).toBe(`http://127.0.0.1:${port}`);
  expect((await fetch(await listening)).status).toBe(404);
});
