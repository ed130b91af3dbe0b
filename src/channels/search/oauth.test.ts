import { expect, test } from 'vitest';
import type { Failure } from '../../errors.ts';
import { jsonIn } from '../../upstream/reading.ts';
import { renewToken } from './oauth.ts';

const HELD = { access_token: 'old', refresh_token: 'R', client_id: 'C', client_secret: 'S' };

function session(status: number, body: string) {
  const sent: string[] = [];
  return {
    sent,
    hosts: { oauth: 'https://oauth.example' },
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    send: async (request: { body?: string | Uint8Array }) => {
      sent.push(String(request.body));
      return { status, headers: {}, body: Buffer.from(body), json: jsonIn(Buffer.from(body)) };
    },
  };
}

test('a fresh token is kept with its end, and everything else stays', async () => {
  const at = session(200, '{"access_token":"new","expires_in":3599}');
  expect(await renewToken(HELD, at)).toEqual({ ...HELD, access_token: 'new', expires_at: '2026-11-15T12:59:59.000Z' });
  expect(new URLSearchParams(at.sent[0]).get('grant_type')).toBe('refresh_token');
});

test('a withdrawn consent asks for reconnecting and never tells a secret; a fault may be tried again', async () => {
  const withdrawn = await renewToken(HELD, session(400, '{"error":"invalid_grant"}')).catch((error: Failure) => error);
  expect(withdrawn).toMatchObject({ code: 'token_expired', retryable: false });
  expect(JSON.stringify((withdrawn as Failure).details)).not.toMatch(/"[RCS]"/);
  const broken = await renewToken(HELD, session(502, '<html>')).catch((error: Failure) => error);
  expect(broken).toMatchObject({ code: 'upstream_unavailable', retryable: true });
});
