import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
const sockets: Socket[] = [];
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: fixture.endpoints,
    settings: { ADHELM_REQUEST_TIMEOUT_MS: '1000' },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => service?.close());

function write(note: string, wait = false): string {
  const params = { name: 'write_note', arguments: { note, wait } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: note, method: 'tools/call', params });
  return `POST /rehearsal/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function open(): { socket: Socket; said(): string } {
  let said = '';
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket.on('error', () => {}).on('data', (chunk) => (said += chunk.toString('latin1'))));
  return { socket, said: () => said };
}

/** Each turn looks at the sockets once, however busy the machine is. */
async function noticed(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await sleep(10);
}

const underWay = async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^adhelm_requests_in_flight (\d+)/m.exec(text)?.[1]) - 1;
};

describe('a call', () => {
  test('that was told it is late is not carried out, though the rest of it comes', async () => {
    const { socket, said } = open();
    const request = write('late');
    socket.write(request.slice(0, -10));
    await expect.poll(said, { timeout: 60_000 }).toMatch(/^HTTP\/1\.1 408 /);
    socket.end(request.slice(-10));
    await expect.poll(underWay).toBe(0);
    expect(fixture.written).not.toContain('late');
    expect(service.logged()).toMatch(/"route":"\/rehearsal\/mcp","status":408/);
  });

  test('that is ended in its middle is told so', async () => {
    const { socket, said } = open();
    socket.end(write('cut').slice(0, -10));
    await once(socket, 'end');
    expect(said()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"BAD_REQUEST"/);
  });

  test.each([
    ['half of it', -10, 499],
    ['all of it', undefined, 408],
  ])('whose client leaves while its key is looked up, %s sent, is over and not carried out', async (_, end, status) => {
    const { keyRing } = service.home;
    const known = await keyRing.authenticate(service.key);
    const { promise, resolve } = Promise.withResolvers<typeof known>();
    const asked = vi.spyOn(keyRing, 'authenticate').mockReturnValue(promise);
    const { socket } = open();
    socket.write(write('left').slice(0, end));
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    socket.resetAndDestroy();
    await noticed();
    resolve(known);
    await expect.poll(underWay).toBe(0);
    expect(fixture.written).not.toContain('left');
    expect(service.logged()).toContain(`"route":"/rehearsal/mcp","status":${status}`);
    expect(service.logged()).not.toContain('request_failed');
  });
});

test('a call behind another on one connection begins when the first is answered', async () => {
  const { socket } = open();
  socket.write(write('held', true) + write('behind'));
  await expect.poll(underWay).toBe(1);
  await noticed();
  expect(fixture.written).not.toContain('behind');
  fixture.release();
  await expect.poll(() => fixture.written).toContain('behind');
  expect(fixture.written.indexOf('held')).toBeLessThan(fixture.written.indexOf('behind'));
});

test('what a client sent behind a call under way is not begun when it has left', async () => {
  const { socket } = open();
  socket.write(write('first', true));
  await expect.poll(underWay).toBe(1);
  socket.write(write('second'));
  await noticed();
  socket.resetAndDestroy();
  await noticed();
  fixture.release();
  await expect.poll(() => fixture.written).toContain('first');
  await expect.poll(underWay).toBe(0);
  expect(fixture.written).not.toContain('second');
});
