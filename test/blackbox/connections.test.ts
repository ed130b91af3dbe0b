import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
const sockets: Socket[] = [];
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: fixture.endpoints,
    settings: {
      ADHELM_IN_FLIGHT_MAX: '20',
      ADHELM_REQUEST_TIMEOUT_MS: '1000',
      ADHELM_AUTH_FAILURES_MAX: '100000',
      ADHELM_RATE_POINTS: '1000000',
    },
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => service?.close());

const call = (name: string, args: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

function post(body: string, more: readonly string[] = [], key = service.key): string {
  return [
    'POST /rehearsal/mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
    '',
    body,
  ].join('\r\n');
}

function open(): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** A connection that is read; what came back so far is always at hand. */
function speak(text: string): { readonly said: string; readonly closed: boolean; write(more: string): void } {
  const socket = open();
  let [said, closed] = ['', false];
  socket.setEncoding('latin1').on('data', (chunk) => (said += chunk));
  socket.on('close', () => (closed = true));
  socket.write(text);
  return {
    get said() {
      return said;
    },
    get closed() {
      return closed;
    },
    write: (more) => void socket.write(more),
  };
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const healthy = async () => (await fetch(`${service.url}/healthz`)).status;

describe('sockets that never read', () => {
  test.each(['/docs', '/healthz', '/openapi.json', '/nope'])(
    '200 times %s each, keep no other client out',
    async (path) => {
      const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const lazy = Array.from({ length: 7 }, () => open().pause());
      for (const socket of lazy) socket.write(request.repeat(200));
      await sleep(300);
      expect(await healthy()).toBe(200);
      expect((await service.post('rehearsal', call('echo', {}))).status).toBe(200);
    },
  );

  test('are dropped after a time, with all that was kept for them', async () => {
    const lazy = open().pause();
    lazy.write(post(call('echo', { text: 'x'.repeat(100), copies: 30_000 })).repeat(40));
    await expect.poll(() => metric('adhelm_requests_in_flight'), { timeout: 60_000 }).toBe(0);
    // Poll rarely: `isCut` writes to the socket, and each write restarts the idle timeout.
    await expect.poll(() => isCut(lazy), { timeout: 60_000, interval: 5000 }).toBe(true);
  });

  test('a slow reader is not dropped', async () => {
    const socket = open();
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    socket.write(post(call('echo', { text: 'x'.repeat(100), copies: 30_000 }), ['Connection: close']));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(bytes).toBeGreaterThan(900_000);
  });
});

/** Nothing is read from it, so only writing shows that the other end is gone. */
function isCut(socket: Socket): boolean {
  socket.write('\r\n');
  return socket.destroyed;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  // The request for the metrics is itself one.
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]) - 1;
}

describe('requests sent behind a slow one', () => {
  test('are all answered, in their order', async () => {
    const behind = [
      post(call('slow_read', { ms: 300 }, 'slow')),
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
      post('{'),
      post(call('echo', {}, 'echo')),
      'GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n',
      post(call('echo', {}), [], 'wrong'),
      'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n',
      post(call('slow_read', { ms: 10 }, 'last'), ['Connection: close']),
    ];
    const client = speak(behind.join(''));
    await expect.poll(() => client.closed, { timeout: 5000 }).toBe(true);
    expect(statusesIn(client.said)).toEqual([200, 200, 400, 200, 404, 401, 200, 200]);
    expect(client.said.indexOf('"slow"')).toBeLessThan(client.said.indexOf('"echo"'));
  });

  test('are answered however many they are', async () => {
    const many = Array.from({ length: 60 }, (_, id) => post(call('slow_read', { ms: id % 7 }, id)));
    const client = speak(many.join(''));
    await expect.poll(() => statusesIn(client.said).length, { timeout: 10_000 }).toBe(60);
    expect(new Set(statusesIn(client.said))).toEqual(new Set([200]));
  });

  test('are given up when their client leaves', async () => {
    const aborted = fixture.aborted;
    const socket = open();
    socket.write(post(call('slow_read', { ms: 20_000 })).repeat(3));
    await sleep(300);
    socket.destroy();
    await expect.poll(() => fixture.aborted, { timeout: 5000 }).toBe(aborted + 1);
    await expect.poll(() => metric('adhelm_requests_in_flight'), { timeout: 5000 }).toBe(0);
  });
});

describe('the work at once', () => {
  test('is limited; more is refused in plain words, health is answered, and it ends with the work', async () => {
    // Requests whose key is still being looked up count too, and would leave fewer places.
    await service.post('rehearsal', call('echo', {}));
    const slow = Array.from({ length: 25 }, (_, id) => service.post('rehearsal', call('slow_read', { ms: 1500 }, id)));
    await sleep(400);
    expect(await healthy()).toBe(200);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(5);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
    const refused = (await Promise.all(slow)).find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toEqual({
      error: expect.stringMatching(/at its limit of \d+ requests at once; try again in 1 s\.$/),
      code: 'INTERNAL_ERROR',
    });
    expect((await service.post('rehearsal', call('echo', {}))).status).toBe(200);
  });

  test('leaves something for another key, until all of it is taken', async () => {
    const { key } = await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme'),
      name: 'other',
      actor: 'test',
    });
    for (const known of [service.key, key]) await service.post('rehearsal', call('echo', {}), { key: known });
    const slow = Array.from({ length: 40 }, (_, id) => service.post('rehearsal', call('slow_read', { ms: 1500 }, id)));
    await sleep(400);
    expect((await service.post('rehearsal', call('echo', {}), { key })).status).toBe(200);
    const theirs = Array.from({ length: 5 }, (_, id) =>
      service.post('rehearsal', call('slow_read', { ms: 1000 }, id), { key }),
    );
    await sleep(300);
    const refused = await fetch(`${service.url}/docs`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('The service is at its limit of 20 requests at once; try again in 1 s.');
    await Promise.all([...slow, ...theirs]);
  });
});

describe('a body that waits to be asked for', () => {
  const expecting = (key: string, length = 20_000_000) =>
    [
      'POST /rehearsal/mcp HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n');

  test('is not asked for without a key, nor when it is too large', async () => {
    for (const [text, status] of [
      [expecting('wrong', 100), 401],
      [expecting(service.key), 413],
    ] as const) {
      const client = speak(text);
      await expect.poll(() => client.closed, { timeout: 5000 }).toBe(true);
      expect(statusesIn(client.said)).toEqual([status]);
      expect(client.said).toMatch(/^Connection: close\r$/im);
    }
  });

  test('is asked for once, and then answered', async () => {
    const body = call('echo', { text: 'hello' });
    const client = speak(expecting(service.key, body.length));
    await expect.poll(() => client.said).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    client.write(body);
    await expect.poll(() => statusesIn(client.said)).toEqual([100, 200]);
    client.write(post(call('echo', {})));
    await expect.poll(() => statusesIn(client.said)).toEqual([100, 200, 200]);
  });
});

describe('what two could read differently is refused', () => {
  test.each([
    ['two hosts', 'Host: evil.example'],
    ['two equal hosts', 'host: localhost'],
    ['a body packed twice', 'Transfer-Encoding: gzip, chunked'],
    ['a packing given twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
  ])('%s', async (_, header) => {
    const body = call('echo', {});
    const framed = header.startsWith('T')
      ? `${post('', [header]).replace('Content-Length: 0\r\n', '')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      : post(body, [header]);
    const client = speak(framed);
    await expect.poll(() => client.closed, { timeout: 5000 }).toBe(true);
    expect(statusesIn(client.said)).toEqual([400]);
    expect(client.said).toContain('"code":"BAD_REQUEST"');
  });
});

test('a request that never ends is refused in time', async () => {
  const client = speak(post(call('echo', {})).slice(0, -5));
  await expect.poll(() => client.closed, { timeout: 60_000 }).toBe(true);
  expect(client.said).toMatch(/^HTTP\/1\.1 408 [\s\S]*"The request did not arrive in time\."/);
});
