import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from './client.ts';
import { useScope } from './scope.ts';

type Alerts = inferRouterOutputs<Api>['alerts'];
type AlertList = Alerts['list'];
export type Alert = AlertList['alerts'][number];
export type Monitor = AlertList['monitors'][number];
export type AlertChart = NonNullable<Alert['chart']>;
type Pacing = Alerts['pacing'];
export type PacingRow = Pacing['rows'][number];

const LIST_EVERY_MS = 30_000;

/** What fires, what was resolved lately, and what is watched; read again by itself. */
export function useAlerts() {
  const { workspaceIds } = useScope();
  return useQuery({ ...api.alerts.list.queryOptions({ workspaceIds }), refetchInterval: LIST_EVERY_MS, staleTime: 0 });
}

export function useFiringCount(): number {
  const { workspaceIds } = useScope();
  const { data } = useQuery({ ...api.alerts.firing.queryOptions({ workspaceIds }), refetchInterval: LIST_EVERY_MS });
  return data?.firing ?? 0;
}

export const rereadAlerts = (): void => void readAgain(api.alerts.pathFilter());

/** Where the months of the shown workspaces will end; left out: the present month. */
export function usePacing(month: string | undefined) {
  const { workspaceIds } = useScope();
  return useQuery({ ...api.alerts.pacing.queryOptions({ workspaceIds, month }), refetchInterval: 5 * LIST_EVERY_MS });
}
