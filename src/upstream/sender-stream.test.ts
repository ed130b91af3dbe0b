import { afterEach, beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { byStatus } from './by-status.testing.ts';
import type { SenderEvent } from './call-timing.ts';
import type { Bound } from './outgoing-call.ts';
import type { ScriptedServer } from './scripted-server.testing.ts';
import { answer, cut, cutAfter, startScriptedServer } from './scripted-server.testing.ts';
import type { Sender } from './sender.ts';
import { createSender } from './sender.ts';
import type { UpstreamRequest } from './session.ts';

let platform: ScriptedServer;
let sender: Sender;
let events: SenderEvent[];

beforeEach(async () => {
  platform = await startScriptedServer();
  events = [];
  const ambient = stillAmbient({ chanceByte: 0 });
  sender = createSender({ ambient, sleep: ambient.sleep, onEvent: (event) => events.push(event) });
});

afterEach(async () => {
  await platform.close();
  await sender.close();
});

const bound: Bound = { signal: new AbortController().signal, repeat: 'never', judge: byStatus };

function report(changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return { method: 'POST', url: `${platform.origin}/report`, effect: 'read', ...changes };
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

it('hands on more than a reply may hold, piece by piece, and ends the call with the body', async () => {
  const small = createSender({ ambient: stillAmbient(), settings: { replyBytesMax: 1000 } });
  platform.play(answer(200, { 'x-trace': 't' }, 'x'.repeat(3_000_000)));
  const reply = await small.stream('search', report(), bound);
  expect(reply).toMatchObject({ status: 200, headers: { 'x-trace': 't' } });
  expect(await bytesOf(reply.body)).toBe(3_000_000);
  await small.close();
});

it('reports the call when its body has been read, not before', async () => {
  platform.play(answer(200, {}, 'abc'));
  const reply = await sender.stream('search', report(), bound);
  expect(events).toEqual([]);
  await bytesOf(reply.body);
  expect(events).toMatchObject([{ status: 200, outcome: 'replied', attempts: 1 }]);
});

it('asks again while the answer has not begun', async () => {
  platform.play(cut, answer(503, {}, 'x'.repeat(100_000)), answer(200, {}, 'abc'));
  expect(await bytesOf((await sender.stream('search', report(), bound)).body)).toBe(3);
  expect(platform.received).toHaveLength(3);
});

it('reads a refusal up to 1 MiB, however long it is', async () => {
  platform.play(answer(400, {}, 'x'.repeat(3_000_000)));
  const lengths: number[] = [];
  const judge: Bound['judge'] = (reply) => {
    lengths.push(reply.body.length);
    return byStatus(reply);
  };
  await sender.stream('search', report(), { ...bound, judge }).catch(() => {});
  expect(lengths).toEqual([expect.any(Number)]);
  expect(lengths[0]).toBeLessThanOrEqual(1_048_576);
});

it('fails while being read when the answer breaks off, and does not begin anew', async () => {
  platform.play(cutAfter(2000));
  const { body } = await sender.stream('search', report(), bound);
  await expect(bytesOf(body)).rejects.toMatchObject({
    details: { code: 'upstream_unavailable', retryable: true, outcome: 'not_applied' },
  });
  expect(platform.received).toHaveLength(1);
  expect(events).toMatchObject([{ outcome: 'upstream_unavailable' }]);
});

it('fails while being read when the time is up or too much comes', async () => {
  platform.play((reply) => void reply.writeHead(200).write('begin'));
  const slow = await sender.stream('search', report({ deadlineMs: 500 }), bound);
  await expect(bytesOf(slow.body)).rejects.toMatchObject({ details: { code: 'upstream_unavailable' } });
  platform.play(answer(200, {}, 'x'.repeat(10_000)));
  const large = await sender.stream('search', report({ bytesMax: 9999 }), bound);
  await expect(bytesOf(large.body)).rejects.toMatchObject({ details: { code: 'unsupported' } });
});

it('closes the connection of a body that is not read to its end', async () => {
  const dropped = new Promise((resolve) => {
    platform.play((reply, request) => {
      request.socket.once('close', resolve);
      reply.writeHead(200).write('x'.repeat(1000));
    });
  });
  const { body } = await sender.stream('search', report(), bound);
  for await (const _ of body) break;
  await dropped;
  expect(events).toMatchObject([{ status: 200, outcome: 'replied' }]);
});

it('closes a body that is not read at all when the time is up', async () => {
  const dropped = new Promise((resolve) => {
    platform.play((reply, request) => {
      request.socket.once('close', resolve);
      reply.writeHead(200).write('begin');
    });
  });
  await sender.stream('search', report({ deadlineMs: 300 }), bound);
  await dropped;
  expect(events).toHaveLength(1);
});

it('counts answers that break off against the platform, and each failed one once', async () => {
  const read = async () => bytesOf((await sender.stream('search', report(), bound)).body);
  for (let call = 0; call < 4; call++) {
    platform.play(call % 2 ? answer(505) : cutAfter(10));
    await read().catch(() => {});
  }
  platform.play(cutAfter(10));
  await expect(read()).rejects.toThrow();
  expect(platform.received).toHaveLength(5);
  await expect(read()).rejects.toMatchObject({ details: { retryAfterS: 10 } });
  expect(platform.received).toHaveLength(5);
});

it('closes an answer that it does not hand on', async () => {
  const dropped = new Promise((resolve) => {
    platform.play(cut, (reply, request) => {
      request.socket.once('close', resolve);
      reply.writeHead(429, { 'retry-after': '99' }).write('begin');
    });
  });
  // Shorter than the platform asks to wait, and long enough for the second request on any machine.
  const change = sender.stream('search', report({ effect: 'write', deadlineMs: 5_000 }), { ...bound, repeat: 'safe' });
  await expect(change).rejects.toMatchObject({ details: { code: 'outcome_unknown', retryable: true } });
  await dropped;
});
