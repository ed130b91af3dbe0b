import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type Filter, filtersInAddress, readFilters } from '../../address/filters.ts';
import type { ActivityFilters } from '../../api/activity.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { readableId } from '../../format/id.ts';
import { DAY_MS } from '../../format/time.ts';
import { changedBy } from '../../parts/changed-by.ts';
import { CHANGED_CHANNELS, channelName } from '../../parts/channels.ts';
import type { FilterField } from '../../parts/filter-chip.tsx';

const FILTER_NAMES = ['changed_by', 'channel', 'tool', 'object'] as const;
const PERIODS: Record<string, { label: string; days: number | undefined }> = {
  '1d': { label: 'Last 24 hours', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  all: { label: 'All time', days: undefined },
};
const OUTCOMES = ['applied', 'not_applied', 'unknown'] as const;
const LOOK_EVERY_MS = 5_000;

export const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));

/** Audit entries by the filters in the URL; polls for new ones. */
export function useActivity() {
  const { workspaceIds } = useScope();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });

  const filters = useMemo(() => readFilters(search, FILTER_NAMES), [search]);
  const fields = useFields(workspaceIds, filters);
  const text = search.q ?? '';
  const wanted = useDeferredValue(text);
  const since = search.since !== undefined && search.since in PERIODS ? search.since : '7d';
  // Computed once per choice: a time that moves on would change the query key and drop the older pages already loaded.
  const from = useMemo(() => {
    const days = PERIODS[since]?.days;
    return days && new Date(Date.now() - days * DAY_MS).toISOString();
  }, [since]);
  const unwanted = FILTER_NAMES.filter((name) => filters.some(({ field, not }) => not && field === name));
  const outcome = OUTCOMES.find((one) => one === search.outcome) ?? 'all';
  const asked: ActivityFilters = {
    ...Object.fromEntries(filters.map(({ field, values }) => [field, values])),
    ...(unwanted.length > 0 && { not: unwanted }),
    ...(outcome !== 'all' && { outcome: [outcome] }),
    ...(wanted !== '' && { search: wanted }),
    ...(from && { from }),
  };
  const query = useInfiniteQuery({
    ...api.activity.list.infiniteQueryOptions(
      { workspaceIds, filters: asked },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    refetchInterval: LOOK_EVERY_MS,
  });
  return {
    query,
    fields,
    filters,
    text,
    since,
    outcome,
    open: search.open,
    put,
    onFilters: (next: Filter[]) =>
      put({ ...filtersInAddress(next, FILTER_NAMES), ...(next.length === 0 && { q: undefined }) }),
    csv: csvAddress(workspaceIds, asked),
  };
}

/** The fields that can be filtered by, each with the values there are. */
function useFields(workspaceIds: string[] | undefined, filters: readonly Filter[]): FilterField[] {
  const { data: actors = [] } = useQuery(api.activity.actors.queryOptions({ workspaceIds }));
  const { data: catalogue } = useQuery(api.tools.catalogue.queryOptions({}));
  const objects = filters.find(({ field }) => field === 'object')?.values;
  return useMemo(
    () => [
      changedBy(actors),
      {
        field: 'channel',
        label: 'Channel',
        options: CHANGED_CHANNELS.map((value) => ({ value, label: channelName(value) })),
      },
      { field: 'tool', label: 'Tool', options: toolOptions(catalogue) },
      {
        field: 'object',
        label: 'Object',
        options: (objects ?? []).map((value) => ({ value, label: readableId(value) })),
      },
    ],
    [actors, catalogue, objects],
  );
}

function toolOptions(catalogue: { channels: { tools: { name: string; access: string }[] }[] } | undefined) {
  const names = catalogue?.channels.flatMap(({ tools }) =>
    tools.filter(({ access }) => access !== 'read').map(({ name }) => name),
  );
  return [...new Set(names)].sort().map((name) => ({ value: name, label: name }));
}

function csvAddress(workspaceIds: readonly string[] | undefined, filters: ActivityFilters): string {
  const query = new URLSearchParams();
  for (const id of workspaceIds ?? []) query.append('workspaceIds', id);
  for (const [name, value] of Object.entries(filters))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, one);
  return `/activity.csv?${query}`;
}
