import type { Store } from '../store/store.ts';
import { type Checkpoint, LogDigest } from './checkpoint.ts';
import { pagesOf } from './log-pages.ts';

export interface CheckedLog {
  same: boolean;
  why?: string;
  /** Entries that came after the checkpoint. */
  since: number;
}

/** Whether the log still begins with the entries of a checkpoint. Takes no secret. */
export async function checkLog(store: Store, { entries, digest }: Checkpoint): Promise<CheckedLog> {
  const seen = new LogDigest();
  let found = 0;
  for await (const rows of pagesOf(store, entries)) {
    for (const row of rows) seen.add(row);
    found += rows.length;
  }
  const { count } = await store.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const since = Math.max(0, Number(count) - entries);
  if (found < entries) return { same: false, why: `it holds ${found} of ${entries} entries`, since };
  if (seen.value !== digest) return { same: false, why: 'an entry was changed, added or replaced', since };
  return { same: true, since };
}
