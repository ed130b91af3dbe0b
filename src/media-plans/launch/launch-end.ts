import type { Transaction } from 'kysely';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Plan } from '../../plans/plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { Tables } from '../../store/tables.ts';
import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import type { PlanState } from '../../tools/plan-desk.ts';
import { progressOf } from './shown-members.ts';

const MOVED_TOLD_MAX = 20;

/** Nothing of it was sent in this try. What an earlier try has made stays, and so does the plan's name for it. */
export async function endStale(pipeline: Pipeline, plan: Plan, moved: readonly SheetProblem[]): Promise<void> {
  const told = moved.slice(0, MOVED_TOLD_MAX).map(({ cell, message }) => `${cell}: ${message}`);
  const more = moved.length > told.length ? ` And ${moved.length - told.length} more.` : '';
  const note = `Since this was planned, something has moved. ${told.join(' ')}${more} Nothing was sent; make a new plan from the sheet.`;
  const members = await pipeline.mediaPlans.members(plan.id);
  const isFirst = members.every(({ state, made }) => state === 'waiting' && Object.keys(made).length === 0);
  const to = isFirst ? 'stale' : 'failed';
  for (const { position, made, campaignId } of members.filter(({ state }) => state === 'waiting'))
    await pipeline.mediaPlans.moveMember(plan.id, position, ['waiting'], {
      state: isFirst ? 'stale' : 'failed',
      made,
      campaignId,
      error: { code: 'stale', message: note, next_step: 'Make a new plan from the sheet.' },
    });
  await pipeline.plans.move(plan, ['applying'], to, {
    actor: 'service',
    note,
    alongside: (tx) => tell(pipeline, plan, tx, 'change.not_applied', note),
  });
}

/** Fails every member that is not over, with one reason for all. */
export async function failOpenMembers(
  pipeline: Pipeline,
  plan: Plan,
  error: NonNullable<MemberProgress['error']>,
): Promise<void> {
  for (const { position, state, made, campaignId } of await pipeline.mediaPlans.members(plan.id)) {
    if (state !== 'waiting' && state !== 'applying') continue;
    const next = { state: 'failed' as const, made, campaignId, error };
    await pipeline.mediaPlans.moveMember(plan.id, position, ['waiting', 'applying'], next);
  }
}

/** Every member is over. */
export async function endLaunch(pipeline: Pipeline, plan: Plan): Promise<void> {
  const members = await pipeline.mediaPlans.members(plan.id);
  const { of, made, failed, unknown } = progressOf(members);
  const to: PlanState = members.length === 0 || failed > 0 ? 'failed' : unknown > 0 ? 'unknown' : 'applied';
  const result = { made, members: of };
  const note = to === 'applied' ? undefined : noteOf(members);
  await pipeline.plans.move(plan, ['applying'], to, {
    actor: plan.decided?.by ?? 'service',
    ...(made > 0 && { result }),
    ...(note !== undefined && { note }),
    alongside: async (tx) => {
      if (note !== undefined)
        await tell(pipeline, plan, tx, to === 'unknown' ? 'change.unknown' : 'change.not_applied', note);
    },
  });
}

function noteOf(members: readonly MemberProgress[]): string {
  const { of, made, failed, unknown } = progressOf(members);
  const first = members.find(({ state, error }) => state === 'failed' && error)?.error;
  return [
    `${made} of ${of} campaigns were made.`,
    ...(failed > 0 ? [`${failed} failed and can be tried again with apply_plan.`] : []),
    ...(unknown > 0 ? [`Of ${unknown} nobody knows whether they were made: they are not sent again.`] : []),
    ...(first ? [`First reason: ${first.cell === undefined ? '' : `${first.cell}: `}${first.message}`] : []),
  ].join(' ');
}

async function tell(
  { notices, ambient }: Pipeline,
  plan: Plan,
  tx: Transaction<Tables>,
  type: 'change.not_applied' | 'change.unknown',
  note: string,
): Promise<void> {
  const name = plan.facts.objectName ?? '';
  await notices.put(tx, {
    id: `${plan.id}.${type}.${plan.retries}`,
    type,
    organizationId: plan.organizationId,
    workspaceId: plan.workspaceId,
    at: ambient.now(),
    data: { plan_id: plan.id, channel: plan.channel, tool: plan.tool, name, why: note },
    words: { title: `Not all of a media plan was made: ${name}`, text: note, path: `/approvals/${plan.id}` },
  });
}
