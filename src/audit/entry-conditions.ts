import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { ID_STARTS } from './actors.ts';
import type { joinedEntries } from './joined-entries.ts';

/** Which entries of the log are meant. Lists that are empty or left out narrow nothing. */
export interface EntryFilter {
  /** Ids of keys or people; `agent` is any key or signed-in client, `person` any person. */
  changed_by?: readonly string[] | undefined;
  channel?: readonly string[] | undefined;
  tool?: readonly string[] | undefined;
  /** Ids that a call named or answered with. */
  object?: readonly string[] | undefined;
  /** The lists above that exclude instead of include. */
  not?: readonly ('changed_by' | 'channel' | 'tool' | 'object')[] | undefined;
  outcome?: readonly ('applied' | 'not_applied' | 'unknown' | 'running' | 'recorded')[] | undefined;
  /** In arguments, ids, trace ids, call ids and names of tools. */
  search?: string | undefined;
}

const builderOf = (query: ReturnType<typeof joinedEntries>) => expressionBuilder(query);
type Where = ReturnType<typeof builderOf>;
type Condition = Expression<SqlBool>;

/** All of them have to hold. */
export function conditionsOf(where: Where, filters: EntryFilter): Condition[] {
  const { changed_by = [], channel = [], tool = [], object = [], outcome = [], not, search } = filters;
  const alternatives: Record<NonNullable<EntryFilter['not']>[number], Condition[]> = {
    changed_by: changed_by.flatMap((actor) => isActor(where, actor)),
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

function endedWith(where: Where, outcome: NonNullable<EntryFilter['outcome']>[number]): Condition {
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

const KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['agent', ID_STARTS.key],
  ['person', ID_STARTS.person],
]);

function isActor(where: Where, actor: string): Condition[] {
  return (
    KINDS.get(actor)?.map((start) => where('entry.actor', 'like', `${start}%`)) ?? [where('entry.actor', '=', actor)]
  );
}

/** Searches are literal. `%` and `\` of `like` become `_`, which matches any one character: close enough, no escaping. */
function plain(text: string): string {
  return text.replaceAll(/[%\\]/g, '_');
}
