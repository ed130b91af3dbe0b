import { Failure } from '../../errors.ts';
import type { Call, JobPlace, Launching, Pipeline } from '../../pipeline/call.ts';
import { closed, refused, shown, shownWhole } from '../../pipeline/plan-desk.ts';
import type { MediaPlan } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import { recordedIds } from './call-ids.ts';
import { LAUNCH_JOB } from './launch-job.ts';
import { classesOf } from './member-classes.ts';
import { shownProgress } from './shown-members.ts';

/** How plans with members are applied: moved on at once, and made by a job. */
export const launching: Launching = { begin, progress: shownProgress, replan, callsToUndo };

async function begin(pipeline: Pipeline, plan: Plan, call: Call) {
  const isRetry = plan.state === 'failed';
  if (!isRetry && plan.state !== 'planned' && plan.state !== 'approved') throw closed(plan);
  const mediaPlan = await contentOf(pipeline, plan);
  if (isRetry) await refuseWithoutFailed(pipeline, plan);
  await refuseByPolicy(await placeOf(pipeline, plan, call), plan, mediaPlan);
  const now = pipeline.ambient.now();
  const begun = await pipeline.plans.move(plan, [plan.state], 'applying', {
    actor: call.principal.id,
    callId: plan.id,
    isResumed: true,
    ...(isRetry && { retryAt: now }),
    alongside: async (tx) => {
      await pipeline.mediaPlans.retryFailed(tx, plan.id);
      const { id: key, workspaceId } = plan;
      await pipeline.jobs.put(tx, { kind: LAUNCH_JOB, key, runAt: now, workspaceId });
    },
  });
  const moved = (await pipeline.plans.find(plan.workspaceId, plan.id)) ?? plan;
  if (!begun) throw closed(moved);
  const told = await shownWhole(pipeline, moved);
  return { plan: pipeline.runsJobs ? told : { ...told, note: NO_JOBS } };
}

const NO_JOBS =
  'This process runs no jobs (ADHELM_JOBS=off): it is made as soon as a process of this service that runs them looks.';

async function contentOf(pipeline: Pipeline, plan: Plan): Promise<MediaPlan> {
  const mediaPlan = await pipeline.mediaPlans.ofPlan(plan.workspaceId, plan.id);
  if (mediaPlan) return mediaPlan;
  throw refused(plan, 'what was planned is no longer kept; make a new plan from the sheet');
}

async function refuseWithoutFailed(pipeline: Pipeline, plan: Plan): Promise<void> {
  const members = await pipeline.mediaPlans.members(plan.id);
  if (!members.some(({ state }) => state === 'failed')) throw closed(plan);
}

async function placeOf(pipeline: Pipeline, plan: Plan, call: Call): Promise<JobPlace> {
  return { pipeline, call, workspace: await pipeline.admission.workspace(call.principal, plan.workspaceId) };
}

/** The policy may have become stricter since it was planned; what people agreed to stands. */
async function refuseByPolicy(place: JobPlace, plan: Plan, { content }: MediaPlan): Promise<void> {
  const { pipeline, call } = place;
  const { rule } = await classesOf(place, content.members);
  if (rule === 'deny') throw refused(plan, 'the policy of the workspace forbids it by now');
  if (rule !== 'approve' || plan.state === 'approved' || plan.approvals.length >= plan.facts.approvalsNeeded) return;
  await pipeline.plans.move(plan, [plan.state], 'waiting', { actor: call.principal.id });
  const waiting = shown(pipeline, { ...plan, state: 'waiting' });
  throw new Failure({
    code: 'approval_required',
    message: `In this workspace a person has to agree to this. Nothing was sent; it waits as plan ${plan.id}.`,
    nextStep: `Give ${waiting.approve_url} to a person who may approve, and wait with get_plan {"plan_id":"${plan.id}","wait_s":25}. Once approved, the service makes it by itself.`,
    plan: waiting,
  });
}

async function replan(pipeline: Pipeline, old: Plan, call: Call): Promise<Plan> {
  const { content } = await contentOf(pipeline, old);
  const place = await placeOf(pipeline, old, call);
  const { plan } = await pipeline.desks.mediaPlans(place).fromSheet(content.request);
  const next = plan && (await pipeline.plans.find(old.workspaceId, plan.id));
  if (next) return next;
  throw new Failure({
    code: 'conflict',
    message: 'It cannot be planned anew: nothing of the sheet is to be made or changed by now.',
    nextStep: 'Look at the sheet on the page Media plans.',
  });
}

/**
 * Of a campaign that was made, making it alone: pausing it again pauses everything in it. Of one that was changed, every call.
 */
async function callsToUndo(pipeline: Pipeline, workspaceId: string, planId: string): Promise<string[]> {
  const mediaPlan = await pipeline.mediaPlans.ofPlan(workspaceId, planId);
  if (!mediaPlan) return [];
  const progress = new Map((await pipeline.mediaPlans.members(planId)).map((one) => [one.position, one]));
  return mediaPlan.content.members.flatMap(({ position, kind, calls }) => {
    const own = progress.get(position);
    const isUndone = (level: string) => kind === 'change' || level === 'campaign' || level === 'container';
    const indexes = calls.flatMap(({ level }, index) => (isUndone(level) ? [index] : []));
    return own ? recordedIds(planId, own, indexes) : [];
  });
}
