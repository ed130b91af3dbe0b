import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type Filter, filtersInAddress, readFilters } from '../../address/filters.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { AD_CHANNELS, channelName } from '../../parts/channels.ts';
import type { FilterField } from '../../parts/filter-chip.tsx';
import type { ActivityFilters } from './types.ts';

const FILTER_NAMES = ['who', 'channel', 'tool'];
const PERIODS: Record<string, { label: string; days: number | undefined }> = {
  '1d': { label: 'Last 24 hours', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  all: { label: 'All time', days: undefined },
};
const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 5_000;

export const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));

/** Entries as the address asks for them; new ones appear by themselves. */
export function useActivity() {
  const { workspaces } = useScope();
  const workspaceIds = workspaces.map(({ id }) => id);
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });

  const { data: actors = [] } = useQuery(api.activity.actors.queryOptions({ workspaceIds }));
  const { data: catalogue } = useQuery(api.tools.catalogue.queryOptions({}));
  const fields = useMemo<FilterField[]>(
    () => [
      { field: 'who', label: 'Who', options: actors.map(({ id, name }) => ({ value: id, label: name })) },
      {
        field: 'channel',
        label: 'Channel',
        options: AD_CHANNELS.map((value) => ({ value, label: channelName(value) })),
      },
      { field: 'tool', label: 'Tool', options: toolOptions(catalogue) },
    ],
    [actors, catalogue],
  );
  const filters = useMemo(() => readFilters(search, FILTER_NAMES), [search]);
  const text = search.q ?? '';
  const wanted = useDeferredValue(text);
  const since = search.since !== undefined && search.since in PERIODS ? search.since : '7d';
  // Whole minutes: a new time at every render would be a new question every time.
  const days = PERIODS[since]?.days;
  const from = days && new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * DAY_MS).toISOString();
  const asked: ActivityFilters = {
    ...Object.fromEntries(filters.map((filter) => [filter.field, positive(filter, fields)])),
    ...(search.outcome && { outcome: [search.outcome as 'applied'] }),
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
    outcome: search.outcome ?? 'all',
    open: search.open,
    put,
    onFilters: (next: Filter[]) =>
      put({ ...filtersInAddress(next, FILTER_NAMES), ...(next.length === 0 && { q: undefined }) }),
    csv: csvAddress(workspaceIds, asked),
  };
}

/** The service knows "one of"; "none of" is one of the others. */
function positive({ field, not, values }: Filter, fields: readonly FilterField[]): string[] {
  if (!not) return values;
  const options = fields.find((one) => one.field === field)?.options ?? [];
  return options.map(({ value }) => value).filter((value) => !values.includes(value));
}

function toolOptions(catalogue: { channels: { tools: { name: string; access: string }[] }[] } | undefined) {
  const names = catalogue?.channels.flatMap(({ tools }) =>
    tools.filter(({ access }) => access !== 'read').map(({ name }) => name),
  );
  return [...new Set(names)].sort().map((name) => ({ value: name, label: name }));
}

function csvAddress(workspaceIds: readonly string[], filters: ActivityFilters): string {
  const query = new URLSearchParams();
  for (const id of workspaceIds) query.append('workspaceIds', id);
  for (const [name, value] of Object.entries(filters))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, one);
  return `/activity.csv?${query}`;
}
