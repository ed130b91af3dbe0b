import { expect, test } from 'vitest';
import { failureOf } from '../errors.testing.ts';
import type { UpstreamRequest } from './session.ts';
import {
  exchangeGoogleCode,
  googleAuthorizeUrl,
  refreshGrant,
  requestToken,
  type SignInSession,
} from './token-grant.ts';

const hosts = { oauth: 'https://oauth.example', login: 'https://login.example' };

function answering(json: unknown, status = 200) {
  const sent: { request: UpstreamRequest; secrets: readonly string[] | undefined }[] = [];
  const session: SignInSession = {
    hosts,
    now: () => Date.UTC(2026, 0, 1),
    async send(request, secrets) {
      sent.push({ request, secrets });
      return { status, headers: {}, body: Buffer.alloc(0), json };
    },
  };
  return { sent, session };
}
const held = { refresh_token: 'r', client_id: 'c', client_secret: 's', access_token: 'old' };

test('a grant is asked for as a form, and what must not come back is named', async () => {
  const { sent, session } = answering({ access_token: 'new', expires_in: 3600 });
  expect(await requestToken('search', held, refreshGrant(held), session)).toEqual({
    ...held,
    access_token: 'new',
    expires_at: '2026-01-01T01:00:00.000Z',
  });
  expect(sent).toEqual([
    {
      request: {
        method: 'POST',
        url: 'https://oauth.example/token',
        effect: 'read',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=refresh_token&refresh_token=r&client_id=c&client_secret=s',
      },
      secrets: ['r', 's'],
    },
  ]);
});

test('a token that lives longer than calendars go is kept', async () => {
  const { session } = answering({ access_token: 'new', expires_in: 1e15 });
  const { access_token, expires_at } = await requestToken('search', held, {}, session);
  expect([access_token, Date.parse(expires_at!)]).toEqual(['new', expect.any(Number)]);
});

test('a new refresh token takes the place of the old one', async () => {
  const { session } = answering({ access_token: 'new', expires_in: 60, refresh_token: 'r-2' });
  expect(await requestToken('search', held, {}, session)).toMatchObject({ refresh_token: 'r-2' });
});

test('another path, and a signed assertion, are sent as they are', async () => {
  const { sent, session } = answering({ access_token: 'new', expires_in: 60 });
  await requestToken('office', {}, { assertion: 'jwt' }, session, '/v2/token');
  expect(sent[0]).toMatchObject({ request: { url: 'https://oauth.example/v2/token' }, secrets: ['jwt'] });
});

test('a connection that holds nothing still makes a whole grant', () => {
  expect(refreshGrant({})).toEqual({
    grant_type: 'refresh_token',
    refresh_token: '',
    client_id: '',
    client_secret: '',
  });
});

test.each([
  [400, { error: 'invalid_grant', error_description: 'Revoked.' }, 'invalid_grant', 'Revoked.', false],
  [401, { error: 'invalid_client' }, 'invalid_client', '', false],
  [499, undefined, 'HTTP 499', '', false],
  [429, { error: 'slow_down' }, 'slow_down', '', true],
  [500, '<html>', 'HTTP 500', '', true],
  [200, { access_token: 7 }, 'HTTP 200', '', true],
  [200, '<html>', 'HTTP 200', '', true],
])('HTTP %i with %j is no token, and says what to do', async (status, json, code, message, broken) => {
  const { details } = await failureOf(requestToken('search', {}, {}, answering(json, status).session));
  expect(details).toEqual({
    code: broken ? 'upstream_unavailable' : 'token_expired',
    message: `The search platform gave no new access token (${code}).`,
    nextStep: broken ? 'Call again in a moment.' : 'Reconnect the search channel (adhelm connect search).',
    retryable: broken,
    upstream: { code, message },
  });
});

test('a channel that names no host for tokens is a mistake in its file, and nothing is sent', async () => {
  const { sent, session } = answering({});
  await expect(requestToken('search', held, {}, { ...session, hosts: {} })).rejects.toThrow('names no host `oauth`');
  expect(sent).toEqual([]);
});

test('a person is sent to the sign-in page and comes back with a code for lasting credentials', async () => {
  const request = { appId: 'app', redirectUri: 'http://127.0.0.1:1/back', state: 'st' };
  expect(googleAuthorizeUrl(hosts, request, 'a b')).toBe(
    'https://login.example/o/oauth2/v2/auth?client_id=app&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fback&state=st&response_type=code&scope=a+b&access_type=offline&prompt=consent',
  );
  const { sent, session } = answering({ access_token: 'new', expires_in: 60, refresh_token: 'r' });
  const answer = { code: 'c0de', redirectUri: 'http://back' };
  expect(await exchangeGoogleCode('search', { id: 'app', secret: 'shh' }, answer, session)).toMatchObject({
    client_id: 'app',
    client_secret: 'shh',
    access_token: 'new',
    refresh_token: 'r',
  });
  expect(sent[0]).toMatchObject({
    request: {
      body: 'grant_type=authorization_code&code=c0de&redirect_uri=http%3A%2F%2Fback&client_id=app&client_secret=shh',
    },
    secrets: ['shh', 'c0de'],
  });
});
