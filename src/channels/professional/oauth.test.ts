import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import { authorizeUrl, exchangeCode, renewToken } from './oauth.ts';

const HELD = {
  access_token: 'old',
  refresh_token: 'a-refresh-token',
  client_id: 'C',
  client_secret: 'a-client-secret',
  expires_at: '2026-11-20T12:00:00.000Z',
};

function session(status: number, body: unknown) {
  const sent: { url: string; form: URLSearchParams }[] = [];
  return {
    sent,
    hosts: { oauth: 'https://oauth.example' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    send: async (request: { url: string; body?: string | Uint8Array }) => {
      sent.push({ url: request.url, form: new URLSearchParams(String(request.body)) });
      return { status, headers: {}, body: Buffer.from(JSON.stringify(body)), json: body };
    },
  };
}

const FRESH = { access_token: 'new', expires_in: 5_184_000 };

test('a fresh token lasts sixty days, and everything else stays', async () => {
  const at = session(200, FRESH);
  expect(await renewToken(HELD, at)).toEqual({ ...HELD, access_token: 'new', expires_at: '2027-01-14T12:00:00.000Z' });
  expect(at.sent[0]?.url).toBe('https://oauth.example/oauth/v2/accessToken');
  expect(at.sent[0]?.form.get('grant_type')).toBe('refresh_token');
});

test('without a refresh token a living token is used to its end, and a dead one asks for a sign-in', async () => {
  const { refresh_token: _, ...held } = HELD;
  expect(await renewToken(held, session(500, {}))).toEqual(held);
  const dead = { ...held, expires_at: '2026-11-01T00:00:00Z' };
  expect(await renewToken(dead, session(500, {})).catch((error: Failure) => error)).toMatchObject({
    code: 'token_expired',
  });
});

test('a fault of the platform spares a living token; a withdrawn consent does not', async () => {
  expect(await renewToken(HELD, session(503, {}))).toEqual(HELD);
  const withdrawn = await renewToken(HELD, session(400, { error: 'invalid_request' })).catch((error: Failure) => error);
  expect(withdrawn).toMatchObject({ code: 'token_expired' });
});

test('signing in asks for what the tools need, and a code becomes credentials', async () => {
  const url = new URL(
    authorizeUrl(
      { oauth: 'https://oauth.example' },
      { appId: 'C', redirectUri: 'https://us.example/back', state: 's' },
    ),
  );
  expect(url.pathname).toBe('/oauth/v2/authorization');
  expect(url.searchParams.get('scope')?.split(' ')).toContain('r_ads_reporting');
  const at = session(200, { ...FRESH, refresh_token: 'R' });
  const answer = { code: 'x', redirectUri: 'https://us.example/back' };
  expect(await exchangeCode({ id: 'C', secret: 'S' }, answer, at)).toMatchObject({
    client_id: 'C',
    access_token: 'new',
    refresh_token: 'R',
  });
});
