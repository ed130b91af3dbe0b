import { expect, test } from 'vitest';
import type { ConnectionView } from '../auth/directory.ts';
import type { Channel } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import { openSession, type SessionFactory } from './open-session.ts';

const NOW = Date.UTC(2026, 0, 1);
const inMs = (ms: number) => new Date(NOW + ms).toISOString();

/** A session whose connection holds `held` and whose platform answers renewals with `renew`. */
function sessionWith(held: Credentials, renew: () => Promise<Credentials>, more: Partial<Channel> = {}) {
  const saved: Credentials[] = [];
  const factory = {
    connections: {
      credentials: async () => held,
      saveCredentials: async (_: string, fresh: Credentials) => {
        saved.push(fresh);
        return true;
      },
    },
    sandboxOrigins: () => ({}),
    folderOf: () => '',
    now: () => NOW,
  } as unknown as SessionFactory;
  const channel = { name: 'x', hosts: { api: 'https://x' }, dialect: {}, renew, ...more } as unknown as Channel;
  const connection: ConnectionView = { id: `c${Math.random()}`, channel: 'x', mode: 'live', options: {}, version: 1 };
  return {
    session: openSession(factory, { channel, repeat: 'safe' }, 'w', connection, AbortSignal.timeout(1000)),
    saved,
  };
}

const FRESH = { access_token: 'new' };

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
