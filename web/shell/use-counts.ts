import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useScope } from '../api/scope.ts';

interface Count {
  value: number;
  /** Amber: somebody should act. Grey: it only measures. */
  asks: boolean;
}

/** Numbers beside the pages, by their address. */
export function useCounts(): Record<string, Count | undefined> {
  const { workspaces } = useScope();
  const workspaceIds = workspaces.map(({ id }) => id);
  const { data = [] } = useQuery({
    ...api.attention.list.queryOptions({ workspaceIds }),
    enabled: workspaceIds.length > 0,
    refetchInterval: 60_000,
  });
  const asks = (...kinds: string[]): Count | undefined => {
    const value = data.filter(({ kind }) => kinds.includes(kind)).length;
    return value === 0 ? undefined : { value, asks: true };
  };
  return {
    '/activity': asks('unknown_outcome'),
    '/connections': asks('token_expiring', 'connection_broken'),
    '/keys': asks('limit_used_up'),
  };
}
