import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing, Principal } from '../auth/key-ring.ts';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { rateHeaders } from '../limits/rate-headers.ts';
import type { Guard } from './guards.ts';

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
export function keyGuard(parts: KeyGuard): Guard {
  const { keyRing } = parts;
  return (request, reply) => {
    const presented = bearer(request.headers.authorization);
    const principal = presented === undefined ? undefined : keyRing.authenticate(presented);
    if (principal instanceof Promise) return principal.then((found) => admit(parts, found, presented, request, reply));
    return admit(parts, principal, presented, request, reply);
  };
}

function admit(
  parts: KeyGuard,
  principal: Principal | undefined,
  presented: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  if (!principal) return refuse(parts, presented, request, reply);
  request.principal = principal;
  parts.keyRing.touch(principal.keyId);
}

async function refuse(
  { failures, failuresWindowS }: KeyGuard,
  presented: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  const verdict = await failures.take(request.ip, 1);
  if (!verdict.allowed) {
    reply.headers(rateHeaders(verdict, 'failed-keys', failuresWindowS));
    throw new HttpError(
      429,
      'RATE_LIMITED',
      'Too many requests without a valid API key came from this address. Wait, then send a valid key.',
    );
  }
  throw new HttpError(
    401,
    'UNAUTHORIZED',
    'A valid API key is needed: send the header Authorization: Bearer sk_live_… with a key made in the workspace settings or by `adhelm key create`.',
    { 'WWW-Authenticate': `Bearer realm="adhelm"${presented === undefined ? '' : ', error="invalid_token"'}` },
  );
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const presented = header.slice(7).trim();
  return header.slice(0, 7).toLowerCase() === 'bearer ' && presented !== '' ? presented : undefined;
}
