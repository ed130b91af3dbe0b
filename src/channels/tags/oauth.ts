import { serviceAccountGrant } from '../../upstream/service-account.ts';
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

/** What tools need: no accounts and users, and nothing that could delete a container. */
const SCOPE = [
  'tagmanager.readonly',
  'tagmanager.edit.containers',
  'tagmanager.edit.containerversions',
  'tagmanager.publish',
]
  .map((name) => `https://www.googleapis.com/auth/${name}`)
  .join(' ');

/** Where the user's browser is sent to sign in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  return googleAuthorizeUrl(hosts, request, SCOPE);
}

/** The code the browser came back with, for a connection's credentials. */
export function exchangeCode(app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials> {
  return exchangeGoogleCode('tags', app, answer, session);
}

/** A person's connection has a refresh token; a service account signs for itself. */
export async function renewToken(held: Credentials, session: SignInSession): Promise<Credentials> {
  const grant = held.private_key ? serviceAccountGrant('tags', held, SCOPE, session.now()) : refreshGrant(held);
  return requestToken('tags', held, grant, session);
}
