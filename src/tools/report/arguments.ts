import { z } from 'zod';
import type { Problem } from '../../errors.ts';
import { oneOf } from '../did-you-mean.ts';
import { listArguments, nextCursor } from '../listing.ts';
import { COMPARISONS, type Comparison } from './comparison.ts';
import { DEFAULT_METRICS, type MetricTable } from './metrics.ts';
import { type PeriodArguments, periodArguments, periodProblems } from './period.ts';

/** What every report is asked by. */
export interface ReportArguments extends PeriodArguments {
  metrics?: string[] | undefined;
  segments?: string[] | undefined;
  order_by?: string | undefined;
  compare_to?: Comparison | undefined;
  status?: string[] | undefined;
  limit: number;
  cursor?: string | undefined;
}

type Names = readonly [string, ...string[]];

const listed = (value: unknown) => (typeof value === 'string' ? [value] : value);

/** The arguments every report takes by the same names, in every channel. */
export function reportArguments(given: { metrics: Names; segments: Names; statuses: Names; limit?: number }) {
  return {
    ...periodArguments(),
    metrics: z
      .array(z.enum(given.metrics))
      .min(1)
      .max(60)
      .optional()
      .describe(`${DEFAULT_METRICS.join(', ')} when left out`),
    segments: z.array(z.enum(given.segments)).max(8).optional().describe('What splits the rows'),
    compare_to: z.enum(COMPARISONS).optional().describe('Adds before and change to rows and totals'),
    order_by: z.string().max(100).optional().describe('`metric` or `metric DESC`'),
    status: z.preprocess(listed, z.array(z.enum(given.statuses)).min(1).optional()).describe('All when left out'),
    ...listArguments(given.limit ?? 100),
  };
}

const Metrics = z.record(z.string(), z.unknown());

/** What every report answers with: rows of the channel's own kinds of subjects. */
export function reportOutput(subjects: z.ZodRawShape) {
  return {
    rows: z.array(z.object({ ...subjects, segments: Metrics, metrics: Metrics })),
    totals: Metrics.describe('Metrics of the whole selection, not only of this page'),
    period: z.object({ start_date: z.string(), end_date: z.string(), time_zone: z.string() }),
    comparison: z.looseObject({}).optional().describe('With compare_to: period, totals, complete'),
    ...nextCursor,
  };
}

export const Subject = z.object({ id: z.string(), name: z.string(), status: z.string() });

export interface Order {
  by: string;
  descending: boolean;
}

/** `cost`, `cost DESC`. */
export function orderOf(text: string | undefined): Order | undefined {
  const [, by, direction = ''] = /^\s*([a-z0-9_.]+)(?:\s+(asc|desc))?\s*$/i.exec(text ?? '') ?? [];
  return by === undefined ? undefined : { by: by.toLowerCase(), descending: direction.toLowerCase() === 'desc' };
}

/** The metrics to show: the chosen ones or the usual ones, and the one the rows are ordered by. */
export function chosenMetrics(
  { metrics, order_by }: Pick<ReportArguments, 'metrics' | 'order_by'>,
  table: MetricTable<never>,
  usual: readonly string[] = DEFAULT_METRICS,
): string[] {
  const by = orderOf(order_by)?.by;
  return [...new Set([...(metrics?.length ? metrics : usual), ...(by && table.names.includes(by) ? [by] : [])])];
}

/** What no single argument can say about a report. `sortableSegments`: those the platform can order rows by. */
export function reportProblems(
  args: Omit<ReportArguments, 'limit'>,
  table: MetricTable<never>,
  sortableSegments: readonly string[] = [],
): Problem[] {
  return [
    ...periodProblems(args),
    ...orderProblems(args, [...table.sortable, ...sortableSegments]),
    ...comparisonProblems(args),
  ];
}

const TIMES = ['date', 'day', 'hour', 'week', 'month', 'quarter', 'year'];

function comparisonProblems({
  compare_to,
  segments = [],
}: Pick<ReportArguments, 'compare_to' | 'segments'>): Problem[] {
  // Only the year before has rows for the same names of months.
  const times = compare_to === 'previous_year' ? TIMES : [...TIMES, 'month_of_year'];
  const time = segments.find((name) => times.includes(name));
  if (compare_to === undefined || time === undefined) return [];
  return [{ field: 'compare_to', message: `cannot be combined with the segment ${time}: other days have other rows` }];
}

function orderProblems({ order_by }: Pick<ReportArguments, 'order_by'>, sortable: readonly string[]): Problem[] {
  if (order_by === undefined || sortable.includes(orderOf(order_by)?.by ?? '')) return [];
  return [
    {
      field: 'order_by',
      message: `must be a name the platform can sort by, alone or followed by ASC or DESC, such as "cost DESC"; ${oneOf(orderOf(order_by)?.by ?? order_by, sortable)}`,
      allowed_values: sortable,
    },
  ];
}
