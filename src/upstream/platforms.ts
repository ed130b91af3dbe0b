import { Agent } from 'undici';
import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { FairShares, PLACES_FOR_ONE } from './fair-share.ts';
import { PlatformClock } from './platform-clock.ts';
import type { RetryBudget } from './retry-budget.ts';
import { createRetryBudget } from './retry-budget.ts';

/** Hosts of one platform, with room to spare. */
const ORIGINS_MAX = 100;

/** What all calls to one platform share. */
export interface Platform {
  agent: Agent;
  shares: FairShares;
  budget: RetryBudget;
  /** The clock at an address: a platform and its sandbox need not agree. */
  clockAt(url: string): PlatformClock;
}

export interface Platforms {
  get(name: string): Platform;
  /** Lets what is under way finish. */
  close(): Promise<void>;
}

export interface PlatformLimits {
  /** Connections for one workspace that uses the platform alone; the pool is larger, so that others find free ones. */
  poolConnections: number;
  connectMs: number;
  retryBudgetRatio: number;
}

export function createPlatforms(ambient: Ambient, limits: PlatformLimits): Platforms {
  const platforms = new Map<string, Platform>();
  return {
    get(name) {
      let platform = platforms.get(name);
      if (!platform) {
        platform = {
          agent: createAgent(limits),
          shares: new FairShares(PLACES_FOR_ONE * limits.poolConnections),
          budget: createRetryBudget({ ambient, ratio: limits.retryBudgetRatio }),
          clockAt: createClocks(ambient),
        };
        platforms.set(name, platform);
      }
      return platform;
    },
    async close() {
      await Promise.all([...platforms.values()].map(({ agent }) => agent.close()));
    },
  };
}

/** The platforms' clocks run on by time elapsed, so that setting our own clock does not move them. */
function createClocks(ambient: Ambient): Platform['clockAt'] {
  const clocks = new BoundedMap<string, PlatformClock>(ORIGINS_MAX);
  return (url) => {
    const { origin } = new URL(url);
    const clock = clocks.get(origin) ?? new PlatformClock(() => ambient.elapsedMs());
    clocks.set(origin, clock);
    return clock;
  };
}

function createAgent({ poolConnections, connectMs }: PlatformLimits): Agent {
  return new Agent({
    connections: PLACES_FOR_ONE * poolConnections,
    connectTimeout: connectMs,
    // The deadline is the sender's, for the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Over HTTP/2 undici sends requests again by itself after a GOAWAY.
    allowH2: false,
  });
}
