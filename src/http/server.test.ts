import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadSettings } from '../config.ts';
import { readableLog } from '../observe/log.testing.ts';
import { Metrics } from '../observe/metrics.ts';
import type { PageReply } from './page.ts';
import { tooLarge } from './refusals.ts';
import { createServer, type Server } from './server.ts';
import type { ServerParts } from './server-parts.ts';

const { log, text: logged } = readableLog('info');

async function* pieces(...texts: (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

const page = (path: string, handler: () => PageReply) => ({ path, handler });
const type = 'text/plain';
let closed = 0;
let loaded = 0;
let loading: Promise<void> | undefined;

const pages = [
  page('/whole', () => ({ type, body: 'whole é' })),
  page('/streamed', () => ({ type, body: pieces('one ', 'two ', 'three') })),
  page('/broken-before', () => ({ type, body: pieces(new Error('secret inside')) })),
  page('/broken-midway', () => ({ type, body: pieces('one', new Error('secret inside')) })),
  page('/large', () => ({ type, body: 'x'.repeat(32 * 1_048_576) })),
  page('/endless', () => ({ type, body: endless() })),
  page('/thrown', () => {
    throw new Error('secret inside');
  }),
];

async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) yield 'x'.repeat(65_536);
  } finally {
    closed += 1;
  }
}

let server: Server;
let url: string;
let count = 0;
const serverWith = (settings: Record<string, string>) =>
  createServer({
    settings: loadSettings(settings),
    endpoints: [],
    pages,
    log,
    metrics: new Metrics(),
    people: async () => {
      loaded += 1;
      await loading;
      return { handle: (_request: unknown, response: ServerResponse) => void response.end('for people') };
    },
    freshId: (prefix: string) => `${prefix}_${++count}`,
  } as unknown as ServerParts);
beforeAll(async () => {
  server = serverWith({});
  url = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
});
afterAll(() => server.close());

test('more than 16 KiB of headers are refused by their status, and the connection is closed', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const told = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  socket.write(`GET /whole HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect(await told).toMatch(/^HTTP\/1\.1 431 .*Connection: close.*"code":"BAD_REQUEST"/s);
});

test.each([
  [64 * 1_048_576, 'keep-alive'],
  [64 * 1_048_576 + 1, 'close'],
])('of a body that is refused for its size, %i bytes are read to their end: %s', (bytes, connection) => {
  expect(tooLarge(1_000, bytes)).toMatchObject({ status: 413, headers: { Connection: connection } });
});

test('a page is sent whole, with its length in bytes', async () => {
  const reply = await fetch(`${url}/whole`);
  expect(reply.headers.get('content-length')).toBe('8');
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  expect(await reply.text()).toBe('whole é');
});

test('HEAD gets the same head and no body', async () => {
  const reply = await fetch(`${url}/whole`, { method: 'HEAD' });
  expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '8', '']);
});

test('a page can be written piece by piece', async () => {
  expect(await (await fetch(`${url}/streamed`)).text()).toBe('one two three');
});

test.each(['/broken-before', '/thrown'])('%s fails as a refusal that says nothing internal', async (path) => {
  const reply = await fetch(url + path);
  expect(reply.status).toBe(500);
  expect(await reply.text()).not.toContain('secret');
  expect(logged()).toContain('secret inside');
});

test('what breaks midway does not look whole', async () => {
  const reply = await fetch(`${url}/broken-midway`);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
});

test('a reader that leaves ends the page, and nothing is left under way', async () => {
  const controller = new AbortController();
  const reply = await fetch(`${url}/endless`, { signal: controller.signal });
  await reply.body!.getReader().read();
  controller.abort();
  await expect.poll(() => closed).toBe(1);
  await expect.poll(() => server.load.idle).toBe(true);
  expect(logged().match(/request_failed/g)).toHaveLength(3);
});

test.each([
  ['reads nothing', 'of a request', { ADHELM_REQUEST_TIMEOUT_MS: '1000' }, 0],
  ['takes too long for a reply', 'of a call', { ADHELM_CALL_DEADLINE_MS: '1000' }, 1_001],
])('a reader that %s is cut after the time %s', async (_, __, settings, laterMs) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const slow = serverWith(settings);
  const { port } = await slow.listen('127.0.0.1', 0);
  const reader = connect(port, '127.0.0.1').on('error', () => {});
  try {
    reader.pause().write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => slow.load.idle && !slow.idle).toBe(true);
    vi.advanceTimersByTime(1_000);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + laterMs);
    if (laterMs > 0) vi.advanceTimersByTime(1_000);
    await expect.poll(() => slow.idle).toBe(true);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
    reader.destroy();
    await slow.close();
  }
});

describe('what is for people', () => {
  const html = { headers: { accept: 'text/html,*/*;q=0.8' } };

  test('is not loaded for programs, whatever they ask for', async () => {
    for (const path of ['/whole', '/nowhere', '/social/mcp']) await fetch(url + path);
    await fetch(`${url}/nowhere`, { method: 'POST', ...html });
    await fetch(url, { method: 'POST' });
    expect(loaded).toBe(0);
  });

  test('is loaded with their first request, once, and who leaves meanwhile leaves nothing under way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    loading = promise;
    const controller = new AbortController();
    const left = fetch(url, { signal: controller.signal });
    await expect.poll(() => loaded).toBe(1);
    controller.abort();
    await expect(left).rejects.toThrow();
    await new Promise((then) => setTimeout(then, 100));
    resolve();
    for (const path of ['/', '/api/trpc/session.me', '/assets/x.js', '/oauth/callback', '/activity.csv', '/icon.svg'])
      expect(await (await fetch(url + path)).text()).toBe('for people');
    expect(await (await fetch(`${url}/overview`, html)).text()).toBe('for people');
    expect(loaded).toBe(1);
    await expect.poll(() => server.load.idle).toBe(true);
  });

  test('is only read, apart from its API', async () => {
    const reply = await fetch(url, { method: 'POST' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
