import type { Kysely, Transaction } from 'kysely';
import { readiness } from './schema.ts';
import type { Tables } from './tables.ts';
import { WriteGroup, type WriteTogether } from './write-group.ts';
import type { WriteLock } from './write-lock.ts';
import { WriteProbe } from './write-probe.ts';

/** What both stores do alike: transactions that share commits, and whether one would succeed now. */
export function commitsOf(db: Kysely<Tables>, lock: WriteLock, turnsMax: number | undefined) {
  const probe = new WriteProbe(db);
  const group = new WriteGroup({ lock, open: (work) => db.transaction().execute(work), turnsMax });
  return {
    async transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
      try {
        return await group.run(work);
      } catch (error) {
        probe.forget();
        throw error;
      }
    },
    gather: <Item>(write: WriteTogether<Item>) => group.gather(write),
    onCommit: (listener: () => void) => group.onCommit(listener),
    ready: () => readiness(db, probe),
    finished: () => group.finished(),
  };
}
