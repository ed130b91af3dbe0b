import { type Counted, MetricTable, type Ratio, type Told } from '../../../tools/report/metrics.ts';
import { numberOf, quantityOf } from '../../../tools/report/quantity.ts';
import type { ReportRow } from '../wire.ts';

/** Every number comes as text; `-` stands for none. */
function counted(field: string, unit: Counted<ReportRow>['unit'] = 'number', sort = field): Counted<ReportRow> {
  return { unit, fields: [field], read: ({ metrics }) => quantityOf(metrics[field]) ?? 0n, sort };
}

/** Counts, by the platform's names. */
const COUNTS = [
  ...['gross_impressions', 'conversion', 'real_time_conversion', 'secondary_goal_result'],
  ...['video_play_actions', 'video_watched_2s', 'video_watched_6s', 'engaged_view', 'engaged_view_15s'],
  ...['video_views_p25', 'video_views_p50', 'video_views_p75', 'video_views_p100'],
  ...['engagements', 'likes', 'comments', 'shares', 'follows', 'profile_visits'],
  ...['clicks_on_music_disc', 'clicks_on_hashtag_challenge'],
  ...['complete_payment', 'total_landing_page_view', 'web_event_add_to_cart', 'initiate_checkout', 'on_web_order'],
  ...['user_registration', 'page_content_view_events', 'form', 'online_consult', 'on_web_subscribe'],
  ...['app_install', 'registration', 'purchase', 'checkout', 'view_content', 'next_day_open', 'login', 'subscribe'],
  'start_trial',
  // Counts of the ad group's optimization goal: clicks or views where that is no conversion.
  'result',
];

/** Kinds of spend that the platform does not tell by day. */
export const NOT_BY_DAY: readonly string[] = ['cash_spend', 'voucher_spend'];

const MONEY = ['spend', 'billed_cost', ...NOT_BY_DAY, 'total_complete_payment_rate', 'total_purchase_value'];

/** The platform's rates and prices, made from their parts: it rounds to two decimals, and rates do not add up. */
const RATES: Readonly<Record<string, readonly [of: string, to: string, unit?: 'money', times?: number]>> = {
  cost_per_1000_reached: ['cost', 'reach', 'money', 1000],
  conversion_rate_v2: ['conversion', 'impressions'],
  cost_per_result: ['cost', 'result', 'money'],
  result_rate: ['result', 'impressions'],
  cost_per_secondary_goal_result: ['cost', 'secondary_goal_result', 'money'],
  engagement_rate: ['engagements', 'impressions'],
  profile_visits_rate: ['profile_visits', 'impressions'],
  cost_per_complete_payment: ['cost', 'complete_payment', 'money'],
  complete_payment_rate: ['complete_payment', 'clicks'],
  value_per_complete_payment: ['total_complete_payment_rate', 'complete_payment', 'money'],
  complete_payment_roas: ['total_complete_payment_rate', 'cost'],
  cost_per_landing_page_view: ['cost', 'total_landing_page_view', 'money'],
  landing_page_view_rate: ['total_landing_page_view', 'clicks'],
  cost_per_app_install: ['cost', 'app_install', 'money'],
  total_active_pay_roas: ['total_purchase_value', 'cost'],
};

/** Averages in seconds whose parts the platform does not tell, so that two rows cannot be added up. */
export const AVERAGES: readonly string[] = ['average_video_play', 'average_video_play_per_user'];

/** Metrics about single people, which the platform does not split by kinds of people. */
export const OF_PEOPLE: readonly string[] = [
  'reach',
  'frequency',
  'cost_per_1000_reached',
  'average_video_play_per_user',
];

function average(name: string): Told<ReportRow> {
  const seconds = ({ metrics }: ReportRow) => quantityOf(metrics[name]);
  return {
    unit: 'told',
    fields: [name],
    read: (row) => {
      const told = seconds(row);
      return told === undefined ? undefined : numberOf(told);
    },
    sort: name,
  };
}

function rate(name: string): Ratio {
  const [of, to, unit = 'number', times] = RATES[name]!;
  return { unit, of, to, sort: name, ...(times !== undefined && { times }) };
}

const named = <T>(names: readonly string[], made: (name: string) => T) =>
  Object.fromEntries(names.map((name) => [name, made(name)]));

export const METRICS = new MetricTable<ReportRow>({
  sums: {
    impressions: counted('impressions'),
    clicks: counted('clicks'),
    cost: counted('spend', 'money'),
    conversions: counted('conversion'),
    // Misnamed by the platform: not a rate but what the payments were worth.
    conversion_value: counted('total_complete_payment_rate', 'money'),
    link_clicks: counted('clicks'),
    video_views: counted('video_play_actions'),
    reach: { ...counted('reach'), read: ({ metrics }) => quantityOf(metrics.reach), adds: false },
  },
  ratioSorts: {
    ...named(['ctr', 'cpc', 'cpm', 'frequency', 'cost_per_conversion', 'conversion_rate'], (name) => name),
    roas: 'complete_payment_roas',
  },
  own: {
    ...named(COUNTS, (name) => counted(name)),
    ...named(MONEY, (name) => counted(name, 'money')),
    ...named(Object.keys(RATES), rate),
    ...named(AVERAGES, average),
  },
});
