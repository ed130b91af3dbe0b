import { z } from 'zod';
import { type Counted, type GoalResult, type Metric, MetricTable } from '../../../tools/report/metrics.ts';
import { moneyOfQuantity, numberOf, priceOf, type Quantity, quantityOf } from '../../../tools/report/quantity.ts';
import { digitsOf } from '../money.ts';
import { Action, type InsightRow } from '../resources/insights.ts';

/**
 * The list of actions overlaps: one purchase appears under several names. These five do not overlap with each other; they are
 * matched by their exact names.
 */
const CONVERSION_TYPES = [
  'offsite_conversion.fb_pixel_purchase',
  'offsite_conversion.fb_pixel_lead',
  'offsite_conversion.fb_pixel_custom',
  'onsite_conversion.purchase',
  'onsite_conversion.lead_grouped',
];

/** A field that the platform leaves out of a row is 0. */
function counted(field: string, unit: Counted<InsightRow>['unit'] = 'number'): Counted<InsightRow> {
  return { unit, fields: [field], read: (row) => quantityOf(row[field]) ?? 0n, sort: field };
}

/** Counts of people cannot be added up over rows, and some rows have none. */
function people(field: string): Counted<InsightRow> {
  return { unit: 'number', fields: [field], read: (row) => quantityOf(row[field]), adds: false, sort: field };
}

function actions(types: readonly string[], unit: Counted<InsightRow>['unit'] = 'number'): Counted<InsightRow> {
  const field = unit === 'money' ? 'action_values' : 'actions';
  const sort = types.length === 1 ? { sort: `${field}:${types[0]}` } : {};
  return { unit, fields: [field], read: (row) => sumOf(row[field], types), ...sort };
}

/** Fields that are themselves a list of actions with one entry. */
function single(field: string): Counted<InsightRow> {
  return { unit: 'number', fields: [field], read: (row) => quantityOf(entryOf(row, field)?.value) ?? 0n };
}

/** The same where the entry is a mean or a quotient, which does not add up; `of` 100 for a percentage. */
function quotient(field: string, of = 1): Metric<InsightRow> {
  return { unit: 'told', fields: [field], read: (row) => told(entryOf(row, field)?.value, of) };
}

function told(value: string | number | undefined, of = 1): number | undefined {
  return value === undefined ? undefined : Number((Number(value) / of).toFixed(6));
}

function entryOf(row: InsightRow, field: string): Action | undefined {
  return listIn(row, field)?.[0];
}

/** Only `actions` and `action_values` are read as lists already. */
function listIn(row: InsightRow, field: string): Action[] | undefined {
  return z.array(Action).safeParse(row[field]).data;
}

/** Lists of actions as the platform gives them. They overlap, so nothing is added up. */
function listOfCounts(field: string): Metric<InsightRow> {
  const read = (row: InsightRow) => listIn(row, field)?.map(({ action_type, value = 0 }) => ({ action_type, value }));
  return { unit: 'told', fields: [field], read };
}

function listOfAmounts(field: string): Metric<InsightRow> {
  const read = (row: InsightRow) => {
    const currency = String(row.account_currency ?? '');
    return listIn(row, field)?.map(({ action_type, value }) => ({
      action_type,
      value: moneyOfQuantity(quantityOf(value) ?? 0n, currency, digitsOf(currency)),
    }));
  };
  return { unit: 'told', fields: [field, 'account_currency'], read };
}

/** Rank among ads that competed for the same people; only at level ad. */
function rank(field: string): Metric<InsightRow> {
  return { unit: 'told', fields: [field], read: (row) => (typeof row[field] === 'string' ? row[field] : undefined) };
}

const Results = z.array(z.object({ indicator: z.string(), values: z.array(z.object({ value: z.string() })) })).min(1);

/** One of the figures that the platform tells about a campaign's result. */
function figureOf(row: InsightRow, field: string): string | undefined {
  return Results.safeParse(row[field]).data?.[0]?.values[0]?.value;
}

const RESULT: Metric<InsightRow> = {
  unit: 'told',
  fields: ['results', 'cost_per_result', 'account_currency'],
  read: goalResult,
};

/** The campaign's result as the platform counts it, such as `actions:link_click`; rows over several goals have none. */
function goalResult(row: InsightRow): GoalResult | undefined {
  const [[result], [price]] = [row.results, row.cost_per_result].map((told) => Results.safeParse(told).data ?? []) as [
    z.infer<typeof Results>,
    z.infer<typeof Results>,
  ];
  if (!result) return undefined;
  const currency = String(row.account_currency ?? '');
  const cost = quantityOf(price?.values[0]?.value);
  return {
    type: result.indicator.replace(/^\w+:/, ''),
    count: Number(result.values[0]?.value ?? 0),
    cost_per: cost === undefined ? null : moneyOfQuantity(cost, currency, digitsOf(currency)),
  };
}

/** Further fields by the platform's names; percentages are shares of 1, as `ctr` is. */
const PLATFORMS_OWN: Readonly<Record<string, Metric<InsightRow>>> = {
  unique_ctr: { unit: 'number', of: 'unique_clicks', to: 'reach' },
  inline_post_engagement: counted('inline_post_engagement'),
  outbound_clicks: single('outbound_clicks'),
  outbound_clicks_ctr: { unit: 'number', of: 'outbound_clicks', to: 'impressions' },
  landing_page_view_per_link_click: { unit: 'number', of: 'landing_page_views', to: 'inline_link_clicks' },
  website_ctr: quotient('website_ctr', 100),
  actions: listOfCounts('actions'),
  unique_actions: listOfCounts('unique_actions'),
  action_values: listOfAmounts('action_values'),
  cost_per_action_type: listOfAmounts('cost_per_action_type'),
  conversion_values: listOfAmounts('conversion_values'),
  purchase_roas: quotient('purchase_roas'),
  website_purchase_roas: quotient('website_purchase_roas'),
  results: RESULT,
  objective_results: {
    unit: 'told',
    fields: ['objective_results'],
    read: (row) => told(figureOf(row, 'objective_results')),
  },
  cost_per_result: {
    unit: 'money',
    fields: ['cost_per_result'],
    read: (row) => quantityOf(figureOf(row, 'cost_per_result')),
    adds: false,
  },
  result_rate: { unit: 'told', fields: ['result_rate'], read: (row) => told(figureOf(row, 'result_rate'), 100) },
  video_play_actions: single('video_play_actions'),
  video_thruplay_watched_actions: single('video_thruplay_watched_actions'),
  cost_per_thruplay: { unit: 'money', of: 'spend', to: 'thruplays' },
  ...Object.fromEntries(
    [25, 50, 75, 95, 100].map((share) => [
      `video_p${share}_watched_actions`,
      single(`video_p${share}_watched_actions`),
    ]),
  ),
  video_avg_time_watched_actions: quotient('video_avg_time_watched_actions'),
  estimated_ad_recallers: people('estimated_ad_recallers'),
  social_spend: counted('social_spend', 'money'),
};

export const METRICS = new MetricTable<InsightRow>({
  sums: {
    impressions: counted('impressions'),
    clicks: counted('clicks'),
    cost: counted('spend', 'money'),
    conversions: actions(CONVERSION_TYPES),
    conversion_value: actions(CONVERSION_TYPES, 'money'),
    link_clicks: counted('inline_link_clicks'),
    video_views: actions(['video_view']),
    reach: people('reach'),
  },
  ratioSorts: { ctr: 'ctr', cpc: 'cpc', cpm: 'cpm', frequency: 'frequency' },
  own: {
    spend: counted('spend', 'money'),
    inline_link_clicks: counted('inline_link_clicks'),
    inline_link_click_ctr: { unit: 'number', of: 'inline_link_clicks', to: 'impressions' },
    cost_per_inline_link_click: { unit: 'money', of: 'spend', to: 'inline_link_clicks' },
    cpp: { unit: 'money', of: 'spend', to: 'reach', times: 1000 },
    unique_clicks: people('unique_clicks'),
    landing_page_views: actions(['landing_page_view']),
    thruplays: single('video_thruplay_watched_actions'),
    video_views_p25: single('video_p25_watched_actions'),
    video_views_p50: single('video_p50_watched_actions'),
    video_views_p75: single('video_p75_watched_actions'),
    video_views_p100: single('video_p100_watched_actions'),
    purchases: actions(['purchase']),
    result: RESULT,
    ...PLATFORMS_OWN,
    quality_ranking: rank('quality_ranking'),
    engagement_rate_ranking: rank('engagement_rate_ranking'),
    conversion_rate_ranking: rank('conversion_rate_ranking'),
  },
});

/** Hourly breakdowns have no counts of people and no video watch times. */
export function isKnownByTheHour(name: string): boolean {
  return METRICS.select([name]).fields.every((field) => !/^(reach|unique_|video_)/.test(field));
}

/** The conversions again, as they would be counted within each window after a click or a view. */
export function conversionsByWindow(windows: readonly string[]): Metric<InsightRow> {
  const within = (list: readonly Action[], window: string) =>
    CONVERSION_TYPES.reduce((sum, type) => sum + (quantityOf(find(list, type)?.[window]) ?? 0n), 0n);
  return {
    unit: 'told',
    fields: ['actions', 'action_values', 'account_currency'],
    read: (row) => {
      const currency = String(row.account_currency ?? '');
      return windows.map((window) => ({
        window,
        conversions: numberOf(within(row.actions, window)),
        conversion_value: moneyOfQuantity(within(row.action_values, window), currency, digitsOf(currency)),
      }));
    },
  };
}

/** The actions a caller named, each with what it cost. */
export function namedActions(types: readonly string[], windows: readonly string[]): Metric<InsightRow> {
  return {
    unit: 'told',
    fields: ['actions', 'action_values', 'spend', 'account_currency'],
    read: (row) => types.map((type) => actionOf(type, row, windows)),
  };
}

function actionOf(type: string, row: InsightRow, windows: readonly string[]) {
  const currency = String(row.account_currency ?? '');
  const money = (amount: Quantity) => moneyOfQuantity(amount, currency, digitsOf(currency));
  const action = find(row.actions, type);
  const count = quantityOf(action?.value) ?? 0n;
  const value = quantityOf(find(row.action_values, type)?.value);
  const cost = priceOf(quantityOf(row.spend) ?? 0n, count);
  return {
    action_type: type,
    count: action?.value ?? 0,
    ...(value !== undefined && { value: money(value) }),
    cost_per_action: cost === undefined ? null : money(cost),
    ...(windows.length > 0 && {
      by_window: Object.fromEntries(windows.map((window) => [window, Number(action?.[window] ?? 0)])),
    }),
  };
}

function sumOf(list: readonly Action[], types: readonly string[]): Quantity {
  return types.reduce((sum, type) => sum + (quantityOf(find(list, type)?.value) ?? 0n), 0n);
}

function find(list: readonly Action[], type: string): Action | undefined {
  return list.find(({ action_type }) => action_type === type);
}
