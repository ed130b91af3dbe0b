import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Against, Period } from '../../address/period.ts';
import { askReport } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { purses } from '../../api/sums.ts';

const METRICS = ['cost', 'impressions', 'clicks', 'conversions'];

/** One report for the whole page: each account by day, compared with the period before. */
export function useOverview(period: Period, against: Against) {
  const { workspaces } = useScope();
  const query = useQuery({
    queryKey: ['overview', workspaces.map(({ id }) => id), period, against],
    queryFn: () => askReport(workspaces, { level: 'account', by: 'day', metrics: METRICS, period, against }),
  });
  const found = useMemo(() => (query.data ? purses(query.data.rows) : undefined), [query.data]);
  return { ...query, purses: found };
}
