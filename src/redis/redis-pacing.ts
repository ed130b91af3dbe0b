import type { Ambient } from '../ambient.ts';
import { createPacing, type Pacing, STALE_MS, spacingFor, TIME_GRAIN_MS, tooBusy } from '../upstream/pacing.ts';
import type { Pace } from '../upstream/session.ts';
import { type Link, script } from './link.ts';

/** Takes the next turn for an account: after the load that the platform reported, and at the pace it publishes. */
const CLAIM = script(`
  local patience, requests, per, there = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local inSpan = ARGV[5] == '1'
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local slow = redis.call('HMGET', KEYS[1], 'spacing', 'next', 'blocked', 'ends')
  local turn = now
  if slow[1] then
    local ends = tonumber(slow[4])
    local over = ends > 0 and there >= ends + ${TIME_GRAIN_MS}
    turn = math.max(now, tonumber(slow[2]), over and 0 or tonumber(slow[3]))
  end
  local due
  if inSpan then
    local first = redis.call('LINDEX', KEYS[2], requests - 1)
    turn = math.max(turn, tonumber(redis.call('LINDEX', KEYS[2], 0) or 0), first and first + per or 0)
  elseif per > 0 then
    due = math.max(turn, tonumber(redis.call('GET', KEYS[2]) or 0))
    turn = math.max(turn, due - (per - per / requests))
  end
  local wait = math.ceil(turn - now)
  if wait > patience then return { 0, wait } end
  if slow[1] then redis.call('HSET', KEYS[1], 'next', string.format('%.3f', turn + slow[1])) end
  if inSpan then
    redis.call('LPUSH', KEYS[2], string.format('%.3f', turn))
    redis.call('LTRIM', KEYS[2], 0, requests - 1)
    redis.call('PEXPIRE', KEYS[2], math.ceil(turn - now + per) + 1)
  elseif due then
    local after = due + per / requests
    redis.call('SET', KEYS[2], string.format('%.3f', after), 'PX', math.ceil(after - now) + 1)
  end
  return { 1, wait }`);

const LEARN = script(`
  local spacing, wait, stale, ends = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local known = redis.call('HMGET', KEYS[1], 'next', 'blocked', 'ends')
  local blocked = now + wait
  if tonumber(known[2] or 0) > blocked then blocked, ends = tonumber(known[2]), tonumber(known[3]) end
  if spacing == 0 and blocked <= now then return redis.call('DEL', KEYS[1]) end
  local next = math.max(tonumber(known[1] or 0), now + spacing)
  redis.call('HSET', KEYS[1], 'spacing', spacing, 'next', string.format('%.3f', next), 'blocked', string.format('%.3f', blocked), 'ends', string.format('%.3f', ends))
  return redis.call('PEXPIRE', KEYS[1], math.ceil(blocked - now + stale))`);

/** One pace for all processes: a platform counts what the application sends, not which process sent it. */
export function redisPacing(link: Link, ambient: Ambient): Pacing {
  const alone = createPacing({ ambient });
  const share = (pace: Pace | undefined) => pace && { ...pace, perMs: pace.perMs * link.processes };
  return {
    async claim(key, patienceMs, { pace, paceKey = key, platformNow } = {}) {
      const local = () => alone.claim(key, patienceMs, { pace: share(pace), paceKey, platformNow });
      if (!link.up) return local();
      const keys = [slowKey(key), `adhelm:pace:{${platformOf(key)}}:${paceKey} ${pace?.name ?? ''}`];
      const { requests = 0, perMs = 0, anySpan } = pace ?? {};
      const args = [Math.floor(patienceMs), requests, perMs, platformNow ?? 0, anySpan ? 1 : 0];
      let reply: unknown;
      try {
        reply = await link.run(CLAIM, keys, args);
      } catch {
        return local();
      }
      const [taken, waitMs = 0] = reply as number[];
      if (taken !== 1) throw tooBusy(waitMs);
      return waitMs;
    },
    learn(key, usage) {
      alone.learn(key, usage);
      if (!link.up) return;
      const spacingMs = spacingFor(usage.fraction);
      void link.run(LEARN, [slowKey(key)], [spacingMs, usage.waitMs ?? 0, STALE_MS, usage.endsAt ?? 0]).catch(() => {});
    },
  };
}

/** The part in braces places both keys of a claim on the same server of a cluster. */
function slowKey(key: string): string {
  return `adhelm:slow:{${platformOf(key)}}:${key}`;
}

function platformOf(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}
