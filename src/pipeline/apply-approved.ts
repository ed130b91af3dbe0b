import { Failure, HttpError } from '../errors.ts';
import type { Plan } from '../plans/plan.ts';
import { REPLY_BYTES_MAX } from './bound-reply.ts';
import type { Call, Pipeline } from './call.ts';
import { applyPlan } from './plan-desk.ts';

/** Does what people have agreed to, in the name of the one who asked for it. Each plan is tried by one process. */
export async function applyApproved(pipeline: Pipeline): Promise<void> {
  for (const plan of await pipeline.plans.approved()) await applyOne(pipeline, plan);
}

async function applyOne(pipeline: Pipeline, plan: Plan): Promise<void> {
  const call = await requesterCall(pipeline, plan);
  if (!call) {
    const note = 'The one who asked for it may no longer do anything here.';
    await pipeline.plans.move(plan, ['approved'], 'failed', { actor: 'service', note });
    return;
  }
  // How it ended stands in the plan, where the one who waits for it reads it. Refused before it was begun, it would stay open.
  await applyPlan(pipeline, plan, call).catch((error: unknown) => {
    if (error instanceof Failure && error.retryable) return undefined;
    const note = error instanceof Failure || error instanceof HttpError ? error.message : 'It broke off.';
    return pipeline.plans.move(plan, ['approved'], 'failed', { actor: 'service', note });
  });
}

/** A call in the name of the one who asked for a plan; undefined: they may no longer do anything there. */
export async function requesterCall(pipeline: Pipeline, plan: Plan): Promise<Call | undefined> {
  const principal = await pipeline.requester(plan);
  return (
    principal && {
      principal,
      requestId: idOfTry(plan),
      readOnly: false,
      gone: () => new AbortController().signal,
      room: { bytes: REPLY_BYTES_MAX, as: 'data' },
      charge: async () => {},
    }
  );
}

/**
 * The id that a try of a planned change is recorded under: the log ties an intent to its outcome by it, so each retry has its own.
 * Members of a plan have ids of their own.
 */
export function idOfTry({ id, retries, facts }: Pick<Plan, 'id' | 'retries' | 'facts'>): string {
  return retries > 0 && !facts.bulk ? `${id}_${retries}` : id;
}

/** The plan that a call recorded under such an id made; undefined: another call. */
export function plannedBy(callId: string): string | undefined {
  return /^(plan_[^_.]+)(?:_\d+)?$/.exec(callId)?.[1];
}
