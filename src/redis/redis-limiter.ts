import type { Limiter, Verdict } from '../limits/limiter.ts';
import type { MemoryLimiter } from '../limits/memory-limiter.ts';
import { type Link, script } from './link.ts';

const SLOTS = 60;

/**
 * The same sliding window as in memory, in one hash a subject: `p7` the points of slot 7, `t7` when its last point was spent,
 * `used` their sum, `first` and `last` the slots in between which there are any. A slot is forgotten as a whole, one window
 * after its last point. Points that were spent while the server was away come along as `owed`.
 */
const TAKE = script(`
  local cost, limit, window, owed = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local slot = math.floor(now / ARGV[4])
  local held = redis.call('HMGET', KEYS[1], 'used', 'first', 'last')
  local used, first, last = tonumber(held[1] or 0), tonumber(held[2] or slot), tonumber(held[3] or slot)

  while used > 0 and first <= last do
    local seen = redis.call('HMGET', KEYS[1], 'p' .. first, 't' .. first)
    if seen[1] then
      if tonumber(seen[2]) + window > now then break end
      used = used - tonumber(seen[1])
      redis.call('HDEL', KEYS[1], 'p' .. first, 't' .. first)
    end
    first = first + 1
  end
  if used <= 0 then first = slot end

  local allowed = used + owed + cost <= limit
  local spent = owed + (allowed and cost or 0)
  if spent > 0 then
    used = used + spent
    last = slot
    redis.call('HINCRBY', KEYS[1], 'p' .. slot, spent)
    redis.call('HSET', KEYS[1], 't' .. slot, now)
  end
  redis.call('HSET', KEYS[1], 'used', used, 'first', first, 'last', last)
  redis.call('PEXPIRE', KEYS[1], window + ARGV[4])

  local wait = 0
  if not allowed then
    local left = used
    for at = first, last do
      if left <= limit - cost then break end
      local seen = redis.call('HMGET', KEYS[1], 'p' .. at, 't' .. at)
      if seen[1] then
        left = left - tonumber(seen[1])
        wait = tonumber(seen[2]) + window - now
      end
    end
    if cost > limit then wait = window end
  end
  local empty = 0
  if used > 0 then empty = tonumber(redis.call('HGET', KEYS[1], 't' .. last) or now) + window - now end
  return { allowed and 1 or 0, used, empty, wait }`);

const OWED_SUBJECTS_MAX = 50_000;

export interface RedisLimiterOptions {
  link: Link;
  /** Tells this limiter from others on the same server. */
  name: string;
  points: number;
  windowS: number;
  /** Counts what this process let through, and decides by its share while the server is away. */
  local: MemoryLimiter;
}

/**
 * One limit for all processes, by the server's clock. While the server is away, each process lets its share of the
 * limit through.
 */
export function redisLimiter({ link, name, points, windowS, local }: RedisLimiterOptions): Limiter {
  const windowMs = windowS * 1_000;
  const slotMs = Math.ceil(windowMs / SLOTS);
  const owed = new Map<string, number>();

  function share(subject: string, cost: number, limit: number): Verdict {
    // A limit smaller than the number of processes still lets something through.
    const verdict = local.take(subject, cost, Math.max(cost, Math.floor(limit / link.processes)));
    if (verdict.allowed && owed.size < OWED_SUBJECTS_MAX) owed.set(subject, (owed.get(subject) ?? 0) + cost);
    return verdict;
  }

  return {
    async take(subject, cost, limit = points) {
      if (!link.up) return share(subject, cost, limit);
      const debt = owed.get(subject) ?? 0;
      owed.delete(subject);
      let reply: unknown;
      try {
        reply = await link.run(TAKE, [`adhelm:limit:${name}:${subject}`], [cost, limit, windowMs, slotMs, debt]);
      } catch {
        if (debt > 0) owed.set(subject, (owed.get(subject) ?? 0) + debt);
        return share(subject, cost, limit);
      }
      const verdict = verdictOf(reply as number[], limit);
      if (verdict.allowed) local.take(subject, cost, Number.POSITIVE_INFINITY);
      return verdict;
    },
  };
}

function verdictOf([allowed, used = 0, emptyMs = 0, waitMs = 0]: readonly number[], limit: number): Verdict {
  return {
    allowed: allowed === 1,
    limit,
    remaining: Math.max(0, limit - used),
    resetS: Math.ceil(emptyMs / 1_000),
    ...(allowed !== 1 && { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) }),
  };
}
