import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import type { Launch } from './launch.ts';
import { type CallEnd, makeCall } from './member-call.ts';

/** When to go on with a member that has to wait; undefined: it is over, one way or the other. */
type MemberEnd = { retryAt: number } | undefined;

/** Makes one campaign, call after call. What was made before is not made again. */
export async function runMember(
  launch: Launch,
  member: MediaPlanMember,
  begun: MemberProgress,
  isOver: () => boolean,
): Promise<MemberEnd> {
  let progress = begun;
  for (const planned of member.calls) {
    if (progress.made[planned.key] !== undefined) continue;
    if (isOver()) return { retryAt: launch.pipeline.ambient.now() };
    if (progress.state === 'waiting') progress = await keep(launch, member, { ...progress, state: 'applying' });
    const ended = heldContainer(launch, member, planned) ?? (await makeCall(launch, member, planned, progress));
    if (ended.end === 'wait' && !launch.isWaitedFor) {
      await close(launch, member, planned, progress, { end: 'failed', error: ended.error });
      return undefined;
    }
    if (ended.end === 'wait') {
      if (ended.isRecorded) await keep(launch, member, { ...progress, tries: progress.tries + 1 });
      return { retryAt: ended.retryAt };
    }
    if (ended.end !== 'made') {
      await close(launch, member, planned, progress, ended);
      return undefined;
    }
    if (planned.level === 'container') launch.noteContainer(member, planned.key, { id: ended.id });
    progress = await keep(launch, member, withMade(progress, member, planned, ended.id));
  }
  // Also a member all of whose calls were made before its process ended.
  if (progress.state !== 'made') await keep(launch, member, { ...progress, state: 'made' });
  return undefined;
}

/** A container that another member of the account has made is taken; one that could not be made is not tried again. */
function heldContainer(launch: Launch, member: MediaPlanMember, planned: PlannedCall): CallEnd | undefined {
  const held = planned.level === 'container' ? launch.container(member, planned.key) : undefined;
  if (!held) return undefined;
  return 'id' in held ? { end: 'made', id: held.id } : { end: 'failed', error: held.error };
}

function withMade(progress: MemberProgress, member: MediaPlanMember, planned: PlannedCall, id: string): MemberProgress {
  const made = { ...progress.made, [planned.key]: id };
  const isLast = member.calls.every(({ key }) => made[key] !== undefined);
  const isCampaign = planned.level === 'campaign' && id !== '';
  return {
    ...progress,
    made,
    state: isLast ? 'made' : 'applying',
    campaignId: progress.campaignId ?? (isCampaign ? id : undefined),
  };
}

async function close(
  launch: Launch,
  member: MediaPlanMember,
  planned: PlannedCall,
  progress: MemberProgress,
  { end, error }: Extract<CallEnd, { error: unknown }>,
): Promise<void> {
  if (planned.level === 'container') launch.noteContainer(member, planned.key, { error });
  await keep(launch, member, { ...progress, state: end === 'unknown' ? 'unknown' : 'failed', error });
}

/** In one transaction with what follows from it: the launch stands in the history, the campaign belongs to its row. */
async function keep(launch: Launch, member: MediaPlanMember, next: MemberProgress): Promise<MemberProgress> {
  const { pipeline, plan, mediaPlan } = launch;
  const isNews = Object.values(next.made).length > 0 || next.state === 'unknown';
  await pipeline.mediaPlans.moveMember(plan.id, next.position, ['waiting', 'applying'], next, async (tx) => {
    if (isNews) await launch.tell(tx);
    if (next.campaignId === undefined || Object.keys(next.made).length === 0) return;
    await pipeline.mediaPlans.link(tx, {
      workspace_id: plan.workspaceId,
      spreadsheet_id: mediaPlan.spreadsheetId,
      tab: mediaPlan.tab,
      channel: member.channel,
      account: member.account,
      campaign_id: next.campaignId,
      name: member.campaign.name,
      row: member.rows[0] ?? 0,
      plan_id: plan.id,
    });
  });
  if (isNews) launch.noteTold();
  return { ...next, updatedAt: pipeline.ambient.now() };
}
