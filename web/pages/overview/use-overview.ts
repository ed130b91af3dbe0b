import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Against, comparedPeriod, daysOf, type Period } from '../../address/period.ts';
import { askReport, numberOf, type Report, type ReportRow } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { costPerConversion, type Purse, purses, sumsOf } from '../../api/sums.ts';
import { AD_CHANNELS } from '../../parts/channels.ts';
import type { DayChartData } from '../../parts/day-chart-data.ts';

const METRICS = ['cost', 'impressions', 'clicks', 'conversions'];

/** One question for the whole page: every account's days, with those of the period before beside them. */
export function useOverview(period: Period, against: Against) {
  const { workspaces } = useScope();
  const query = useQuery({
    queryKey: ['overview', workspaces.map(({ id }) => id), period, against],
    queryFn: () => askReport(workspaces, { level: 'account', by: 'day', metrics: METRICS, period, against }),
    enabled: workspaces.length > 0,
  });
  const found = useMemo(() => (query.data ? purses(query.data.rows) : undefined), [query.data]);
  return { ...query, purses: found };
}

/** A row stands for a day of the current period even where only the period before had numbers. */
const dayOf = (row: ReportRow) => row.segments.date ?? '';

/** Per day: the figure of the purse, null where a channel's numbers are not complete. */
export function daily(purse: Purse, period: Period, figure: 'cost' | 'clicks' | 'conversions' | 'cost_per_conversion') {
  const byDay = Map.groupBy(purse.rows, dayOf);
  return daysOf(period).map((date) => {
    const rows = byDay.get(date);
    if (!rows) return null;
    const { current } = sumsOf(rows);
    return figure === 'cost_per_conversion' ? costPerConversion(current) : current[figure];
  });
}

/** The stacked bars of one purse. A day after the last complete one has no answer yet; before it, no row is no cost. */
export function chartOf(purse: Purse, report: Report, period: Period, against: Against): DayChartData {
  const days = daysOf(period);
  const before = comparedPeriod(period, against);
  const cost = (rows: readonly ReportRow[] | undefined, side: 'current' | 'before') =>
    (rows ?? []).reduce((sum, { metrics }) => sum + (numberOf(metrics.cost?.[side]) ?? 0), 0);
  const all = Map.groupBy(purse.rows, dayOf);
  return {
    days,
    series: AD_CHANNELS.flatMap((channel) => {
      const rows = purse.rows.filter((row) => row.channel === channel);
      if (rows.length === 0) return [];
      const byDay = Map.groupBy(rows, dayOf);
      const until = completeUntil(report, channel, purse.currency);
      return {
        channel,
        values: days.map((date) => (byDay.has(date) || date <= until ? cost(byDay.get(date), 'current') : null)),
      };
    }),
    ...(before && {
      previous: {
        days: daysOf(before),
        values: days.map((date) => (all.has(date) ? cost(all.get(date), 'before') : null)),
      },
    }),
  };
}

/** The last day that every account of the channel has told in full. */
function completeUntil({ sources }: Report, channel: string, currency: string): string {
  const own = sources.filter((source) => source.channel === channel && source.currency === currency);
  return own.map(({ complete_until }) => complete_until.slice(0, 10)).toSorted()[0] ?? '9999-12-31';
}
