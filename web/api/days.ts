import { type Against, daysOf, type Period } from '../address/period.ts';
import { AD_CHANNELS } from '../parts/channels.ts';
import type { DayChartData } from '../parts/day-chart-data.ts';
import { numberOf, type Report, type ReportRow } from './reports.ts';
import { costPerConversion, type Purse, sumsOf } from './sums.ts';

function byDays(rows: readonly ReportRow[]): Map<string, ReportRow[]> {
  return Map.groupBy(rows, ({ segments: { date = '' } }) => date);
}

/** One value per day for a purse (the rows of one currency and mode); null where the platform reported nothing. */
export function daily(purse: Purse, period: Period, figure: 'cost' | 'clicks' | 'conversions' | 'cost_per_conversion') {
  const rows = byDays(purse.rows);
  return daysOf(period).map((date) => {
    const { current } = sumsOf(rows.get(date) ?? []);
    return figure === 'cost_per_conversion' ? costPerConversion(current) : current[figure];
  });
}

/** The stacked bars of one purse. A day without a row is zero up to the last complete day, and unknown (null) after it. */
export function chartOf(purse: Purse, report: Report, period: Period, against: Against): DayChartData {
  const { before } = report;
  const all = byDays(purse.rows);
  const days = daysOf({ start: period.start, end: lastTold(all, period) });
  const cost = (rows: readonly ReportRow[] | undefined, side: 'current' | 'before') =>
    (rows ?? []).reduce((sum, { metrics }) => sum + (numberOf(metrics.cost?.[side]) ?? 0), 0);
  return {
    days,
    gap: 'not complete',
    series: AD_CHANNELS.flatMap((channel) => {
      const rows = byDays(purse.rows.filter((row) => row.channel === channel));
      if (rows.size === 0) return [];
      const until = completeUntil(report, channel, purse.currency);
      const value = (date: string) => (rows.has(date) || date <= until ? cost(rows.get(date), 'current') : null);
      return { channel, values: days.map(value) };
    }),
    ...(before &&
      against !== 'none' && {
        previous: {
          days: daysOf(before).slice(0, days.length),
          values: days.map((date) => (all.has(date) ? cost(all.get(date), 'before') : null)),
        },
      }),
  };
}

/** The last day with any row. Later days are left out of the chart: no channel has reported them yet. */
function lastTold(rows: ReadonlyMap<string, unknown>, { start, end }: Period): string {
  const told = [...rows.keys()].filter((date) => date >= start && date <= end);
  return told.toSorted().at(-1) ?? end;
}

/** The last day for which all accounts of the channel have complete numbers. */
function completeUntil({ sources }: Report, channel: string, currency: string): string {
  const own = sources.filter((source) => source.channel === channel && source.currency === currency);
  return own.map(({ complete_until }) => complete_until.slice(0, 10)).toSorted()[0] ?? '9999-12-31';
}
