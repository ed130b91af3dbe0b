import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

async function holder(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a port that another program holds is passed over for the same place in the next free block', async () => {
  const port = await holder(0);
  await holder(port + 10).catch(() => undefined);
  const app = Fastify();
  onTestFinished(() => app.close());
  const origin = await listen(app, '127.0.0.1', port);
  const taken = Number(new URL(origin).port);
  expect((taken - port) % 10).toBe(0);
  expect(taken).toBeGreaterThan(port + 10);
  expect((await fetch(origin)).status).toBe(404);
});

test('what is wrong with the address itself is not tried again', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  await expect(listen(app, '203.0.113.9', 1234)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
