import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';

const MIB = 1_048_576;
const IDLE_MS = 600_000;
const LOOK_EVERY_MS = 1_000;

/** The hour by which connections are judged, moved by hand together with the timer that looks at them. */
let now = 0;
let running: { server: Server; connections: Connections } | undefined;
const clients: Socket[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  running?.connections.close();
  running?.server.close();
  running = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Started {
  /** Of the requests that were begun, by their path. */
  begun: string[];
  /** The server's ends, by the path of their last request. */
  ends: Map<string, Socket>;
  /** Whether a connection that was cut during a reply was still known right after it. */
  isCutKnown: boolean[];
  connections: Connections;
  open(): Socket;
  look(afterMs?: number): void;
}

/** A server that answers every request with so many bytes, which cost no memory however many replies there are. */
async function start(bytes: number, limits: { unreadMs?: number; unreadMsMax?: number } = {}): Promise<Started> {
  const body = Buffer.alloc(bytes, 'x');
  const [begun, ends, isCutKnown] = [[] as string[], new Map<string, Socket>(), [] as boolean[]];
  const connections = new Connections({
    openMax: 100,
    bodyMs: IDLE_MS,
    refuseLate: (socket) => socket.destroy(),
    idleMs: IDLE_MS,
    unreadMs: limits.unreadMs ?? IDLE_MS,
    unreadMsMax: limits.unreadMsMax ?? IDLE_MS,
  });
  const server = createServer((request, response) => {
    const connection = connections.of(request.socket);
    connection?.inTurn(request, () => {
      begun.push(request.url!);
      ends.set(request.url!, request.socket);
      response.end(body);
      connection.replied(response, bytes);
      for (const end of ends.values()) if (end.destroyed) isCutKnown.push(connections.of(end) !== undefined);
      connection.ended();
    });
  });
  server.on('connection', (socket) => connections.opened(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running = { server, connections };
  const { port } = server.address() as AddressInfo;
  return {
    begun,
    ends,
    isCutKnown,
    connections,
    open() {
      const client = connect(port, '127.0.0.1').on('error', () => {});
      clients.push(client);
      return client.pause();
    },
    look(afterMs = 0) {
      now += afterMs;
      vi.advanceTimersByTime(LOOK_EVERY_MS);
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test('while more than 1 MiB of its replies lie unread, a connection has no further request begun', async () => {
  const { begun, open } = await start(16 * MIB);
  const lazy = open();
  lazy.write(get('/first') + get('/second') + get('/third'));
  const other = open();
  for (const path of ['/other', '/later']) {
    other.resume().write(get(path));
    await expect.poll(() => begun).toContain(path);
  }
  expect(begun).toEqual(['/first', '/other', '/later']);
  lazy.resume();
  await expect.poll(() => begun).toEqual(['/first', '/other', '/later', '/second', '/third']);
});

test('with 1 MiB unread the next request is begun, and none after it', async () => {
  const { ends, open, connections } = await start(MIB);
  // More than the buffers of the system take.
  open().write(get('/').repeat(60));
  await expect.poll(() => ends.get('/') && connections.of(ends.get('/')!)!.unreadBytes).toBe(2 * MIB);
});

test('with sixteen requests waiting behind one, no more is read until they are worked off', () => {
  let isPaused = false;
  const socket = { pause: () => (isPaused = true), resume: () => (isPaused = false), isPaused: () => isPaused };
  const connection = new Connection(socket as unknown as Socket, () => {}, IDLE_MS);
  const sent = () => connection.inTurn({} as IncomingMessage, () => {});
  sent();
  for (let waiting = 1; waiting < 16; waiting++) sent();
  expect(isPaused).toBe(false);
  sent();
  expect(isPaused).toBe(true);
  for (let ended = 0; ended < 15; ended++) connection.ended();
  expect(isPaused).toBe(true);
  connection.ended();
  expect(isPaused).toBe(false);
});

test('of more than 64 MiB unread in all, the connection with the most is cut, and no other', async () => {
  const { begun, ends, isCutKnown, open, connections } = await start(16 * MIB);
  const paths = ['/1', '/2', '/3', '/4'];
  const ask = async (path: string) => {
    const client = open();
    client.write(get(path));
    await expect.poll(() => begun).toContain(path);
    return client;
  };
  const lazy: Socket[] = [];
  for (const path of paths) lazy.push(await ask(path));
  expect(paths.map((path) => ends.get(path)!.destroyed)).toEqual([false, false, false, false]);
  expect(connections.settled).toBe(false);
  await ask('/5');
  expect([...paths, '/5'].map((path) => ends.get(path)!.destroyed)).toEqual([true, false, false, false, false]);
  expect(isCutKnown).toEqual([false]);
  // What the cut one and one that leaves have not read is no longer counted, so that there is room for another.
  lazy[1]!.destroy();
  await expect.poll(() => ends.get('/2')!.destroyed).toBe(true);
  await ask('/6');
  expect(['/3', '/4', '/5', '/6'].filter((path) => ends.get(path)!.destroyed)).toEqual([]);
  await ask('/7');
  expect(['/3', '/4', '/5', '/6', '/7'].filter((path) => ends.get(path)!.destroyed)).toHaveLength(1);
});

test('a client that reads nothing of a reply is cut after its time, which counts only while a reply waits', async () => {
  const { begun, ends, open, look } = await start(16 * MIB, { unreadMs: 50 });
  const lazy = open();
  lazy.write(get('/lazy'));
  const reading = open().resume();
  reading.write(get('/reading'));
  await expect.poll(() => begun).toHaveLength(2);
  await expect.poll(() => ends.get('/reading')!.writableLength).toBe(0);
  look();
  await expect.poll(() => ends.get('/lazy')!.destroyed).toBe(true);
  expect(ends.get('/reading')!.destroyed).toBe(false);
});

test('a client that reads again is given the time of an idle connection', async () => {
  const { ends, open, look } = await start(16 * MIB, { unreadMs: 300_000, unreadMsMax: 120_000 });
  const client = open();
  client.write(get('/'));
  await expect.poll(() => ends.get('/')?.writableLength).toBeGreaterThan(0);
  look();
  expect(ends.get('/')!.timeout).toBe(300_000);
  client.resume();
  await expect.poll(() => ends.get('/')!.writableLength).toBe(0);
  look();
  expect(ends.get('/')!.timeout).toBe(IDLE_MS);
  // Each reply has the whole time for itself.
  client.pause().write(get('/'));
  await expect.poll(() => ends.get('/')!.writableLength).toBeGreaterThan(0);
  look(130_000);
  expect(ends.get('/')!.destroyed).toBe(false);
});

test('a slow reader is cut when one reply has taken it longer than any call may take, and not before', async () => {
  const { ends, open, look } = await start(32 * MIB, { unreadMsMax: 120_000 });
  const slow = open();
  slow.write(get('/'));
  await expect.poll(() => ends.get('/')?.writableLength).toBeGreaterThan(0);
  look();
  slow.once('data', () => slow.pause()).resume();
  look(120_000);
  expect(ends.get('/')!.destroyed).toBe(false);
  look(1);
  expect(ends.get('/')!.destroyed).toBe(true);
});

test('with too many open the one that has been idle longest is closed, and the new one where none is idle', () => {
  const connections = new Connections({
    ...{ openMax: 2, bodyMs: IDLE_MS, idleMs: IDLE_MS, unreadMs: IDLE_MS, unreadMsMax: IDLE_MS },
    refuseLate: () => {},
  });
  const closed: string[] = [];
  const opened = (name: string) => {
    const socket = {
      writableLength: 0,
      isPaused: () => false,
      once: () => {},
      setTimeout: () => {},
      destroy: () => closed.push(name),
    } as unknown as Socket;
    connections.opened(socket);
    return socket;
  };
  const [first, second] = [opened('first'), opened('second')];
  const work = (socket: Socket) => connections.of(socket)?.inTurn({} as IncomingMessage, () => {});
  work(first);
  const third = opened('third');
  expect([closed, connections.of(second)]).toEqual([['second'], undefined]);
  work(third);
  const fourth = opened('fourth');
  expect([closed, connections.of(fourth)]).toEqual([['second', 'fourth'], undefined]);
  vi.advanceTimersByTime(LOOK_EVERY_MS);
  connections.close();
  expect(closed.slice(2).sort()).toEqual(['first', 'third']);
});

test('of a reply to a client that has left, and of one that was taken at once, nothing is unread', () => {
  const counted: number[] = [];
  const replied = (socket: object, left: number) => {
    const connection = new Connection(socket as unknown as Socket, (bytes) => counted.push(bytes), IDLE_MS);
    connection.replied({ socket: { writableLength: left }, once: () => {} } as unknown as ServerResponse, 9);
    return connection.unreadBytes;
  };
  expect([replied({ destroyed: true }, 9), replied({}, 0), replied({}, 9)]).toEqual([0, 0, 9]);
  expect(counted).toEqual([9]);
});
