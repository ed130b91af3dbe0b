import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import type { HistoryChange } from '../../api/history.ts';
import { useScope } from '../../api/scope.ts';
import { DAY_MS } from '../../format/time.ts';

const PERIODS: Record<string, { label: string; days: number | undefined }> = {
  '1d': { label: 'Last 24 hours', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  all: { label: 'All time', days: undefined },
};
export const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));
const LOOK_EVERY_MS = 10_000;

/** The changes of the chosen workspaces, by the words and the period in the URL. */
export function useHistory() {
  const { workspaceIds } = useScope();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const since = search.since !== undefined && search.since in PERIODS ? search.since : '7d';
  // Computed once per choice: a time that moves on would change the query key and drop the older pages already loaded.
  const from = useMemo(() => {
    const days = PERIODS[since]?.days;
    return days && new Date(Date.now() - days * DAY_MS).toISOString();
  }, [since]);
  const query = useInfiniteQuery({
    ...api.history.list.infiniteQueryOptions(
      { workspaceIds, ...(from && { from }) },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    refetchInterval: LOOK_EVERY_MS,
  });
  const text = search.q ?? '';
  const changes = useMemo(
    () => (query.data?.pages ?? []).flatMap((page) => page.changes).filter((change) => mentions(change, text)),
    [query.data, text],
  );
  return { query, changes, text, since, undoing: search.undo, put };
}

function mentions({ object, tool, who, channel }: HistoryChange, text: string): boolean {
  const words = [object.name, object.id, tool, who.name, channel].join(' ').toLowerCase();
  return words.includes(text.trim().toLowerCase());
}
