import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

/** Asks for a reply of about 1 MiB. */
const LARGE = { text: 'x'.repeat(100), copies: 30_000 };
/** Nothing is cut for its time within a test that is about bytes. */
const PATIENT = { ADHELM_REQUEST_TIMEOUT_MS: '600000', ADHELM_CALL_DEADLINE_MS: '600000' };

let service: TestService | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service?.close();
});

async function start(settings: Record<string, string>): Promise<TestService> {
  const { endpoints } = rehearsal();
  service = await startTestService({
    platforms: [],
    extraEndpoints: endpoints,
    settings: { ADHELM_RATE_POINTS: '1000000', ...settings },
  });
  return service;
}

/** Asks so many times for a large reply, on one connection that reads nothing. */
function ask({ url, key }: TestService, times: number): Socket {
  const { hostname, port } = new URL(url);
  const params = { name: 'echo', arguments: LARGE };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const request = [
    'POST /rehearsal/mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const socket = connect(Number(port), hostname)
    .on('error', () => {})
    .pause();
  sockets.push(socket);
  socket.write(request.repeat(times));
  return socket;
}

async function echoes({ url }: TestService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^adhelm_tool_calls_total\{.*tool="echo".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

test('a connection that reads nothing has no more calls carried out for it until it reads; then all are answered', async () => {
  const running = await start(PATIENT);
  const times = 24;
  const lazy = ask(running, times);
  // Meanwhile another connection, which reads, has as many calls answered; the first would be done by then.
  for (let call = 0; call < times; call++) await running.call('rehearsal', 'echo', LARGE);
  expect((await echoes(running)) - times).toBeLessThan(times / 2);
  let said = '';
  lazy.setEncoding('latin1').on('data', (piece) => (said += piece));
  lazy.resume();
  await expect.poll(() => statusesIn(said).length, { timeout: 100_000, interval: 500 }).toBe(times);
  expect(new Set(statusesIn(said))).toEqual(new Set(['200']));
});
