import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from './clock.ts';
import type { Effect, World } from './emulator.ts';
import type { Ledger } from './ledger.ts';
import { inTransaction } from './transaction.ts';

/** Which request the running code serves, so that the ledger can name it without every emulator passing it along. */
export const currentRequestId = new AsyncLocalStorage<string>();

/** What all platforms of one sandbox have in common. */
export interface SharedState {
  db: DatabaseSync;
  clock: Clock;
  ledger: Ledger;
  /** Filled while the addresses are taken. */
  origins: Map<string, string>;
}

/** The one world of all platforms, as one of them sees it. */
export function worldFor(platform: string, { db, clock, ledger, origins }: SharedState): World {
  return {
    db,
    now: () => clock.now(),
    change: (work) =>
      inTransaction(db, () =>
        work((effect: Effect) =>
          ledger.write(effect, { at: clock.now(), platform, requestId: currentRequestId.getStore() }),
        ),
      ),
    origin(name) {
      const origin = origins.get(name);
      if (origin === undefined) throw new Error(`the sandbox has no address for "${name}" (yet)`);
      return origin;
    },
  };
}
