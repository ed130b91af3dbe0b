import { HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { Failure, HttpError } from '../../errors.ts';
import type { DueJob } from '../../jobs/jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Plan } from '../../plans/plan.ts';
import type { UndoReport } from '../../tools/history-desk.ts';
import { creatorCall } from '../background-call.ts';
import { type ScheduledChange, storedChanges } from './stored-changes.ts';

const TRY_AGAIN_MS = 5 * MINUTE_MS;
const TRIED_FOR_MS = 6 * HOUR_MS;

/** Undoes a scheduled change at its second hour, by the rules of undo_change. A second undo of the same change is refused there. */
export async function takeBack(
  pipeline: Pipeline,
  change: ScheduledChange,
  plan: Plan,
  job: DueJob,
): Promise<number | undefined> {
  const now = pipeline.ambient.now();
  const end = async (outcome: string, words: string) => {
    const back = { at: new Date(now).toISOString(), outcome, words };
    await pipeline.store.transaction(async (tx) => {
      if (!(await storedChanges.putBack(tx, plan.id, back)) || outcome === 'undone') return;
      await pipeline.notices.put(tx, {
        id: `${plan.id}.back`,
        type: 'change.not_applied',
        organizationId: plan.organizationId,
        workspaceId: plan.workspaceId,
        at: now,
        data: { scheduled_change: plan.id, back_at: new Date(change.backAt ?? now).toISOString(), outcome, why: words },
        words: { title: 'A scheduled change was not taken back', text: words, path: `/approvals/${plan.id}` },
      });
    });
    return undefined;
  };
  if (now > (change.backAt ?? now) + TRIED_FOR_MS)
    return end('missed', 'Its hour was missed by more than six hours, so the change was left as it is.');
  const call = await creatorCall(pipeline, plan, `${plan.id}.back`, job.signal);
  if (!call) return end('not_applied', 'The one who scheduled it may no longer do anything here.');
  try {
    const workspace = await pipeline.admission.workspace(call.principal, plan.workspaceId);
    const reason = `Scheduled end of ${plan.id}.`;
    const request = { call_id: plan.callId ?? plan.id, preview: false, reason };
    const report = await pipeline.desks.history({ pipeline, call, workspace }).undo(request);
    return end(...told(report));
  } catch (error) {
    if (error instanceof Failure && error.retryable) return now + TRY_AGAIN_MS;
    if (!(error instanceof Failure || error instanceof HttpError)) throw error;
    return end('not_applied', error instanceof Failure ? error.details.message : error.message);
  }
}

function told({ undo, plans, changes }: UndoReport): [outcome: string, words: string] {
  const failed = plans.find(({ error }) => error !== undefined)?.error;
  if (failed?.code === 'approval_required') return ['needs_approval', failed.message];
  if (failed) return ['not_applied', failed.message];
  const left = changes.flatMap(({ fields }) =>
    fields.filter(({ will_be }) => will_be !== 'undone' && will_be !== 'as_before'),
  );
  if (undo === 'full' || left.length === 0) return ['undone', 'It was taken back.'];
  const named = left.map(({ field, why }) => [field, why].filter(Boolean).join(': ')).join('; ');
  return [
    undo === 'none' ? 'not_applied' : 'partly',
    `Not all of it was taken back: ${named.replace(/\.$/, '') || 'it cannot be undone'}.`,
  ];
}
