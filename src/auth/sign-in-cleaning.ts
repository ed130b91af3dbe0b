import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../ambient.ts';
import type { Store } from '../store/store.ts';

/** Rows of one statement, which takes SQLite a few milliseconds. */
const AT_ONCE = 200;

/** A client that registered itself and that no person gave access to is gone after a day; anybody can register any number. */
const UNUSED_CLIENT_MS = DAY_MS;

/** Removes lapsed codes and tokens and clients that were never used, in batches between which other work gets its turn. */
export async function removeStaleSignIns(store: Store, now: number): Promise<number> {
  return (await removed(() => expiredArtifacts(store, now))) + (await removed(() => unusedClients(store, now)));
}

async function removed(some: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let count = 1; count > 0; all += count) {
    count = await some();
    await nextTurn();
  }
  return all;
}

function expiredArtifacts(store: Store, now: number): Promise<number> {
  return store.transaction(async (tx) => {
    const oldest = tx.selectFrom('oauth_artifacts').select('digest').where('expires_at', '<=', now);
    const { numDeletedRows } = await tx
      .deleteFrom('oauth_artifacts')
      .where('digest', 'in', oldest.orderBy('expires_at').limit(AT_ONCE))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

function unusedClients(store: Store, now: number): Promise<number> {
  return store.transaction(async (tx) => {
    const oldest = tx
      .selectFrom('oauth_clients')
      .select('id')
      .where('used_at', 'is', null)
      .where('created_at', '<=', now - UNUSED_CLIENT_MS);
    const { numDeletedRows } = await tx
      .deleteFrom('oauth_clients')
      .where('id', 'in', oldest.orderBy('created_at').limit(AT_ONCE))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
