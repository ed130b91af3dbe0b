import { KEY_PREFIX } from '../auth/key-format.ts';
import type { KeyRing, Principal } from '../auth/key-ring.ts';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { Log } from '../observe/log.ts';
import type { ClientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';
import { type SignInPlaces, signInChallenge } from './sign-in-places.ts';

export interface KeyGuard {
  keyRing: KeyRing;
  /** Counts failed keys per address, of IPv6 per network. */
  failures: Limiter;
  failuresWindowS: number;
  /** Undefined: clients cannot sign in here. */
  places: SignInPlaces | undefined;
  addressOf: ClientAddress;
  log: Log;
}

/** The principal of the request's key at this moment. Throws 401 when there is none. */
export type Authenticate = (exchange: Exchange) => Promise<Principal>;

/** Finds the principal of the key. Missing, malformed, unknown, expired and revoked keys get the same answer. */
export function keyGuard(parts: KeyGuard): Guard {
  const { keyRing } = parts;
  return async (exchange) => {
    const presented = bearer(exchange.headers.authorization);
    const principal = await principalOf(keyRing, presented, exchange);
    if (!principal) throw await refusal(parts, presented, exchange);
    exchange.principal = principal;
    keyRing.touch(principal.id);
  };
}

/** For the later calls of a batch: the key may have been revoked since the first. */
export function authenticator({ keyRing, places }: Pick<KeyGuard, 'keyRing' | 'places'>): Authenticate {
  return async (exchange) => {
    const presented = bearer(exchange.headers.authorization);
    const principal = await principalOf(keyRing, presented, exchange);
    if (principal === undefined) throw unauthorized(places, presented, exchange);
    return principal;
  };
}

/** A token is good at the address it was issued for and nowhere else, or one server could use it at another. */
async function principalOf(
  keyRing: KeyRing,
  presented: string | undefined,
  exchange: Exchange,
): Promise<Principal | undefined> {
  const principal = presented === undefined ? undefined : await keyRing.authenticate(presented);
  const audience = principal?.audience;
  return audience === undefined || audience === '/' || audience === exchange.path ? principal : undefined;
}

async function refusal(
  { failures, failuresWindowS, addressOf, log, places }: KeyGuard,
  presented: string | undefined,
  exchange: Exchange,
): Promise<HttpError> {
  const address = addressOf(exchange.request);
  const verdict = await failures.take(networkOf(address), 1);
  const outcome = verdict.allowed ? 'refused' : 'limited';
  log.write('warn', 'key_failed', { request_id: exchange.id, route: exchange.route, address, outcome });
  if (verdict.allowed) return unauthorized(places, presented, exchange);
  exchange.rateLimit = { verdict, policy: 'failed-keys', windowS: failuresWindowS };
  return new HttpError(
    429,
    'RATE_LIMITED',
    'Too many requests without a valid API key came from this address. Wait, then send a valid key.',
  );
}

/** A client with a key that failed is not led to sign-in: it would ask its user to sign in although a key is configured. */
function unauthorized(places: SignInPlaces | undefined, presented: string | undefined, exchange: Exchange): HttpError {
  const failed = presented === undefined ? '' : ', error="invalid_token"';
  const signIn = places && !presented?.startsWith(KEY_PREFIX) ? signInChallenge(places, exchange) : '';
  return new HttpError(
    401,
    'UNAUTHORIZED',
    'A valid API key is needed: send the header Authorization: Bearer sk_live_… with a key made by `adhelm key create`.',
    { 'WWW-Authenticate': `Bearer realm="adhelm"${failed}${signIn}` },
  );
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const isBearer = header.startsWith('Bearer ') || header.slice(0, 7).toLowerCase() === 'bearer ';
  // Node has trimmed the end of the header.
  const presented = isBearer ? header.slice(7).trimStart() : '';
  return presented === '' ? undefined : presented;
}
