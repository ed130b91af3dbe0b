import type { Readiness as StoreReadiness } from '../../store/schema.ts';
import type { Readiness } from './health.ts';

interface Found {
  store: StoreReadiness;
  /** Undefined where there is no Redis. */
  isRedisUp: boolean | undefined;
  /** Worker processes that serve, and that should. */
  serving: number;
  wanted: number;
  isClosing: boolean;
}

export function readinessOf({ store, isRedisUp, serving, wanted, isClosing }: Found): Readiness {
  return {
    ready: store.ok && !isClosing,
    degraded: isRedisUp === false || serving < wanted,
    checks: {
      store: store.ok ? 'ok' : store.writable ? 'not up to date' : 'cannot be written to',
      migrations: store.pendingMigrations === 0 ? 'ok' : `${store.pendingMigrations} pending`,
      limiter: isRedisUp === false ? 'degraded: Redis does not answer, each process allows its share' : 'ok',
      workers: serving < wanted ? `${serving} of ${wanted} serve` : 'ok',
      shutdown: isClosing ? 'under way' : 'no',
    },
  };
}
