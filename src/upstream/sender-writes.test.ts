import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Failure } from '../errors.ts';
import { byStatus } from './by-status.testing.ts';
import { unknownOutcome } from './failures.ts';
import type { Bound } from './outgoing-call.ts';
import type { Scene, ScriptedServer } from './scripted-server.testing.ts';
import { answer, cut, cutAfter, hang, listen, startScriptedServer } from './scripted-server.testing.ts';
import type { Sender } from './sender.ts';
import { createSender } from './sender.ts';
import type { UpstreamRequest } from './session.ts';

let platform: ScriptedServer;
let ambient: StillAmbient;
let sender: Sender;

beforeEach(async () => {
  platform = await startScriptedServer();
  ambient = stillAmbient({ chanceByte: 0 });
  sender = createSender({ ambient, sleep: ambient.sleep });
});

afterEach(async () => {
  await platform.close();
  await sender.close();
});

const never = new AbortController().signal;
const once: Bound = { signal: never, repeat: 'never', judge: byStatus };
const repeatable: Bound = { signal: never, repeat: 'safe', judge: byStatus };

function write(changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return { method: 'POST', url: `${platform.origin}/campaigns`, body: '{"name":"A"}', effect: 'write', ...changes };
}

describe('a create', () => {
  const silent: [string, Scene][] = [
    ['the connection is cut before an answer', cut],
    ['the answer breaks off at its first byte', cutAfter(0)],
    ['the answer breaks off half-way', cutAfter(500)],
    ['no answer comes in time', hang],
  ];

  it.each(silent)('is sent once and reported as unknown when %s', async (_, scene) => {
    platform.play(scene);
    const failure = await failureFrom(sender.send('social', write({ deadlineMs: 200 }), once));
    expect(failure.details).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    expect(failure.details.nextStep).toMatch(/list .* look for/);
    expect(platform.received).toHaveLength(1);
  });

  it('is sent once and reported as unknown when its answer is too large to read', async () => {
    platform.play(answer(200, {}, 'x'.repeat(100)));
    const failure = await failureFrom(sender.send('social', write({ bytesMax: 10 }), once));
    expect(failure.code).toBe('outcome_unknown');
    expect(platform.received).toHaveLength(1);
  });

  it.each([429, 500, 502, 503, 504])(
    'is sent once when the platform answers HTTP %i, and the answer handed on',
    async (status) => {
      platform.play(answer(status, { 'retry-after': '0' }), answer(200));
      const reply = await sender.send('social', write(), once);
      expect(reply.status).toBe(status);
      expect(platform.received).toHaveLength(1);
    },
  );

  it('is sent once on a kept connection that the platform closes at that moment', async () => {
    platform.play(answer(200), cut);
    await sender.send('social', write(), once);
    expect((await failureFrom(sender.send('social', write(), once))).code).toBe('outcome_unknown');
    expect(platform.received).toHaveLength(2);
  });

  it('keeps its answer when the usage header cannot be read', async () => {
    const usage = () => {
      throw new SyntaxError('not JSON');
    };
    expect((await sender.send('social', write(), { ...once, usage })).status).toBe(200);
  });

  it('is unknown when the caller goes away while it is under way', async () => {
    const caller = new AbortController();
    platform.play(() => caller.abort());
    const failure = await failureFrom(
      sender.send('social', write(), { signal: caller.signal, repeat: 'never', judge: byStatus }),
    );
    expect(failure.code).toBe('outcome_unknown');
    expect(platform.received).toHaveLength(1);
  });
});

describe('a create that never left the process', () => {
  it('is tried again when the connection is refused, and then reported as not done', async () => {
    await platform.close();
    const failure = await failureFrom(sender.send('social', write(), once));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied', retryable: true });
    expect(ambient.slept).toHaveLength(2);
  });

  it('is reported as not done when the name does not resolve', async () => {
    const failure = await failureFrom(sender.send('social', write({ url: 'http://platform.invalid/x' }), once));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
  });

  it('is reported as not done when the TLS handshake fails', async () => {
    const garbled = createTcpServer((socket) => void socket.once('data', () => socket.end('not TLS at all\r\n')));
    const port = await listen(garbled);
    const failure = await failureFrom(sender.send('social', write({ url: `https://127.0.0.1:${port}/x` }), once));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
    garbled.close();
  });

  it('is reported as not done when the time is up while it waits for a free connection', async () => {
    const narrow = createSender({ ambient, sleep: ambient.sleep, settings: { poolConnections: 1 } });
    platform.play(hang);
    const holding = narrow.send('social', write({ effect: 'read', deadlineMs: 80 }), once).catch(() => {});
    const failure = await failureFrom(narrow.send('social', write({ deadlineMs: 20 }), once));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
    await holding;
    await narrow.close();
    expect(platform.received).toHaveLength(1);
  });
});

describe('a change that may be repeated', () => {
  it.each([cut, answer(429), answer(500), answer(503)])('is sent again', async (scene) => {
    platform.play(scene, answer(200));
    expect((await sender.send('social', write(), repeatable)).status).toBe(200);
    expect(platform.received).toHaveLength(2);
  });

  it('is unknown, and may be repeated, when no attempt is answered', async () => {
    platform.play(cut);
    const failure = await failureFrom(sender.send('social', write(), repeatable));
    expect(failure.details).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: true });
    expect(platform.received).toHaveLength(3);
  });

  it.each([400, 401, 404, 429])('says that HTTP %i may answer a second sending after a lost first', async (status) => {
    platform.play(cut, answer(status), answer(status));
    expect(await sender.send('social', write(), repeatable)).toMatchObject({ status, mayBeSecond: true });
  });

  it('stays unknown when the caller goes away between a lost attempt and the next', async () => {
    const caller = new AbortController();
    const waiting = createSender({
      ambient,
      async sleep(_, signal) {
        caller.abort();
        signal.throwIfAborted();
      },
    });
    platform.play(cut);
    const failure = await failureFrom(
      waiting.send('social', write(), { signal: caller.signal, repeat: 'safe', judge: byStatus }),
    );
    expect(failure.code).toBe('outcome_unknown');
    await waiting.close();
  });

  it('is not called off by the end of the service when an earlier one may have arrived', async () => {
    await sender.close();
    const failure = await failureFrom(sender.send('social', write(), { ...repeatable, earlierMayHaveArrived: true }));
    expect(failure.code).toBe('outcome_unknown');
    expect(await failureFrom(sender.send('social', write(), repeatable))).toMatchObject({ outcome: 'not_applied' });
  });

  it('marks an answer that an earlier lost attempt may explain', async () => {
    platform.play(cut, answer(404));
    expect(await sender.send('social', write({ method: 'DELETE' }), repeatable)).toMatchObject({
      status: 404,
      mayBeSecond: true,
    });
    platform.play(answer(429), answer(404));
    expect(await sender.send('social', write({ method: 'DELETE' }), repeatable)).not.toHaveProperty('mayBeSecond');
  });
});

it('lets a client say that a 5xx leaves a create unknown, with its own way to check', () => {
  const failure = unknownOutcome({
    seen: 'The platform answered HTTP 502.',
    check: 'Call `list_campaigns` and look for the name.',
    upstream: { code: 2 },
  });
  expect(failure.details).toMatchObject({
    code: 'outcome_unknown',
    message: 'The platform answered HTTP 502. It is not known whether the change was made.',
    nextStep: 'Call `list_campaigns` and look for the name.',
    retryable: false,
    upstream: { code: 2 },
  });
});

async function failureFrom(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => expect.unreachable('it should have failed'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error;
}
