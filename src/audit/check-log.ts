import type { Store } from '../store/store.ts';
import { readStart } from './audit-start.ts';
import { type Checkpoint, LogDigest } from './checkpoint.ts';
import { pagesOf } from './log-pages.ts';

export interface CheckedLog {
  same: boolean;
  why?: string;
  /** Entries that came after the checkpoint. */
  since: number;
}

/**
 * Whether the log still begins with the entries of a checkpoint. Takes no secret. For removed entries their digest
 * stands, which the signed one can follow from only if they were the same.
 */
export async function checkLog(store: Store, { entries, digest }: Checkpoint): Promise<CheckedLog> {
  const start = await readStart(store.db);
  const removed = start?.seq ?? 0;
  const seen = new LogDigest(start?.digest);
  let found = removed;
  for await (const rows of pagesOf(store, removed, entries)) {
    for (const row of rows) seen.add(row);
    found += rows.length;
  }
  const { count } = await store.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const since = Math.max(0, removed + Number(count) - entries);
  if (start && entries < removed)
    return { same: false, why: `its first ${removed} entries were removed since; check a newer checkpoint`, since };
  if (found < entries) return { same: false, why: `it holds ${found} of ${entries} entries`, since };
  if (seen.value !== digest) return { same: false, why: 'an entry was changed, added or replaced', since };
  return { same: true, since };
}
