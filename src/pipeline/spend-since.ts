import type { RecordedChange } from '../audit/recorded-changes.ts';
import { dayOf } from '../tools/days.ts';
import { isRunning } from '../tools/less-spending.ts';
import { REPORT_LEVELS } from '../tools/report/reporting.ts';
import type { UndoStep } from '../tools/undo.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import type { Job, JobPlace } from './call.ts';
import { perform } from './perform.ts';
import type { OpenPart } from './undo-parts.ts';
import { validateArguments } from './validate.ts';

interface ReportRow {
  entity: { id?: string };
  metrics: { cost?: { amount: string; currency: string } | null };
}

/**
 * What an object that a change switched on has spent since, in words: switching it off does not bring that back. Platforms count
 * by days, so the whole day of the change is in it. Undefined: the change switched nothing on.
 */
export async function spendSince(
  { pipeline, call, workspace }: JobPlace,
  change: RecordedChange,
  step: UndoStep,
  { part }: OpenPart,
): Promise<string | undefined> {
  if (part.field !== 'status' || !isRunning(part.to)) return undefined;
  const tool = pipeline.tools.find(({ name, channel }) => name === 'report' && !channel.needsConnection);
  const level = levelOf(pipeline, change, step, part.level);
  const since = dayOf(change.at);
  const unread = `What ${part.object} spent since ${since} could not be read; it stays spent.`;
  if (!tool || level === undefined) return unread;
  try {
    const args = await validateArguments(tool, {
      channels: [change.channel],
      level,
      start_date: since,
      end_date: dayOf(pipeline.ambient.now()),
      metrics: ['cost'],
      include_incomplete: true,
      fresh: true,
      limit: 1000,
    });
    const timing = new CallTiming();
    const { json } = await perform({ pipeline, tool, args, call, timing, workspace, connection: undefined });
    const { rows } = JSON.parse(json) as { rows: ReportRow[] };
    const cost = rows.find(({ entity }) => entity.id === part.object)?.metrics.cost;
    return cost
      ? `${part.object} spent ${cost.amount} ${cost.currency} since ${since}, which stays spent.`
      : `${part.object} shows no spend since ${since}.`;
  } catch {
    return unread;
  }
}

/** The level of the report that an object is a row of: campaigns of all channels are the highest that can be switched off. */
function levelOf(
  { tools }: Job['pipeline'],
  { channel }: RecordedChange,
  { tool }: UndoStep,
  level: string | undefined,
) {
  const { levels = [] } = tools.find((one) => one.channel.name === channel)?.channel ?? {};
  const at = levels.findIndex((one) => (level === undefined ? one.tool === tool : one.argument === `${level}_id`));
  return at < 0 ? undefined : REPORT_LEVELS[at + 1];
}
