import type { Settings } from '../config.ts';
import type { Exchange } from './exchange.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** RFC 9728: where the description of a protected address is found, before the address's own path. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

export const SCOPES = ['ads:read', 'ads:write'] as const;

/** What clients that sign in are told about this service's addresses. */
export interface SignInPlaces {
  /** The authorization server. */
  issuer(): string;
  /** What the caller calls this service: on loopback by the request's own host, as clients compare what they typed. */
  originFor(host: string | undefined): string;
}

/** Undefined where clients cannot sign in: tokens would cross a network in clear. On loopback it works for rehearsal. */
export function signInPlaces(
  { publicUrl, host, sandbox }: Pick<Settings, 'publicUrl' | 'host' | 'sandbox'>,
  localUrl: () => string,
): SignInPlaces | undefined {
  const isLocal = publicUrl === '' ? LOOPBACK.test(host) : LOOPBACK.test(new URL(publicUrl).hostname);
  if (!publicUrl.startsWith('https://') && !(isLocal && sandbox === 'on')) return undefined;
  const issuer = () => new URL(publicUrl || localUrl()).origin;
  return {
    issuer,
    originFor(named) {
      const url = publicUrl === '' && named !== undefined ? URL.parse(`http://${named}`) : null;
      return url && LOOPBACK.test(url.hostname) ? url.origin : issuer();
    },
  };
}

/** The challenge of a 401 that leads a client to sign-in (RFC 6750, RFC 9728). */
export function signInChallenge(places: SignInPlaces, { path, headers }: Exchange): string {
  const resource = path.endsWith('/mcp') ? path : '';
  const document = `${places.originFor(headers.host)}${RESOURCE_METADATA}${resource}`;
  return `, resource_metadata="${document}", scope="${SCOPES.join(' ')}"`;
}
