import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Link, openLink, script } from './link.ts';

/** A server with as much of the protocol as the client needs. What it is asked while it hangs it answers when it goes on. */
let server: Server;
let link: Link;
let isHanging: boolean;
let unanswered: (() => void)[];
let evaluated: number;
let logged: string[];
const sockets = new Set<Socket>();

function replyTo(words: readonly string[]): string {
  const [name = '', , ...rest] = words;
  if (name === 'EVALSHA') {
    evaluated += 1;
    return rest[1] === 'adhelm:processes' ? ':3\r\n' : ':1\r\n';
  }
  if (name === 'SUBSCRIBE') return `*3\r\n$9\r\nsubscribe\r\n$${words[1]!.length}\r\n${words[1]}\r\n:1\r\n`;
  return '+OK\r\n';
}

function answerAll(): void {
  isHanging = false;
  for (const answer of unanswered.splice(0)) answer();
}

beforeEach(async () => {
  [isHanging, unanswered, evaluated, logged] = [false, [], 0, []];
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (data) => {
      for (const command of String(data).split(/(?=\*\d+\r\n)/))
        unanswered.push(() => socket.write(replyTo(command.split('\r\n').filter((_, at) => at > 0 && at % 2 === 0))));
      if (!isHanging) answerAll();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  link = await openLink({
    ...{
      url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      id: 'one',
      channel: 'news',
      onMessage() {},
    },
    log: { write: (_: string, event: string) => void logged.push(event) } as never,
  });
});
afterEach(async () => {
  answerAll();
  await link.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const run = () => link.run(script('return 1'), [], []);

test('a server that hangs counts as gone after a quarter of a second, and then no call waits for it', async () => {
  expect([link.up, link.processes, await run()]).toEqual([true, 3, 1]);
  isHanging = true;
  await expect(run()).rejects.toThrow('no answer within 250 ms');
  expect(link.up).toBe(false);
  const before = evaluated;
  await expect(run()).rejects.toThrow('Redis is not answering');
  expect(evaluated).toBe(before);
});

test('it is found again by the beat, and one outage is one line in the log', async () => {
  isHanging = true;
  await Promise.allSettled([run(), run()]);
  await expect(run()).rejects.toThrow();
  answerAll();
  await vi.waitFor(() => expect(link.up).toBe(true), { timeout: 5_000 });
  expect(logged).toEqual(['redis_lost', 'redis_back']);
  expect(await run()).toBe(1);
});
