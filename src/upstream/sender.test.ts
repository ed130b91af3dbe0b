import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Failure } from '../errors.ts';
import { byStatus } from './by-status.testing.ts';
import type { SenderEvent } from './call-timing.ts';
import type { Bound } from './outgoing-call.ts';
import { createPacing } from './pacing.ts';
import type { ScriptedServer } from './scripted-server.testing.ts';
import { answer, cut, cutAfter, hang, startScriptedServer } from './scripted-server.testing.ts';
import type { Sender, SenderSettings } from './sender.ts';
import { createSender } from './sender.ts';
import type { UpstreamRequest } from './session.ts';

let platform: ScriptedServer;
let ambient: StillAmbient;
let sender: Sender;
let events: SenderEvent[];

beforeEach(async () => {
  platform = await startScriptedServer();
  ambient = stillAmbient({ chanceByte: 0 });
  events = [];
  sender = open({});
});

afterEach(async () => {
  await platform.close();
  await sender.close();
});

function open(settings: Partial<SenderSettings>): Sender {
  return createSender({ ambient, settings, sleep: ambient.sleep, onEvent: (event) => events.push(event) });
}

const never = new AbortController().signal;

function bound(changes: Partial<Bound> = {}): Bound {
  return { signal: never, repeat: 'safe', judge: byStatus, ...changes };
}

function read(changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return { method: 'GET', url: `${platform.origin}/things?token=s3cret`, effect: 'read', ...changes };
}

describe('a call that goes well', () => {
  it('carries method, path, query and body, and brings back status, headers and body', async () => {
    platform.play(answer(201, { 'X-Trace': 'abc' }, '{"id":"7"}'));
    const reply = await sender.send('search', read({ method: 'POST', body: '{"a":1}' }), bound());
    expect(platform.received).toEqual([{ method: 'POST', path: '/things?token=s3cret', body: '{"a":1}' }]);
    expect(reply).toMatchObject({ status: 201, headers: { 'x-trace': 'abc' } });
    expect(String(reply.body)).toBe('{"id":"7"}');
    expect(events).toEqual([
      {
        platform: 'search',
        effect: 'read',
        status: 201,
        attempts: 1,
        startedAt: ambient.elapsedMs(),
        durationMs: 0,
        steps: [{ kind: 'attempt', startedAt: ambient.elapsedMs(), durationMs: 0, status: 201 }],
        outcome: 'replied',
      },
    ]);
  });

  it('joins a header that comes twice', async () => {
    platform.play(
      (reply) =>
        void reply
          .writeHead(
            200,
            [
              ['x-usage', 'a'],
              ['x-usage', 'b'],
            ].flat(),
          )
          .end(),
    );
    expect((await sender.send('search', read(), bound())).headers['x-usage']).toBe('a, b');
  });

  it('waits for a judge that takes its time', async () => {
    platform.play(answer(503), answer(200));
    const slow = bound({ judge: async (reply) => byStatus(reply) });
    expect(await sender.send('search', read(), slow)).toMatchObject({ status: 200, judgement: { is: 'well' } });
    expect(platform.received).toHaveLength(2);
  });

  it('follows no redirect', async () => {
    platform.play(answer(302, { location: `${platform.origin}/elsewhere` }));
    expect((await sender.send('search', read(), bound())).status).toBe(302);
    expect(platform.received.map(({ path }) => path)).not.toContain('/elsewhere');
  });
});

describe('a platform that asks for a pause', () => {
  it('is left alone for that long by all callers on the account, and by no others', async () => {
    const pausing = bound({
      judge: async ({ status }) => (status === 429 ? { is: 'busy', waitMs: 5000 } : { is: 'well' }),
    });
    platform.play(answer(429), answer(200));
    await sender.send('search', read({ account: 'a', deadlineMs: 1000 }), pausing);
    expect(platform.received).toHaveLength(1);
    await sender.send('search', read({ account: 'b' }), bound());
    expect(ambient.slept).toEqual([]);
    await sender.send('search', read({ account: 'a' }), bound());
    expect(ambient.slept).toEqual([5000]);
    platform.play(answer(429), answer(200));
    await sender.send('search', read({ account: 'c', deadlineMs: 1000 }), pausing);
    const failure = await failureFrom(sender.send('search', read({ account: 'c', deadlineMs: 6000 }), bound()));
    expect(failure.details).toMatchObject({ code: 'rate_limited', retryAfterS: 5 });
  });
});

describe('a read that meets trouble', () => {
  it.each([429, 500, 502, 503, 504])('is sent again after HTTP %i', async (status) => {
    platform.play(answer(status), answer(200));
    expect((await sender.send('search', read(), bound({ repeat: 'never' }))).status).toBe(200);
    expect(platform.received).toHaveLength(2);
  });

  it('is sent again after a cut connection', async () => {
    platform.play(cut, cutAfter(10), answer(200));
    expect((await sender.send('search', read(), bound({ repeat: 'never' }))).status).toBe(200);
    expect(platform.received).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 501])('is not sent again after HTTP %i', async (status) => {
    platform.play(answer(status));
    expect((await sender.send('search', read(), bound())).status).toBe(status);
    expect(platform.received).toHaveLength(1);
  });

  it('is sent three times at most, and the last answer stands', async () => {
    platform.play(answer(503));
    expect((await sender.send('search', read(), bound())).status).toBe(503);
    expect(platform.received).toHaveLength(3);
    expect(events[0]).toMatchObject({ attempts: 3, status: 503, outcome: 'replied' });
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    const inTenSeconds = new Date(ambient.now() + 2000 + 10_000).toUTCString();
    platform.play(answer(429, { 'retry-after': '2' }), answer(503, { 'retry-after': inTenSeconds }), answer(200));
    expect((await sender.send('search', read(), bound())).status).toBe(200);
    expect(ambient.slept).toEqual([2000, 10_000]);
  });

  it('hands the answer on when Retry-After reaches beyond the deadline', async () => {
    platform.play(answer(429, { 'retry-after': '31' }), answer(200));
    const reply = await sender.send('search', read(), bound());
    expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '31' } });
    expect(platform.received).toHaveLength(1);
  });

  it('backs off by chance, further each time', async () => {
    ambient.randomBytes = (count) => Buffer.alloc(count, 0x80);
    platform.play(cut, cut, answer(200));
    await sender.send('search', read(), bound());
    expect(ambient.slept.map(Math.round)).toEqual([100, 201]);
  });

  it('is not sent again once the retry budget is spent', async () => {
    platform.play(answer(503));
    for (let call = 0; call < 8; call++) await sender.send('search', read({ account: `a${call}` }), bound());
    expect(platform.received).toHaveLength(8 + 10);
  });

  it('has a budget that grows with the traffic', async () => {
    for (let call = 0; call < 200; call++) await sender.send('search', read(), bound());
    platform.play(answer(503));
    for (let call = 0; call < 20; call++) await sender.send('search', read({ account: `a${call}` }), bound());
    expect(platform.received).toHaveLength(220 + 22);
  });

  it('gives up when the time is up, and says that nothing was changed', async () => {
    platform.play(hang);
    const failure = await failureFrom(sender.send('search', read({ deadlineMs: 30 }), bound()));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', retryable: true, outcome: 'not_applied' });
    expect(platform.received).toHaveLength(1);
  });

  it('refuses an answer that is larger than allowed', async () => {
    platform.play(answer(200, {}, 'x'.repeat(5000)));
    const failure = await failureFrom(sender.send('search', read({ bytesMax: 4999 }), bound()));
    expect(failure.details).toMatchObject({ code: 'unsupported', outcome: 'not_applied' });
    expect(failure.retryable).toBe(false);
    expect((await sender.send('search', read({ bytesMax: 5000 }), bound())).body).toHaveLength(5000);
  });

  it('puts nothing of the request into the error', async () => {
    platform.play(cut);
    const headers = { authorization: 'Bearer s3cret' };
    const failure = await failureFrom(sender.send('search', read({ headers }), bound()));
    const chain = [failure.message, failure.details, failure.cause, (failure.cause as Error).message];
    expect(JSON.stringify(chain)).not.toMatch(/s3cret|things/);
  });

  it('reports a request that cannot be put together as our fault, without its content', async () => {
    const headers = { authorization: 'Bearer s3cret\n' };
    for (const request of [
      read({ headers }),
      read({ url: 'ftp://x/s3cret' }),
      read({ url: 'http://u:s3cret@127.0.0.1/' }),
    ]) {
      const failure = await failureFrom(sender.send('search', request, bound()));
      expect(failure.details).toMatchObject({ code: 'internal', outcome: 'not_applied' });
      expect(JSON.stringify([failure.message, failure.details])).not.toContain('s3cret');
    }
    expect(platform.received).toHaveLength(0);
  });
});

describe('cancelling', () => {
  it('stops a read at once with the caller’s reason, and closes the connection', async () => {
    const caller = new AbortController();
    const reason = new Error('client went away');
    const dropped = new Promise((resolve) => {
      platform.play((_, request) => {
        request.socket.once('close', resolve);
        caller.abort(reason);
      });
    });
    await expect(sender.send('search', read(), bound({ signal: caller.signal }))).rejects.toBe(reason);
    await dropped;
    expect(events).toMatchObject([{ outcome: 'cancelled', attempts: 1 }]);
  });

  it('leaves nothing behind on the signal of a call that has ended', async () => {
    const { signal } = new AbortController();
    await sender.send('search', read(), bound({ signal }));
    platform.play(cut);
    await sender.send('search', read(), bound({ signal })).catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('sends nothing for a caller who has already gone', async () => {
    await expect(sender.send('search', read(), bound({ signal: AbortSignal.abort('gone') }))).rejects.toBe('gone');
    expect(platform.received).toHaveLength(0);
  });
});

describe('breaker and pacing', () => {
  it('stops calling an account’s platform after five faults, and tries again later', async () => {
    platform.play(answer(500));
    const request = read({ account: '1' });
    for (let call = 0; call < 2; call++) await sender.send('search', request, bound()).catch(() => {});
    const reached = platform.received.length;
    expect(reached).toBe(5);
    const failure = await failureFrom(sender.send('search', request, bound()));
    expect(failure.details).toMatchObject({ code: 'upstream_unavailable', retryAfterS: 10, outcome: 'not_applied' });
    expect(platform.received).toHaveLength(reached);
    platform.play(answer(200));
    expect((await sender.send('search', read({ account: '2' }), bound())).status).toBe(200);
    ambient.advance(10_000);
    expect((await sender.send('search', request, bound())).status).toBe(200);
  });

  it('lets the next one try whether it is back when the one who tried stumbled over a mistake of ours', async () => {
    platform.play(answer(500));
    for (let call = 0; call < 2; call++) await sender.send('search', read(), bound()).catch(() => {});
    ambient.advance(10_000);
    const mistake = new TypeError('a mistake');
    const judge = () => {
      throw mistake;
    };
    await expect(sender.send('search', read(), bound({ judge }))).rejects.toBe(mistake);
    platform.play(answer(200));
    expect((await sender.send('search', read(), bound())).status).toBe(200);
  });

  it.each([400, 429, 501])('never counts HTTP %i, which is an answer', async (status) => {
    platform.play(answer(status, { 'retry-after': '99' }));
    for (let call = 0; call < 20; call++) await sender.send('search', read(), bound());
    expect(platform.received).toHaveLength(20);
  });

  it('never counts a caller who goes away', async () => {
    for (let call = 0; call < 6; call++) {
      const caller = new AbortController();
      platform.play(() => caller.abort());
      await sender.send('search', read(), bound({ signal: caller.signal })).catch(() => {});
    }
    platform.play(answer(200));
    expect((await sender.send('search', read(), bound())).status).toBe(200);
  });

  it('waits before the next request when the platform says it is nearly full', async () => {
    platform.play(answer(200, { 'x-used': '0.9' }));
    const usage: Bound['usage'] = ({ headers }) => ({ fraction: Number(headers['x-used']) });
    await sender.send('social', read({ account: '1' }), bound({ usage }));
    expect(ambient.slept).toEqual([]);
    await sender.send('social', read({ account: '2' }), bound({ usage }));
    expect(ambient.slept).toEqual([]);
    await sender.send('social', read({ account: '1' }), bound({ usage }));
    expect(ambient.slept.map(Math.round)).toEqual([1200]);
  });

  it('learns when a wait ends by the clock of the platform, where it told of a wait and of its time', async () => {
    const pacing = createPacing({ ambient });
    const learn = vi.spyOn(pacing, 'learn');
    const pacedSender = createSender({ ambient, pacing, sleep: ambient.sleep });
    const hear = (waitMs: number | undefined, date: string) => {
      platform.play(answer(200, { date }));
      const usage: Bound['usage'] = () => ({ fraction: 0, ...(waitMs !== undefined && { waitMs }) });
      return pacedSender.send('social', read({ account: date }), bound({ usage }));
    };
    await hear(60_000, 'never');
    await hear(undefined, new Date(0).toUTCString());
    await hear(60_000, new Date(0).toUTCString());
    expect(learn.mock.calls.map(([, usage]) => usage)).toEqual([
      { fraction: 0, waitMs: 60_000 },
      { fraction: 0 },
      { fraction: 0, waitMs: 60_000, endsAt: 60_000 },
    ]);
    await pacedSender.close();
  });

  it('tells of every reply, those it sends again after included', async () => {
    platform.play(answer(503), answer(200, { date: 'Thu, 01 Jan 2026 00:01:00 GMT' }));
    const heard: unknown[] = [];
    await sender.send('social', read(), bound({ heard: ({ status, headers }) => heard.push([status, headers.date]) }));
    expect(heard).toEqual([
      [503, expect.anything()],
      [200, 'Thu, 01 Jan 2026 00:01:00 GMT'],
    ]);
  });

  it('waits until the platform wants to be called again, or says when that is', async () => {
    platform.play(answer(200));
    const usage: Bound['usage'] = () => ({ fraction: 1, waitMs: 20_000 });
    await sender.send('social', read(), bound({ usage }));
    const failure = await failureFrom(sender.send('social', read({ deadlineMs: 10_000 }), bound()));
    expect(failure.details).toMatchObject({ code: 'rate_limited', retryAfterS: 20, outcome: 'not_applied' });
    expect(platform.received).toHaveLength(1);
    await sender.send('social', read(), bound());
    expect(ambient.slept).toEqual([20_000]);
  });
});

it('refuses anything new once closed', async () => {
  await sender.close();
  const failure = await failureFrom(sender.send('search', read(), bound()));
  expect(failure.details).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
});

it('lets what is under way finish when it is closed', async () => {
  platform.play((reply) => void setTimeout(() => reply.end('{}'), 50));
  const closing = open({});
  const sending = closing.send('search', read(), bound());
  await expect.poll(() => platform.received.length).toBe(1);
  await closing.close(30_000);
  expect(await sending).toMatchObject({ status: 200 });
});

it('cuts what has not finished in the time it is given, and tells what is known of it', async () => {
  platform.play(hang);
  const closing = open({});
  const reading = failureFrom(closing.send('search', read(), bound()));
  const writing = failureFrom(closing.send('search', read({ method: 'POST', effect: 'write' }), bound()));
  await expect.poll(() => platform.received.length).toBe(2);
  await closing.close(20);
  expect((await reading).code).toBe('upstream_unavailable');
  expect((await writing).code).toBe('outcome_unknown');
});

async function failureFrom(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => expect.unreachable('it should have failed'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error;
}
