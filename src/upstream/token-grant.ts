import { z } from 'zod';
import { dated } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Credentials, PlatformSession } from './session.ts';

/** All that signing in needs of a session: there is no connection yet, or it is being renewed. */
export type SignInSession = Pick<PlatformSession, 'send' | 'hosts' | 'now'>;

/** The app that asks a person for access, as it is registered with the platform. */
export interface OAuthApp {
  id: string;
  secret: string;
}

/** What the person's browser is sent away with. */
export interface SignInRequest {
  appId: string;
  redirectUri: string;
  /** Comes back unchanged, so that only an answer to our own question is taken. */
  state: string;
}

/** What the browser came back with. */
export interface SignInAnswer {
  code: string;
  redirectUri: string;
}

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
  session: SignInSession,
  path = '/token',
): Promise<Credentials> {
  if (!session.hosts.oauth)
    throw new TypeError(`channels/${channel}/channel.ts names no host \`oauth\`, which gives out tokens.`);
  const { refresh_token: old = '', client_secret = '', code = '', assertion = '' } = grant;
  const request = {
    method: 'POST',
    url: session.hosts.oauth + path,
    effect: 'read',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  } as const;
  const secrets = [old, client_secret, code, assertion].filter(Boolean);
  const { json, status } = await session.send(request, secrets);
  const fresh = TokenReply.safeParse(json);
  if (!fresh.success) throw refused(channel, json, status);
  const { access_token, expires_in, refresh_token } = fresh.data;
  return {
    ...held,
    access_token,
    expires_at: new Date(dated(session.now() + expires_in * 1000)).toISOString(),
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

/** Google's sign-in page. Google issues a refresh token only with `prompt=consent` and `access_type=offline`. */
export function googleAuthorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest, scope: string): string {
  const url = new URL(`${hosts.login}/o/oauth2/v2/auth`);
  url.search = new URLSearchParams({
    client_id: request.appId,
    redirect_uri: request.redirectUri,
    state: request.state,
    response_type: 'code',
    scope,
    access_type: 'offline',
    prompt: 'consent',
  }).toString();
  return url.href;
}

/** The code the browser came back with, for credentials that can be renewed. */
export function exchangeGoogleCode(
  channel: string,
  { id: client_id, secret: client_secret }: OAuthApp,
  { code, redirectUri }: SignInAnswer,
  session: SignInSession,
): Promise<Credentials> {
  const app = { client_id, client_secret };
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...app };
  return requestToken(channel, app, grant, session);
}

function refused(channel: string, body: unknown, status: number): Failure {
  const { error, error_description } = TokenError.catch({ error: `HTTP ${status}`, error_description: '' }).parse(body);
  // A good status without a token is no refusal: something on the way has garbled the answer.
  const broken = status >= 500 || status === 429 || status < 400;
  return new Failure({
    code: broken ? 'upstream_unavailable' : 'token_expired',
    message: `The ${channel} platform gave no new access token (${error}).`,
    nextStep: broken ? 'Call again in a moment.' : `Reconnect the ${channel} channel (adhelm connect ${channel}).`,
    retryable: broken,
    upstream: { code: error, message: error_description },
  });
}
