import type { FastifyReply } from 'fastify';
import type { Principal } from '../auth/key-ring.ts';
import { HttpError } from '../errors.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import { rateHeaders } from '../limits/rate-headers.ts';
import type { Guard } from './guards.ts';

export interface RateGuard {
  limiter: Limiter;
  windowS: number;
}

/** Every request costs one point before its body is read; what it turns out to be may cost more. */
export function rateGuard(rate: RateGuard): Guard {
  return (request, reply) => {
    if (request.principal) return charge(rate, request.principal, reply, 1);
  };
}

export function charge(
  rate: RateGuard,
  principal: Principal,
  reply: FastifyReply,
  points: number,
): void | Promise<void> {
  const verdict = rate.limiter.take(principal.keyId, points, principal.ratePoints);
  if (verdict instanceof Promise) return verdict.then((settled) => apply(rate, settled, reply));
  return apply(rate, verdict, reply);
}

function apply({ windowS }: RateGuard, verdict: Verdict, reply: FastifyReply): void {
  reply.headers(rateHeaders(verdict, 'default', windowS));
  if (verdict.allowed) return;
  throw new HttpError(
    429,
    'RATE_LIMITED',
    `This key has used its ${verdict.limit} points. Wait ${verdict.retryAfterS ?? 1} seconds; a read costs 1 point, a write 3.`,
  );
}
