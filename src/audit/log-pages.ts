import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import type { AuditRow } from '../store/tables.ts';

/** A page of this size is read and checked in a few milliseconds. */
const PAGE_ROWS = 200;

/** The entries after `start` and up to `end`, in pages. Between two pages other work gets the event loop. */
export async function* pagesOf(store: Store, start: number, end: number): AsyncGenerator<AuditRow[]> {
  let after = start;
  while (after < end) {
    const rows = await readPage(store, after, end);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.seq;
    await nextTurn();
  }
}

function readPage(store: Store, after: number, end: number): Promise<AuditRow[]> {
  return store.db
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', end)
    .orderBy('seq')
    .limit(PAGE_ROWS)
    .execute();
}
