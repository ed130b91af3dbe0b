import { Failure } from '../../errors.ts';
import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import {
  type OAuthApp,
  refreshGrant,
  requestToken,
  type SignInAnswer,
  type SignInRequest,
  type SignInSession,
} from '../../upstream/token-grant.ts';

const TOKEN_PATH = '/oauth/v2/accessToken';

/** Consent fails as a whole if the app lacks one of these, so only scopes that tools need are listed. */
const CONNECT_SCOPES = [
  'rw_ads',
  'r_ads_reporting',
  'rw_conversions',
  'r_marketing_leadgen_automation',
  'w_organization_social',
  'r_organization_social',
  'r_organization_admin',
];

/** Where the member's browser is sent to sign in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  const url = new URL(`${hosts.oauth}/oauth/v2/authorization`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: request.appId,
    redirect_uri: request.redirectUri,
    state: request.state,
    scope: CONNECT_SCOPES.join(' '),
  }).toString();
  return url.href;
}

/** Exchanges the sign-in code for a token that lives 60 days. */
export function exchangeCode(
  { id: client_id, secret: client_secret }: OAuthApp,
  { code, redirectUri }: SignInAnswer,
  session: SignInSession,
): Promise<Credentials> {
  const app = { client_id, client_secret };
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...app };
  return requestToken('professional', app, grant, session, TOKEN_PATH);
}

/**
 * Renews the access token. Only approved partners get refresh tokens; without one the access token is used until it ends.
 */
export async function renewToken(held: Credentials, session: SignInSession): Promise<Credentials> {
  const { refresh_token, expires_at } = held;
  const alive = expires_at === undefined || Date.parse(expires_at) > session.now();
  if (!refresh_token) {
    if (alive) return held;
    throw new Failure({
      code: 'token_expired',
      message: 'The professional access token has ended, and the connection holds no refresh token.',
      nextStep: 'Have the member sign in again and reconnect (adhelm connect professional).',
    });
  }
  try {
    return await requestToken('professional', held, refreshGrant(held), session, TOKEN_PATH);
  } catch (error) {
    if (alive && error instanceof Failure && error.retryable) return held;
    throw error;
  }
}
