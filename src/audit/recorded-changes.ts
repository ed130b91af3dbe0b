import { expressionBuilder, type Kysely } from 'kysely';
import { DAY_MS } from '../ambient.ts';
import type { Tables } from '../store/tables.ts';
import type { MadeChange } from '../tools/undo.ts';
import { conditionsOf, type EntryFilter } from './entry-conditions.ts';
import { joinedEntries } from './joined-entries.ts';

/** A change as the log tells it: its intent, with the outcome of the call. */
export interface RecordedChange extends MadeChange {
  /** Of the intent. */
  seq: number;
  at: number;
  actor: string;
  channel: string;
  tool: string;
  callId: string;
  /** `unknown`: the platform's answer was lost, or has not come yet. */
  outcome: 'applied' | 'unknown';
  names: Readonly<Record<string, string>>;
  /** Not everything that undoing needs was kept, with the reason. */
  gap: string | undefined;
}

export interface ChangeFilter {
  /** Milliseconds; `until` is not part of it any more. */
  since?: number | undefined;
  until?: number | undefined;
  /** Undefined: every channel. */
  channels?: readonly string[] | undefined;
  entries?: EntryFilter;
  /** `folded`: of a plan with members only the launch itself; `of`: the calls of one. Left out: everything. */
  launches?: 'folded' | { of: string } | undefined;
  /** Of an intent: only older ones. */
  before?: number | undefined;
  limit: number;
}

/** Entries that are looked through at a time, and in one call: a page may hold fewer changes than it could, and the next goes on. */
const WINDOW = 1_000;
const WINDOWS_MAX = 10;

/** Entries are in order of time except those written while the machine's clock was wrong. */
const CLOCK_OFF_MS = DAY_MS;

/** The changes of a workspace, newest first. `next`: where to go on; undefined: that was all. */
export async function readChanges(
  db: Kysely<Tables>,
  workspaceId: string,
  filter: ChangeFilter,
): Promise<{ changes: RecordedChange[]; next?: number }> {
  const { since = Number.NEGATIVE_INFINITY, limit } = filter;
  const changes: RecordedChange[] = [];
  let end = filter.before ?? Number.MAX_SAFE_INTEGER;
  for (let window = 0; window < WINDOWS_MAX; window++) {
    const entries = await entriesBefore(db, workspaceId, end);
    const oldest = entries.at(-1);
    if (!oldest) return { changes };
    const rows = await intents(db, workspaceId, filter)
      .where('entry.seq', '<', end)
      .where('entry.seq', '>=', oldest.seq)
      .limit(WINDOW)
      .execute();
    for (const row of rows) {
      const change = changeOf(row);
      if (change) changes.push(change);
      if (changes.length === limit) return { changes, next: row.seq };
    }
    if (entries.length < WINDOW || entries.every(({ at }) => at < since - CLOCK_OFF_MS)) return { changes };
    end = oldest.seq;
  }
  return { changes, next: end };
}

/** The changes with these numbers; those of another workspace are unknown. */
export async function changesNumbered(db: Kysely<Tables>, workspaceId: string, seqs: readonly number[]) {
  const rows = seqs.length === 0 ? [] : await intents(db, workspaceId, {}).where('entry.seq', 'in', seqs).execute();
  return rows.flatMap((row) => changeOf(row) ?? []);
}

/** The calls of a plan with members have its id before theirs. Ids of other calls are given by the service and hold no dot. */
const PART_OF_LAUNCH = 'plan_%.%';

const CALLS_AT_ONCE = 500;

/** The changes of all these calls, newest first. */
export async function changesOfCalls(db: Kysely<Tables>, workspaceId: string, callIds: readonly string[]) {
  const changes: RecordedChange[] = [];
  for (let at = 0; at < callIds.length; at += CALLS_AT_ONCE) {
    const ids = callIds.slice(at, at + CALLS_AT_ONCE);
    const rows = await intents(db, workspaceId, {}).where('entry.call_id', 'in', ids).execute();
    changes.push(...rows.flatMap((row) => changeOf(row) ?? []));
  }
  return changes.sort((one, other) => other.seq - one.seq);
}

export async function changesOfCall(db: Kysely<Tables>, workspaceId: string, callId: string) {
  const rows = await intents(db, workspaceId, {}).where('entry.call_id', '=', callId).execute();
  return rows.flatMap((row) => changeOf(row) ?? []);
}

function entriesBefore(db: Kysely<Tables>, workspaceId: string, end: number) {
  return db
    .selectFrom('audit_log')
    .select(['seq', 'at'])
    .where('workspace_id', '=', workspaceId)
    .where('seq', '<', end)
    .orderBy('seq', 'desc')
    .limit(WINDOW)
    .execute();
}

type Conditions = Omit<ChangeFilter, 'limit' | 'before'>;

function intents(
  db: Kysely<Tables>,
  workspaceId: string,
  { since, until, channels, launches, entries = {} }: Conditions,
) {
  let query = joined(db).where('entry.workspace_id', '=', workspaceId).where('entry.phase', '=', 'intent');
  if (launches === 'folded')
    query = query.where((where) =>
      where.or([where('entry.call_id', 'is', null), where('entry.call_id', 'not like', PART_OF_LAUNCH)]),
    );
  else if (launches) query = query.where('entry.call_id', 'like', `${launches.of.replaceAll(/[%\\]/g, '_')}.%`);
  if (since !== undefined) query = query.where('entry.at', '>=', since);
  if (until !== undefined) query = query.where('entry.at', '<', until);
  if (channels)
    query = query.where((where) => where.or(channels.map((name) => where('entry.action', 'like', `${name}/%`))));
  for (const condition of conditionsOf(expressionBuilder(query), entries)) query = query.where(condition);
  return query.orderBy('entry.seq', 'desc');
}

function joined(db: Kysely<Tables>) {
  return joinedEntries(db)
    .select(['entry.seq', 'entry.at', 'entry.actor', 'entry.action', 'entry.call_id', 'entry.detail'])
    .select(['ending.detail as outcome_detail', 'settled.detail as settled_detail']);
}

type Row = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>[number];
type Fields = Record<string, unknown>;

const CUT = 'its arguments were too long to be recorded';
const CHANGES_CUT = 'what it changed was too long to be recorded';
const OLDER = 'it was recorded before this was kept';

/** Undefined: nothing was changed. */
function changeOf(row: Row): RecordedChange | undefined {
  const [channel = '', tool = ''] = row.action.split('/', 2);
  const { arguments: args } = JSON.parse(row.detail) as { arguments?: Fields };
  const ending = row.outcome_detail === null ? { outcome: 'unknown' } : (JSON.parse(row.outcome_detail) as Fields);
  const { outcome, ids, names, applied, rows, added, removed, changed, changes_cut } = ending as Fields;
  if (outcome !== 'applied' && outcome !== 'unknown') return undefined;
  if (row.settled_detail !== null && JSON.parse(row.settled_detail).outcome === 'not_applied') return undefined;
  const isOlder = rows === undefined && added === undefined && applied === undefined && ids === undefined;
  return {
    seq: row.seq,
    at: row.at,
    actor: row.actor,
    channel,
    tool,
    callId: row.call_id ?? '',
    outcome,
    args: args ?? {},
    ids: (ids ?? {}) as RecordedChange['ids'],
    names: (names ?? {}) as RecordedChange['names'],
    applied: (applied ?? {}) as RecordedChange['applied'],
    rows: (rows ?? []) as RecordedChange['rows'],
    added: (added ?? []) as string[],
    removed: (removed ?? []) as string[],
    ...(typeof changed === 'number' && { changed }),
    gap: args?.cut === true ? CUT : changes_cut !== undefined ? CHANGES_CUT : isOlder ? OLDER : undefined,
  };
}
