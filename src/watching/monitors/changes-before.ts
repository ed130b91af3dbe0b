import { HOUR_MS } from '../../ambient.ts';
import { actorsWithIds } from '../../audit/actors.ts';
import { changeId } from '../../audit/change-ids.ts';
import { type RecordedChange, readChanges } from '../../audit/recorded-changes.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { Failure } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { toolOf } from '../../pipeline/change-names.ts';
import { shortValue } from '../../pipeline/shown-plan.ts';
import { hoursAhead } from '../../reports/days.ts';
import type { ShownAlert } from '../../tools/monitor-desk.ts';
import type { Reached } from '../../tools/reach.ts';
import type { PlatformChange } from '../../tools/watching.ts';
import type { Subject } from '../rules/verdict.ts';
import { counted } from '../rules/words.ts';

type JustBefore = ShownAlert['just_before'][number];

const BEFORE_MS = 48 * HOUR_MS;
const SHOWN_MAX = 3;
const OWN_READ = 200;
/** A platform notes a change of ours under its own clock. */
const SAME_MS = 3 * 60_000;
const FIELDS_MAX = 4;

export interface Span {
  since: number;
  until: number;
}

/** The 48 hours before a closed day and the day itself: a budget that was raised at nine is spent on the same day. */
export function spanBefore(window: string, timeZone: string | undefined, now: number): Span {
  if (!/^\d{4}-\d\d-\d\d$/.test(window)) return { since: now - BEFORE_MS, until: now };
  const begins = beginOf(window, timeZone ?? 'UTC');
  return { since: begins - BEFORE_MS, until: Math.min(begins + 24 * HOUR_MS, now) };
}

function beginOf(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  return asUtc - hoursAhead(timeZone, asUtc) * HOUR_MS;
}

interface Asking {
  pipeline: Pipeline;
  workspace: WorkspaceRecord;
  subject: Subject;
  span: Span;
  reached: Reached | undefined;
  signal: AbortSignal;
}

/** What was changed shortly before, newest first, by whom: our own log and the platform's. Never said to be the cause. */
export async function changesBefore(asking: Asking): Promise<{ shown: JustBefore[]; own: readonly RecordedChange[] }> {
  const own = await ownChanges(asking);
  const theirs = (await platformChanges(asking)).filter((change) => !own.some((one) => isSame(one, change)));
  const who = await actorsWithIds(
    asking.pipeline.store.db,
    own.map(({ actor }) => actor),
  );
  const shown: JustBefore[] = [
    ...own.map((change) => {
      const { kind, name, id } = who(change.actor);
      return {
        at: new Date(change.at).toISOString(),
        who: `${name ?? id}${kind === 'key' ? ' (agent)' : ''}`,
        from: 'adhelm' as const,
        words: wordsOf(asking.pipeline, change),
        change_id: changeId(change),
      };
    }),
    ...theirs.map(({ at, who: by, words }) => ({
      at: new Date(at).toISOString(),
      ...(by !== undefined && { who: by }),
      from: 'platform' as const,
      words,
    })),
  ];
  return { shown: shown.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN_MAX), own };
}

/** Changes of the object, and of the account where they name no other campaign. */
async function ownChanges({ pipeline, workspace, subject, span, reached }: Asking): Promise<RecordedChange[]> {
  const { channel, account, campaign } = subject;
  if (channel === undefined) return [];
  const { changes } = await readChanges(pipeline.store.db, workspace.id, {
    since: span.since,
    until: span.until,
    channels: [channel],
    limit: OWN_READ,
  });
  const argument = reached?.channel.account?.argument ?? '';
  const named = reached?.channel.levels?.[0]?.argument ?? 'campaign_id';
  const isNear = (change: RecordedChange) => {
    if (campaign !== undefined && idsIn(change).includes(campaign)) return true;
    const at = change.args[argument] ?? reached?.configured;
    if (account !== undefined && at !== undefined && at !== account) return false;
    return campaign === undefined || !(named in change.args || `${named}s` in change.args || 'campaign' in change.ids);
  };
  return changes.filter(isNear);
}

/** Every id that a change names or has answered with. */
function idsIn({ args, ids, rows }: RecordedChange): string[] {
  const named = Object.entries(args).flatMap(([field, value]) => (/_ids?$/.test(field) ? [value].flat() : []));
  return [...named, ...Object.values(ids), ...rows.map(({ id }) => id)].map(String);
}

function isSame(own: RecordedChange, { at, object }: PlatformChange): boolean {
  if (Math.abs(Date.parse(at) - own.at) > SAME_MS) return false;
  const ids = idsIn(own);
  return ids.includes(object.id) || (object.campaign !== undefined && ids.includes(object.campaign));
}

async function platformChanges({ subject, span, reached, signal }: Asking): Promise<readonly PlatformChange[]> {
  const watching = reached?.channel.watching;
  if (!reached || !watching?.changes || subject.account === undefined) return [];
  try {
    const { client } = reached.connect(signal, {});
    return await watching.changes(client, subject.account, { ...span, campaign: subject.campaign }, signal);
  } catch (error) {
    // The alert is told without it.
    if (error instanceof Failure || signal.aborted) return [];
    throw error;
  }
}

function wordsOf(pipeline: Pipeline, change: RecordedChange): string {
  const title = toolOf(pipeline, change)?.title ?? change.tool;
  const applied = Object.entries(change.applied).slice(0, FIELDS_MAX);
  const fields = applied.map(([field, { from, to }]) => `${field} ${shortValue(from)} → ${shortValue(to)}`);
  const rows = change.rows.length > 0 ? [counted(change.rows.length, 'object')] : [];
  const told = fields.length > 0 ? fields : rows;
  return `${title}${told.length > 0 ? `: ${told.join(', ')}` : ''}${change.outcome === 'unknown' ? ' (outcome unknown)' : ''}`;
}
