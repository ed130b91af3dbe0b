import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Ids } from '../../../tools/fields.ts';
import {
  chosenMetrics,
  type Order,
  orderOf,
  type ReportArguments,
  reportArguments,
  reportProblems,
} from '../../../tools/report/arguments.ts';
import { type Days, givenDays, lengthOf } from '../../../tools/report/period.ts';
import type { Params } from '../client.ts';
import { METRICS, NOT_BY_DAY, OF_PEOPLE } from './metrics.ts';

/** From the outermost to the innermost. */
export const LEVELS = {
  advertiser: { dataLevel: 'AUCTION_ADVERTISER', dimension: 'advertiser_id', status: undefined, names: [] },
  campaign: {
    dataLevel: 'AUCTION_CAMPAIGN',
    dimension: 'campaign_id',
    status: 'campaign_status',
    names: ['campaign_name'],
  },
  ad_group: {
    dataLevel: 'AUCTION_ADGROUP',
    dimension: 'adgroup_id',
    status: 'adgroup_status',
    names: ['campaign_id', 'campaign_name', 'adgroup_name'],
  },
  ad: {
    dataLevel: 'AUCTION_AD',
    dimension: 'ad_id',
    status: 'ad_status',
    names: ['campaign_id', 'campaign_name', 'adgroup_id', 'adgroup_name', 'ad_name'],
  },
} as const;

const STATUSES = {
  DELIVERING: 'STATUS_DELIVERY_OK',
  DISABLED: 'STATUS_DISABLE',
  NOT_DELIVERING: 'STATUS_NOT_DELIVERY',
  ENDED: 'STATUS_TIME_DONE',
  DELETED: 'STATUS_DELETE',
} as const;

/** Our segments, and what the platform calls them. */
export const SEGMENTS = {
  date: 'stat_time_day',
  hour: 'stat_time_hour',
  country: 'country_code',
  gender: 'gender',
  age: 'age',
  operating_system: 'platform',
  placement: 'placement',
} as const;
type Segment = keyof typeof SEGMENTS;

/** Segments that only reports of the type AUDIENCE have. */
const AUDIENCE: readonly string[] = ['gender', 'age', 'operating_system', 'placement'];
/** Segments that cannot be combined with other segments about people or places. */
const ALONE: readonly string[] = ['country', 'operating_system', 'placement'];

export const reportFields = {
  level: z.enum(['advertiser', 'campaign', 'ad_group', 'ad']).default('campaign').describe('What a row is about'),
  campaign_ids: Ids.optional().describe('Only these campaigns'),
  ad_group_ids: Ids.optional().describe('Only these ad groups; at level ad_group or ad'),
  ad_ids: Ids.optional().describe('Only these ads; at level ad'),
  ...reportArguments({
    metrics: METRICS.names,
    segments: Object.keys(SEGMENTS) as [Segment],
    statuses: Object.keys(STATUSES) as [string],
  }),
};

export interface VideoReport extends ReportArguments {
  level: keyof typeof LEVELS;
  campaign_ids?: string[] | undefined;
  ad_group_ids?: string[] | undefined;
  ad_ids?: string[] | undefined;
}

/** The most days the platform takes in one request. */
export function longestDays({ segments = [] }: Pick<VideoReport, 'segments'>): number {
  return segments.includes('hour') ? 1 : segments.includes('date') ? 30 : 365;
}

export function videoReportProblems(args: VideoReport): Problem[] {
  const { segments = [], level, status } = args;
  const has = (name: Segment) => segments.includes(name);
  const days = givenDays(args);
  const problems: Problem[] = [];
  if (has('date') && has('hour')) problems.push({ field: 'segments', message: 'cannot hold both date and hour' });
  const alone = segments.find((name) => ALONE.includes(name));
  const others = segments.filter((name) => name !== alone && (AUDIENCE.includes(name) || ALONE.includes(name)));
  if (alone !== undefined && others.length > 0)
    problems.push({
      field: 'segments',
      message: `${alone} cannot be combined with ${others.join(' or ')}: the platform has no such report; segments_separately gives a table of each`,
    });
  if (level === 'advertiser' && status !== undefined)
    problems.push({ field: 'status', message: 'means nothing at level advertiser' });
  const levels = Object.keys(LEVELS);
  for (const [field, least] of [
    ['campaign_ids', 'campaign'],
    ['ad_group_ids', 'ad_group'],
    ['ad_ids', 'ad'],
  ] as const) {
    if (args[field] !== undefined && levels.indexOf(level) < levels.indexOf(least))
      problems.push({ field, message: `needs level ${levels.slice(levels.indexOf(least)).join(' or ')}` });
  }
  return [
    ...problems,
    ...(days ? spanProblems(args, days) : []),
    ...splitProblems(args),
    ...reportProblems(args, METRICS),
  ];
}

/** What cannot be read of a span that takes several requests. How many days a named range has is known only on the day. */
export function spanProblems(args: VideoReport, days: Days): Problem[] {
  const { segments = [], order_by, start_date } = args;
  const [length, longest] = [lengthOf(days), longestDays(args)];
  if (length <= longest) return [];
  if (!segments.includes('date') && !segments.includes('hour')) {
    const span = `${length} days (${days.start_date} to ${days.end_date})`;
    const message = `asks for ${span}: at most ${longest} days without the segment date`;
    return [{ field: start_date === undefined ? 'date_range' : 'start_date', message }];
  }
  if (order_by === undefined || isAddedHere(args)) return [];
  const message = `needs at most ${longest} days with these segments: the platform sorts no longer spans`;
  return [{ field: 'order_by', message }];
}

/** Metrics that the platform does not split by some segments. */
function splitProblems(args: VideoReport): Problem[] {
  const { segments = [] } = args;
  const asked = chosenMetrics(args, METRICS);
  const unsplit: [metrics: readonly string[], segments: readonly string[]][] = [
    [OF_PEOPLE, AUDIENCE],
    [['cost_per_1000_reached'], ['country']],
    [NOT_BY_DAY, ['date']],
  ];
  return unsplit.flatMap(([metrics, by]) => {
    const [named, split] = [asked.filter((name) => metrics.includes(name)), segments.filter((one) => by.includes(one))];
    if (named.length === 0 || split.length === 0) return [];
    return [{ field: 'metrics', message: `${named.join(', ')} cannot be split by ${split.join(' or ')}` }];
  });
}

/** Whether the report has the type AUDIENCE. */
function isAudience({ segments = [] }: Pick<VideoReport, 'segments'>): boolean {
  return segments.some((name) => AUDIENCE.includes(name));
}

/** Whether rows are creatives that are added up and sorted here: reports by age or gender do not know Smart+ ads. */
export function isAddedHere(args: Pick<VideoReport, 'level' | 'segments'>): boolean {
  return args.level === 'ad' && isAudience(args);
}

/** The id dimension. `ad_id` counts each creative of a Smart+ ad, `ad_id_v2` the whole ad; AUDIENCE reports lack `ad_id_v2`. */
function dimensionOf(args: VideoReport): string {
  return args.level === 'ad' && !isAddedHere(args) ? 'ad_id_v2' : LEVELS[args.level].dimension;
}

/** The query for rows. Without a status filter the platform leaves out deleted objects, so STATUS_ALL is sent. */
export function rowsQuery(args: VideoReport, fields: readonly string[], days: Days): Params {
  const { segments = [], level } = args;
  const { dataLevel, names } = LEVELS[level];
  const order = orderOf(args.order_by) ?? usualOrder(segments);
  return {
    report_type: isAudience(args) ? 'AUDIENCE' : 'BASIC',
    data_level: dataLevel,
    dimensions: [dimensionOf(args), ...segments.map((name) => SEGMENTS[name as Segment])],
    metrics: [...new Set([...fields, ...names, ...(order ? [METRICS.sortOf(order.by)!] : [])])],
    start_date: days.start_date,
    end_date: days.end_date,
    filtering: filtersOf(args),
    ...(order && { order_field: METRICS.sortOf(order.by), order_type: order.descending ? 'DESC' : 'ASC' }),
  };
}

/** By cost, highest first; none for rows by day or hour. */
export function usualOrder(segments: readonly string[]): Order | undefined {
  return segments.some((name) => name === 'date' || name === 'hour') ? undefined : { by: 'cost', descending: true };
}

/** The query for totals of the same selection, added up by the platform. */
export function totalsQuery(args: VideoReport, fields: readonly string[], days: Days): Params {
  const { order_by: _, segments: __, ...plain } = args;
  return { ...rowsQuery(plain as VideoReport, fields, days), enable_total_metrics: true, page_size: 1 };
}

function filtersOf({ level, status, campaign_ids, ad_group_ids, ad_ids }: VideoReport) {
  const field = LEVELS[level].status;
  const statuses = status?.map((name) => STATUSES[name as keyof typeof STATUSES]) ?? ['STATUS_ALL'];
  const filter = (field_name: string, values: readonly string[] | undefined) =>
    values ? [{ field_name, filter_type: 'IN', filter_value: JSON.stringify(values) }] : [];
  return [
    ...(field ? filter(field, statuses) : []),
    ...filter('campaign_ids', campaign_ids),
    ...filter('adgroup_ids', ad_group_ids),
    ...filter('ad_ids', ad_ids),
  ];
}
