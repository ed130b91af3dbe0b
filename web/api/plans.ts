import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from './client.ts';
import { useScope } from './scope.ts';

type Approvals = inferRouterOutputs<Api>['approvals'];
export type Plan = Approvals['get'];
export type ListedPlan = Approvals['list']['plans'][number];

const LIST_EVERY_MS = 10_000;
const PLAN_EVERY_MS = 3_000;

/** What waits for people or is being made, newest first; read again by itself. */
export function useOpenPlans() {
  const { workspaceIds } = useScope();
  return useQuery({
    ...api.approvals.list.queryOptions({ workspaceIds, over: false }),
    refetchInterval: LIST_EVERY_MS,
    staleTime: 0,
  });
}

export function useClosedPlans(wanted: boolean) {
  const { workspaceIds } = useScope();
  return useQuery({
    ...api.approvals.list.queryOptions({ workspaceIds, over: true }),
    refetchInterval: LIST_EVERY_MS,
    staleTime: 0,
    enabled: wanted,
  });
}

const UNDECIDED: readonly Plan['state'][] = ['planned', 'waiting', 'scheduled', 'approved', 'applying'];

/** One plan, read again by itself until it is over. */
export function usePlan(id: string | undefined) {
  return useQuery({
    ...api.approvals.get.queryOptions({ id: id ?? '' }),
    enabled: id !== undefined,
    placeholderData: undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && !UNDECIDED.includes(data.state) ? false : PLAN_EVERY_MS),
  });
}

/** This person can decide it, if need be after a new sign-in. */
export const isForMe = ({ mayDecide, obstacle }: Pick<Plan, 'mayDecide' | 'obstacle'>): boolean =>
  mayDecide || obstacle?.why === 'old sign-in';

/** After a refusal too: another person may have decided, which the page then shows. */
export const rereadPlans = (): void =>
  void Promise.all([readAgain(api.approvals.list.pathFilter()), readAgain(api.approvals.get.pathFilter())]);
