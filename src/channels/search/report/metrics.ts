import { type Counted, MetricTable, type Ratio, type Told } from '../../../tools/report/metrics.ts';
import { quantityOf, quantityOfMicros } from '../../../tools/report/quantity.ts';
import { camelCase } from '../resources/wire/gaql.ts';

/** One row's metrics as the platform gives them: 64-bit numbers as text, names in camelCase. */
interface Row {
  metrics: Readonly<Record<string, unknown>>;
}

function given(field: string): Pick<Counted<Row>, 'fields' | 'sort'> {
  return { fields: [`metrics.${field}`], sort: `metrics.${field}` };
}

function count(field: string, more: Pick<Counted<Row>, 'adds'> = {}): Counted<Row> {
  const key = camelCase(field);
  return { ...given(field), ...more, unit: 'number', read: ({ metrics }) => quantityOf(metrics[key]) };
}

/** Money the platform writes in major units, as a floating-point number. */
function value(field: string): Counted<Row> {
  return { ...count(field), unit: 'money' };
}

/** Read as text: beyond 2^53 a number would lose the last coins. */
function micros(field: string): Counted<Row> {
  const key = camelCase(field);
  return { ...given(field), unit: 'money', read: ({ metrics }) => quantityOfMicros(metrics[key]) };
}

function told(field: string): Told<Row> {
  const key = camelCase(field);
  return { ...given(field), unit: 'told', read: ({ metrics }) => asTold(metrics[key]) };
}

function ratio(unit: Ratio['unit'], of: string, to: string, sort?: string, times?: number): Ratio {
  return {
    unit,
    of,
    to,
    ...(times !== undefined && { times }),
    ...(sort !== undefined && { sort: `metrics.${sort}` }),
  };
}

const rate = (name: string, of: string, to: string) => ({ [name]: ratio('number', of, to, name) });
const price = (name: string, to: string, times?: number) => ({ [name]: ratio('money', 'cost', to, name, times) });
const worth = (name: string, of: string, to: string) => ({ [name]: ratio('money', of, to, name) });

const asCounts = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, count(field)]));
const asValues = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, value(field)]));
const asTolds = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, told(field)]));

/** The platform answers 0 where it did not count people: an ad that was shown reached at least one, so 0 means unknown. */
function people(field: string): Counted<Row> {
  const { read, ...counted } = count(field, { adds: false });
  return { ...counted, read: (row) => read(row) || undefined };
}

/** Metrics whose value is a word; the platform cannot sort by them. */
const words = (field: string): Told<Row> => ({ unit: 'told', fields: told(field).fields, read: told(field).read });

export const METRICS = new MetricTable<Row>({
  sums: {
    impressions: count('impressions'),
    clicks: count('clicks'),
    cost: micros('cost_micros'),
    conversions: count('conversions'),
    conversion_value: value('conversions_value'),
    link_clicks: count('clicks'),
    video_views: count('video_trueview_views'),
  },
  ratioSorts: {
    ctr: 'metrics.ctr',
    cpc: 'metrics.average_cpc',
    cpm: 'metrics.average_cpm',
    cost_per_conversion: 'metrics.cost_per_conversion',
  },
  own: {
    cost_micros: micros('cost_micros'),
    ...asCounts(['interactions', 'engagements', 'video_trueview_views', 'invalid_clicks', 'phone_calls']),
    ...asCounts(['phone_impressions', 'active_view_impressions', 'view_through_conversions']),
    ...asCounts(['all_conversions', 'conversions_by_conversion_date', 'cross_device_conversions']),
    ...asValues(['conversions_value', 'all_conversions_value', 'conversions_value_by_conversion_date']),
    ...price('average_cpc', 'clicks'),
    ...price('average_cpm', 'impressions', 1000),
    ...price('average_cost', 'interactions'),
    ...price('average_cpe', 'engagements'),
    ...price('trueview_average_cpv', 'video_trueview_views'),
    ...price('cost_per_all_conversions', 'all_conversions'),
    ...rate('interaction_rate', 'interactions', 'impressions'),
    ...rate('engagement_rate', 'engagements', 'impressions'),
    ...rate('video_trueview_view_rate', 'video_trueview_views', 'impressions'),
    ...rate('conversions_from_interactions_rate', 'conversions', 'interactions'),
    ...rate('all_conversions_from_interactions_rate', 'all_conversions', 'interactions'),
    ...worth('value_per_conversion', 'conversions_value', 'conversions'),
    ...worth('value_per_all_conversions', 'all_conversions_value', 'all_conversions'),
    // The platform has these two for other resources, not for campaigns.
    conversions_value_per_cost: ratio('number', 'conversions_value', 'cost'),
    all_conversions_value_per_cost: ratio('number', 'all_conversions_value', 'cost'),
    ...asTolds([
      'search_impression_share',
      'search_top_impression_share',
      'search_absolute_top_impression_share',
      'search_click_share',
      'content_impression_share',
      'search_budget_lost_impression_share',
      'search_budget_lost_top_impression_share',
      'search_budget_lost_absolute_top_impression_share',
      'search_rank_lost_impression_share',
      'search_rank_lost_top_impression_share',
      'search_rank_lost_absolute_top_impression_share',
      'absolute_top_impression_percentage',
      'top_impression_percentage',
      'average_impression_frequency_per_user',
      'optimization_score_uplift',
    ]),
    unique_users: people('unique_users'),
    interaction_event_types: words('interaction_event_types'),
    optimization_score_url: words('optimization_score_url'),
  },
});

function asTold(given: unknown): number | string | readonly string[] | undefined {
  if (typeof given === 'number' || typeof given === 'string') return given;
  return Array.isArray(given) && given.every((word) => typeof word === 'string') ? given : undefined;
}
