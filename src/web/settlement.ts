import type { z } from 'zod';
import { SETTLED } from '../audit/joined-entries.ts';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { isAtLeast } from '../auth/members.ts';
import { readActivity } from './activity.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { type Answer, callTool } from './call-tool.ts';
import type { Person } from './people.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import type { WebParts } from './web-parts.ts';

type Entry = z.infer<typeof ActivityEntry>;

interface Checker {
  parts: WebParts;
  person: Person;
  workspace: WorkspaceRecord;
  requestId: string;
  gone(): AbortSignal;
}

export interface Checked extends Verdict {
  /** Whether the verdict was recorded. */
  settled: boolean;
  answer: Answer;
}

/** Undefined: there is no such entry in the workspace. */
export async function entryOf({ parts, workspace }: Checker, id: number): Promise<Entry | undefined> {
  const [entry] = await readActivity(parts, {
    workspaceIds: [workspace.id],
    organizationId: undefined,
    filters: {},
    before: id + 1,
    limit: 1,
  });
  return entry?.id === id ? entry : undefined;
}

/** Asks the platform whether a change was made. A certain answer settles its entry, unless the person may only read. */
export async function check(checker: Checker, entry: Entry & { look: NonNullable<Entry['look']> }): Promise<Checked> {
  const { parts, person, workspace } = checker;
  const { look } = entry;
  const named = (name: string) =>
    parts.pipeline.tools.find((one) => one.channel.name === look.channel && one.name === name);
  const [tool, made] = [named(look.tool), named(entry.tool)];
  if (!tool || !made) throw new TypeError(`no tool ${look.tool} or ${entry.tool}`);
  const answer = await callTool(checker, tool, look.arguments);
  if (!answer.ok)
    return { outcome: 'unknown', words: `The platform did not tell: ${answer.error.message}`, settled: false, answer };
  const verdict = verdictOf({
    tool: made,
    args: entry.arguments ?? {},
    askedAt: Date.parse(entry.at),
    now: parts.ambient.now(),
    shown: answer.result,
    changedSince: await isChangedSince(checker, entry),
  });
  const maySettle = isAtLeast(person.roleIn(workspace.id), 'member') && hasEnded(parts, entry);
  const settled = maySettle && verdict.outcome !== 'unknown' && (await settle(checker, entry, verdict));
  return { ...verdict, settled, answer };
}

/** A call without an outcome may still be under way until its deadline. */
export function hasEnded({ ambient, settings }: WebParts, { outcome, at }: Entry): boolean {
  return outcome === 'unknown' || (outcome === 'running' && ambient.now() - Date.parse(at) > settings.callDeadlineMs);
}

/** Records how a change ended; false if that has been recorded meanwhile. */
export async function settle(
  { parts: { home }, person, workspace }: Checker,
  { requestId, tool, ids }: Entry,
  { outcome, words }: Verdict,
): Promise<boolean> {
  return home.store.transaction(async (tx) => {
    const before = await tx
      .selectFrom('audit_log')
      .select('seq')
      .where('call_id', '=', requestId)
      .where('action', '=', SETTLED)
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst();
    if (before) return false;
    home.audit.append({
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      actor: person.id,
      action: SETTLED,
      phase: 'event',
      callId: requestId ?? undefined,
      detail: { outcome, words, tool, ids },
    });
    return true;
  });
}

async function isChangedSince({ parts, workspace, gone }: Checker, { id, ids, at }: Entry): Promise<boolean> {
  if (ids.length === 0) return false;
  const [latest] = await readActivity(parts, {
    workspaceIds: [workspace.id],
    organizationId: undefined,
    filters: { object: ids.slice(0, 200), outcome: ['applied', 'unknown'], from: at },
    limit: 1,
    signal: gone(),
  });
  return latest !== undefined && latest.id > id;
}
