import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import {
  exchangeGoogleCode,
  googleAuthorizeUrl,
  type OAuthApp,
  refreshGrant,
  requestToken,
  type SignInAnswer,
  type SignInRequest,
  type SignInSession,
} from '../../upstream/token-grant.ts';

/** Ads, and the interface that takes conversions. */
const SCOPE = ['adwords', 'datamanager'].map((name) => `https://www.googleapis.com/auth/${name}`).join(' ');

/** Where the user's browser is sent to sign in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  return googleAuthorizeUrl(hosts, request, SCOPE);
}

/** The code the browser came back with, for a connection's credentials. */
export function exchangeCode(app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials> {
  return exchangeGoogleCode('search', app, answer, session);
}

/** A fresh access token for the connection's refresh token. */
export function renewToken(held: Credentials, session: SignInSession): Promise<Credentials> {
  return requestToken('search', held, refreshGrant(held), session);
}
