import { MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { Failure, HttpError } from '../../errors.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import { idOfTry } from '../../pipeline/apply-approved.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { applyPlan } from '../../pipeline/plan-desk.ts';
import { shownPlan } from '../../pipeline/shown-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { PlanState } from '../../tools/plan-desk.ts';
import type { ChangeState } from '../../tools/schedule-desk.ts';
import { creatorCall } from '../background-call.ts';
import { changeState, changeWords } from './change-state.ts';
import { CHANGE_JOB, hourWords } from './scheduled-changes.ts';
import { type ScheduledChange, storedChanges } from './stored-changes.ts';
import { takeBack } from './take-back.ts';

const UNDER_WAY: readonly PlanState[] = ['waiting', 'approved', 'applying', 'scheduled'];
const LOOK_AGAIN_MS = MINUTE_MS;

/** Makes a scheduled change at its hour. The plan's own state keeps it from being made twice when the job runs again. */
export function changeJob(pipeline: Pipeline): JobKind {
  return {
    kind: CHANGE_JOB,
    calendar: true,
    async run(job) {
      const change = await storedChanges.find(pipeline.store, job.key);
      const find = () => pipeline.plans.find(change?.workspaceId ?? '', job.key);
      let plan = change && (await find());
      if (!change || !plan) return undefined;
      const now = pipeline.ambient.now();
      if (now < change.applyAt) return change.applyAt;
      if (plan.state === 'scheduled') {
        const retryAt = await apply(pipeline, plan, job);
        if (retryAt !== undefined) return retryAt;
        plan = (await find()) ?? plan;
      }
      if (UNDER_WAY.includes(plan.state)) return now + LOOK_AGAIN_MS;
      await tell(pipeline, change, plan);
      if (plan.state !== 'applied' || change.backAt === undefined || change.back) return undefined;
      if (now < change.backAt) return change.backAt;
      return takeBack(pipeline, change, plan, job);
    },
  };
}

/** When to try again; undefined: it is over, or people have to agree first. */
async function apply(pipeline: Pipeline, plan: Plan, job: DueJob): Promise<number | undefined> {
  const call = await creatorCall(pipeline, plan, idOfTry(plan), job.signal);
  const fail = async (note: string) => {
    await pipeline.plans.move(plan, ['scheduled'], 'failed', { actor: 'service', note });
  };
  if (!call) {
    await fail('The one who scheduled it may no longer do anything here.');
    return undefined;
  }
  try {
    await applyPlan(pipeline, plan, call);
  } catch (error) {
    if (error instanceof Failure && error.retryable && error.outcome === 'not_applied')
      return pipeline.ambient.now() + Math.max(LOOK_AGAIN_MS, (error.details.retryAfterS ?? 0) * SECOND_MS);
    if (!(error instanceof Failure || error instanceof HttpError)) throw error;
    // Refused before it was begun, it would stay scheduled.
    await fail(error instanceof Failure ? error.details.message : error.message);
  }
  return undefined;
}

/** A change that was made is told of like any other, from the audit log; this is about those that were not, or may not have been. */
async function tell(pipeline: Pipeline, change: ScheduledChange, plan: Plan): Promise<void> {
  const state = changeState(plan);
  const { store, notices, ambient } = pipeline;
  await store.transaction(async (tx) => {
    if (!(await storedChanges.tell(tx, plan.id, state))) return;
    if (!isNews(state, plan)) return;
    const tool = pipeline.tools.find((one) => one.channel.name === plan.channel && one.name === plan.tool);
    const { summary, account } = shownPlan(plan, tool, pipeline.approvalUrl(plan.id));
    const words = changeWords(plan, hourWords(change.applyAt, change.zone));
    await notices.put(tx, {
      id: `${plan.id}.${state}`,
      type: state === 'unknown' ? 'change.unknown' : 'change.not_applied',
      organizationId: plan.organizationId,
      workspaceId: plan.workspaceId,
      at: ambient.now(),
      data: {
        scheduled_change: plan.id,
        state,
        due_at: new Date(change.applyAt).toISOString(),
        channel: plan.channel,
        tool: plan.tool,
        account,
        summary,
        why: words,
      },
      words: {
        title: `${state === 'unknown' ? 'Outcome of a scheduled change unknown' : 'A scheduled change was not made'}: ${summary}`,
        text: words,
        path: `/approvals/${plan.id}`,
      },
    });
  });
}

/** An unknown outcome that its own call could write down is told of from there; a process that was killed wrote nothing. */
function isNews(state: ChangeState, { note }: Plan): boolean {
  return state === 'not_applied' || state === 'missed' || (state === 'unknown' && note === undefined);
}
