import { Failure } from '../errors.ts';
import type { Plan } from '../plans/plan.ts';
import { requesterCall } from './apply-approved.ts';
import type { Pipeline } from './call.ts';
import { jobOf } from './plan-desk.ts';
import { makePlan, policyOf, refuseDenied } from './preview.ts';
import { isRehearsed, rehearse } from './rehearse.ts';
import { spendGuard } from './spend-guard.ts';

/**
 * The call of a plan that is out of date, planned once more from the values of now, in the name of the one who asked for it.
 * It waits for people: nothing that they said about the old one counts.
 */
export async function replanned(pipeline: Pipeline, old: Plan, by: string): Promise<Plan> {
  const call = await requesterCall(pipeline, old);
  if (!call) throw refused('the one who asked for it may no longer do anything here', 'Ask for the change yourself.');
  if (old.facts.bulk) {
    const next = await pipeline.launching.replan(pipeline, old, call);
    await pipeline.plans.noteReplanned(old, next, by);
    return next;
  }
  const job = await jobOf(pipeline, old, call);
  const rehearsed = await rehearse(job);
  if (!isRehearsed(rehearsed)) throw refused('everything stands already as it was wanted', 'There is nothing to do.');
  const policy = await policyOf(job);
  refuseDenied(job, policy, rehearsed);
  // A change that a limit refuses is not put before people.
  await (await spendGuard(job))?.tryOut();
  const undoes = await pipeline.plans.undoneBy(old.id);
  const next = await makePlan(job, rehearsed, policy, 'waiting', old.reason, { undoes });
  await pipeline.plans.noteReplanned(old, next, by);
  return next;
}

function refused(why: string, nextStep: string): Failure {
  return new Failure({ code: 'conflict', message: `It cannot be planned anew: ${why}.`, nextStep });
}
