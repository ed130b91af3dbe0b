import { COUNTS, type Count, type Counts, reachOf } from './numbers.ts';

/** How each metric is computed. Money counts are in the smallest unit; reports show major units with two decimals. */
type Part = (counts: Counts, unit: number) => number | undefined;

const money = new Set<Count>(['spend', 'total_complete_payment_rate', 'total_purchase_value']);

/** `undefined` where there is nothing to divide by. */
const over = (above: number, below: number, times = 1) => (below === 0 ? undefined : (above * times) / below);

const RATES: Readonly<Record<string, Part>> = {
  ctr: ({ clicks, impressions }) => over(clicks, impressions, 100),
  cpc: ({ spend, clicks }, unit) => over(spend / unit, clicks),
  cpm: ({ spend, impressions }, unit) => over(spend / unit, impressions, 1000),
  cost_per_conversion: ({ spend, conversion }, unit) => over(spend / unit, conversion),
  cost_per_result: ({ spend, result }, unit) => over(spend / unit, result),
  conversion_rate: ({ conversion, clicks }) => over(conversion, clicks, 100),
  conversion_rate_v2: ({ conversion, impressions }) => over(conversion, impressions, 100),
  frequency: ({ impressions }) => over(impressions, reachOf(impressions)),
  cost_per_1000_reached: ({ spend, impressions }, unit) => over(spend / unit, reachOf(impressions), 1000),
  cost_per_complete_payment: ({ spend, complete_payment }, unit) => over(spend / unit, complete_payment),
  value_per_complete_payment: (counts, unit) =>
    over(counts.total_complete_payment_rate / unit, counts.complete_payment),
  complete_payment_roas: ({ total_complete_payment_rate: value, spend }) => over(value, spend),
  cost_per_landing_page_view: (counts, unit) => over(counts.spend / unit, counts.total_landing_page_view),
  engagement_rate: (counts) => over(engagementsOf(counts), counts.impressions, 100),
  cost_per_app_install: ({ spend, app_install }, unit) => over(spend / unit, app_install),
  complete_payment_rate: ({ complete_payment, clicks }) => over(complete_payment, clicks, 100),
  landing_page_view_rate: (counts) => over(counts.total_landing_page_view, counts.clicks, 100),
  profile_visits_rate: ({ profile_visits, impressions }) => over(profile_visits, impressions, 100),
  result_rate: ({ result, impressions }) => over(result, impressions, 100),
  cost_per_secondary_goal_result: () => undefined,
  total_active_pay_roas: ({ total_purchase_value: value, spend }) => over(value, spend),
  average_video_play: (counts) => over(secondsOf(counts), counts.video_play_actions),
  average_video_play_per_user: (counts) => over(secondsOf(counts), reachOf(counts.video_play_actions)),
  billed_cost: ({ spend }, unit) => spend / unit,
  cash_spend: ({ spend }, unit) => spend / unit,
  voucher_spend: () => 0,
};

const OTHER_COUNTS: Readonly<Record<string, (counts: Counts) => number>> = {
  reach: ({ impressions }) => reachOf(impressions),
  gross_impressions: ({ impressions }) => impressions,
  engagements: (counts) => engagementsOf(counts),
};

/** Events that no pixel and no app of the sandbox sends. */
const NEVER_SENT =
  'secondary_goal_result clicks_on_hashtag_challenge on_web_order online_consult checkout view_content next_day_open login subscribe start_trial'.split(
    ' ',
  );

/** Watched seconds, as far as the counts tell. */
function secondsOf(counts: Counts): number {
  return counts.video_play_actions + 2 * counts.video_watched_2s + 4 * counts.video_watched_6s;
}

function engagementsOf({ clicks, likes, comments, shares, follows }: Counts): number {
  return clicks + likes + comments + shares + follows;
}

export const METRIC_NAMES: readonly string[] = [
  ...COUNTS,
  ...Object.keys(OTHER_COUNTS),
  ...NEVER_SENT,
  ...Object.keys(RATES),
];

/** Metrics of single people, which reports by kinds of people lack. */
export const OF_PEOPLE = ['reach', 'frequency', 'cost_per_1000_reached', 'average_video_play_per_user'];

/** Kinds of spend that are not told by day. */
export const NOT_BY_DAY = ['cash_spend', 'voucher_spend'];

/** Fields of the objects beside the numbers, with the highest level that has each. */
export const ATTRIBUTES: Readonly<Record<string, number>> = {
  advertiser_name: 0,
  currency: 0,
  campaign_id: 1,
  campaign_name: 1,
  objective_type: 1,
  campaign_budget: 1,
  campaign_automation_type: 1,
  adgroup_id: 2,
  adgroup_name: 2,
  placement_type: 2,
  promotion_type: 2,
  budget: 2,
  billing_event: 2,
  ad_id: 3,
  ad_name: 3,
  ad_text: 3,
  call_to_action: 3,
};

export function numberOf(name: string, counts: Counts, unit: number): number | undefined {
  const count = (COUNTS as readonly string[]).includes(name) ? (name as Count) : undefined;
  if (count) return money.has(count) ? counts[count] / unit : counts[count];
  return OTHER_COUNTS[name]?.(counts) ?? RATES[name]?.(counts, unit);
}

/** Every number is text: counts as they are, money and rates with two decimals. */
export function shownValue(name: string, counts: Counts, unit: number): string {
  const value = numberOf(name, counts, unit) ?? 0;
  const isCount =
    ((COUNTS as readonly string[]).includes(name) && !money.has(name as Count)) ||
    name in OTHER_COUNTS ||
    NEVER_SENT.includes(name);
  return isCount ? String(value) : value.toFixed(2);
}
