import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callTool } from '../../api/call-tool.ts';
import type { Campaign } from '../../api/campaign.ts';
import { channelName } from '../../parts/channels.ts';
import { problemOf } from '../../parts/problem-of.ts';
import { showProblem, showReadBack } from '../../parts/read-back.tsx';
import { type Change, callFor, type WriteResult } from './changes.ts';

interface Asked {
  campaign: Campaign;
  change: Change;
  /** The notification once the new value was read back: `Budget is $1,100.00 a day`. */
  done: string;
  /** The opposite change, for the Undo button; offered since these updates are safe to repeat. */
  undo?: { change: Change; done: string };
}

export function useChange(onDone: () => void) {
  const queries = useQueryClient();
  const tell = ({ campaign, done, undo }: Asked) => {
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    void queries.invalidateQueries({ queryKey: ['campaigns listed'] });
    void showReadBack({
      title: done,
      about: `${campaign.name}, read back from ${channelName(campaign.channel)}`,
      ...(undo && { onUndo: () => void takeBack({ campaign, ...undo }) }),
    });
  };
  // The dialog is closed by the time Undo is pressed, so its outcome is shown as a notification.
  const takeBack = (asked: Asked) =>
    sendChange(asked.campaign, asked.change).then(
      () => tell(asked),
      (error: Error) => showProblem(problemOf(error, `${asked.campaign.name}: the change was not taken back`)),
    );
  return useMutation<WriteResult, Error, Asked>({
    mutationFn: ({ campaign, change }) => sendChange(campaign, change),
    onSuccess(_, asked) {
      onDone();
      tell(asked);
    },
  });
}

/** Sends a change once; the answer is what was read back. A change that the platform took and ignored is an error. */
export async function sendChange(campaign: Campaign, change: Change): Promise<WriteResult> {
  const platform = channelName(campaign.channel);
  const call = callFor(campaign, change);
  if (!call) throw new Error(`${platform} has no tool for this.`);
  const result = await callTool<WriteResult>({ ...call, idempotencyKey: crypto.randomUUID() });
  const { not_applied } = result;
  if (not_applied.length === 0) return result;
  throw new Error(`${platform} took the request and kept the old ${not_applied.join(', ')}. Nothing was applied.`);
}
