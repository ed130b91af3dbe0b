import type { Pipeline } from '../../pipeline/call.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { ShownPlan } from '../../tools/plan-desk.ts';
import type { MemberState, PlanMember, PlanProgress } from '../../tools/plan-members.ts';

const MEMBERS_MAX = 100;
/** What somebody has to look at comes first. */
const ORDER: readonly MemberState[] = ['failed', 'unknown', 'stale', 'applying', 'waiting', 'made'];

export function progressOf(members: readonly Pick<MemberProgress, 'state'>[]): PlanProgress {
  const count = (...states: MemberState[]) => members.filter(({ state }) => states.includes(state)).length;
  return {
    of: members.length,
    made: count('made'),
    failed: count('failed', 'stale'),
    unknown: count('unknown'),
    waiting: count('waiting', 'applying'),
  };
}

/** How far a plan has come, and its members with what each has made. */
export async function shownProgress(
  pipeline: Pipeline,
  plan: Plan,
): Promise<Pick<ShownPlan, 'progress' | 'members' | 'more_members'>> {
  const progress = await pipeline.mediaPlans.members(plan.id);
  const mediaPlan = await pipeline.mediaPlans.ofPlan(plan.workspaceId, plan.id);
  const planned = new Map(mediaPlan?.content.members.map((member) => [member.position, member]));
  const shown = progress
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.position - other.position)
    .slice(0, MEMBERS_MAX);
  const more = progress.length - shown.length;
  return {
    progress: progressOf(progress),
    members: shown.flatMap((one) => memberShown(one, planned.get(one.position)) ?? []),
    ...(more > 0 && { more_members: more }),
  };
}

function memberShown(progress: MemberProgress, member: MediaPlanMember | undefined): PlanMember | undefined {
  if (!member) return undefined;
  const { position, state, campaignId, made, error } = progress;
  return {
    position,
    rows: [...member.rows],
    channel: member.channel,
    account: member.account,
    name: member.campaign.name,
    state,
    ...(campaignId !== undefined && { campaign_id: campaignId }),
    made: member.calls.flatMap(({ key, level, name }) => {
      const id = made[key];
      return id === undefined ? [] : [{ key, level, name, ...(id !== '' && { id }) }];
    }),
    ...(error && { error }),
  };
}
