import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callTool, ToolFailure } from '../../api/call-tool.ts';
import type { Campaign } from '../../api/campaign.ts';
import { channelName } from '../../parts/channels.ts';
import type { ProblemDetails } from '../../parts/problem.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { type Change, callFor, type WriteResult } from './changes.ts';

interface Asked {
  campaign: Campaign;
  change: Change;
  /** What to say when it was read back: `Budget is $1,100.00 a day`. */
  done: string;
  /** What the change is undone by: these updates are safe to repeat. */
  undo?: { change: Change; done: string };
}

/** The platform took the request and kept the old value. */
class NotApplied extends Error {}

export function useChange(onDone: () => void) {
  const queries = useQueryClient();
  const mutation = useMutation<void, Error, Asked>({
    mutationFn: ({ campaign, change }) => send(campaign, change),
    onSuccess(_, { campaign, done, undo }) {
      onDone();
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: ['campaigns listed'] });
      showReadBack({
        title: done,
        about: `${campaign.name}, read back from ${channelName(campaign.channel)}`,
        ...(undo && { onUndo: () => mutation.mutate({ campaign, ...undo }) }),
      });
    },
  });
  return mutation;
}

async function send(campaign: Campaign, change: Change): Promise<void> {
  const platform = channelName(campaign.channel);
  const call = callFor(campaign, change);
  if (!call) throw new NotApplied(`${platform} has no tool for this.`);
  const { not_applied } = await callTool<WriteResult>({ ...call, idempotencyKey: crypto.randomUUID() });
  if (not_applied.length === 0) return;
  throw new NotApplied(`${platform} took the request and kept the old ${not_applied.join(', ')}.`);
}

/** In the words a person needs: what did not happen, whether anything was applied, what to do. */
export function problemOf(error: Error | null, title: string): (ProblemDetails & { unknown?: boolean }) | undefined {
  if (!error) return undefined;
  if (error instanceof NotApplied) return { title, text: `${error.message} Nothing was applied.` };
  if (!(error instanceof ToolFailure)) return { title, text: error.message };
  const { code, message, outcome, next_step } = error.details;
  const upstream = error.details.upstream as { code?: string | number; trace_id?: string } | undefined;
  const unknown = outcome === 'unknown';
  return {
    title: unknown ? 'It is not known whether this was changed' : title,
    text: [message, unknown && 'Do not repeat it before you have looked.', next_step]
      .filter(Boolean)
      .map(asSentence)
      .join(' '),
    unknown,
    code,
    upstreamCode: upstream?.code === undefined ? undefined : String(upstream.code),
    trace: upstream?.trace_id,
    requestId: error.requestId,
  };
}

const asSentence = (text: string | false) => (/[.!?]$/.test(String(text)) ? text : `${text}.`);
