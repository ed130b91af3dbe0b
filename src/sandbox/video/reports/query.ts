import { daysBetween } from '../../calendar.ts';
import { bad } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { Entity } from '../state.ts';
import { ATTRIBUTES, METRIC_NAMES, NOT_BY_DAY, OF_PEOPLE } from './metrics.ts';

interface Level {
  name: string;
  dimension: string;
  /** The field that narrows by status at this level. */
  statusField: string | undefined;
  idOf(ad: Entity<'Ad'>): string;
}

/** From the outermost to the innermost. */
const LEVELS: readonly Level[] = [
  {
    name: 'AUCTION_ADVERTISER',
    dimension: 'advertiser_id',
    statusField: undefined,
    idOf: ({ links }) => links.advertiser!,
  },
  {
    name: 'AUCTION_CAMPAIGN',
    dimension: 'campaign_id',
    statusField: 'campaign_status',
    idOf: ({ links }) => links.campaign!,
  },
  {
    name: 'AUCTION_ADGROUP',
    dimension: 'adgroup_id',
    statusField: 'adgroup_status',
    idOf: ({ links }) => links.adgroup!,
  },
  { name: 'AUCTION_AD', dimension: 'ad_id', statusField: 'ad_status', idOf: ({ id }) => id },
];

/** The id that a Smart+ ad is reported under once, while each of its creatives has an `ad_id`. */
export const WHOLE_AD = 'ad_id_v2';

const TIMES = ['stat_time_day', 'stat_time_hour'];
const AUDIENCE_DIMENSIONS = ['gender', 'age', 'country_code', 'platform', 'placement'];
const LONGEST_DAYS: Readonly<Record<string, number>> = { stat_time_day: 30, stat_time_hour: 1 };
const CONFLICT = 'Conflict occurs. The input params including metrics and dimensions have no relation.';

export interface Filter {
  field: string;
  type: string;
  value: unknown;
}

export interface ReportQuery {
  advertiser: Entity<'Advertiser'>;
  level: Level;
  /** The id dimension of the rows: the id of the level, or `ad_id_v2`. */
  dimension: string;
  time: string | undefined;
  /** Further dimensions, such as country or gender. */
  extra: readonly string[];
  metrics: readonly string[];
  lifetime: boolean;
  start: string;
  end: string;
  filters: readonly Filter[];
  order: { field: string; descending: boolean } | undefined;
  totals: boolean;
}

/** `anySpan`: reports in the background take any number of days. */
export function reportQuery({ input, advertiser }: AdvertiserCall, anySpan = false): ReportQuery {
  const type = input.needChoice('report_type', ['BASIC', 'AUDIENCE']);
  input.choice('service_type', ['AUCTION']);
  const levelName = input.needChoice(
    'data_level',
    LEVELS.map(({ name }) => name),
  );
  const level = LEVELS.find(({ name }) => name === levelName)!;
  const { dimension, time, extra } = dimensionsOf(input, level, type);
  const metrics = metricsOf(input, level);
  const has = (names: readonly string[]) => metrics.some((name) => names.includes(name));
  if (type === 'AUDIENCE' && has(OF_PEOPLE)) throw bad(CONFLICT);
  if (time === 'stat_time_day' && has(NOT_BY_DAY)) throw bad(CONFLICT);
  if (extra.includes('country_code') && has(['cost_per_1000_reached'])) throw bad(CONFLICT);
  return {
    advertiser,
    level,
    dimension,
    time,
    extra,
    metrics,
    ...spanOf(input, type, time, extra, anySpan),
    filters: filtersOf(input, level),
    order: orderOf(input, metrics),
    totals: totalsOf(input, extra, time),
  };
}

function dimensionsOf(input: Input, level: Level, type: string) {
  const dimensions = input.texts('dimensions');
  if (dimensions === undefined || dimensions.length === 0) throw input.missing('dimensions');
  const [dimension, ...others] = dimensions.filter(
    (name) => name === WHOLE_AD || LEVELS.some((one) => one.dimension === name),
  );
  const isWholeAd = dimension === WHOLE_AD && level.dimension === 'ad_id' && type === 'BASIC';
  if (dimension === undefined || others.length > 0 || (dimension !== level.dimension && !isWholeAd))
    throw bad(CONFLICT);
  const times = dimensions.filter((name) => TIMES.includes(name));
  if (times.length > 1) throw bad(CONFLICT);
  const extra = dimensions.filter((name) => name !== dimension && !TIMES.includes(name));
  const allowed = type === 'AUDIENCE' ? AUDIENCE_DIMENSIONS : ['country_code'];
  if (extra.some((name) => !allowed.includes(name))) throw bad(CONFLICT);
  if (type === 'AUDIENCE' && (extra.length === 0 || (extra.length > 1 && extra.toSorted().join() !== 'age,gender')))
    throw bad(CONFLICT);
  return { dimension, time: times[0], extra };
}

function metricsOf(input: Input, level: Level): string[] {
  const metrics = input.texts('metrics') ?? ['spend', 'impressions'];
  const depth = LEVELS.indexOf(level);
  const invalid = metrics.filter(
    (name) => !METRIC_NAMES.includes(name) && !(name in ATTRIBUTES && ATTRIBUTES[name]! <= depth),
  );
  if (invalid.length === 0) return metrics;
  const list = invalid.map((name) => `'${name}'`).join(', ');
  throw bad(`Please correct the information in invalid metric fields and try again. Invalid metric fields: [${list}].`);
}

function spanOf(input: Input, type: string, time: string | undefined, extra: readonly string[], anySpan: boolean) {
  if (input.flag('query_lifetime')) {
    if (type === 'AUDIENCE' || time !== undefined || extra.includes('country_code'))
      throw bad('query_lifetime: not supported with time or country dimensions, nor for AUDIENCE.');
    return { lifetime: true, start: '', end: '' };
  }
  const [start, end] = [input.needText('start_date'), input.needText('end_date')];
  for (const day of [start, end]) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
      throw bad('Time format should be YYYY-MM-DD.');
  }
  if (end < start) throw bad('end_date: must not be before start_date.');
  const most = LONGEST_DAYS[time ?? ''] ?? 365;
  if (!anySpan && daysBetween(start, end) + 1 > most) throw bad(`The time span must not be longer than ${most} days.`);
  return { lifetime: false, start, end };
}

const FILTER_TYPES = [
  'IN',
  'NOT_IN',
  'CONTAIN_ANY_OF',
  'MATCH',
  'GREATER_EQUAL',
  'GREATER_THAN',
  'LOWER_EQUAL',
  'LOWER_THAN',
  'BETWEEN',
];
const FILTER_FIELDS = [
  'campaign_ids',
  'adgroup_ids',
  'ad_ids',
  'campaign_name',
  'adgroup_name',
  'ad_name',
  'objective_type',
  'campaign_automation_type',
  'spend',
  'impressions',
];

function filtersOf(input: Input, level: Level): Filter[] {
  return (input.objects('filtering') ?? []).map((filter) => {
    const field = filter.needText('field_name');
    const type = filter.needChoice('filter_type', FILTER_TYPES);
    const text = filter.needText('filter_value');
    if (/_status$/.test(field) ? field !== level.statusField : !FILTER_FIELDS.includes(field))
      throw bad(`filtering: ${field} is not supported at ${level.name}.`);
    const isList = ['IN', 'NOT_IN', 'CONTAIN_ANY_OF', 'BETWEEN'].includes(type);
    const value = isList ? listIn(text) : text;
    if (field.endsWith('_ids') && Array.isArray(value) && value.length > 100)
      throw bad('filtering: Longer than maximum length 100.');
    return { field, type, value };
  });
}

function listIn(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.map(String);
  } catch {
    // Refused below, like any other value that is no list.
  }
  throw bad('filter_value: Not a valid JSON array.');
}

function orderOf(input: Input, metrics: readonly string[]): ReportQuery['order'] {
  const field = input.text('order_field');
  if (field === undefined) return undefined;
  if (!metrics.includes(field) || field in ATTRIBUTES) throw bad('order_field: must be a metric of the report.');
  return { field, descending: input.choice('order_type', ['ASC', 'DESC']) !== 'ASC' };
}

function totalsOf(input: Input, extra: readonly string[], time: string | undefined): boolean {
  const wanted = input.flag('enable_total_metrics') ?? false;
  if (wanted && (extra.length > 0 || time === 'stat_time_hour'))
    throw bad('enable_total_metrics: only with one id dimension and stat_time_day.');
  return wanted;
}
