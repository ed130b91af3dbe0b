import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { Credentials, PlatformSession } from './session.ts';

const TokenReply = z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string().optional() });
const TokenError = z.object({ error: z.string(), error_description: z.string().default('') });

/**
 * An OAuth 2 token endpoint's answer to a grant, as credentials. Asking twice gives two tokens and changes nothing, so
 * it may be resent; an `invalid_grant` never heals by itself, so it is not tried again.
 */
export async function requestToken(
  channel: string,
  held: Credentials,
  grant: Readonly<Record<string, string>>,
  session: Pick<PlatformSession, 'send' | 'hosts' | 'now'>,
): Promise<Credentials> {
  const reply = await session.send({
    method: 'POST',
    url: `${session.hosts.oauth}/token`,
    effect: 'read',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  });
  const body = jsonOf(reply.body);
  const fresh = TokenReply.safeParse(body);
  if (!fresh.success) throw refused(channel, body, reply.status);
  const { access_token, expires_in, refresh_token } = fresh.data;
  return {
    ...held,
    access_token,
    expires_at: new Date(session.now() + expires_in * 1000).toISOString(),
    ...(refresh_token && { refresh_token }),
  };
}

/** The grant of a connection that a person once agreed to. */
export function refreshGrant({
  refresh_token = '',
  client_id = '',
  client_secret = '',
}: Credentials): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
}

/** A fault in front of the platform may answer with a page instead of JSON. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refused(channel: string, body: unknown, status: number): Failure {
  const { error, error_description } = TokenError.catch({ error: `HTTP ${status}`, error_description: '' }).parse(body);
  const broken = status >= 500 || status === 429;
  return new Failure({
    code: broken ? 'upstream_unavailable' : 'token_expired',
    message: `The ${channel} platform gave no new access token (${error}).`,
    nextStep: broken ? 'Call again in a moment.' : `Reconnect the ${channel} channel in the workspace settings.`,
    retryable: broken,
    upstream: { code: error, message: error_description },
  });
}
