import { useQueries, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api } from './client.ts';

export type LimitOverview = inferRouterOutputs<Api>['limits']['overview'];
export type LimitRow = LimitOverview['limits'][number];
export type LimitedKey = LimitOverview['keys'][number];
/** An account with what it may cost, as last read. */
export type KnownAccount = LimitOverview['accounts'][number] & { workspaceId: string };
export type LimitsToSet = inferRouterInputs<Api>['limits']['set'];

const READ_EVERY_MS = 10_000;
/** What does not answer is asked less often. */
const ASK_AGAIN_MS = 30_000;

/** The limits of a workspace and what is left of them; read again by itself. */
export function useLimits(workspaceId: string | undefined) {
  return useQuery({
    ...api.limits.overview.queryOptions({ workspaceId: workspaceId ?? '' }),
    enabled: workspaceId !== undefined,
    placeholderData: undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.unreadable.length > 0 ? ASK_AGAIN_MS : READ_EVERY_MS),
  });
}

/** The accounts of these workspaces; none of a workspace that has not answered. */
export function useKnownAccounts(workspaceIds: readonly string[]): readonly KnownAccount[] {
  const replies = useQueries({
    queries: workspaceIds.map((workspaceId) => api.limits.overview.queryOptions({ workspaceId })),
  });
  return replies.flatMap(({ data }, at) =>
    (data?.accounts ?? []).map((one) => ({ ...one, workspaceId: workspaceIds[at]! })),
  );
}
