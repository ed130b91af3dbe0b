import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { PlainConnection, type PlainServer } from './plain-connection.ts';
import type { PlainRequest } from './plain-request.ts';
import type { PlainResponse } from './plain-response.ts';

/** Says what it understood. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => respond(request, response, Buffer.concat(chunks)));
}

async function echoPlain(request: PlainRequest, response: PlainResponse): Promise<void> {
  plain += 1;
  if (request.url === '/call/refused') {
    refused = request;
    respond(request, response, Buffer.from('not read'));
    return;
  }
  try {
    const body = await request.body();
    if (request.url === '/call/last') {
      response.shouldKeepAlive = false;
      await sleep(100);
    }
    respond(request, response, body);
  } catch {}
}

function respond(
  { url, headers }: IncomingMessage | PlainRequest,
  response: ServerResponse | PlainResponse,
  body: Buffer,
) {
  const text = JSON.stringify({ url, headers, body: body.toString('latin1') });
  response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))]);
  response.end(text);
}

let [plain, handed] = [0, 0];
let refused: PlainRequest | undefined;
let node: Server;
let ours: NetServer;
beforeAll(async () => {
  node = createHttpServer({ requireHostHeader: false }, echo);
  const server: PlainServer = {
    idleMs: 10_000,
    takes: ({ url }) => url.startsWith('/call'),
    receive: echoPlain,
    refuseCut: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
    handOver(socket) {
      handed += 1;
      node.emit('connection', socket);
    },
  };
  ours = createNetServer({ allowHalfOpen: true }, (socket) => void new PlainConnection(socket, server));
  for (const one of [node, ours]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(() => {
  node.closeAllConnections();
  for (const one of [node, ours]) one.close();
});

/** All that comes back until the server closes, or has said `replies` things. An empty piece ends what is said to it. */
function said(server: NetServer, pieces: readonly string[], replies = 1, pauseMs = 1): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const done = () => {
      socket.destroy();
      resolve(withoutDate(text));
    };
    socket.setNoDelay().setEncoding('latin1').setTimeout(2000, done);
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.split('"body":').length > replies && text.endsWith('}')) done();
    });
    socket.on('error', done).on('close', done);
    void (async () => {
      for (const piece of pieces) {
        if (piece === '') socket.end();
        else socket.write(piece, 'latin1');
        await sleep(pauseMs);
      }
    })();
  });
}

function withoutDate(text: string): string {
  return text.replaceAll(/\r\n(?:Date|Keep-Alive): [^\r]*/g, '');
}

const call = (more: string, body = '{"a":1}', length = String(body.length)) =>
  `POST /call/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n${body}`;

const behindLength = (line: string, body?: string) => call('', body).replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);

/** One after another on one connection, each answered as by Node. */
async function sameAsNode(requests: readonly string[]): Promise<void> {
  const socket = connect((ours.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  for (const request of requests) {
    const reply = new Promise<string>((resolve) => socket.once('data', resolve as (text: string) => void));
    socket.write(request, 'latin1');
    expect(withoutDate(await reply)).toBe(await said(node, [request]));
  }
  socket.destroy();
}

async function countsOf(work: () => Promise<unknown>): Promise<{ plain: number; handed: number }> {
  const before = { plain, handed };
  await work();
  return { plain: plain - before.plain, handed: handed - before.handed };
}

describe('a plain call', () => {
  test('is read without Node, as Node would have read it', async () => {
    const request = call('X-One:  two words  \r\nConnection: keep-alive\r\n');
    const expected = await said(node, [request]);
    expect(expected).toContain('"x-one":"two words"');
    expect(await countsOf(async () => expect(await said(ours, [request])).toBe(expected))).toEqual({
      plain: 1,
      handed: 0,
    });
  });

  test('may bring its body later, in pieces', async () => {
    const whole = call('', 'x'.repeat(5000));
    const expected = await said(node, [whole]);
    const pieces = [whole.slice(0, 200), whole.slice(200, 3000), whole.slice(3000)];
    expect(await countsOf(async () => expect(await said(ours, pieces)).toBe(expected))).toEqual({
      plain: 1,
      handed: 0,
    });
  });

  test('is followed by others on its connection, with the same head but for the length, and with another', async () => {
    const bodies = ['{"a":1}', '{"a":12}', `{"a":"${'x'.repeat(90)}"}`, ''];
    const behind = ['X-Z: 1', 'X-Z: 2'].map((line) => call('X-A: 1\r\n').replace('\r\n\r\n', `\r\n${line}\r\n\r\n`));
    const requests = [...bodies.map((body) => call('X-A: 1\r\n', body)), call('X-A: 2\r\n'), ...behind, call('')];
    expect(await countsOf(() => sameAsNode(requests))).toEqual({ plain: requests.length, handed: 0 });
  });

  test('is followed by others with other keys, as a proxy sends them that speaks for many', async () => {
    const withKey = (line: string, body = '{"a":1}') => [call(`${line}\r\n`, body), behindLength(line, body)];
    const lines = [
      ...['Bearer sk_live_1', 'Bearer sk_live_2', 'Bearer longer_than_any_other', 'Bearer x', 'Bearer ~!"#'],
      ...['bearer sk_live_1', 'Bearer  two', 'Bearer a b', 'Bearer', 'Basic YTpi', 'Bearer sk_live_1  ', ''],
      ...['Bearer sk_live_1', 'Bearer sk_live_3', 'Bearer sk_live_4  ', 'Bearer  sk_live_5', 'Bearer a\r\nX-B: 1'],
    ].map((value) => `Authorization: ${value}`);
    const requests = [0, 1].flatMap((order) =>
      lines.flatMap((line) => [withKey(line)[order] ?? '', withKey(line, `{"b":"${'x'.repeat(95)}"}`)[order] ?? '']),
    );
    expect(await countsOf(() => sameAsNode(requests))).toEqual({ plain: requests.length, handed: 0 });
  });

  test('that was answered before its body came is read to its end, and nothing of it is kept', async () => {
    const request = call('', 'x'.repeat(5000)).replace('/call/mcp', '/call/refused');
    const socket = connect((ours.address() as AddressInfo).port, '127.0.0.1');
    const counted = await countsOf(async () => {
      for (const piece of [request.slice(0, 1000), request.slice(1000) + call('')]) {
        socket.write(piece);
        await once(socket, 'data');
      }
    });
    socket.destroy();
    expect(counted).toEqual({ plain: 2, handed: 0 });
    expect(refused?.complete).toBe(true);
    expect(await refused?.body()).toHaveLength(0);
  });

  test('that closes its connection is the last one that is looked at', async () => {
    const socket = connect((ours.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    let replies = '';
    socket.on('data', (chunk) => (replies += chunk));
    const before = plain;
    const counted = await countsOf(async () => {
      socket.write(call('').replace('/call/mcp', '/call/last'));
      await expect.poll(() => plain).toBe(before + 1);
      socket.write(call('X-A: 1\r\n'));
      await once(socket, 'close');
    });
    expect(counted).toEqual({ plain: 1, handed: 0 });
    expect(replies.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('whose client leaves half-way is given up', async () => {
    const socket = connect((ours.address() as AddressInfo).port, '127.0.0.1');
    const counted = await countsOf(async () => {
      socket.write(call('', '{"a":', '100'));
      await expect.poll(() => plain).toBeGreaterThan(0);
      socket.destroy();
    });
    expect(counted.handed).toBe(0);
  });
});

describe('everything else is Node’s', () => {
  test.each([
    ['another method', 'GET /call/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'],
    ['another address', call('').replace('/call', '/page')],
    ['HTTP/1.0', call('').replace('HTTP/1.1', 'HTTP/1.0')],
    ['no host', call('').replace('Host: localhost\r\n', '')],
    ['a header twice', call('X-A: 1\r\nx-a: 2\r\n')],
    ['a length twice', call('Content-Length: 7\r\n')],
    ['no length', call('').replace(/Content-Length: \d+\r\n/, '')],
    ['a length that is no number', call('', '{}', '+2')],
    ['pieces with their own lengths', call('Transfer-Encoding: chunked\r\n').replace(/Content-Length: \d+\r\n/, '')],
    ['both', call('Transfer-Encoding: chunked\r\n')],
    ['a length with zeros before it', call('', '{}', '002')],
    ['a connection to be closed', call('Connection: close\r\n')],
    ['a connection to be closed, by the old name', call('Proxy-Connection: close\r\n')],
    ['an upgrade', call('Connection: upgrade\r\nUpgrade: websocket\r\n')],
    ['an expectation', call('Expect: 100-continue\r\n')],
    ['a folded line', call('X-A: 1\r\n  2\r\n')],
    ['a space before the colon', call('X-A : 1\r\n')],
    ['a tab', call('X-A: 1\t2\r\n')],
    ['a letter that is not ASCII', call('X-A: é\r\n')],
    ['a control character', call('X-A: \x01\r\n')],
    ['a line end of its own kind', call('X-A: 1\nX-B: 2\r\n')],
    ['a bare carriage return', call('X-A: 1\rX-B: 2\r\n')],
    ['the name of what objects have', call('__proto__: 1\r\n')],
    ['a line before it', `\r\n${call('')}`],
    ['a target with a space', call('').replace('/call/mcp', '/call/m cp')],
    ['a whole address', call('').replace('/call/mcp', 'http://localhost/call/mcp')],
    ['a long head', call(`X-A: ${'x'.repeat(9000)}\r\n`)],
    ['a head in pieces', call('').slice(0, 40)],
    ['no HTTP', '\x16\x03\x01\r\n\r\n'],
  ])('%s', async (_, request) => {
    // What is no whole head comes in two pieces, far enough apart to be two for the server.
    const pieces = request.includes('\r\n\r\n') ? [request] : [request, call('').slice(request.length)];
    const expected = await said(node, pieces);
    expect(await countsOf(async () => expect(await said(ours, pieces, 1, 50)).toBe(expected))).toEqual({
      plain: 0,
      handed: 1,
    });
  });

  const keyed = (key: string, length?: string) => call(`Authorization: Bearer ${key}\r\n`, '{"a":1}', length);
  test.each([
    ['a line end of another kind', keyed('a\nX-B: 1')],
    ['a bare carriage return', keyed('a\rb')],
    ['a control character', keyed('a\0b')],
    ['a tab', keyed('a\tb')],
    ['a letter that is not ASCII', keyed('aé')],
    ['the end of the head', keyed('a\r\n\r\nb')],
    ['more than a head may have', keyed('a'.repeat(9000))],
    ['a length of ten digits behind it', keyed('a', '0000000007')],
  ])('a key with %s, on the connection of one without', async (_, request) => {
    const pieces = [keyed('sk_live_1'), request];
    const expected = await said(node, pieces, 2, 50);
    expect(await countsOf(async () => expect(await said(ours, pieces, 2, 50)).toBe(expected))).toEqual({
      plain: 1,
      handed: 1,
    });
  });

  test('several behind one another, and what comes behind a plain one on its connection', async () => {
    const requests = [call('', '1'), call('', '22'), call('X-A: 1\r\nX-A: 2\r\n', '333'), call('', '4444')];
    const expected = await said(node, [requests.join('')], 4);
    const together = await countsOf(async () => expect(await said(ours, [requests.join('')], 4)).toBe(expected));
    expect(together).toEqual({ plain: 0, handed: 1 });
    expect(await said(ours, [requests[0] ?? '', requests.slice(1).join('')], 4)).toBe(expected);
  });
});

const BODIES = ['', '{}', '{"a":1}', 'x'.repeat(300), 'x'.repeat(20_000), 'x'.repeat(80_000), call('', '')];

/** What a program writes into all its requests. */
const style = fc.record({
  more: fc.constantFrom('', 'X-A: 1\r\n', 'X-B:\r\n', 'accept: */*\r\nUser-Agent: a b\r\n'),
  name: fc.constantFrom('Content-Length', 'content-length', 'CONTENT-LENGTH'),
  last: fc.constantFrom('', 'X-C: 1\r\n'),
  key: fc.constantFrom('', 'Authorization: ', 'authorization: Bearer ', 'AUTHORIZATION:bearer '),
});

/** A proxy that speaks for many sends another one with each. */
const keyValue = fc.string({ unit: fc.constantFrom(...'aZ0~! \t'), maxLength: 6 });

/** What is different about some of them: the first few are still plain. */
const oddity = fc.oneof(
  { weight: 8, arbitrary: fc.constant(['', '']) },
  { weight: 1, arbitrary: fc.constantFrom(['/mcp', '/mcp?a=b'], ['localhost', 'LOCALHOST'], ['X-C: 1', 'X-C: 2']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom([': 3', ': 03'], [': 2', ': 0002'], ['/call', '/page'], ['Host', 'X-A:\r\nHost']),
  },
);

const somewhere = fc.double({ min: 0, max: 1, noNaN: true });

/** Requests behind one another, and where the pieces they are sent in end. */
const conversation = fc
  .record({
    style,
    contents: fc.array(fc.tuple(fc.constantFrom(...BODIES), oddity, keyValue), { minLength: 1, maxLength: 12 }),
    cuts: fc.array(somewhere, { maxLength: 3 }),
    apart: fc.boolean(),
    pauseMs: fc.constantFrom(1, 1, 5),
  })
  .map(({ style: { more, name, last, key }, contents, cuts, apart, pauseMs }) => {
    const requests = contents.map(([body, [plainly = '', oddly = ''], value]) => {
      const [head = '', ...rest] = call(key ? `${key}${value}\r\n${more}` : more, body).split(/(?=\r\n\r\n)/);
      return `${head}\r\n${last}`.trimEnd().replace('Content-Length', name).replace(plainly, oddly) + rest.join('');
    });
    const whole = requests.join('');
    const ends = requests.map((_, index) => requests.slice(0, index + 1).join('').length);
    const places = [...cuts.map((cut) => Math.floor(cut * whole.length)), ...(apart ? ends : [])];
    return { whole, places, replies: requests.length, pauseMs };
  });

function inPieces(text: string, places: readonly number[]): string[] {
  const ends = [...places.filter((place) => place < text.length), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).filter(Boolean);
}

async function expectSame(pieces: readonly string[], replies: number, pauseMs: number): Promise<void> {
  const [ourReplies, expected] = await Promise.all([ours, node].map((one) => said(one, pieces, replies, pauseMs)));
  expect(ourReplies).toBe(expected);
}

test('however a conversation is cut into pieces, it is the one Node would have had', () =>
  fc.assert(
    fc.asyncProperty(conversation, ({ whole, places, replies, pauseMs }) =>
      expectSame(inPieces(whole, places), replies, pauseMs),
    ),
    { numRuns: times(150), seed },
  ));

test('wherever a conversation is broken off, what is said about it is what Node would have said', () =>
  fc.assert(
    fc.asyncProperty(conversation, somewhere, ({ whole, places, pauseMs }, where) => {
      const begun = whole.slice(0, Math.floor(where * whole.length));
      return expectSame([...inPieces(begun, places), ''], Number.POSITIVE_INFINITY, pauseMs);
    }),
    { numRuns: times(150), seed },
  ));
