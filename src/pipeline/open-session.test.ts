import { expect, test } from 'vitest';
import type { ConnectionView } from '../auth/directory.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import type { Channel } from '../tools/channel.ts';
import type { Bound } from '../upstream/outgoing-call.ts';
import type { Credentials } from '../upstream/session.ts';
import { openSession, type SessionFactory } from './open-session.ts';

const NOW = Date.UTC(2026, 0, 1);
const inMs = (ms: number) => new Date(NOW + ms).toISOString();

/** A session whose connection holds `held` and whose platform answers renewals with `renew`. */
function sessionWith(held: Credentials, renew: () => Promise<Credentials>, more: Partial<Channel> = {}) {
  const saved: Credentials[] = [];
  const factory = {
    sender: {
      send: async (_platform: string, _request: unknown, { heard }: Bound) =>
        heard?.({ status: 200, headers: { date: new Date(NOW + 60_000).toUTCString() } }),
    },
    connections: {
      credentials: async () => held,
      current: async () => ({ version: 1, credentials: held }),
      saveCredentials: async (_: string, fresh: Credentials) => {
        saved.push(fresh);
        return true;
      },
    },
    sandboxOrigins: () => ({}),
    spreadsheetsOf: () => spreadsheetsIn(''),
    now: () => NOW,
  } as unknown as SessionFactory;
  const channel = { name: 'x', hosts: { api: 'https://x' }, dialect: {}, renew, ...more } as unknown as Channel;
  const connection: ConnectionView = { id: `c${Math.random()}`, channel: 'x', mode: 'live', options: {}, version: 1 };
  return {
    session: openSession(factory, { channel, repeat: 'safe' }, 'w', connection, AbortSignal.timeout(1000)),
    saved,
  };
}

test('the clock of a session is the platform’s as its replies tell it', async () => {
  const { session } = sessionWith({}, async () => FRESH);
  expect([session.now(), session.platformNow()]).toEqual([NOW, NOW]);
  await session.send({ method: 'GET', url: 'https://x/', effect: 'read' });
  expect([session.now(), session.platformNow()]).toEqual([NOW, NOW + 60_000]);
});

const FRESH = { access_token: 'new' };

test('a sandbox connection leads to the sandbox by every host, a live one to the platform', () => {
  const factory = {
    sandboxOrigins: () => ({ x: 'http://sandbox' }),
    spreadsheetsOf: (id: string) => spreadsheetsIn(`/files/${id}`),
  };
  const channel = { name: 'x', hosts: { api: 'https://x', oauth: 'https://o' }, dialect: {} } as unknown as Channel;
  const connection = { id: 'c', channel: 'x', options: { a: 'b' }, version: 1 };
  const opened = (mode: 'live' | 'sandbox', on: object = factory, its = channel) =>
    openSession(
      on as SessionFactory,
      { channel: its, repeat: 'safe' },
      'ws_1',
      { ...connection, mode },
      AbortSignal.abort(),
    );
  expect(opened('live')).toMatchObject({
    mode: 'live',
    hosts: channel.hosts,
    workspaceId: 'ws_1',
    options: { a: 'b' },
  });
  expect(opened('sandbox')).toMatchObject({
    mode: 'sandbox',
    hosts: { api: 'http://sandbox', oauth: 'http://sandbox' },
  });
  expect(() => opened('sandbox', { ...factory, sandboxOrigins: () => ({}) })).toThrow(
    expect.objectContaining({
      details: {
        code: 'upstream_unavailable',
        message: "This workspace's x connection leads to the sandbox, and the sandbox is not running.",
        nextStep: 'Start the service with ADHELM_SANDBOX=on, or connect the channel to the platform itself.',
        retryable: true,
      },
    }),
  );
  expect(() => opened('live', factory, { name: 'x', hosts: {} } as Channel)).toThrow(
    'the x channel has no platform to talk to',
  );
});

test('credentials that no token was asked for with yet get one, and others without a token stay as they are', async () => {
  const renew = async () => FRESH;
  expect(await sessionWith({ refresh_token: 'r' }, renew).session.credentials()).toEqual(FRESH);
  expect(await sessionWith({ private_key: 'k' }, renew).session.credentials()).toEqual(FRESH);
  expect(await sessionWith({ other: 'o' }, renew).session.credentials()).toEqual({ other: 'o' });
  const lasting = { access_token: 'a', refresh_token: 'r' };
  expect(await sessionWith(lasting, renew).session.credentials()).toEqual(lasting);
});

test('a token is renewed five minutes before its end, to the millisecond, and never where that cannot be', async () => {
  const held = (ms: number) => ({ access_token: 'old', expires_at: inMs(ms) });
  const renew = async () => FRESH;
  expect(await sessionWith(held(300_001), renew).session.credentials()).toMatchObject({ access_token: 'old' });
  expect(await sessionWith(held(300_000), renew).session.credentials()).toEqual(FRESH);
  const { session } = sessionWith(held(-1), renew, { renew: undefined } as unknown as Partial<Channel>);
  expect(await session.credentials()).toMatchObject({ access_token: 'old' });
});

test('the moment a token ends it is no longer good', async () => {
  const fails = () => Promise.reject(new Error('no renewal'));
  await expect(sessionWith({ access_token: 'o', expires_at: inMs(0) }, fails).session.credentials()).rejects.toThrow(
    'no renewal',
  );
  expect(await sessionWith({ access_token: 'o', expires_at: inMs(1) }, fails).session.credentials()).toMatchObject({
    access_token: 'o',
  });
});

test('an address of a caller is fetched through the guard, for as long as the call lasts', async () => {
  const { session } = sessionWith({}, async () => FRESH);
  await expect(session.fetchPublic('https://127.0.0.1/', { bytesMax: 1, field: 'picture' })).rejects.toMatchObject({
    details: { problems: [{ field: 'picture' }] },
  });
});

test('a token with time left is used as it is', async () => {
  const { session } = sessionWith({ access_token: 'old', expires_at: inMs(3_600_000) }, () =>
    Promise.reject(new Error('not needed')),
  );
  expect(await session.credentials()).toMatchObject({ access_token: 'old' });
});

test('forty calls with one ending token ask for one new one, and it is kept', async () => {
  let asked = 0;
  const { session, saved } = sessionWith({ access_token: 'old', expires_at: inMs(60_000) }, async () => {
    asked += 1;
    return FRESH;
  });
  const got = await Promise.all(Array.from({ length: 40 }, () => session.credentials()));
  expect(new Set(got.map(({ access_token }) => access_token))).toEqual(new Set(['new']));
  expect([asked, saved.length]).toEqual([1, 1]);
});

test('a renewal that fails does not fail a call whose token is still good, and does when it is not', async () => {
  const fails = () => Promise.reject(new Error('no renewal'));
  expect(
    await sessionWith({ access_token: 'old', expires_at: inMs(60_000) }, fails).session.credentials(),
  ).toMatchObject({
    access_token: 'old',
  });
  await expect(sessionWith({ access_token: 'old', expires_at: inMs(-1) }, fails).session.credentials()).rejects.toThrow(
    'no renewal',
  );
});

test('a channel whose platform cannot renew an expired token renews days ahead', async () => {
  const { session } = sessionWith({ access_token: 'old', expires_at: inMs(3 * 86_400_000) }, async () => FRESH, {
    renewBeforeMs: 7 * 86_400_000,
  });
  expect(await session.credentials()).toEqual(FRESH);
});
