import { createSign } from 'node:crypto';
import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import { refreshGrant, requestToken } from '../../upstream/token-grant.ts';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const LIFE_S = 3600;

/** The audience the platform checks; it stays the real one wherever the request is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** A person's connection has a refresh token; a service account signs for itself. */
export function renewToken(
  held: Credentials,
  session: Pick<PlatformSession, 'send' | 'hosts' | 'now'>,
): Promise<Credentials> {
  return requestToken(
    'office',
    held,
    held.private_key ? accountGrant(held, session.now()) : refreshGrant(held),
    session,
  );
}

function accountGrant(
  { client_email, private_key = '', private_key_id }: Credentials,
  now: number,
): Record<string, string> {
  const issuedAt = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) };
  const claims = { iss: client_email, scope: SCOPE, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + LIFE_S };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url');
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${signed}.${signature}` };
}
