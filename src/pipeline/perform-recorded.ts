import { Failure, type Outcome } from '../errors.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import type { Claim, ClaimRequest } from '../idempotency/idempotency.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { auditedArguments, auditedResult } from './audit-detail.ts';
import type { Job, ToolReply } from './call.ts';
import { asFailure, claimFailure, unrecorded, unrecordedIntent, withLook } from './call-failures.ts';
import { errorReply } from './error-reply.ts';
import { failureWithPlace } from './handed-calls.ts';
import { withLevelAbove } from './level-above.ts';
import { tellLimitReached } from './limit-notice.ts';
import { perform, refit } from './perform.ts';
import { type SpendGuard, spendGuard } from './spend-guard.ts';

type Slot = Pick<ClaimRequest, 'workspaceId' | 'key'>;

/** How a call ended, whether it was carried out or not. */
interface Ending {
  reply: ToolReply;
  failure?: Failure;
  outcome: Outcome;
}

/** A change leaves a trace: an intent before it and an outcome after it, each with its idempotency step. */
export async function performRecorded(job: Job): Promise<ToolReply> {
  const slot = slotOf(job);
  const spending = await spendGuard(job);
  const claim = await recordIntent(job, slot, spending);
  if (claim.state === 'replay') return refit(replayed(claim.reply), job.tool, job.call);
  if (claim.state !== 'new') throw told(claimFailure(claim), job);
  try {
    const ending = await performToTheEnd(job);
    await recordOutcome(job, slot, ending, spending).catch((error: unknown) => {
      throw told(unrecorded(ending.outcome, error), job);
    });
    if (ending.failure) throw ending.failure;
    return ending.reply;
  } finally {
    if (slot) job.pipeline.idempotency.leave(slot);
  }
}

/** The first answer, saying that it is not a second one. */
function replayed(stored: string): ToolReply {
  const reply = JSON.parse(stored) as ToolReply;
  if (reply.rich) return reply;
  const told = JSON.parse(reply.json) as { error?: { next_step: string } };
  if (told.error) told.error.next_step += NEW_KEY;
  return { ...reply, json: JSON.stringify({ ...told, replayed: true }) };
}

const NEW_KEY = ' This is the answer of the first call again; another attempt needs a new idempotency key.';

/** On disk before anything is sent. */
async function recordIntent(job: Job, slot: Slot | undefined, spending: SpendGuard | undefined): Promise<Claim> {
  const { store, audit, idempotency } = job.pipeline;
  let claim: Claim = { state: 'new' };
  try {
    await store.transaction(async (tx) => {
      if (slot) claim = await idempotency.claim(tx, claimOf(job, slot));
      if (claim.state !== 'new') return;
      await spending?.check(tx);
      const detail = { arguments: auditedArguments(job.args, job.tool.personal) };
      audit.append({ ...entryOf(job), phase: 'intent', detail });
    });
    return claim;
  } catch (error) {
    if (slot && claim.state === 'new') idempotency.leave(slot);
    tellLimitReached(job, error);
    throw error instanceof Failure && !(error instanceof StoreUnavailable) ? error : unrecordedIntent(error);
  }
}

function claimOf(job: Job, slot: Slot): ClaimRequest {
  const { args, call, pipeline } = job;
  return {
    ...slot,
    fingerprint: fingerprint(actionOf(job), args),
    callId: call.requestId,
    owner: call.principal.id,
    deadlineMs: pipeline.callDeadlineMs,
  };
}

async function performToTheEnd(job: Job): Promise<Ending> {
  try {
    const reply = await perform(job);
    return { reply, outcome: reply.asks ? 'not_applied' : 'applied' };
  } catch (error) {
    const failure = told(asFailure(error, job.tool, job.call), job);
    return { reply: errorReply(job.tool, failure), failure, outcome: failure.outcome };
  }
}

/** With the calls that show what became of the change, and that stop the same thing from above. */
function told(failure: Failure, job: Job): Failure {
  const { tool, args } = job;
  return failureWithPlace(withLevelAbove(withLook(failure, tool, args), tool, args), job);
}

async function recordOutcome(
  job: Job,
  slot: Slot | undefined,
  { reply, failure, outcome }: Ending,
  spending: SpendGuard | undefined,
): Promise<void> {
  const { store, audit, idempotency } = job.pipeline;
  const mayRepeat = reply.asks !== undefined || (failure?.retryable === true && outcome === 'not_applied');
  await store.transaction(async (tx) => {
    if (slot && mayRepeat) await idempotency.release(tx, slot);
    else if (slot) await idempotency.finish(tx, { ...slot, reply: JSON.stringify(reply), outcome });
    const told = failure ? auditedFailure(failure) : auditedReply(reply);
    const became = isIgnored(told) ? 'not_applied' : outcome;
    await spending?.settle(tx, became);
    const detail = { outcome: became, ...told };
    audit.append({ ...entryOf(job), phase: 'outcome', detail });
  });
}

function auditedFailure({ code, details: { upstream } }: Failure): Record<string, unknown> {
  return { code, ...(upstream && { upstream }) };
}

function auditedReply({ asks, json, traceId }: ToolReply): Record<string, unknown> {
  if (asks) return { asked: Object.keys(asks.requests) };
  return { ...auditedResult(json), ...(traceId !== undefined && { upstream: { trace_id: traceId } }) };
}

/** The platform took the request and kept everything as it was. */
function isIgnored({ applied, not_applied }: Record<string, unknown>): boolean {
  return Array.isArray(not_applied) && not_applied.length > 0 && Object.keys(applied ?? {}).length === 0;
}

function slotOf({ call, workspace }: Job): Slot | undefined {
  return call.idempotencyKey === undefined ? undefined : { workspaceId: workspace.id, key: call.idempotencyKey };
}

function actionOf({ tool }: Job): string {
  return `${tool.channel.name}/${tool.name}`;
}

function entryOf(job: Job) {
  const { call, workspace } = job;
  return {
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    actor: call.principal.id,
    action: actionOf(job),
    callId: call.requestId,
  };
}
