import type { KeyRing, Principal } from '../auth/key-ring.ts';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Log } from '../observe/log.ts';
import type { ClientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';

export interface KeyGuard {
  keyRing: KeyRing;
  /** Counts failed keys per address. */
  failures: Limiter;
  failuresWindowS: number;
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
    const principal = presented === undefined ? undefined : await keyRing.authenticate(presented);
    if (!principal) throw await refusal(parts, presented, exchange);
    exchange.principal = principal;
    keyRing.touch(principal.id);
  };
}

/** For the later calls of a batch: the key may have been revoked since the first. */
export function authenticator(keys: Pick<KeyGuard, 'keyRing'>): Authenticate {
  return async (exchange) => {
    const presented = bearer(exchange.headers.authorization);
    const principal = presented === undefined ? undefined : await keys.keyRing.authenticate(presented);
    if (principal === undefined) throw unauthorized(presented);
    return principal;
  };
}

async function refusal(
  { failures, failuresWindowS, addressOf, log }: KeyGuard,
  presented: string | undefined,
  exchange: Exchange,
): Promise<HttpError> {
  const address = addressOf(exchange.request);
  const verdict = await failures.take(address, 1);
  const outcome = verdict.allowed ? 'refused' : 'limited';
  log.write('warn', 'key_failed', { request_id: exchange.id, route: exchange.route, address, outcome });
  if (verdict.allowed) return unauthorized(presented);
  exchange.rateLimit = { verdict, policy: 'failed-keys', windowS: failuresWindowS };
  return new HttpError(
    429,
    'RATE_LIMITED',
    'Too many requests without a valid API key came from this address. Wait, then send a valid key.',
  );
}

function unauthorized(presented: string | undefined): HttpError {
  return new HttpError(
    401,
    'UNAUTHORIZED',
    'A valid API key is needed: send the header Authorization: Bearer sk_live_… with a key made by `adhelm key create`.',
    { 'WWW-Authenticate': `Bearer realm="adhelm"${presented === undefined ? '' : ', error="invalid_token"'}` },
  );
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const isBearer = header.startsWith('Bearer ') || header.slice(0, 7).toLowerCase() === 'bearer ';
  // Node has trimmed the end of the header.
  const presented = isBearer ? header.slice(7).trimStart() : '';
  return presented === '' ? undefined : presented;
}
