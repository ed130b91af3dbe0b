import { useQuery } from '@tanstack/react-query';
import { useFiringCount } from '../api/alerts.ts';
import { api } from '../api/client.ts';
import { isForMe, useOpenPlans } from '../api/plans.ts';
import { useScope } from '../api/scope.ts';
import { useCampaignCount } from './use-campaign-count.ts';

interface Count {
  value: number;
  /** True: a problem to act on, shown in amber. False: a plain count, shown in grey. */
  asks: boolean;
}

function useAttention() {
  const { workspaceIds } = useScope();
  return useQuery({ ...api.attention.list.queryOptions({ workspaceIds }), refetchInterval: 60_000 });
}

/** The numbers beside the links of the navigation, by path. */
export function useCounts(): Record<string, Count | undefined> {
  const { data = [] } = useAttention();
  const campaigns = useCampaignCount();
  const forMe = useOpenPlans().data?.plans.filter(isForMe).length ?? 0;
  const firing = useFiringCount();
  const asks = (...kinds: string[]): Count | undefined => {
    const value = data.filter(({ kind }) => kinds.includes(kind)).length;
    return value === 0 ? undefined : { value, asks: true };
  };
  return {
    '/approvals': forMe === 0 ? undefined : { value: forMe, asks: true },
    '/alerts': firing === 0 ? undefined : { value: firing, asks: true },
    '/campaigns': campaigns === undefined ? undefined : { value: campaigns, asks: false },
    '/activity': asks('unknown_outcome'),
    '/connections': asks('token_expiring', 'connection_broken'),
    '/keys': asks('limit_used_up'),
  };
}

/** The number of changes with an unknown outcome: the platform's answer was lost, so they may or may not be applied. */
export function useUnknownCount(): number {
  const { data = [] } = useAttention();
  return data.filter(({ kind }) => kind === 'unknown_outcome').length;
}
