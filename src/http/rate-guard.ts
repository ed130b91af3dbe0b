import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { READ_POINTS, WRITE_POINTS } from '../limits/prices.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';

export interface RateGuard {
  limiter: Limiter;
  windowS: number;
  /** Called when a key has used up its points. */
  onRefused?(callerId: string): void;
}

/** Every request costs one point before its body is read; a write costs more, charged later. */
export function rateGuard(rate: RateGuard): Guard {
  return (exchange) => charge(rate, exchange, READ_POINTS);
}

export async function charge(rate: RateGuard, exchange: Exchange, points: number): Promise<void> {
  const { principal } = exchange;
  if (principal === undefined) return;
  const { limiter, windowS, onRefused } = rate;
  const verdict = await limiter.take(principal.id, points, principal.ratePoints);
  exchange.rateLimit = { verdict, policy: 'default', windowS };
  if (verdict.allowed) return;
  onRefused?.(principal.id);
  throw new HttpError(
    429,
    'RATE_LIMITED',
    `This key has used its ${verdict.limit} points. Wait ${verdict.retryAfterS ?? 1} seconds; a read costs ${READ_POINTS} point, a write ${WRITE_POINTS}.`,
  );
}
