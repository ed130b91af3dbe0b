import { expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { renewToken } from './oauth.ts';

const HELD = { access_token: 'old', refresh_token: 'R', client_id: 'C', client_secret: 'S' };

const sessionWith = (reply: ScriptedReply) =>
  scriptedSession({ platform: 'search', dialect: channel.dialect!, replies: [reply] });

test('a fresh token is kept with its end, and everything else stays', async () => {
  const { session, sent } = sessionWith({ body: { access_token: 'new', expires_in: 3599 } });
  expect(await renewToken(HELD, session)).toEqual({
    ...HELD,
    access_token: 'new',
    expires_at: '2026-01-01T00:59:59.000Z',
  });
  expect(new URLSearchParams(String(sent[0]?.body)).get('grant_type')).toBe('refresh_token');
});

test('a withdrawn consent asks for reconnecting and never tells a secret; a fault may be tried again', async () => {
  const renewal = (reply: ScriptedReply) => failureOf(renewToken(HELD, sessionWith(reply).session));
  const withdrawn = await renewal({ status: 400, body: { error: 'invalid_grant' } });
  expect(withdrawn).toMatchObject({ code: 'token_expired', retryable: false });
  expect(JSON.stringify(withdrawn.details)).not.toMatch(/"[RCS]"/);
  const broken = await renewal({ status: 502, body: '<html>' });
  expect(broken).toMatchObject({ code: 'upstream_unavailable', retryable: true });
});
