import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** The event that settles a change of unknown outcome. It has the call's id, and the `outcome` in its detail. */
export const SETTLED = 'outcome.settle';

/** Entries of the log (`entry`) beside the outcome of their call (`ending`) and the event that settled it (`settled`), where there are any. */
export function joinedEntries(db: Kysely<Tables>) {
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('audit_log as ending', (join) =>
      join
        .onRef('ending.call_id', '=', 'entry.call_id')
        .on('ending.phase', '=', 'outcome')
        .onRef('ending.workspace_id', '=', 'entry.workspace_id'),
    )
    .leftJoin('audit_log as settled', (join) =>
      join
        .onRef('settled.call_id', '=', 'entry.call_id')
        .on('settled.action', '=', SETTLED)
        .onRef('settled.workspace_id', '=', 'entry.workspace_id'),
    );
}
