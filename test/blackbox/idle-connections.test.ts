import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const MOST = 20;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], settings: { ADHELM_CONNECTIONS_MAX: String(MOST) } });
});
afterAll(() => service?.close());

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

async function opened(): Promise<Socket> {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1').setMaxListeners(0);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The first line of the reply, or nothing when the connection is closed instead. */
async function health(socket: Socket): Promise<string | undefined> {
  if (socket.destroyed) return undefined;
  socket.write(HEALTH);
  const [data] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
  return Buffer.isBuffer(data) ? data.toString().split('\r\n')[0] : undefined;
}

test('connections that ask for nothing make room for others, the longest idle first, and no client is refused', async () => {
  const used = await opened();
  const idle: Socket[] = [];
  for (let index = 0; index < 3 * MOST; index++) {
    idle.push(await opened());
    expect(await health(used)).toBe('HTTP/1.1 200 OK');
  }
  await expect.poll(() => idle.filter(({ closed }) => !closed).length).toBe(MOST - 1);
  expect(idle.findIndex(({ closed }) => !closed)).toBe(2 * MOST + 1);
  expect(await health(idle.at(-1)!)).toBe('HTTP/1.1 200 OK');
  for (const socket of [used, ...idle]) socket.destroy();
});
