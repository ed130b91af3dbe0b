import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/key-records.ts';
import { HttpError } from '../errors.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import { rateHeaders } from '../limits/rate-headers.ts';

export interface RateGuard {
  limiter: Limiter;
  windowS: number;
}

/** Every request costs one point before its body is read; what it turns out to be may cost more. */
export function rateGuard(rate: RateGuard) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.principal) await charge(rate, request.principal, reply, 1);
  };
}

export async function charge(
  rate: RateGuard,
  principal: Principal,
  reply: FastifyReply,
  points: number,
): Promise<void> {
  const verdict = await rate.limiter.take(principal.keyId, points, principal.ratePoints);
  reply.headers(rateHeaders(verdict, 'default', rate.windowS));
  if (!verdict.allowed) throw exhausted(verdict);
}

function exhausted({ limit, retryAfterS }: Verdict): HttpError {
  return new HttpError(
    429,
    'RATE_LIMITED',
    `This key has used its ${limit} points. Wait ${retryAfterS ?? 1} seconds; a read costs 1 point, a write 3.`,
  );
}
