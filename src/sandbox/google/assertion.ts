import { verify } from 'node:crypto';
import { z } from 'zod';
import type { World } from '../emulator.ts';
import { OAuthError } from './oauth-error.ts';
import { findServiceAccount } from './service-accounts.ts';

const Header = z.object({ alg: z.literal('RS256') });
const Claims = z.object({
  iss: z.string(),
  scope: z.string().optional(),
  aud: z.string().optional(),
  iat: z.number().optional(),
  exp: z.number().optional(),
  sub: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

const LIFETIME_S_MAX = 3_600;
/** A clock that is a few minutes off is forgiven. */
const SKEW_S = 300;
const REAL_AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Verifies the assertion of a service account; returns the account and the scopes. */
export function verifyAssertion(
  world: World,
  platform: string,
  assertion: string,
): { principal: string; scope: string } {
  const [header = '', payload = '', signature = ''] = assertion.split('.');
  if (assertion.split('.').length !== 3 || !decode(Header, header)) throw refused('Invalid JWT: Malformed token.');
  const claims = decode(Claims, payload);
  if (!claims) throw refused('Invalid JWT: Malformed token.');
  const account = findServiceAccount(world.db, platform, claims.iss);
  if (!account) throw refused('Invalid grant: account not found');
  const signed = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    account.publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw refused('Invalid JWT Signature.');
  return { principal: account.email, scope: checkClaims(claims, world, platform) };
}

function checkClaims({ iss, scope, aud, iat, exp, sub }: Claims, world: World, platform: string): string {
  // The official library always signs the real token address.
  if (aud !== REAL_AUDIENCE && aud !== `${world.origin(platform)}/token`) {
    throw refused('Invalid JWT: Failed audience check.');
  }
  if (iat === undefined) throw refused('Invalid JWT: iat (issued at) is not set.');
  if (exp === undefined) throw refused('Invalid JWT: exp (expiration time) is not set.');
  const nowS = world.now() / 1_000;
  if (exp - iat > LIFETIME_S_MAX || iat > nowS + SKEW_S || exp < nowS - SKEW_S) {
    throw refused(
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    );
  }
  if (!scope) throw new OAuthError('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  if (sub !== undefined && sub !== iss) {
    throw new OAuthError(
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      401,
    );
  }
  return scope;
}

function decode<Schema extends z.ZodType>(schema: Schema, part: string): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

function refused(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}
