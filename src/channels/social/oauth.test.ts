import { afterAll, expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { DAY_MS, MINUTE_MS, realAmbient } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { PlatformCalls } from '../../upstream/platform-calls.ts';
import { createSender } from '../../upstream/sender.ts';
import type { PlatformSession } from '../../upstream/session.ts';
import { channel } from './channel.ts';
import { appToken, authorizeUrl, debugToken, exchangeCode, renewToken } from './oauth.ts';

const { control, service } = sandboxed('social');
const sender = createSender({ ambient: realAmbient });
afterAll(() => sender.close());
const REDIRECT = 'http://127.0.0.1:4800/connect/social';

/** A session without a tool call around it, as connecting an account has it. */
function session(): Pick<PlatformSession, 'send' | 'hosts' | 'now'> {
  const origin = service().sandbox.origins.social!;
  const calls = new PlatformCalls({
    platform: 'social',
    dialect: channel.dialect!,
    sender,
    signal: new AbortController().signal,
    repeat: 'safe',
    connectionId: 'c',
    credentials: async () => ({}),
    secretsIn: () => [],
  });
  return { hosts: { api: origin, login: origin }, now: Date.now, send: calls.send.bind(calls) };
}

async function app() {
  const { app_id, app_secret, access_token } = (await control('/grants')).social[0].credentials;
  return { app: { id: app_id, secret: app_secret }, access_token };
}

const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test('the login page shows what is asked for, under the state that was given', async () => {
  const { app: known } = await app();
  const url = authorizeUrl(session().hosts, { appId: known.id, redirectUri: REDIRECT, state: 's-1' });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(new URL(url).searchParams.get('scope')).toContain('ads_management');
});

test('the code of a login is exchanged once, for a token of about sixty days', async () => {
  const { app: known } = await app();
  const url = authorizeUrl(session().hosts, { appId: known.id, redirectUri: REDIRECT, state: 's-2' });
  const [, user = ''] = /<option value="(\d+)"/.exec(await (await fetch(url)).text()) ?? [];
  const agreed = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ user, decision: 'approve' }),
  });
  const back = new URL(agreed.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('s-2');
  const grant = { code: back.searchParams.get('code') ?? '', redirectUri: REDIRECT };
  const credentials = await exchangeCode(known, grant, session());
  expect(Date.parse(credentials.expires_at ?? '')).toBeGreaterThan(Date.now() + 50 * DAY_MS);
  const facts = await debugToken(session(), credentials.access_token ?? '', appToken(known));
  expect(facts).toMatchObject({ is_valid: true, type: 'USER', scopes: expect.arrayContaining(['ads_management']) });
  expect(await failure(exchangeCode(known, grant, session()))).toMatchObject({ code: 'token_expired' });
});

test('a code that is none is refused without repeating it or the secret', async () => {
  const { app: known } = await app();
  const error = await failure(exchangeCode(known, { code: 'no-such-code', redirectUri: REDIRECT }, session()));
  expect(error).toBeInstanceOf(Failure);
  expect(JSON.stringify((error as Failure).details)).not.toMatch(new RegExp(`no-such-code|${known.secret}`));
});

test('a living token is exchanged for a longer one; a dead one is beyond renewal', async () => {
  const { app: known, access_token } = await app();
  const soon = new Date(Date.now() + MINUTE_MS).toISOString();
  const renewed = await renewToken(
    { app_id: known.id, app_secret: known.secret, access_token, expires_at: soon },
    session(),
  );
  expect(renewed.access_token).toBeTruthy();
  if (renewed.expires_at) expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.now() + DAY_MS);
  const past = new Date(Date.now() - 1000).toISOString();
  expect(
    await failure(
      renewToken({ app_id: known.id, app_secret: known.secret, access_token, expires_at: past }, session()),
    ),
  ).toMatchObject({
    code: 'token_expired',
  });
});

test('a token that cannot be renewed is used to its last minute', async () => {
  const held = { access_token: 't', expires_at: new Date(Date.now() + MINUTE_MS).toISOString() };
  expect(await renewToken(held, session())).toEqual(held);
});
