import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { callTool } from './call-tool.ts';
import { api, queryClient } from './client.ts';
import { useScope } from './scope.ts';

export type OpenStop = inferRouterOutputs<Api>['stops']['open'][number];

const ASK_EVERY_MS = 15_000;

/** The stops of the shown workspaces that are not resumed yet. */
export function useOpenStops(): readonly OpenStop[] {
  const { workspaceIds } = useScope();
  const { data } = useQuery({ ...api.stops.open.queryOptions({ workspaceIds }), refetchInterval: ASK_EVERY_MS });
  return data ?? [];
}

interface Amount {
  amount: string;
  currency: string;
}

export interface StopAnswer {
  stop_id: string;
  stopped: { channel: string; account: string; id: string; name: string }[];
  not_stopped: { channel: string; account?: string; why: string; next_step: string }[];
  no_longer_spent_a_day: Amount[];
}

interface Named {
  channel: string;
  account: string;
  id: string;
  name: string;
}

export interface ResumeAnswer {
  resumed: Named[];
  left_alone: (Named & { why: string })[];
  not_resumed: { channel: string; account: string; objects: { id: string; name: string }[]; why: string }[];
  closed: boolean;
}

const stop = (workspaceId: string, args: { reason?: string; channels?: readonly string[] }) =>
  callTool<StopAnswer>({ workspaceId, channel: 'workspace', tool: 'stop_spending', arguments: args });

/** Stops the workspaces side by side. Rejects when one could not be asked at all; its error is the reason. */
export async function stopAll(workspaceIds: readonly string[], reason: string): Promise<StopAnswer[]> {
  try {
    return await Promise.all(workspaceIds.map((id) => stop(id, reason === '' ? {} : { reason })));
  } finally {
    void queryClient.invalidateQueries();
  }
}

/** Tries channels again that did not stop. Nothing else is touched, so that what was switched on since elsewhere stays on. */
export async function stopAgain(workspaceId: string, channels: readonly string[]): Promise<StopAnswer> {
  try {
    return await stop(workspaceId, { channels });
  } finally {
    void queryClient.invalidateQueries(api.stops.pathFilter());
  }
}

/** Reasons that may pass by themselves; the others need a person. */
const PASSING = ['upstream_unavailable', 'rate_limited', 'outcome_unknown'];

/** The channels of a stop that are worth another try. */
export const channelsToRetry = ({ notStopped }: OpenStop): string[] => [
  ...new Set(notStopped.flatMap(({ channel, code }) => (PASSING.includes(code) ? [channel] : []))),
];

export async function resume({ workspaceId, id }: OpenStop): Promise<ResumeAnswer> {
  const args = { stop_id: id };
  try {
    return await callTool<ResumeAnswer>({
      workspaceId,
      channel: 'workspace',
      tool: 'resume_spending',
      arguments: args,
    });
  } finally {
    void queryClient.invalidateQueries();
  }
}

/** What a stop paused and is still paused by it. */
export const pausedBy = ({ objects }: OpenStop) =>
  objects.filter(({ state }) => state === 'stopped' || state === 'pausing');
