import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import type { Api } from '../../src/web/api/router.ts';
import { api, readAgain } from './client.ts';

type Outputs = inferRouterOutputs<Api>['conversions'];
export type Destinations = Outputs['destinations'];
export type Destination = Destinations['destinations'][number];
export type Quality = Outputs['quality']['destinations'][number];
export type SentEvent = Outputs['list']['events'][number];
export type Send = SentEvent['sends'][number];
export type Only = 'refused' | 'unknown';

const LOOK_EVERY_MS = 10_000;
const READ_EVERY_MS = 60_000;
const PAGE = 200;

export function useDestinations(workspaceId: string) {
  return useQuery({
    ...api.conversions.destinations.queryOptions({ workspaceId }),
    refetchInterval: READ_EVERY_MS,
  });
}

/** The platforms' measures of these destinations; nothing of a platform that has not answered or does not tell. */
export function useQuality(workspaceId: string, destinations: readonly Destination[]): (one: Destination) => Reading {
  const accounts = useMemo(
    () => [...new Map(destinations.map((one) => [accountOf(one), one])).values()],
    [destinations],
  );
  const replies = useQueries({
    queries: accounts.map(({ channel, account }) => ({
      ...api.conversions.quality.queryOptions({ workspaceId, channel, account }),
      staleTime: 5 * READ_EVERY_MS,
    })),
  });
  return (one) => {
    const reply = replies[accounts.findIndex((other) => accountOf(other) === accountOf(one))];
    return {
      isPending: reply?.isPending ?? false,
      quality: reply?.data?.destinations.find(({ id }) => id === one.id),
      problem: reply?.error?.message,
    };
  };
}

export interface Reading {
  isPending: boolean;
  quality: Quality | undefined;
  problem: string | undefined;
}

const accountOf = ({ channel, account }: Destination) => `${channel} ${account}`;

/** One row an event; read again by itself. */
export function useSentEvents(workspaceId: string, only: Only | undefined) {
  const query = useInfiniteQuery({
    ...api.conversions.list.infiniteQueryOptions(
      { workspaceId, limit: PAGE, ...(only && { only }) },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    // Reading again reads every page that is shown: with earlier ones that is left to the person.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LOOK_EVERY_MS),
  });
  // An event that is sent again between two pages stands on both.
  const events = useMemo(
    () =>
      [
        ...new Map(
          (query.data?.pages ?? [])
            .flatMap((page) => page.events)
            .toReversed()
            .map((event) => [event.eventId, event]),
        ).values(),
      ].toReversed(),
    [query.data],
  );
  return { query, events };
}

export const useSendCounts = (workspaceId: string) =>
  useQuery({ ...api.conversions.counts.queryOptions({ workspaceId }), refetchInterval: LOOK_EVERY_MS }).data;

/** After something was sent. */
export const readSends = () => readAgain(api.conversions.pathFilter());
