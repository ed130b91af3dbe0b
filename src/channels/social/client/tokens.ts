import { createHash } from 'node:crypto';
import { Failure } from '../../../errors.ts';
import { BoundedMap } from '../../../memory/bounded-map.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { Credentials } from '../../../upstream/session.ts';
import type { OAuthApp } from '../../../upstream/token-grant.ts';
import { API_VERSION, type SocialClient } from '../client.ts';
import { appToken, debugToken } from '../oauth.ts';
import { IssuedToken, type TokenFacts } from '../wire-answers.ts';

export interface TokenStatus {
  facts: TokenFacts;
  checkedAt: number;
  cached: boolean;
}

const CACHE_MS = 5 * 60_000;
const CACHE_ENTRIES_MAX = 1000;

/** What the platform last said of a token, by the token's digest: the status changes rarely and is asked for often. */
const statuses = new BoundedMap<string, Omit<TokenStatus, 'cached'>>(CACHE_ENTRIES_MAX);

export async function tokenStatus({ session }: SocialClient): Promise<TokenStatus> {
  const held = await session.credentials();
  const token = held.access_token ?? '';
  const key = createHash('sha256').update(`${session.hosts.api} ${token}`).digest('base64');
  const known = statuses.get(key);
  if (known && session.now() - known.checkedAt < CACHE_MS) return { ...known, cached: true };
  const app = appOf(held);
  const fresh = { facts: await debugToken(session, token, app ? appToken(app) : token), checkedAt: session.now() };
  statuses.set(key, fresh);
  return { ...fresh, cached: false };
}

export interface NewToken {
  access_token: string;
  facts: TokenFacts | undefined;
}

/** Needs the secret of the app the token is for: the platform wants the proof of it. */
export async function generateToken(
  client: SocialClient,
  systemUserId: string,
  { scopes, expiring }: { scopes: readonly string[]; expiring: boolean },
): Promise<NewToken> {
  const app = appOf(await client.session.credentials());
  if (!app) throw noApp();
  const body = {
    business_app: app.id,
    scope: scopes.join(),
    ...(expiring && { set_token_expires_in_60_days: true }),
  };
  const path = pathOf`/${API_VERSION}/${systemUserId}/access_tokens`;
  const { access_token } = await client.change(path, body, IssuedToken);
  // The token is there whatever becomes of the question about it.
  const facts = await debugToken(client.session, access_token, appToken(app)).catch(() => undefined);
  return { access_token, facts };
}

function appOf({ app_id, app_secret }: Credentials): OAuthApp | undefined {
  return app_id && app_secret ? { id: app_id, secret: app_secret } : undefined;
}

function noApp(): Failure {
  return new Failure({
    code: 'account_problem',
    message:
      "The social connection has no app id and app secret, and the platform wants the app's proof for new tokens.",
    nextStep: 'Reconnect the social channel with the app id and app secret of the business app.',
  });
}
