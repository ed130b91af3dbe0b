import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { z } from 'zod';
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

/** Those of the entries `seqs` that match the filters, newest first. */
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

const builderOf = (query: ReturnType<typeof joinedRows>) => expressionBuilder(query);
type Where = ReturnType<typeof builderOf>;
type Condition = Expression<SqlBool>;

/** All of them have to hold. */
function conditionsOf(where: Where, filters: Filters): Condition[] {
  const { changed_by = [], channel = [], tool = [], object = [], outcome = [], not, search } = filters;
  const alternatives: Record<NonNullable<Filters['not']>[number], Condition[]> = {
    changed_by: changed_by.map((actor) => where('entry.actor', KINDS[actor] ? 'like' : '=', KINDS[actor] ?? actor)),
    channel: channel.map((name) => where('entry.action', 'like', `${plain(name)}/%`)),
    tool: tool.flatMap((name) => [where('entry.action', 'like', `%/${plain(name)}`), where('entry.action', '=', name)]),
    object: object.flatMap((id) => mentions(where, id)),
  };
  const conditions: Condition[] = Object.entries(alternatives)
    .filter(([, any]) => any.length > 0)
    .map(([field, any]) => (not?.some((one) => one === field) ? where.not(where.or(any)) : where.or(any)));
  if (outcome.length > 0) conditions.push(where.or(outcome.map((one) => endedWith(where, one))));
  if (search) conditions.push(contains(where, search));
  return conditions;
}

function mentions(where: Where, id: string): Condition[] {
  const quoted = `%"${plain(id)}"%`;
  const ending = where.fn.coalesce('ending.detail', where.val(''));
  return [where('entry.detail', 'like', quoted), where(ending, 'like', quoted)];
}

function endedWith(where: Where, outcome: NonNullable<Filters['outcome']>[number]): Condition {
  if (outcome === 'recorded') return where('entry.phase', '=', 'event');
  const isCall = where('entry.phase', '=', 'intent');
  const known = where.fn.coalesce('settled.detail', 'ending.detail');
  if (outcome === 'running') return where.and([isCall, where(known, 'is', null)]);
  return where.and([isCall, where(known, 'like', `%"outcome":"${outcome}"%`)]);
}

function contains(where: Where, search: string): Condition {
  const text = `%${plain(search).replace(/[A-Z]/g, (letter) => letter.toLowerCase())}%`;
  const columns = ['entry.detail', 'entry.action', 'entry.call_id', 'ending.detail'] as const;
  return where.or(columns.map((column) => where(where.fn('lower', [column]), 'like', text)));
}

/** Kinds of actors by the prefix of their ids, as `like` patterns. */
const KINDS: Readonly<Record<string, string | undefined>> = { agent: 'key_%', person: 'per_%' };

/** Searches are literal. `%` and `\` of `like` become `_`, which matches any one character: close enough, no escaping. */
function plain(text: string): string {
  return text.replaceAll(/[%\\]/g, '_');
}
