import type { Credentials, Line } from '../../upstream/line.ts';
import { refreshGrant, requestToken } from '../../upstream/token-grant.ts';

/** A fresh access token for the connection's refresh token. */
export function renewToken(held: Credentials, line: Pick<Line, 'send' | 'hosts' | 'now'>): Promise<Credentials> {
  return requestToken('search', held, refreshGrant(held), line);
}
