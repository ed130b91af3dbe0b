import { badParameter } from '../errors.ts';
import { graphTime } from '../format.ts';
import { majorText, offsetOf } from '../rules/currencies.ts';
import type { AdAccountData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { actionRows, perAction, resultOf, roasRows, single, valueRows } from './actions.ts';
import type { Measure, Totals } from './measures.ts';
import type { MeasuredAd } from './scope.ts';

export type Level = 'account' | 'campaign' | 'adset' | 'ad';
export const LEVELS: readonly Level[] = ['account', 'campaign', 'adset', 'ad'];

/** What a column may look at: the summed numbers of a row and one of the ads in it. */
export interface RowSource {
  totals: Totals;
  level: Level;
  sample: MeasuredAd;
  account: GraphNode<'AdAccount'>;
  /** Length of the row's period: people seen again make reach smaller than impressions. */
  days: number;
  windows: readonly string[];
  /** Hours cannot tell people apart. */
  hourly: boolean;
  withoutReach: boolean;
}

type Column = (row: RowSource) => unknown;

const from =
  (level: Level, read: (sample: MeasuredAd, account: GraphNode<'AdAccount'>) => unknown): Column =>
  (row) =>
    LEVELS.indexOf(row.level) >= LEVELS.indexOf(level) ? read(row.sample, row.account) : undefined;
const counted =
  (name: Measure): Column =>
  ({ totals }) =>
    String(totals.get(name));
const ratio = (top: number, bottom: number, factor = 1): string | undefined =>
  bottom === 0 ? undefined : trimmed((top * factor) / bottom);
const trimmed = (value: number) => String(Number(value.toFixed(6)));
const watched =
  (name: Measure): Column =>
  ({ totals, windows }) =>
    single('video_view', name, totals, windows);

function reachOf({ totals, days, hourly }: RowSource): number {
  const seen = totals.get('impressions');
  if (hourly || seen === 0) return 0;
  return Math.max(1, Math.floor(seen / (1.06 + 0.31 * Math.log(1 + days))));
}

/** Costs are in major units. */
function cost(row: RowSource, count: number, factor = 1): string | undefined {
  return ratio(row.totals.get('spend') / offsetOf(row.account.data.currency), count, factor);
}

const born = (zone: AdAccountData['timezone'], ms: number) => graphTime(ms, zone).slice(0, 10);
const RANKS = ['BELOW_AVERAGE_35', 'AVERAGE', 'AVERAGE', 'ABOVE_AVERAGE'];
const ranked = (salt: number): Column =>
  from('ad', ({ ad }) => RANKS[(Number(ad.id.slice(-3, -1)) + salt) % RANKS.length]);

const COLUMNS: Record<string, Column> = {
  account_id: ({ account }) => account.id.slice('act_'.length),
  account_name: ({ account }) => account.data.name,
  account_currency: ({ account }) => account.data.currency,
  campaign_id: from('campaign', ({ campaign }) => campaign.id),
  campaign_name: from('campaign', ({ campaign }) => campaign.data.name),
  objective: from('campaign', ({ campaign }) => campaign.data.objective),
  buying_type: from('campaign', ({ campaign }) => campaign.data.buying_type),
  adset_id: from('adset', ({ adSet }) => adSet.id),
  adset_name: from('adset', ({ adSet }) => adSet.data.name),
  optimization_goal: from('adset', ({ adSet }) => adSet.data.optimization_goal),
  attribution_setting: from('adset', () => '7d_click_1d_view'),
  ad_id: from('ad', ({ ad }) => ad.id),
  ad_name: from('ad', ({ ad }) => ad.data.name),
  created_time: from('ad', ({ ad }, account) => born(account.data.timezone, ad.data.created)),
  updated_time: from('ad', ({ ad }, account) => born(account.data.timezone, ad.data.updated)),
  quality_ranking: ranked(0),
  engagement_rate_ranking: ranked(1),
  conversion_rate_ranking: ranked(3),
  impressions: counted('impressions'),
  clicks: counted('clicks'),
  spend: ({ totals, account }) => majorText(totals.get('spend'), account.data.currency),
  social_spend: ({ account }) => majorText(0, account.data.currency),
  reach: (row) => (row.withoutReach ? undefined : String(reachOf(row))),
  frequency: (row) => (row.withoutReach ? undefined : (ratio(row.totals.get('impressions'), reachOf(row)) ?? '0')),
  cpp: (row) => cost(row, reachOf(row), 1000),
  cpc: (row) => cost(row, row.totals.get('clicks')),
  cpm: (row) => cost(row, row.totals.get('impressions'), 1000),
  ctr: ({ totals }) => ratio(totals.get('clicks'), totals.get('impressions'), 100),
  unique_clicks: (row) => String(uniqueClicks(row)),
  unique_ctr: (row) => ratio(uniqueClicks(row), reachOf(row), 100),
  inline_link_clicks: counted('link_click'),
  inline_link_click_ctr: ({ totals }) => ratio(totals.get('link_click'), totals.get('impressions'), 100),
  cost_per_inline_link_click: (row) => cost(row, row.totals.get('link_click')),
  inline_post_engagement: ({ totals }) =>
    String(
      totals.get('post_reaction') +
        totals.get('comment') +
        totals.get('post') +
        totals.get('link_click') +
        totals.get('video_view'),
    ),
  outbound_clicks: ({ totals, windows }) => single('outbound_click', 'link_click', totals, windows),
  outbound_clicks_ctr: ({ totals }) => [
    { action_type: 'outbound_click', value: ratio(totals.get('link_click'), totals.get('impressions'), 100) },
  ],
  landing_page_view_per_link_click: ({ totals }) => ratio(totals.get('landing_page_view'), totals.get('link_click')),
  actions: ({ totals, windows }) => actionRows(totals, windows),
  unique_actions: ({ totals, windows }) => actionRows(totals, windows),
  action_values: ({ totals, windows, account }) => valueRows(totals, windows, account.data.currency),
  conversions: ({ totals, windows }) => single('purchase', 'purchase', totals, windows),
  conversion_values: ({ totals, windows, account }) => valueRows(totals, windows, account.data.currency)?.slice(0, 1),
  cost_per_action_type: (row) => perAction(row.totals, (count) => cost(row, count)!),
  cost_per_conversion: (row) =>
    single('purchase', 'purchase', row.totals, [])?.map((action) => ({
      ...action,
      value: cost(row, Number(action.value))!,
    })),
  purchase_roas: ({ totals }) => roasRows(totals),
  website_purchase_roas: ({ totals }) =>
    roasRows(totals)?.map((row) => ({ ...row, action_type: 'offsite_conversion.fb_pixel_purchase' })),
  website_ctr: ({ totals }) => [
    { action_type: 'link_click', value: ratio(totals.get('link_click'), totals.get('impressions'), 100) },
  ],
  video_play_actions: watched('video_view'),
  video_thruplay_watched_actions: watched('thruplay'),
  video_p25_watched_actions: watched('p25'),
  video_p50_watched_actions: watched('p50'),
  video_p75_watched_actions: watched('p75'),
  video_p95_watched_actions: watched('p95'),
  video_p100_watched_actions: watched('p100'),
  video_avg_time_watched_actions: ({ totals }) =>
    totals.get('video_view') === 0
      ? undefined
      : [{ action_type: 'video_view', value: String(3 + (totals.get('thruplay') % 9)) }],
  cost_per_thruplay: (row) =>
    row.totals.get('thruplay') === 0
      ? undefined
      : [{ action_type: 'video_view', value: cost(row, row.totals.get('thruplay')) }],
  estimated_ad_recallers: ({ totals, sample }) =>
    sample.campaign.data.objective === 'OUTCOME_AWARENESS'
      ? String(Math.floor(totals.get('impressions') * 0.04))
      : undefined,
  results: (row) => results(row),
  objective_results: (row) => results(row),
  cost_per_result: (row) => results(row, (count) => cost(row, count)),
  result_rate: (row) => results(row, (count) => ratio(count, row.totals.get('impressions'), 100)),
};

function uniqueClicks(row: RowSource): number {
  return Math.min(reachOf(row), Math.ceil(row.totals.get('clicks') * 0.92));
}

function results(row: RowSource, figure: (count: number) => string | undefined = String): unknown {
  const result = row.level === 'account' ? undefined : resultOf(row.sample.campaign.data.objective, row.totals);
  if (!result || result.count === 0) return undefined;
  return [{ indicator: result.indicator, values: [{ value: figure(result.count), attribution_windows: ['default'] }] }];
}

export function checkColumns(names: readonly string[]): void {
  const odd = names.find((name) => !Object.hasOwn(COLUMNS, name) && name !== 'date_start' && name !== 'date_stop');
  if (odd !== undefined)
    throw badParameter(
      `${odd} is not valid for fields param. please check https://developers.facebook.com/docs/marketing-api/reference/ads-insights/ for all valid values`,
      'fields',
    );
}

export function readColumn(name: string, row: RowSource): unknown {
  return COLUMNS[name]?.(row);
}

export function isColumn(name: string): boolean {
  return Object.hasOwn(COLUMNS, name);
}
