import { changesOfCalls, type RecordedChange } from '../audit/recorded-changes.ts';
import type { ShownChange } from '../tools/history-desk.ts';
import type { Pipeline } from './call.ts';

/** Whether a change is the launch of a plan with members as a whole: its parts are recorded by themselves. */
export function isLaunch({ channel, tool }: Pick<RecordedChange, 'channel' | 'tool'>): boolean {
  return channel === 'workspace' && tool === 'plan_from_sheet';
}

/** The plan with members that a call was a part of. */
export function launchedBy({ callId }: Pick<RecordedChange, 'callId'>): string | undefined {
  return /^(plan_[^.]+)\./.exec(callId)?.[1];
}

/** In place of each launch the changes that have to be taken back to undo it, newest first. */
export async function withLaunchesOpened(
  pipeline: Pipeline,
  workspaceId: string,
  changes: readonly RecordedChange[],
): Promise<{ changes: RecordedChange[]; launches: RecordedChange[] }> {
  const launches = changes.filter(isLaunch);
  if (launches.length === 0) return { changes: [...changes], launches };
  const opened = changes.filter((change) => !isLaunch(change));
  for (const { callId } of launches) {
    const calls = await pipeline.launching.callsToUndo(pipeline, workspaceId, callId);
    opened.push(...(await changesOfCalls(pipeline.store.db, workspaceId, calls)));
  }
  const bySeq = new Map(opened.map((change) => [change.seq, change]));
  return { changes: [...bySeq.values()].sort((one, other) => other.seq - one.seq), launches };
}

const STAYS = 'What it made stays in the accounts, paused.';

/** What a launch is in the history: how many campaigns it was to make, and how many it made. */
export async function shownLaunch(
  pipeline: Pipeline,
  { callId }: RecordedChange,
): Promise<Pick<ShownChange, 'undo' | 'why' | 'plan'>> {
  const states = (await pipeline.mediaPlans.members(callId)).map(({ state }) => state);
  const made = states.filter((state) => state === 'made').length;
  return { undo: 'full', why: STAYS, plan: { id: callId, campaigns: states.length, made } };
}
