import { Failure, type Outcome } from '../errors.ts';

/** Asked sooner, the store would most likely still be away. */
const RETRY_AFTER_S = 2;

/** The store cannot be reached. `unknown`: it went away while it was committing, so the change may stand. */
export class StoreUnavailable extends Failure {
  constructor(cause: unknown, outcome: Outcome = 'not_applied') {
    super({
      code: 'upstream_unavailable',
      message: "The service's database cannot be reached at the moment.",
      nextStep:
        outcome === 'unknown'
          ? 'Look whether the change is there before repeating it; if this goes on, have the operator look at /readyz.'
          : 'Nothing was changed. Call again in a moment; if it goes on, have the operator look at /readyz.',
      retryable: outcome === 'not_applied',
      retryAfterS: RETRY_AFTER_S,
      outcome,
      internal: `the database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    });
  }
}

/** For a cache whose values stand in while the store is away; undefined where they shall not. */
export function storeOutage(lifeMs: number) {
  return lifeMs > 0 ? { lifeMs, is: (error: unknown) => error instanceof StoreUnavailable } : undefined;
}
