import { createSign } from 'node:crypto';
import { Failure } from '../../errors.ts';
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

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const LIFE_S = 3600;

/** The audience the platform checks; it stays the real one wherever the request is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Where the user's browser is sent to sign in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  return googleAuthorizeUrl(hosts, request, SCOPE);
}

/** The code the browser came back with, for a connection's credentials. */
export function exchangeCode(app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials> {
  return exchangeGoogleCode('office', app, answer, session);
}

/** A person's connection has a refresh token; a service account signs for itself. */
export async function renewToken(held: Credentials, session: SignInSession): Promise<Credentials> {
  const grant = held.private_key ? accountGrant(held, session.now()) : refreshGrant(held);
  return requestToken('office', held, grant, session);
}

function accountGrant(
  { client_email, private_key = '', private_key_id }: Credentials,
  now: number,
): Record<string, string> {
  const issuedAt = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) };
  const claims = { iss: client_email, scope: SCOPE, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + LIFE_S };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${sign(signed, private_key)}`,
  };
}

function sign(text: string, key: string): string {
  try {
    return createSign('RSA-SHA256').update(text).sign(key, 'base64url');
  } catch {
    throw new Failure({
      code: 'token_expired',
      message: 'The private_key of the office connection is no key that can sign.',
      nextStep: 'Take the whole key file of the service account and reconnect (adhelm connect office).',
    });
  }
}
