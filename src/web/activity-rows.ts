import { expressionBuilder, type Kysely } from 'kysely';
import type { z } from 'zod';
import { conditionsOf } from '../audit/entry-conditions.ts';
import { joinedEntries } from '../audit/joined-entries.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { ActivityFilters } from './activity-entry.ts';

export type Filters = z.infer<typeof ActivityFilters>;

/** An entry of the audit log beside the outcome of its call and the event that settled it, where there are any. */
export type ActivityRow = Omit<AuditRow, 'hash'> & {
  outcome_seq: number | null;
  outcome_at: number | null;
  outcome_detail: string | null;
  settled_at: number | null;
  settled_actor: string | null;
  settled_detail: string | null;
};

const COMPARISONS_AT_ONCE = 2_000;

/** Rows per query: the more filter values to compare each row with, the fewer, to bound the time of one query. */
export function rowsAtOnce({ changed_by = [], channel = [], tool = [], object = [], search }: Filters): number {
  const each = 1 + changed_by.length + channel.length + 2 * (tool.length + object.length) + (search ? 4 : 0);
  return Math.max(5, Math.floor(COMPARISONS_AT_ONCE / each));
}

/** The entries among `seqs` that match the filters, newest first. */
export function rowsOf(
  db: Kysely<Tables>,
  seqs: readonly number[],
  filters: Filters,
  limit: number,
): Promise<ActivityRow[]> {
  let query = joinedRows(db).where('entry.seq', 'in', seqs).orderBy('entry.seq', 'desc').limit(limit);
  for (const condition of conditionsOf(expressionBuilder(query), filters)) query = query.where(condition);
  return query.execute();
}

function joinedRows(db: Kysely<Tables>) {
  return joinedEntries(db)
    .select([
      'entry.seq',
      'entry.at',
      'entry.organization_id',
      'entry.workspace_id',
      'entry.actor',
      'entry.action',
      'entry.phase',
      'entry.call_id',
      'entry.detail',
      'ending.seq as outcome_seq',
      'ending.at as outcome_at',
      'ending.detail as outcome_detail',
      'settled.at as settled_at',
      'settled.actor as settled_actor',
      'settled.detail as settled_detail',
    ])
    .where('entry.phase', '<>', 'outcome');
}
