import type { Problem } from '../../../errors.ts';
import { among, between, type Condition, during, Literal, type Query } from '../gaql.ts';
import { DEFAULT_CONVERSION_METRICS, DEFAULT_METRICS, fieldsFor, METRIC_NAMES, METRICS, metric } from './metrics.ts';
import { DATE_WORDS, type DateWord } from './period.ts';
import { isTime, SEGMENTS, segmentField, splitsConversions } from './segments.ts';

export interface ReportArguments {
  date_range?: DateWord | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  campaign_ids?: string[] | undefined;
  metrics?: string[] | undefined;
  segments?: string[] | undefined;
  order_by?: string | undefined;
}

interface Order {
  by: string;
  descending: boolean;
}

export const DEFAULT_RANGE: DateWord = 'LAST_30_DAYS';

/** What no single argument can say about a report. */
export function reportProblems(args: ReportArguments): Problem[] {
  return [...dateProblems(args), ...segmentProblems(args), ...orderProblems(args)];
}

function dateProblems({ date_range, start_date, end_date }: ReportArguments): Problem[] {
  if (start_date === undefined && end_date === undefined) return [];
  if (date_range !== undefined) {
    const message = 'cannot be given together with start_date and end_date; leave one of them out';
    return [{ field: 'date_range', message, allowed_values: DATE_WORDS }];
  }
  if (start_date === undefined) return [{ field: 'start_date', message: 'is required when end_date is given' }];
  if (end_date === undefined) return [{ field: 'end_date', message: 'is required when start_date is given' }];
  return start_date > end_date ? [{ field: 'end_date', message: `must not be before start_date (${start_date})` }] : [];
}

function segmentProblems(args: ReportArguments): Problem[] {
  const segment = args.segments?.find(splitsConversions);
  const whole = (args.metrics ?? []).filter((name) => !metric(name).ofConversions);
  if (segment === undefined || whole.length === 0) return [];
  const splittable = METRIC_NAMES.filter((name) => metric(name).ofConversions);
  return [
    {
      field: 'metrics',
      message: `cannot be split by ${segment}: ${whole.join(', ')}; with this segment only ${splittable.join(', ')} can be asked for`,
      allowed_values: splittable,
    },
  ];
}

function orderProblems(args: ReportArguments): Problem[] {
  if (args.order_by === undefined) return [];
  const order = orderOf(args.order_by);
  const sortable = [...METRIC_NAMES.filter(isSortable), ...(args.segments ?? [])];
  if (order && sortable.includes(order.by)) return [];
  return [
    {
      field: 'order_by',
      message: 'must be a metric or one of the chosen segments, alone or followed by ASC or DESC, such as "cost DESC"',
      allowed_values: sortable,
    },
  ];
}

/** The platform can only sort by what it holds, and not by lists of words. */
function isSortable(name: string): boolean {
  const { computed, kind } = metric(name);
  return !computed && kind !== 'words';
}

function orderOf(text: string): Order | undefined {
  const [, by = '', direction = ''] = /^\s*([a-z_]+)(?:\s+(asc|desc))?\s*$/i.exec(text) ?? [];
  return by === '' ? undefined : { by: by.toLowerCase(), descending: direction.toLowerCase() === 'desc' };
}

/** The metrics to show: the chosen ones or the usual ones, and the one the rows are ordered by. */
export function metricsOf({ metrics, segments = [], order_by }: ReportArguments): string[] {
  const usual = segments.some(splitsConversions) ? DEFAULT_CONVERSION_METRICS : DEFAULT_METRICS;
  const by = order_by === undefined ? undefined : orderOf(order_by)?.by;
  return [...new Set([...(metrics?.length ? metrics : usual), ...(by !== undefined && METRICS.has(by) ? [by] : [])])];
}

/** The campaigns and days a report is about. */
export function selectionOf({ date_range, start_date, end_date, campaign_ids }: ReportArguments): Condition[] {
  const days =
    start_date !== undefined && end_date !== undefined
      ? between('segments.date', Literal.date(start_date), Literal.date(end_date))
      : during('segments.date', Literal.word(date_range ?? DEFAULT_RANGE));
  return [days, ...(campaign_ids?.length ? [among('campaign.id', campaign_ids.map(Literal.digits))] : [])];
}

export function reportQuery(args: ReportArguments): Query {
  const metrics = metricsOf(args);
  const segments = (args.segments ?? []).map(segmentField);
  return {
    select: [
      'campaign.id',
      'campaign.name',
      'campaign.status',
      'customer.currency_code',
      'customer.time_zone',
      ...segments,
      ...fieldsFor(metrics),
    ],
    from: 'campaign',
    where: selectionOf(args),
    orderBy: orderFields(args, metrics),
  };
}

/** The wanted order, and then everything that tells two rows apart, so that the order is always the same. */
function orderFields(args: ReportArguments, metrics: readonly string[]): { field: string; descending?: boolean }[] {
  const segments = args.segments ?? [];
  const rest = [{ field: 'campaign.id' }, ...segments.map((name) => ({ field: segmentField(name) }))];
  const order = args.order_by === undefined ? undefined : orderOf(args.order_by);
  const first = order
    ? [{ field: fieldOf(order.by), descending: order.descending }]
    : usualOrder(segments, metrics).map(({ by, descending }) => ({ field: fieldOf(by), descending }));
  const seen = new Set<string>();
  return [...first, ...rest].filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** By time where there is one, else the most expensive first. */
function usualOrder(segments: readonly string[], metrics: readonly string[]): Order[] {
  const times = segments.filter(isTime).map((by) => ({ by, descending: false }));
  if (times.length > 0) return times;
  const by = metrics.includes('cost') ? 'cost' : metrics.find(isSortable);
  return by === undefined ? [] : [{ by, descending: true }];
}

function fieldOf(by: string): string {
  return SEGMENTS.has(by) ? segmentField(by) : `metrics.${metric(by).field}`;
}
