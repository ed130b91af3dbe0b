import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import { refreshGrant, requestToken } from '../../upstream/token-grant.ts';

/** A fresh access token for the connection's refresh token. */
export function renewToken(
  held: Credentials,
  session: Pick<PlatformSession, 'send' | 'hosts' | 'now'>,
): Promise<Credentials> {
  return requestToken('search', held, refreshGrant(held), session);
}
