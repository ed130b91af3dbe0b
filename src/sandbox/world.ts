import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from './clock.ts';
import type { Effect, World } from './emulator.ts';
import type { Ledger } from './ledger.ts';
import type { PushDesk } from './push.ts';
import { inTransaction, withoutTrace } from './transaction.ts';

/** The request that the running code serves, in async context, so that emulators need not pass it along. */
export const currentRequest = new AsyncLocalStorage<{
  /** For the ledger. */
  id: string;
  /** Set by the fault `accepted_not_applied`: the request is answered and its changes are rolled back. */
  losesChanges: boolean;
}>();

/** The parts all platforms of one sandbox share. */
export interface SharedState {
  db: DatabaseSync;
  clock: Clock;
  elapsedMs(): number;
  ledger: Ledger;
  /** Filled while the addresses are taken. */
  origins: Map<string, string>;
  pushes: PushDesk;
}

/** The world of one platform. */
export function worldFor(platform: string, { db, clock, elapsedMs, ledger, origins, pushes }: SharedState): World {
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
    push: (push) => pushes.send(platform, push),
  };
}
