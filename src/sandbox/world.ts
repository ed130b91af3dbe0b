import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from './clock.ts';
import type { Effect, World } from './emulator.ts';
import type { Ledger } from './ledger.ts';
import { inTransaction, withoutTrace } from './transaction.ts';

/** Which request the running code serves, so that emulators need not pass it along. */
export const currentRequest = new AsyncLocalStorage<{
  /** For the ledger. */
  id: string;
  /** A fault wants the request to be answered as if it had been done, and nothing of it to remain. */
  losesChanges: boolean;
}>();

/** What all platforms of one sandbox have in common. */
export interface SharedState {
  db: DatabaseSync;
  clock: Clock;
  elapsedMs(): number;
  ledger: Ledger;
  /** Filled while the addresses are taken. */
  origins: Map<string, string>;
}

/** The one world of all platforms, as one of them sees it. */
export function worldFor(platform: string, { db, clock, elapsedMs, ledger, origins }: SharedState): World {
  return {
    db,
    now: () => clock.now(),
    elapsedMs,
    change(work) {
      const request = currentRequest.getStore();
      const run = request?.losesChanges ? withoutTrace : inTransaction;
      return run(db, () =>
        work((effect: Effect) => ledger.write(effect, { at: clock.now(), platform, requestId: request?.id })),
      );
    },
    origin(name) {
      const origin = origins.get(name);
      if (origin === undefined) throw new Error(`the sandbox has no address for "${name}" (yet)`);
      return origin;
    },
  };
}
