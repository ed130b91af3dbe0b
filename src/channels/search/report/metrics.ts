/**
 * The metrics a campaign report can hold. `field` is the platform's; how a number is read and added up follows from its
 * kind. Ratios name their parts, because a ratio of sums is not the mean of ratios.
 */
export interface Metric {
  field: string;
  kind: Kind;
  ratio?: Ratio;
  /** The platform has no such field for campaigns: it is made from its parts, row by row, and cannot be sorted by. */
  computed?: true;
  /** Counts conversions only, so it can be split by conversion action. */
  ofConversions?: true;
}

/**
 * count and number add up. micros are money in millionths, value is money in major units. rate is a fraction. share and
 * the rest do not add up: their total is the platform's own.
 */
type Kind = 'count' | 'number' | 'micros' | 'value' | 'rate' | 'share' | 'words';

export interface Ratio {
  of: string;
  to: string;
  times?: number;
}

const MILLION = 1_000_000;

const count = (field: string): Metric => ({ field, kind: 'count' });
const share = (field: string): Metric => ({ field, kind: 'share' });
const rate = (field: string, of: string, to: string): Metric => ({ field, kind: 'rate', ratio: { of, to } });
const price = (field: string, to: string, times = 1): Metric => ({
  field,
  kind: 'micros',
  ratio: { of: 'cost_micros', to, times },
});
const conversions = (field: string): Metric => ({ field, kind: 'number', ofConversions: true });
const value = (field: string): Metric => ({ field, kind: 'value', ofConversions: true });
const worth = (field: string, of: string, to: string): Metric => ({
  field,
  kind: 'value',
  ratio: { of, to },
  ofConversions: true,
});
const yieldOf = (field: string, of: string): Metric => ({
  field,
  kind: 'rate',
  ratio: { of, to: 'cost_micros', times: MILLION },
  computed: true,
});

const TABLE: readonly (Metric & { name?: string })[] = [
  count('impressions'),
  count('clicks'),
  { name: 'cost', field: 'cost_micros', kind: 'micros' },
  conversions('conversions'),
  rate('ctr', 'clicks', 'impressions'),
  price('average_cpc', 'clicks'),
  price('average_cpm', 'impressions', 1000),
  price('average_cost', 'interactions'),
  price('average_cpe', 'engagements'),
  price('trueview_average_cpv', 'video_trueview_views'),
  count('interactions'),
  rate('interaction_rate', 'interactions', 'impressions'),
  { field: 'interaction_event_types', kind: 'words' },
  count('engagements'),
  rate('engagement_rate', 'engagements', 'impressions'),
  count('video_trueview_views'),
  rate('video_trueview_view_rate', 'video_trueview_views', 'impressions'),
  value('conversions_value'),
  price('cost_per_conversion', 'conversions'),
  rate('conversions_from_interactions_rate', 'conversions', 'interactions'),
  worth('value_per_conversion', 'conversions_value', 'conversions'),
  yieldOf('conversions_value_per_cost', 'conversions_value'),
  conversions('conversions_by_conversion_date'),
  value('conversions_value_by_conversion_date'),
  conversions('all_conversions'),
  value('all_conversions_value'),
  price('cost_per_all_conversions', 'all_conversions'),
  rate('all_conversions_from_interactions_rate', 'all_conversions', 'interactions'),
  worth('value_per_all_conversions', 'all_conversions_value', 'all_conversions'),
  yieldOf('all_conversions_value_per_cost', 'all_conversions_value'),
  conversions('cross_device_conversions'),
  { ...count('view_through_conversions'), ofConversions: true },
  count('invalid_clicks'),
  count('phone_calls'),
  count('phone_impressions'),
  count('active_view_impressions'),
  share('search_impression_share'),
  share('search_top_impression_share'),
  share('search_absolute_top_impression_share'),
  share('search_click_share'),
  share('content_impression_share'),
  share('search_budget_lost_impression_share'),
  share('search_budget_lost_top_impression_share'),
  share('search_budget_lost_absolute_top_impression_share'),
  share('search_rank_lost_impression_share'),
  share('search_rank_lost_top_impression_share'),
  share('search_rank_lost_absolute_top_impression_share'),
  share('absolute_top_impression_percentage'),
  share('top_impression_percentage'),
  share('unique_users'),
  share('average_impression_frequency_per_user'),
  share('optimization_score_uplift'),
  { field: 'optimization_score_url', kind: 'words' },
];

export const METRICS: ReadonlyMap<string, Metric> = new Map(
  TABLE.map(({ name, ...metric }) => [name ?? metric.field, metric]),
);

export const METRIC_NAMES = [...METRICS.keys()] as [string, ...string[]];

export const DEFAULT_METRICS = ['impressions', 'clicks', 'cost', 'conversions', 'ctr', 'average_cpc'];

/** What a report split by conversion action shows by default: nothing else can be split that way. */
export const DEFAULT_CONVERSION_METRICS = ['conversions', 'conversions_value', 'all_conversions'];

export function metric(name: string): Metric {
  const found = METRICS.get(name);
  if (!found) throw new TypeError(`no metric ${name}`);
  return found;
}

/** The platform's fields that are needed to show these metrics. */
export function fieldsFor(names: readonly string[]): string[] {
  return fields(names, ({ field, ratio, computed }) => (computed && ratio ? [ratio.of, ratio.to] : [field]));
}

/** The platform's fields that are needed to add these metrics up. */
export function totalFieldsFor(names: readonly string[]): string[] {
  return fields(names, ({ field, ratio }) => (ratio ? [ratio.of, ratio.to] : [field]));
}

function fields(names: readonly string[], of: (metric: Metric) => string[]): string[] {
  return [...new Set(names.flatMap((name) => of(metric(name))))].map((field) => `metrics.${field}`);
}
