import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type Filter, filtersInAddress, readFilters } from '../../address/filters.ts';
import { api } from '../../api/client.ts';
import type { HistoryChange, HistoryQuestion } from '../../api/history.ts';
import { useScope } from '../../api/scope.ts';
import { DAY_MS } from '../../format/time.ts';
import { changedBy } from '../../parts/changed-by.ts';
import { CHANGED_CHANNELS, channelName } from '../../parts/channels.ts';
import type { FilterField } from '../../parts/filter-chip.tsx';
import { nameOf } from './change-names.ts';

const FILTER_NAMES = ['changed_by', 'channel', 'object'] as const;
const PERIODS: Record<string, { label: string; days: number | undefined }> = {
  '1d': { label: 'Last 24 hours', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  all: { label: 'All time', days: undefined },
};
export const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));
const LOOK_EVERY_MS = 10_000;

/** The changes of the chosen workspaces, by the filters, the words and the period in the URL. */
export function useHistory() {
  const { workspaceIds } = useScope();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const filters = useMemo(() => readFilters(search, FILTER_NAMES), [search]);
  const text = search.q ?? '';
  const wanted = useDeferredValue(text).trim();
  const since = search.since !== undefined && search.since in PERIODS ? search.since : '7d';
  // Computed once per choice: a time that moves on would change the query key and drop the older pages already loaded.
  const from = useMemo(() => {
    const days = PERIODS[since]?.days;
    return days && new Date(Date.now() - days * DAY_MS).toISOString();
  }, [since]);
  const not = FILTER_NAMES.filter((name) => filters.some((one) => one.not && one.field === name));
  const asked: HistoryQuestion = {
    ...(workspaceIds && { workspaceIds }),
    ...(from && { from }),
    filters: {
      ...Object.fromEntries(filters.map(({ field, values }) => [field, values])),
      ...(not.length > 0 && { not }),
      ...(wanted !== '' && { search: wanted }),
    },
  };
  const query = useInfiniteQuery({
    ...api.history.list.infiniteQueryOptions(asked, { getNextPageParam: (page) => page.nextCursor ?? undefined }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const changes = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.changes), [query.data]);
  return {
    query,
    asked,
    changes,
    fields: useFields(workspaceIds, filters, changes),
    filters,
    text,
    since,
    put,
    onFilters: (next: Filter[]) =>
      put({ ...filtersInAddress(next, FILTER_NAMES), ...(next.length === 0 && { q: undefined }) }),
  };
}

/** The fields that can be filtered by. Objects are those of the changes that are shown, and those chosen already. */
function useFields(
  workspaceIds: string[] | undefined,
  filters: readonly Filter[],
  changes: readonly HistoryChange[],
): FilterField[] {
  const { data: actors = [] } = useQuery(api.activity.actors.queryOptions({ workspaceIds }));
  return useMemo(() => {
    const chosen = filters.find(({ field }) => field === 'object')?.values ?? [];
    const names = new Map(chosen.map((id) => [id, id]));
    for (const change of changes) if (change.object.id !== undefined) names.set(change.object.id, nameOf(change));
    return [
      changedBy(actors),
      {
        field: 'channel',
        label: 'Channel',
        options: CHANGED_CHANNELS.map((value) => ({ value, label: channelName(value) })),
      },
      { field: 'object', label: 'Object', options: [...names].map(([value, label]) => ({ value, label })) },
    ];
  }, [actors, filters, changes]);
}
