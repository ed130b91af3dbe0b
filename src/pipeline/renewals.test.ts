import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import type { Bound } from '../upstream/outgoing-call.ts';
import type { Credentials } from '../upstream/session.ts';
import type { SessionFactory } from './open-session.ts';
import { renewOnce } from './renewals.ts';

const FRESH = { access_token: 'new' };
let made = 0;

/** A connection whose platform answers a renewal when the test says so. */
function platform() {
  const gate = Promise.withResolvers<Credentials>();
  const bounds: Bound[] = [];
  const saved: Credentials[] = [];
  let stored = { version: 7, credentials: { access_token: 'old' } as Credentials };
  const reconnect = (credentials: Credentials) => {
    stored = { version: stored.version + 1, credentials };
  };
  const factory = {
    connections: {
      current: async () => stored,
      async saveCredentials(_: string, fresh: Credentials, version: number) {
        if (version !== stored.version) return false;
        stored = { version: version + 1, credentials: fresh };
        return saved.push(fresh) > 0;
      },
    },
    sender: {
      send(_: string, __: unknown, bound: Bound) {
        bounds.push(bound);
        return new Promise((resolve, reject) => {
          gate.promise.then(resolve as () => void, reject);
          bound.signal.addEventListener('abort', () => reject(bound.signal.reason));
        });
      },
    },
    now: () => 0,
  } as unknown as SessionFactory;
  const channel = {
    name: 'search',
    dialect: {},
    renew: (_: unknown, session: { send(request: unknown): unknown }) => session.send({}),
  } as unknown as Channel;
  const connection: ConnectionView = { id: `con_${made++}`, channel: 'search', mode: 'live', options: {}, version: 1 };
  const renew = (signal: AbortSignal) => renewOnce(factory, channel, connection, { hosts: {}, signal });
  return { gate, bounds, saved, renew, reconnect, factory, channel, connection };
}

test('who asked first may leave: the others get the new token, and it was asked for once', async () => {
  const { gate, bounds, saved, renew } = platform();
  const leaving = new AbortController();
  const first = renew(leaving.signal);
  const others = [renew(new AbortController().signal), renew(new AbortController().signal)];
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  gate.resolve(FRESH);
  expect(await Promise.all(others)).toEqual([FRESH, FRESH]);
  expect([bounds.length, saved.length]).toEqual([1, 1]);
});

test('a caller whose view of the connection is older saves its renewal all the same', async () => {
  const { gate, saved, renew, connection } = platform();
  expect(connection.version).toBeLessThan(7);
  gate.resolve(FRESH);
  await renew(new AbortController().signal);
  expect(saved).toEqual([FRESH]);
});

test('a reconnect in between is kept, and used', async () => {
  const { gate, bounds, saved, renew, reconnect } = platform();
  const renewing = renew(new AbortController().signal);
  await vi.waitFor(() => expect(bounds.length).toBe(1));
  reconnect({ access_token: 'of the reconnect' });
  gate.resolve(FRESH);
  expect(await renewing).toEqual({ access_token: 'of the reconnect' });
  expect(saved).toEqual([]);
});

test('all may leave: it is finished and kept all the same', async () => {
  const { gate, saved, renew } = platform();
  const leaving = new AbortController();
  const calls = [renew(leaving.signal), renew(AbortSignal.abort(new Error('gone before')))];
  leaving.abort(new Error('gone'));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  gate.resolve(FRESH);
  await vi.waitFor(() => expect(saved).toEqual([FRESH]));
});

test('a renewal that fails after all callers have left ends no call, and the next one asks again', async () => {
  const { gate, bounds, renew } = platform();
  await expect(renew(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  gate.reject(new Error('refused'));
  await expect(renew(new AbortController().signal)).rejects.toThrow('refused');
  await expect(renew(new AbortController().signal)).rejects.toThrow('refused');
  expect(bounds.length).toBe(2);
});

test('it has a deadline of its own, after which nothing was applied', async () => {
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  const { factory, channel, connection } = platform();
  channel.renew = async (_, session) => {
    void session;
    throw new DOMException('late', 'TimeoutError');
  };
  const error = await renewOnce(factory, channel, connection, {
    hosts: {},
    signal: new AbortController().signal,
  }).catch((thrown) => thrown);
  expect(timeout).toHaveBeenCalledWith(30_000);
  timeout.mockRestore();
  expect(error).toBeInstanceOf(Failure);
  expect(error.details).toEqual({
    code: 'upstream_unavailable',
    message: 'The search platform gave no new access token in time.',
    nextStep: 'Nothing was sent. Call again in a moment.',
    retryable: true,
    cause: expect.objectContaining({ name: 'TimeoutError' }),
  });
});

test('a platform that gives no way to renew says so', async () => {
  const { factory, channel, connection } = platform();
  delete channel.renew;
  await expect(
    renewOnce(factory, channel, connection, { hosts: {}, signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    details: {
      code: 'token_expired',
      message:
        "The search connection's token is no longer good, and this platform gives no way to renew it unattended.",
      nextStep: 'Reconnect the search channel (adhelm connect search).',
    },
  });
});

test('a refusal of the platform is told as it is, even after its deadline', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const { factory, channel, connection } = platform();
  const refused = new Failure({ code: 'token_expired', message: 'Revoked.', nextStep: '' });
  channel.renew = () => Promise.reject(refused);
  const renewal = renewOnce(factory, channel, connection, { hosts: {}, signal: new AbortController().signal });
  timeout.mockRestore();
  await expect(renewal).rejects.toBe(refused);
});

test('it is sent as what must not be repeated, and kept for the version it was made from', async () => {
  const { gate, bounds, factory, channel, connection } = platform();
  const save = vi.spyOn(factory.connections, 'saveCredentials');
  const { signal } = new AbortController();
  const renewal = renewOnce(factory, channel, connection, { hosts: {}, signal });
  gate.resolve(FRESH);
  expect(await renewal).toEqual(FRESH);
  expect(save).toHaveBeenCalledWith(connection.id, FRESH, 7);
  expect(bounds[0]).toMatchObject({ repeat: 'never', share: { connection: connection.id } });
  await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]));
});

test('where the store has another token than the one found wanting, that is the new one and none is asked for', async () => {
  const { bounds, factory, channel, connection } = platform();
  const { signal } = new AbortController();
  const seen = { access_token: 'older still' };
  expect(await renewOnce(factory, channel, connection, { hosts: {}, signal }, seen)).toEqual({ access_token: 'old' });
  expect(bounds).toEqual([]);
});

test('it is done in one process at a time, under the name of the connection', async () => {
  const { gate, factory, channel, connection } = platform();
  const names: string[] = [];
  factory.exclusively = (name, work) => {
    names.push(name);
    return work();
  };
  gate.resolve(FRESH);
  const { signal } = new AbortController();
  const seen = { access_token: 'old' };
  expect(await renewOnce(factory, channel, connection, { hosts: {}, signal }, seen)).toEqual(FRESH);
  expect(names).toEqual([`renewal:${connection.id}`]);
});
