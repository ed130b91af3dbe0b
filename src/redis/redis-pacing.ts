import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { createPacing, type Pacing, STALE_MS, spacingFor, TIME_GRAIN_MS, tooBusy } from '../upstream/pacing.ts';
import type { Pace } from '../upstream/session.ts';
import { type Link, script } from './link.ts';

/**
 * Takes the next turn for an account: after the load that the platform reported, and at the pace it publishes. The turns of a pace are
 * a sorted set of times, counted as in `sliding-window.ts`. Turns that a process gave while the server was away come
 * along as their ages.
 */
const CLAIM = script(`
  local function add(time)
    local member = string.format('%.3f', time)
    local count = 0
    while redis.call('ZADD', KEYS[2], 'NX', member, member .. ' ' .. count) == 0 do count = count + 1 end
  end
  local function fullFrom(times, requests, per, moment)
    local place = #times
    while place > 0 and times[place] > moment do place = place - 1 end
    for before = math.min(requests, place), 0, -1 do
      local after = place + requests - before
      if after > #times then return nil end
      local first = before > 0 and times[place - before + 1] or moment
      local last = before < requests and times[after] or moment
      if last - first < per - 0.01 then return times[place - before + 1] end
    end
  end

  local patience, requests, per, there = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local slow = redis.call('HMGET', KEYS[1], 'spacing', 'next', 'blocked', 'ends')
  local turn = now
  if slow[1] then
    local ends = tonumber(slow[4])
    local over = ends > 0 and there >= ends + ${TIME_GRAIN_MS}
    turn = math.max(now, tonumber(slow[2]), over and 0 or tonumber(slow[3]))
  end
  local times = {}
  if per > 0 then
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - per)
    for at = 5, #ARGV do add(now - ARGV[at]) end
    if #ARGV > 4 then redis.call('PEXPIRE', KEYS[2], math.ceil(2 * per)) end
    for at, score in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')) do
      if at % 2 == 0 then times[at / 2] = tonumber(score) end
    end
    local full = fullFrom(times, requests, per, turn)
    while full do
      turn = full + per
      full = fullFrom(times, requests, per, turn)
    end
  end
  local wait = math.ceil(turn - now)
  if wait > patience then return { 0, wait } end
  turn = now + wait
  if slow[1] then redis.call('HSET', KEYS[1], 'next', string.format('%.3f', turn + slow[1])) end
  if per > 0 then
    add(turn)
    local last = math.max(turn, times[#times] or 0)
    redis.call('PEXPIRE', KEYS[2], math.ceil(last + per - now) + 1)
  end
  return { 1, wait }`);

const OWED_MAX = 10_000;

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
  /** Turns that this process gave by itself, by their times: the server has to hear of them. */
  const owed = new BoundedMap<string, readonly number[]>(OWED_MAX);
  return {
    async claim(key, patienceMs, { pace, paceKey = key, platformNow } = {}) {
      const name = `${paceKey} ${pace?.name ?? ''}`;
      const local = async () => {
        const waitMs = await alone.claim(key, patienceMs, { pace: shareOf(pace, link), paceKey, platformNow });
        if (pace) owed.set(name, [...(owed.get(name) ?? []), ambient.elapsedMs() + waitMs].slice(-pace.requests));
        return waitMs;
      };
      if (!link.up) return local();
      const keys = [slowKey(key), `adhelm:turns:{${platformOf(key)}}:${name}`];
      const debt = owed.get(name) ?? [];
      owed.delete(name);
      const ages = debt.map((time) => ambient.elapsedMs() - time);
      const args = [Math.floor(patienceMs), pace?.requests ?? 0, pace?.perMs ?? 0, platformNow ?? 0, ...ages];
      let reply: unknown;
      try {
        reply = await link.run(CLAIM, keys, args);
      } catch {
        if (debt.length > 0) owed.set(name, debt);
        return local();
      }
      const [taken, waitMs = 0] = reply as number[];
      if (taken !== 1) throw tooBusy(waitMs);
      if (pace) alone.given(paceKey, shareOf(pace, link), waitMs);
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

/** What one of several processes sends while they cannot agree. */
function shareOf<Given extends Pace | undefined>(pace: Given, { processes }: Link): Given {
  if (!pace) return pace;
  const requests = Math.floor(pace.requests / processes);
  return requests > 0
    ? { ...pace, requests }
    : { ...pace, requests: 1, perMs: (pace.perMs * processes) / pace.requests };
}

/** The part in braces places both keys of a claim on the same server of a cluster. */
function slowKey(key: string): string {
  return `adhelm:slow:{${platformOf(key)}}:${key}`;
}

function platformOf(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}
