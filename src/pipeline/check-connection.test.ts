import { expect, test } from 'vitest';
import { failureOf } from '../errors.testing.ts';
import type { Failure } from '../errors.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import type { Channel, Identity } from '../tools/channel.ts';
import type { Credentials, PlatformSession } from '../upstream/session.ts';
import { checkConnection, tryConnection } from './check-connection.ts';
import type { SessionFactory } from './open-session.ts';
import { trains } from './pipeline.testing.ts';

const FRESH = { access_token: 'new', refresh_token: 'r-2' };
const factory: SessionFactory = {
  sender: undefined as never,
  connections: {
    credentials: async () => ({ access_token: 'stored' }),
    current: async () => ({ version: 1, credentials: { access_token: 'stored' } }),
    saveCredentials: async () => true,
  },
  sandboxOrigins: () => ({ trains: 'http://sandbox' }),
  spreadsheetsOf: () => spreadsheetsIn(''),
  now: () => 0,
};
const { signal } = new AbortController();
const connection = { id: 'con_1', channel: 'trains', mode: 'live', options: { a: 'b' }, version: 1 } as const;

/** A channel whose platform knows a connection by its token. */
const known = (identity: Partial<Identity>, more: Partial<Channel> = {}): Channel => ({
  ...(trains as Channel),
  connect: (session) => session,
  identify: async (session) => ({
    who: `${(await (session as PlatformSession).credentials()).access_token}`,
    accounts: [],
    ...identity,
  }),
  ...more,
});
const tried = (channel: Channel, credentials: Credentials, account?: string) =>
  tryConnection(factory, channel, 'ws_1', { mode: 'live', credentials, options: {}, account }, signal);

test('a connection is asked who it is with what it holds', async () => {
  const seen: unknown[] = [];
  const channel = known(
    {},
    {
      connect: (session, shared) => {
        seen.push([session.hosts, session.options, session.signal, shared]);
        return session;
      },
    },
  );
  expect(await checkConnection(factory, channel, 'ws_1', connection, signal)).toEqual({ who: 'stored', accounts: [] });
  expect(seen).toEqual([[trains.hosts, { a: 'b' }, signal, {}]]);
  const { identify: _, ...silent } = channel;
  expect(await checkConnection(factory, silent, 'ws_1', connection, signal)).toBeUndefined();
  expect(await tried(silent, { access_token: 'given' })).toEqual({
    identity: undefined,
    credentials: { access_token: 'given' },
  });
});

test('what the platform told of credentials is kept with them, and they count more', async () => {
  const channel = known({ learnt: { expires_at: '2027', access_token: 'not this' } });
  expect(await tried(channel, { access_token: 'given' })).toEqual({
    identity: expect.objectContaining({ who: 'given' }),
    credentials: { access_token: 'given', expires_at: '2027' },
  });
});

test('where tokens are renewed, the renewal is what is tried, and its token is what is kept', async () => {
  const asked: Credentials[] = [];
  const renewing = known(
    {},
    {
      renew: async (held) => {
        asked.push(held);
        return { ...held, ...FRESH };
      },
    },
  );
  const given = { access_token: 'old', expires_at: '2020-01-01T00:00:00Z' };
  expect(await tried(renewing, { ...given, refresh_token: 'r-1' })).toMatchObject({
    identity: { who: 'new' },
    credentials: FRESH,
  });
  expect(await tried(renewing, { ...given, private_key: 'k' })).toMatchObject({ identity: { who: 'new' } });
  expect(asked).toEqual([{ refresh_token: 'r-1' }, { private_key: 'k' }]);
  expect((await tried(renewing, { access_token: 'lasting' })).identity).toMatchObject({ who: 'lasting' });
  expect((await tried(known({}), { access_token: 'old', refresh_token: 'r' })).identity).toMatchObject({ who: 'old' });
});

test('the account has to be one that the connection reaches', async () => {
  const accounts = Array.from({ length: 52 }, (_, index) => ({ id: `a${index}` }));
  const token = { access_token: 'given' };
  expect(await tried(known({ accounts }), token, 'a51')).toMatchObject({ identity: { who: 'given' } });
  const ids = accounts.slice(0, 50).map(({ id }) => id);
  const details = async (reachable: Identity['accounts']) =>
    ((await failureOf(tried(known({ accounts: reachable }), token, 'b'))) as Failure).details;
  expect(await details(accounts)).toEqual({
    code: 'invalid_arguments',
    message: `\`account\` is b, which is none of the accounts this trains connection reaches: ${ids.join(', ')} and 2 more.`,
    problems: [
      {
        field: 'account',
        message: `is b, which is none of the accounts this trains connection reaches: ${ids.join(', ')} and 2 more`,
        allowed_values: ids,
      },
    ],
    nextStep: 'Connect again with one of these. Nothing was stored.',
  });
  expect((await details(accounts.slice(0, 50))).message).toMatch(/a49\.$/);
  expect((await details([])).message).toMatch(/reaches: none\.$/);
});

test('two trials at once share nothing', async () => {
  const renewing = known({}, { renew: async (held) => ({ ...held, access_token: `for ${held.refresh_token}` }) });
  const both = await Promise.all(['one', 'two'].map((refresh_token) => tried(renewing, { refresh_token })));
  expect(both.map(({ identity }) => identity!.who)).toEqual(['for one', 'for two']);
});
