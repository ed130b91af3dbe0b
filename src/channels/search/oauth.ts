import { Failure } from '../../errors.ts';
import type { Credentials, Line } from '../../upstream/line.ts';
import { TokenError, TokenReply } from './wire.ts';

/** A fresh access token for a refresh token. An `invalid_grant` never heals by itself, so it is not tried again. */
export async function renewToken(held: Credentials, line: Pick<Line, 'send' | 'hosts' | 'now'>): Promise<Credentials> {
  const reply = await line.send({
    method: 'POST',
    url: `${line.hosts.oauth}/token`,
    effect: 'read',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: held.refresh_token ?? '',
      client_id: held.client_id ?? '',
      client_secret: held.client_secret ?? '',
    }).toString(),
  });
  const body = parsed(reply.body);
  const fresh = TokenReply.safeParse(body);
  if (!fresh.success) throw refused(body, reply.status);
  const { access_token, expires_in } = fresh.data;
  return { ...held, access_token, expires_at: new Date(line.now() + expires_in * 1000).toISOString() };
}

/** A fault in front of the platform may answer with a page instead of JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refused(body: unknown, status: number): Failure {
  const { error, error_description } = TokenError.catch({ error: `HTTP ${status}`, error_description: '' }).parse(body);
  const broken = status >= 500;
  return new Failure({
    code: broken ? 'upstream_unavailable' : 'token_expired',
    message: `The search platform gave no new access token (${error}).`,
    nextStep: broken ? 'Call again in a moment.' : 'Reconnect the search channel in the workspace settings.',
    retryable: broken,
    upstream: { code: error, message: error_description },
  });
}
