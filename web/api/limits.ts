import { useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api } from './client.ts';

export type LimitOverview = inferRouterOutputs<Api>['limits']['overview'];
export type LimitRow = LimitOverview['limits'][number];
export type LimitedKey = LimitOverview['keys'][number];
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
