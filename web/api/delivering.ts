import { useQueries } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api } from './client.ts';
import type { DayAmount } from './day-sums.ts';

type Reply = inferRouterOutputs<Api>['stops']['delivering'];
export type DeliveringAccount = Reply['accounts'][number] & { workspaceId: string };
export type DeliveringObject = DeliveringAccount['objects'][number];

export interface Delivering {
  accounts: readonly DeliveringAccount[];
  /** Channels and accounts that did not answer: what is on there is not known. */
  silent: Reply['silent'];
  readAt: string;
}

const READ_EVERY_MS = 60_000;

/** What delivers now in these workspaces, as a stop would find it; undefined until all have answered. */
export function useDelivering(workspaceIds: readonly string[]): {
  delivering: Delivering | undefined;
  error: Error | null;
} {
  const replies = useQueries({
    queries: workspaceIds.map((workspaceId) => ({
      ...api.stops.delivering.queryOptions({ workspaceId }),
      refetchInterval: READ_EVERY_MS,
      staleTime: 0,
    })),
  });
  const read = replies.flatMap(({ data }, at) => (data ? [{ workspaceId: workspaceIds[at]!, ...data }] : []));
  const error = replies.find((reply) => reply.error)?.error ?? null;
  if (read.length === 0 || read.length < workspaceIds.length)
    return { delivering: undefined, error: error as Error | null };
  return {
    error: null,
    delivering: {
      accounts: read.flatMap(({ accounts, workspaceId }) => accounts.map((one) => ({ ...one, workspaceId }))),
      silent: read.flatMap(({ silent }) => silent),
      readAt: read.map((one) => one.readAt).sort()[0]!,
    },
  };
}

/** What daily budgets allow in a day. */
export const dayAmounts = (accounts: readonly DeliveringAccount[]): DayAmount[] =>
  accounts.flatMap(({ mode, objects }) => objects.flatMap(({ aDay }) => (aDay ? [{ mode, ...aDay }] : [])));

export const countOf = (accounts: readonly DeliveringAccount[]): number =>
  accounts.reduce((sum, { objects }) => sum + objects.length, 0);
