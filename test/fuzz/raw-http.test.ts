import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { seed, times } from '../seed.ts';
import { startTestService, type TestService } from '../service.ts';
import { weighted } from './json-texts.ts';

const CONNECTIONS = times(3_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: rehearsal().endpoints,
    settings: { ADHELM_AUTH_FAILURES_MAX: '1000000', ADHELM_REQUEST_TIMEOUT_MS: '1000' },
  });
});
afterAll(() => service?.close());

const usual = <T>(value: T, ...odd: T[]) => weighted([6, fc.constant(value)], [1, fc.constantFrom(...odd)]);

const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** Requests as they stand on the wire, with what no well-behaved client would write. */
const wire = fc
  .record({
    method: usual('POST', 'GET', 'post', 'P\0ST', 'CONNECT', 'BREW', '', 'OPTIONS', 'PRI'),
    target: usual('/rehearsal/mcp', '*', '', 'http://evil.example/', '/\u0000', '/ x', '/a#b', 'localhost:80', '/..//'),
    version: usual('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'ICAP/1.0', ''),
    host: usual(
      'Host: localhost',
      '',
      'Host: localhost\r\nHost: evil.example',
      'Host:',
      'Host: a b',
      'Host: evil.example',
    ),
    length: usual(
      `Content-Length: ${BODY.length}`,
      'Content-Length: -1',
      'Content-Length: 5',
      'Content-Length: 1e3',
      'Content-Length: 99999999999999999999',
      `Content-Length: ${BODY.length}\r\nContent-Length: 3`,
      'Transfer-Encoding: chunked',
      `Transfer-Encoding: chunked\r\nContent-Length: ${BODY.length}`,
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: \u000bchunked',
    ),
    odd: usual(
      'Accept: */*',
      'Expect: 100-continue',
      'Expect: miracles',
      'Connection: Upgrade\r\nUpgrade: websocket',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c',
      'No-Colon',
      'Bad Name: x',
      ' Folded: x',
      'Nul: \u0000',
      `Large: ${'x'.repeat(20_000)}`,
      Array.from({ length: 2_500 }, (_, at) => `H${at}: x`).join('\r\n'),
    ),
    lineEnd: usual('\r\n', '\n', '\r', '\n\r'),
    body: usual(
      BODY,
      '',
      '5\r\nhello\r\n0\r\n\r\n',
      'zz\r\n',
      `${'f'.repeat(40)}\r\n`,
      `${BODY}GET / HTTP/1.1\r\n\r\n`,
      '\u0016\u0003\u0001',
    ),
  })
  .map(({ method, target, version, host, length, odd, lineEnd, body }) =>
    [
      `${method} ${target} ${version}`,
      host,
      `Authorization: Bearer ${service.key}`,
      'Content-Type: application/json',
      length,
      odd,
      '',
      body,
    ]
      .filter((line, at) => line !== '' || at > 5)
      .join(lineEnd),
  );

/** Everything that comes back until the connection ends; read, as by most clients, when all has been written. */
function exchange(text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(Number(port), hostname);
    socket.pause().end(text, 'latin1', () => socket.resume());
    socket.setTimeout(20_000, () => resolve(`hung, after ${reply}`));
    socket.setEncoding('latin1').on('data', (chunk) => (reply += chunk));
    socket.on('error', () => socket.resume());
    socket.on('close', () => resolve(reply));
  });
}

test(`${CONNECTIONS} connections that speak HTTP badly get a documented refusal or none, and never hang`, async () => {
  const texts = fc.sample(wire, { numRuns: CONNECTIONS, seed }).values();
  const wrong = new Map<string, string>();
  const speak = async () => {
    for (const text of texts) {
      const problem = undocumented(await exchange(text));
      if (problem) wrong.set(problem, text.slice(0, 500));
    }
  };
  await Promise.all(Array.from({ length: 50 }, speak));
  expect([...wrong]).toEqual([]);
  expect(service.logged()).not.toContain('request_failed');
});

function undocumented(reply: string): string | undefined {
  const final = reply.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  if (final === '') return undefined;
  const [, status, head = '', body = ''] =
    /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(final) ?? [];
  if (status === undefined) return `no HTTP: ${final.slice(0, 200)}`;
  if (status >= '500') return `a status ${status}`;
  if (!/^x-request-id: req_\w+\r?$/im.test(head)) return `no X-Request-Id with ${status}: ${final.slice(0, 200)}`;
  if (status === '200') return undefined;
  return /\{"error":"[^"]+","code":"[A-Z_]+"\}|"jsonrpc":"2\.0"/.test(body)
    ? undefined
    : `no error body with ${status}`;
}

test('5 MiB are refused with an answer that arrives, announced or not', async () => {
  const head = (length: string) =>
    [
      'POST /rehearsal/mcp HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${service.key}`,
      'Content-Type: application/json',
      length,
      '',
      '',
    ].join('\r\n');
  const large = Buffer.alloc(5 * 1024 * 1024, ' ');
  const announced = Buffer.concat([Buffer.from(head(`Content-Length: ${large.length}`)), large]);
  const chunked = Buffer.concat([
    Buffer.from(`${head('Transfer-Encoding: chunked')}500000\r\n`),
    large,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  for (let turn = 0; turn < 10; turn++) {
    for (const bytes of [announced, chunked]) {
      expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BAD_REQUEST"/);
    }
  }
});
