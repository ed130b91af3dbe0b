import { DAY_MS } from '../../../ambient.ts';
import type { Problem } from '../../../errors.ts';
import { chosenMetrics, orderOf, type ReportArguments, reportProblems } from '../../../tools/report/arguments.ts';
import { DEFAULT_METRICS } from '../../../tools/report/metrics.ts';
import type { DateRange } from '../../../tools/report/period.ts';
import type { When } from '../../../tools/report/read-report.ts';
import { above, among, between, type Condition, during, equal, Literal, type Query } from '../resources/wire/gaql.ts';
import { isOffered, LEVEL_NAMES, type Level, levelOf } from './levels.ts';
import { METRICS } from './metrics.ts';
import { DATE_WORDS } from './query-filters.ts';
import { areMates, isTime, SEGMENTS, segmentField, splits, splitsConversions } from './segments.ts';

/** Arguments of a campaign report. */
export interface CampaignReport extends ReportArguments {
  campaign_ids?: string[] | undefined;
  ad_group_ids?: string[] | undefined;
  without_conversions?: boolean | undefined;
  /** Campaigns when left out. */
  level?: Level | undefined;
}

export const CAMPAIGN_STATUSES = ['ENABLED', 'PAUSED', 'REMOVED'] as const;

/** Named ranges that the platform has too, with the same meaning: they are sent as words, so its clock decides the days. */
export const OWN_RANGES: ReadonlySet<DateRange> = new Set<DateRange>(DATE_WORDS);

/** Default metrics of a report split by conversion action: the usual ones cannot be split that way. */
const CONVERSION_METRICS = ['conversions', 'conversions_value', 'all_conversions'];

export function campaignReportProblems(args: CampaignReport): Problem[] {
  return [
    ...reportProblems(args, METRICS, args.segments),
    ...(args.segments ?? []).flatMap((segment) => metricProblems(segment, args)),
    ...segmentProblems(args.segments),
    ...peopleProblems(args),
    ...levelProblems(args),
    ...wasteProblems(args),
  ];
}

/** The chosen metrics, or the default ones that this level counts and these segments can split. */
export function metricsOf(args: CampaignReport): string[] {
  const { segments = [] } = args;
  const usual = segments.some(splitsConversions) ? CONVERSION_METRICS : [...DEFAULT_METRICS];
  const splittable = usual.filter(
    (name) => isCounted(args.level, name) && segments.every((segment) => isSplit(segment, name)),
  );
  return chosenMetrics(args, METRICS, splittable);
}

/** Metrics, segments and filters that the platform does not have at this level. */
function levelProblems({ level = 'campaign', ...args }: CampaignReport): Problem[] {
  const by = orderOf(args.order_by)?.by ?? '';
  const sort = METRICS.sortOf(by);
  const metrics = [...new Set([...(args.metrics ?? []), ...(sort ? [by] : [])])];
  const uncounted = metrics.filter((name) => !isCounted(level, name));
  const unsorted = sort !== undefined && !uncounted.includes(by) && !isOffered(level, 'metrics', sort);
  const unsplit = (args.segments ?? []).filter((name) => !isOffered(level, 'segments', segmentField(name)));
  const needed = (field: 'campaign_ids' | 'ad_group_ids' | 'status', can: (level: Level) => boolean) =>
    args[field] !== undefined && !can(level)
      ? [{ field, message: `can be given with level ${LEVEL_NAMES.filter(can).join(', ')} only` }]
      : [];
  return [
    ...(uncounted.length > 0
      ? [{ field: 'metrics', message: `not counted at level ${level}: ${uncounted.join(', ')}` }]
      : []),
    ...(unsorted ? [{ field: 'order_by', message: `the platform does not sort by ${by} at level ${level}` }] : []),
    ...(unsplit.length > 0
      ? [{ field: 'segments', message: `cannot split rows of level ${level}: ${unsplit.join(', ')}` }]
      : []),
    ...needed('campaign_ids', (one) => levelOf(one).fields.includes('campaign.id')),
    ...needed('ad_group_ids', (one) => levelOf(one).fields.includes('ad_group.id')),
    ...needed('status', (one) => levelOf(one).status !== undefined),
  ];
}

/** `without_conversions` needs a level and segments with both cost and conversions, and one period. */
function wasteProblems(args: CampaignReport): Problem[] {
  if (!args.without_conversions) return [];
  const field = 'without_conversions';
  const isWhole = (args.segments ?? []).some(
    (segment) => !isSplit(segment, 'cost') || !isSplit(segment, 'conversions'),
  );
  return [
    ...(isCounted(args.level, 'conversions') && isCounted(args.level, 'cost')
      ? []
      : [{ field, message: `conversions are not counted at level ${args.level}` }]),
    ...(isWhole ? [{ field, message: `cost and conversions cannot be split by ${args.segments?.join(', ')}` }] : []),
    ...(args.compare_to ? [{ field, message: 'cannot be given with compare_to: other rows were wasted then' }] : []),
  ];
}

function isCounted(level: Level | undefined, name: string): boolean {
  return METRICS.select([name]).fields.every((field) => isOffered(level, 'metrics', field));
}

function metricProblems(segment: string, args: CampaignReport): Problem[] {
  const by = orderOf(args.order_by)?.by ?? '';
  const sort = METRICS.sortOf(by);
  const whole = (args.metrics ?? []).filter((name) => !isSplit(segment, name));
  const unsorted = sort !== undefined && !(isSplit(segment, by) && splits(segment, sort));
  if (whole.length === 0 && !unsorted) return [];
  const allowed_values = METRICS.names.filter((name) => isSplit(segment, name));
  const which = whole.length > 0 ? { field: 'metrics', names: whole } : { field: 'order_by', names: [by] };
  const message = `cannot be split by ${segment}: ${which.names.join(', ')}; with this segment only ${allowed_values.join(', ')} can be asked for`;
  return [{ field: which.field, message, allowed_values }];
}

function segmentProblems(segments: readonly string[] = []): Problem[] {
  return segments.flatMap((one, at) =>
    segments
      .slice(at + 1)
      .filter((other) => !areMates(one, other))
      .map((other) => ({
        field: 'segments',
        message: `cannot hold ${one} and ${other} at once; the platform splits by one of them`,
      })),
  );
}

const PEOPLE_METRICS = ['unique_users', 'average_impression_frequency_per_user'];
const PEOPLE_DAYS_MAX = 92;

/** Unique users are counted over the whole period, which may span 92 days at most. */
function peopleProblems({ metrics = [], order_by, date_range, start_date, end_date }: CampaignReport): Problem[] {
  const asked = [...metrics, orderOf(order_by)?.by];
  const counted = PEOPLE_METRICS.filter((name) => asked.includes(name));
  const days = (Date.parse(end_date ?? '') - Date.parse(start_date ?? '')) / DAY_MS + 1;
  const isLong = date_range === 'LAST_YEAR' || date_range === 'MAXIMUM' || days > PEOPLE_DAYS_MAX;
  if (counted.length === 0 || !isLong) return [];
  const message = `must span ${PEOPLE_DAYS_MAX} days at most with ${counted.join(' and ')}`;
  return [{ field: date_range === undefined ? 'end_date' : 'date_range', message }];
}

function isSplit(segment: string, name: string): boolean {
  return METRICS.select([name]).fields.every((field) => splits(segment, field));
}

/** The WHERE of a report. Removed campaigns are included, because they have cost money. */
export function selectionOf(
  { campaign_ids, ad_group_ids, status, level, without_conversions }: CampaignReport,
  { days, range }: When,
): Condition[] {
  return [
    days
      ? between('segments.date', Literal.date(days.start_date), Literal.date(days.end_date))
      : during('segments.date', Literal.word(range)),
    ...(campaign_ids?.length ? [among('campaign.id', campaign_ids.map(Literal.digits))] : []),
    ...(ad_group_ids?.length ? [among('ad_group.id', ad_group_ids.map(Literal.digits))] : []),
    ...(without_conversions
      ? [equal('metrics.conversions', Literal.digits('0')), above('metrics.cost_micros', Literal.digits('0'))]
      : []),
    ...(status ? [among(levelOf(level).status ?? 'campaign.status', status.map(Literal.word))] : []),
  ];
}

export function reportQuery(args: CampaignReport, fields: readonly string[], when: When): Query {
  const orderBy = orderFields(args);
  return {
    select: [
      ...levelOf(args.level).fields,
      'customer.currency_code',
      'customer.time_zone',
      ...(args.segments ?? []).map(segmentField),
      ...fields,
      // The platform sorts only by selected fields.
      ...orderBy.map(({ field }) => field),
    ],
    from: levelOf(args.level).from,
    where: selectionOf(args, when),
    orderBy,
  };
}

/** The wanted order, then every id and segment, so that no two rows compare equal and pages stay stable. */
function orderFields(args: CampaignReport): { field: string; descending?: boolean }[] {
  const segments = args.segments ?? [];
  const order = orderOf(args.order_by);
  const first = order ? [{ field: fieldOf(order.by), descending: order.descending }] : usualOrder(args);
  const { ids } = levelOf(args.level);
  const rest = [...ids.map((field) => ({ field })), ...segments.map((name) => ({ field: segmentField(name) }))];
  const seen = new Set<string>();
  return [...first, ...rest].filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** By time where there is one, else the most expensive first. */
function usualOrder(args: CampaignReport): { field: string; descending: boolean }[] {
  const times = (args.segments ?? []).filter(isTime).map((name) => ({ field: segmentField(name), descending: false }));
  if (times.length > 0) return times;
  const metrics = metricsOf(args);
  const sorts = ['cost', ...metrics].flatMap((name) => (metrics.includes(name) ? (METRICS.sortOf(name) ?? []) : []));
  const [field] = sorts.filter((sort) => (args.segments ?? []).every((segment) => splits(segment, sort)));
  return field === undefined ? [] : [{ field, descending: true }];
}

function fieldOf(by: string): string {
  return SEGMENTS.has(by) ? segmentField(by) : (METRICS.sortOf(by) ?? by);
}
