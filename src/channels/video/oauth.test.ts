import { afterAll, expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { realAmbient } from '../../ambient.ts';
import { PlatformCalls } from '../../upstream/platform-calls.ts';
import { createSender } from '../../upstream/sender.ts';
import { channel } from './channel.ts';
import { authorizeUrl, exchangeCode } from './oauth.ts';

const { control, service } = sandboxed('video');
const sender = createSender({ ambient: realAmbient });
afterAll(() => sender.close());

/** A session without a tool call around it, as connecting an account has it. */
function session() {
  const calls = new PlatformCalls({
    platform: 'video',
    dialect: channel.dialect!,
    sender,
    signal: new AbortController().signal,
    repeat: 'never',
    connectionId: 'c',
    credentials: async () => ({}),
    secretsIn: () => [],
  });
  return { hosts: { api: service().sandbox.origins.video! }, send: calls.send.bind(calls) };
}

test('a user who consents returns with a code, which is exchanged once for a token that does not expire', async () => {
  const { app_id, secret } = (await control('/grants')).video[0].credentials;
  const redirectUri = 'http://127.0.0.1:4800/connect/video';
  const url = authorizeUrl(session().hosts, { appId: app_id, redirectUri, state: 's-1' });
  const [, user = ''] = /<option value="(\d+)"/.exec(await (await fetch(url)).text()) ?? [];
  const body = new URLSearchParams({ user, decision: 'approve' });
  const agreed = await fetch(url, { method: 'POST', redirect: 'manual', body });
  const back = new URL(agreed.headers.get('location') ?? '').searchParams;
  expect(back.get('state')).toBe('s-1');
  const app = { id: app_id, secret };
  const answer = { code: back.get('auth_code') ?? '', redirectUri };
  const credentials = await exchangeCode(app, answer, session());
  expect(credentials).toEqual({ app_id, secret, access_token: expect.stringMatching(/^[0-9a-f]{40}$/) });
  const again = exchangeCode(app, answer, session());
  await expect(again).rejects.toMatchObject({ code: 'token_expired', details: { upstream: { code: 40110 } } });
  const wrong = exchangeCode({ ...app, secret: 'f'.repeat(40) }, { ...answer, code: 'x' }, session());
  await expect(wrong).rejects.toMatchObject({ details: { upstream: { code: 40101 } } });
});
