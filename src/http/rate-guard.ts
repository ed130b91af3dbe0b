import type { Principal } from '../auth/key-records.ts';
import { HttpError } from '../errors.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import { READ_POINTS, WRITE_POINTS } from '../limits/prices.ts';
import type { Call } from '../pipeline/call.ts';
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

/**
 * Takes the points of a request from its key. A call that may make less money flow has points of its own, as many again,
 * so that a key that has used up the others can still pause what it started.
 */
export async function charge(
  rate: RateGuard,
  exchange: Exchange,
  points: number,
  urgent: Parameters<Call['charge']>[1] = false,
): Promise<void> {
  const { principal } = exchange;
  if (principal === undefined) return;
  const { limiter, windowS, onRefused } = rate;
  const { verdict, whose } = await takePoints(limiter, principal, points);
  exchange.rateLimit = { verdict, policy: 'default', windowS };
  if (verdict.allowed) return;
  const isUrgent = typeof urgent === 'function' ? await urgent() : urgent;
  if (isUrgent && (await limiter.take(`${principal.id} pauses`, points, principal.ratePoints)).allowed) return;
  onRefused?.(principal.id);
  throw new HttpError(
    429,
    'RATE_LIMITED',
    `${whose} used ${verdict.limit} points. Wait ${verdict.retryAfterS ?? 1} seconds; a read costs ${READ_POINTS} point, a write ${WRITE_POINTS}.`,
  );
}

const KEY = 'This key has';
const WORKSPACE = 'The keys of this workspace have together';

/** From the key and, where its workspace has a quota, from that as well. A call that either refuses costs nothing. */
async function takePoints(
  limiter: Limiter,
  { id, workspaceId, ratePoints, workspacePoints }: Principal,
  points: number,
): Promise<{ verdict: Verdict; whose: string }> {
  if (workspacePoints === undefined) return { verdict: await limiter.take(id, points, ratePoints), whose: KEY };
  const takeShared = (cost: number) => limiter.take(`${workspaceId} keys`, cost, workspacePoints);
  const isLeft = (await takeShared(0)).remaining >= points;
  const own = isLeft ? await limiter.take(id, points, ratePoints) : undefined;
  if (own?.allowed === false) return { verdict: own, whose: KEY };
  const shared = await takeShared(points);
  const isTighter = own && shared.allowed && own.remaining < shared.remaining;
  return isTighter ? { verdict: own, whose: KEY } : { verdict: shared, whose: WORKSPACE };
}
