import { createSign } from 'node:crypto';
import { Failure } from '../errors.ts';
import type { Credentials } from './session.ts';

const LIFE_S = 3600;

/** The audience the platform checks; it stays the real one wherever the request is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** The grant of a Google service account, which signs for itself. */
export function serviceAccountGrant(
  channel: string,
  { client_email, private_key = '', private_key_id }: Credentials,
  scope: string,
  now: number,
): Record<string, string> {
  const issuedAt = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) };
  const claims = { iss: client_email, scope, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + LIFE_S };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${sign(channel, signed, private_key)}`,
  };
}

function sign(channel: string, text: string, key: string): string {
  try {
    return createSign('RSA-SHA256').update(text).sign(key, 'base64url');
  } catch {
    throw new Failure({
      code: 'token_expired',
      message: `The private_key of the ${channel} connection is no key that can sign.`,
      nextStep: `Take the whole key file of the service account and reconnect (adhelm connect ${channel}).`,
    });
  }
}
