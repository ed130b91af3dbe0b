import { HttpError } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { ShownAlert } from '../../tools/monitor-desk.ts';
import type { WriteReport } from '../../tools/write-report.ts';
import { creatorCall } from '../background-call.ts';
import type { Finding } from './finding.ts';
import { pauseCall } from './mending-calls.ts';
import type { Monitor } from './monitor-records.ts';

type Paused = NonNullable<ShownAlert['paused']>;

/** The platform asked to wait: the pause is made with the next look. */
export const WILL_RETRY = 'will_retry';

/**
 * Pauses the campaign of an alert as the one who asked for it: by the same policy, limits and audit as any call of theirs. Its
 * idempotency key is made of the alert, so that judging again answers with the first outcome and sends nothing.
 */
export async function pauseCampaign(
  pipeline: Pipeline,
  monitor: Monitor,
  { subject }: Pick<Finding, 'subject'>,
  alertId: string,
  signal: AbortSignal,
): Promise<Paused> {
  const told = (outcome: string, words: string): Paused => ({
    outcome,
    at: new Date(pipeline.ambient.now()).toISOString(),
    words,
  });
  const { creator: requester, organizationId, workspaceId } = monitor;
  // A pause that the platform put off is another call when it is made again.
  const requestId = `${alertId}.pause.${pipeline.ambient.now().toString(36)}`;
  const call = await creatorCall(pipeline, { requester, organizationId, workspaceId }, requestId, signal);
  if (!call) return told('not_applied', 'Not paused: whoever made the monitor may no longer change anything here.');
  if (call.principal.readOnly)
    return told('not_applied', `Not paused: ${call.principal.name}, who made the monitor, may only read.`);
  const pause = pauseCall(pipeline, subject);
  if (!pause) return told('not_applied', 'Not paused: the platform has no campaign to pause there.');
  const given = {
    ...pause.arguments,
    workspaceId,
    reason: `Monitor "${monitor.spec.name}" (${alertId})`,
  };
  try {
    const keyed = { ...call, idempotencyKey: `${alertId}.pause` };
    const { failure, json } = await pipeline.runTool(pipeline, pause.tool, given, keyed);
    if (!failure) {
      const { not_applied = [] } = JSON.parse(json) as Partial<WriteReport>;
      return not_applied.length === 0
        ? told('applied', `Paused “${subject.name}”.`)
        : told('not_applied', 'Not paused: the platform kept it as it was.');
    }
    if (failure.code === 'approval_required')
      return told('waiting', `Not paused yet: the policy asks people first. ${failure.details.nextStep}`);
    const { message } = failure.details;
    if (failure.outcome === 'unknown')
      return told('unknown', `Whether “${subject.name}” was paused is not known: ${message}`);
    return failure.retryable
      ? told(WILL_RETRY, `Not paused yet: ${message} It is tried again.`)
      : told(failure.outcome, `Not paused: ${message}`);
  } catch (error) {
    if (error instanceof HttpError) return told('not_applied', `Not paused: ${error.message}`);
    throw error;
  }
}
