import { createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seed } from '../../test/seed.ts';
import { realAmbient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import { errorTable } from './error-table.ts';
import { PlatformCalls } from './platform-calls.ts';
import { listen } from './scripted-server.testing.ts';
import { createSender, type Sender } from './sender.ts';

const reply = (status: number, body = '{}', more = '') =>
  `HTTP/1.1 ${status} .\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const DONE = reply(200, '{"id":"1"}');

/** What the platform says once it has a request, and whether it has done by then what it was asked for. */
const SCENES: Record<string, [did: 'done' | 'perhaps' | 'refused', say: (socket: Socket) => void]> = {
  answers: ['done', (socket) => socket.write(DONE)],
  'answers and closes': ['done', (socket) => socket.end(reply(200, '{"id":"1"}', 'Connection: close\r\n'))],
  'answers, then drops the idle connection': [
    'done',
    (socket) => void socket.write(DONE, () => setTimeout(() => socket.destroy(), 1)),
  ],
  'answers after hints': ['done', (socket) => socket.write(`HTTP/1.1 103 .\r\nLink: x\r\n\r\n${DONE}`)],
  'answers twice': ['done', (socket) => socket.write(DONE + DONE)],
  'answers too late': ['done', (socket) => void setTimeout(() => socket.write(DONE), 250)],
  'answers with a page': ['done', (socket) => socket.write(reply(200, '<html>'))],
  'answers nothing': ['done', (socket) => socket.write('HTTP/1.1 204 .\r\n\r\n')],
  'answers what cannot be unpacked': ['done', (socket) => socket.write(reply(200, 'x', 'Content-Encoding: gzip\r\n'))],
  'breaks off in the head': ['done', (socket) => socket.end('HTTP/1.1 200 .\r\nConte')],
  'breaks off in the body': ['done', (socket) => socket.end('HTTP/1.1 200 .\r\nContent-Length: 99\r\n\r\n{"id":"1"}')],
  'stops in the body': ['done', (socket) => socket.write('HTTP/1.1 200 .\r\nContent-Length: 99\r\n\r\n{"id":"1"}')],
  'speaks no HTTP': ['done', (socket) => socket.write('SSH-2.0\r\n\r\n')],
  'changes the protocol': [
    'done',
    (socket) => socket.write('HTTP/1.1 101 .\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  'has a fault': ['perhaps', (socket) => socket.write(reply(500))],
  'is away': ['perhaps', (socket) => socket.write(reply(503, '{}', 'Retry-After: 0\r\n'))],
  'sends us elsewhere': ['perhaps', (socket) => socket.write(reply(303, '', 'Location: http://127.0.0.1:1/\r\n'))],
  resets: ['perhaps', (socket) => socket.resetAndDestroy()],
  'hangs up': ['perhaps', (socket) => socket.end()],
  'says nothing': ['perhaps', () => {}],
  'is busy': ['refused', (socket) => socket.write(reply(429))],
  'is busy for a while': ['refused', (socket) => socket.write(reply(429, '{}', 'Retry-After: 1\r\n'))],
  refuses: ['refused', (socket) => socket.write(reply(400))],
  'calls the token expired': ['refused', (socket) => socket.write(reply(401))],
};

interface Seen {
  script: [scene: string, perhaps: boolean][];
  arrived: number;
  done: number;
}

const dialect: Dialect = {
  errors: errorTable('0 | request | none | none | none'),
  authorize: (request) => request,
  complaint: () => undefined,
};
const calls = new Map<string, Seen>();
let platform: Server;
let origin: string;
let sender: Sender;
beforeAll(async () => {
  platform = createServer((socket) => {
    let text = '';
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
      const [, id = ''] = /^POST \/(\d+) /.exec(text) ?? [];
      if (!text.endsWith('"the end"}')) return;
      text = '';
      play(calls.get(id)!, socket);
    });
  });
  origin = `http://127.0.0.1:${await listen(platform)}`;
  sender = createSender({ ambient: realAmbient, settings: { deadlineMs: 200, retryBudgetRatio: 10 } });
});
afterAll(async () => {
  await sender.close();
  platform.close();
});

function play(seen: Seen, socket: Socket): void {
  const [scene, perhaps] = (seen.script.length > 1 ? seen.script.shift() : seen.script[0])!;
  const [did, say] = SCENES[scene]!;
  seen.arrived += scene === 'calls the token expired' ? 0 : 1;
  if (did === 'done' || (did === 'perhaps' && perhaps)) seen.done += 1;
  say(socket);
}

const Answer = z.object({ id: z.literal('1') });
let count = 0;

/** Undefined where the caller left before anything was sent. */
async function toldOf(seen: Seen, repeat: 'safe' | 'never', leavesAfterMs: number | undefined) {
  const id = String(++count);
  calls.set(id, seen);
  const caller = new AbortController();
  if (leavesAfterMs !== undefined) setTimeout(() => caller.abort(), leavesAfterMs);
  const session = new PlatformCalls({
    platform: 'trains',
    dialect,
    sender,
    signal: caller.signal,
    repeat,
    connectionId: id,
    credentials: async () => ({ access_token: 'old' }),
    secretsIn: () => [],
    renew: async () => ({ access_token: 'new' }),
  });
  const json = { padding: 'x'.repeat(count % 3 === 0 ? 100_000 : 0), last: 'the end' };
  try {
    await session.change({ method: 'POST', url: `${origin}/${id}`, json }, Answer);
    return 'applied';
  } catch (error) {
    if (error instanceof Failure) return error.outcome;
    expect(error).toBe(caller.signal.reason);
    return undefined;
  }
}

const one = fc.record({
  script: fc.array(fc.tuple(fc.constantFrom(...Object.keys(SCENES)), fc.boolean()), { minLength: 1, maxLength: 4 }),
  repeat: fc.constantFrom('safe' as const, 'never' as const),
  leavesAfterMs: fc.option(fc.integer({ min: 0, max: 220 }), { nil: undefined, freq: 4 }),
});

test('whatever a platform does, a create is sent once, and what is said about a change is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 40, maxLength: 40 }), async (many) => {
      await Promise.all(
        many.map(async ({ script, repeat, leavesAfterMs }) => {
          const seen: Seen = { script: [...script], arrived: 0, done: 0 };
          const told = await toldOf(seen, repeat, leavesAfterMs);
          const facts = { ...seen, script, repeat, leavesAfterMs, told };
          if (repeat === 'never') expect(seen.arrived, JSON.stringify(facts)).toBeLessThanOrEqual(1);
          if (told === 'applied') expect(seen.done, JSON.stringify(facts)).toBeGreaterThan(0);
          if (told === 'not_applied' || told === undefined) expect(seen.done, JSON.stringify(facts)).toBe(0);
        }),
      );
    }),
    { numRuns: 15, seed, endOnFailure: true },
  );
});
