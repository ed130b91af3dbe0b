import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/key-records.ts';
import type { KeyRing } from '../auth/key-ring.ts';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { rateHeaders } from '../limits/rate-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

export interface KeyGuard {
  keyRing: KeyRing;
  /** Counts failed keys per address. */
  failures: Limiter;
  failuresWindowS: number;
}

/** Who is asking. Missing, malformed, unknown, expired or revoked: one answer that tells none of them apart. */
export function keyGuard({ keyRing, failures, failuresWindowS }: KeyGuard) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const presented = bearer(request.headers.authorization);
    const principal = presented === undefined ? undefined : await keyRing.authenticate(presented);
    if (principal) {
      request.principal = principal;
      keyRing.touch(principal.keyId);
      return;
    }
    const verdict = await failures.take(request.ip, 1);
    if (!verdict.allowed) {
      reply.headers(rateHeaders(verdict, 'failed-keys', failuresWindowS));
      throw new HttpError(
        429,
        'RATE_LIMITED',
        'Too many requests without a valid API key came from this address. Wait, then send a valid key.',
      );
    }
    const challenge = `Bearer realm="adhelm"${presented === undefined ? '' : ', error="invalid_token"'}`;
    throw new HttpError(
      401,
      'UNAUTHORIZED',
      'A valid API key is needed: send the header Authorization: Bearer sk_live_… with a key made in the workspace settings or by `adhelm key create`.',
      { 'WWW-Authenticate': challenge },
    );
  };
}

function bearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
}
