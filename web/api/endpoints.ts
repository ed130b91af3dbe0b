import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from './client.ts';

type Endpoints = inferRouterOutputs<Api>['endpoints'];
export type Endpoint = Endpoints['list']['endpoints'][number] & { workspaceId: string };
export type Delivery = Endpoints['deliveries']['deliveries'][number];

export function useEndpoints(workspaceId: string) {
  return useQuery({
    ...api.endpoints.list.queryOptions({ workspaceId }),
    select: ({ endpoints, mails }) => ({ mails, endpoints: endpoints.map((one) => ({ ...one, workspaceId })) }),
    refetchInterval: 30_000,
    staleTime: 0,
  });
}

export const rereadEndpoints = (): void => void readAgain(api.endpoints.pathFilter());
