import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Emulator, World } from './emulator.ts';
import { type Sandbox, startSandbox } from './program.ts';
import notes from './test-platforms/notes/emulator.ts';

let receiver: Server;
let received: { method: string; url: string; body: string; sign: unknown }[];
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
let world: World;
let happens: ((world: World) => void) | undefined;
let sandbox: Sandbox;

const pusher: Emulator = {
  ...notes,
  mount(app, given) {
    world = given;
    notes.mount(app, given);
  },
  timePassed: (given) => happens?.(given),
};
const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const control = async (path: string, body?: unknown) => {
  const reply = await fetch(sandbox.controlOrigin + path, {
    ...(body !== undefined && {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return (await reply.json()) as { requests: Record<string, unknown>[] };
};

beforeEach(async () => {
  received = [];
  answer = (_request, reply) => reply.end('taken');
  happens = undefined;
  receiver = createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push({ method: request.method!, url: request.url!, body, sign: request.headers['x-signature'] });
    answer(request, reply);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox({ file: ':memory:', port: 0, emulators: [pusher] });
});
afterEach(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test('what time brings is pushed after the clock was moved, and is shown among the requests', async () => {
  happens = (given) =>
    void given.push({ url: `${address()}/hook?token=t`, headers: { 'x-signature': 'abc' }, body: '{"new":"ü"}' });
  await control('/clock', { advanceMs: 3_600_000 });
  expect(received).toEqual([{ method: 'POST', url: '/hook?token=t', body: '{"new":"ü"}', sign: 'abc' }]);
  const { requests } = await control('/requests?platform=notes&bodies=1');
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/hook',
      pushed_to: address(),
      status: 200,
      query: 'token=…',
      request_body: '{"new":"ü"}',
      response_body: 'taken',
    },
  ]);
});

test('is sent again until it is taken, at most three times', async () => {
  answer = (_request, reply) => reply.writeHead(received.length < 2 ? 503 : 200).end();
  expect((await world.push({ url: address(), body: 'a' })).status).toBe(200);
  expect(received).toHaveLength(2);
  answer = (_request, reply) => reply.writeHead(500).end();
  expect((await world.push({ url: address(), body: 'b' })).status).toBe(500);
  expect(received.filter(({ body }) => body === 'b')).toHaveLength(3);
});

test('follows no redirect', async () => {
  answer = (_request, reply) => reply.writeHead(302, { location: `${address()}/elsewhere` }).end();
  expect((await world.push({ url: address(), method: 'GET', triesMax: 1 })).status).toBe(302);
  expect(received.map(({ url }) => url)).toEqual(['/']);
});

test.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'http://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'file:///etc/hosts',
  'nothing',
])('is not sent to %s', async (url) => {
  expect(await world.push({ url, body: 'a' })).toEqual({ status: null, body: '' });
  const { requests } = await control('/requests');
  expect(requests).toMatchObject([{ status: null, fault: 'not_loopback' }]);
});

test('gives up on a receiver that is away or cuts the connection', async () => {
  answer = (request) => request.socket.destroy();
  expect((await world.push({ url: address(), body: 'a', triesMax: 1 })).status).toBeNull();
  expect((await world.push({ url: 'http://127.0.0.1:1/', body: 'a', triesMax: 1 })).status).toBeNull();
});
