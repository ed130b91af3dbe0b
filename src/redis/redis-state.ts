import { type Ambient, newId } from '../ambient.ts';
import type { Limiter } from '../limits/limiter.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';
import type { Log } from '../observe/log.ts';
import type { Pacing } from '../upstream/pacing.ts';
import { openLink } from './link.ts';
import { type Exclusively, redisLease } from './redis-lease.ts';
import { redisLimiter } from './redis-limiter.ts';
import { redisPacing } from './redis-pacing.ts';

/** What the processes of one service share besides the store. */
export interface SharedState {
  limiter(name: string, options: { points: number; windowS: number }): Limiter;
  readonly pacing: Pacing;
  readonly exclusively: Exclusively;
  /** Tells the other processes that their cached keys or workspaces may be out of date. */
  announce(what: Change): void;
  /** False while Redis is away and each process decides by its share. */
  readonly up: boolean;
  close(): Promise<void>;
}

export type Change = 'keys' | 'workspaces';

const CHANGES = 'adhelm:changes';
/** Longer than a renewal may take. */
const LEASE_MS = 35_000;

export async function openRedisState(
  url: string,
  ambient: Ambient,
  log: Log,
  /** `all`: announcements may have been missed. */
  onChange: (what: Change | 'all') => void,
): Promise<SharedState> {
  const id = newId(ambient, 'proc');
  const link = await openLink({
    url,
    id,
    log,
    channel: CHANGES,
    onMessage(message) {
      const [from, what] = message?.split(' ') ?? [];
      if (from !== id) onChange(what === 'keys' || what === 'workspaces' ? what : 'all');
    },
  });
  return {
    limiter: (name, limits) => redisLimiter({ link, name, ...limits, local: memoryLimiter({ ...limits, ambient }) }),
    pacing: redisPacing(link, ambient),
    exclusively: redisLease(link, id, LEASE_MS),
    announce: (what) => link.publish(CHANGES, `${id} ${what}`),
    get up() {
      return link.up;
    },
    close: () => link.close(),
  };
}
