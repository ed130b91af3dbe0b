import { Failure } from '../../errors.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import { requesterCall } from '../../pipeline/apply-approved.ts';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import type { MediaPlan, MediaPlanMember } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import { Launch, wasTold } from './launch.ts';
import { endLaunch, endStale, failOpenMembers } from './launch-end.ts';
import { runMember } from './member-run.ts';

export const LAUNCH_JOB = 'media_plan';

/** Accounts whose campaigns are made at the same time. Those of one account are made in order. */
const ACCOUNTS_AT_ONCE = 4;
/** Then other jobs get their turn. */
const RUN_MS_MAX = 60_000;

/** The cells that are not as they were planned, and campaigns that appeared or moved, of these members. */
type MovedSince = (
  job: JobPlace,
  mediaPlan: MediaPlan,
  positions: readonly number[],
) => Promise<readonly SheetProblem[]>;

/**
 * Makes the members of a media plan that is being applied. A run that was cut off goes on where it was: what a member has made is
 * kept after every call, and each call has an idempotency key of its own.
 */
export function launchJob(pipeline: Pipeline, movedSince: MovedSince): JobKind {
  return {
    kind: LAUNCH_JOB,
    async run(job) {
      const workspaceId = job.workspaceId ?? '';
      const plan = await pipeline.plans.find(workspaceId, job.key);
      if (plan?.state !== 'applying' || !plan.facts.bulk) return undefined;
      const mediaPlan = await pipeline.mediaPlans.ofPlan(workspaceId, plan.id);
      const call = await requesterCall(pipeline, plan);
      if (!mediaPlan || !call) {
        await failOpenMembers(pipeline, plan, mediaPlan ? GONE : EMPTY);
        await endLaunch(pipeline, plan);
        return undefined;
      }
      const isTold = await wasTold(pipeline.store.db, plan);
      const launch = new Launch({ pipeline, plan, mediaPlan, call, isTold });
      const members = await pipeline.mediaPlans.members(plan.id);
      const looked = hasBegun(plan, members) ? undefined : await lookAgain(launch, members, movedSince);
      if (looked) return looked.retryAt;
      noteContainers(launch, members);
      const retryAt = await runAccounts(launch, members, job);
      if (retryAt === undefined) await endLaunch(pipeline, plan);
      return retryAt;
    },
  };
}

const GONE = {
  code: 'permission_denied',
  message: 'The one who asked for it may no longer do anything here.',
  next_step: 'Make a new plan from the sheet with a key or as a person that may.',
};
const EMPTY = {
  code: 'not_found',
  message: 'What was planned is no longer kept.',
  next_step: 'Make a new plan from the sheet.',
};

/** Whether something was sent since it was moved on: then it is not looked at again, only finished. */
function hasBegun({ decided }: Plan, members: readonly MemberProgress[]): boolean {
  const since = decided?.at ?? 0;
  return members.some(({ state, updatedAt }) => state === 'applying' || (state !== 'waiting' && updatedAt > since));
}

/** Before the first call. Undefined: everything is as it was planned. */
async function lookAgain(
  launch: Launch,
  members: readonly MemberProgress[],
  movedSince: MovedSince,
): Promise<{ retryAt: number | undefined } | undefined> {
  const { pipeline, plan, mediaPlan, call } = launch;
  // A campaign that an earlier try has begun is there by now.
  const untouched = members.filter(({ state, made }) => state === 'waiting' && Object.keys(made).length === 0);
  try {
    const workspace = await pipeline.admission.workspace(call.principal, plan.workspaceId);
    const positions = untouched.map(({ position }) => position);
    const moved = await movedSince({ pipeline, call, workspace }, mediaPlan, positions);
    if (moved.length === 0) return undefined;
    await endStale(pipeline, plan, moved);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.retryable && launch.isWaitedFor)
      return { retryAt: pipeline.ambient.now() + (error.details.retryAfterS ?? 10) * 1_000 };
    const { message, nextStep } = error.details;
    await failOpenMembers(pipeline, plan, { code: error.code, message, next_step: nextStep });
    await endLaunch(pipeline, plan);
  }
  return { retryAt: undefined };
}

/** What members of earlier runs have made for others, or could not. */
function noteContainers(launch: Launch, members: readonly MemberProgress[]): void {
  const planned = new Map(launch.mediaPlan.content.members.map((member) => [member.position, member]));
  for (const { position, made, state, error } of members) {
    const member = planned.get(position);
    for (const { level, key } of member?.calls ?? []) {
      if (level !== 'container') continue;
      if (made[key]) launch.noteContainer(member!, key, { id: made[key] });
      else if (error && (state === 'unknown' || state === 'failed') && !launch.container(member!, key))
        launch.noteContainer(member!, key, { error });
    }
  }
}

/** When to go on; undefined: every member is over. */
async function runAccounts(
  launch: Launch,
  members: readonly MemberProgress[],
  { signal }: DueJob,
): Promise<number | undefined> {
  const { ambient } = launch.pipeline;
  const until = ambient.elapsedMs() + RUN_MS_MAX;
  const isOver = () => signal.aborted || ambient.elapsedMs() >= until;
  const progress = new Map(members.map((one) => [one.position, one]));
  const open = launch.mediaPlan.content.members
    .filter(({ position }) => ['waiting', 'applying'].includes(progress.get(position)?.state ?? ''))
    .toSorted((one, other) => one.position - other.position);
  const accounts = [...Map.groupBy(open, ({ channel, account }) => JSON.stringify([channel, account])).values()];
  const waits: number[] = [];
  const worker = async () => {
    for (let own = accounts.shift(); own; own = accounts.shift()) {
      const retryAt = await runAccount(launch, own, progress, isOver);
      if (retryAt !== undefined) waits.push(retryAt);
    }
  };
  await allSettled(Array.from({ length: ACCOUNTS_AT_ONCE }, worker));
  return waits.length > 0 ? Math.min(...waits) : undefined;
}

/** Waits for all, also where one fails: a call that is under way is not left alone. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function runAccount(
  launch: Launch,
  members: readonly MediaPlanMember[],
  progress: ReadonlyMap<number, MemberProgress>,
  isOver: () => boolean,
): Promise<number | undefined> {
  for (const member of members) {
    // The key may have been revoked or made read-only meanwhile.
    if (!(await launch.renewCall())) return launch.pipeline.ambient.now();
    const ended = await runMember(launch, member, progress.get(member.position)!, isOver);
    if (ended) return ended.retryAt;
  }
  return undefined;
}
