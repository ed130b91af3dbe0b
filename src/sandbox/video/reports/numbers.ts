import { between, unit } from '../../chance.ts';
import { digitsOf, ratioOf } from '../rules/currencies.ts';

/** The counts of an ad on a day. Whole numbers, so that every level and span adds up. */
export const COUNTS = [
  'spend',
  'impressions',
  'clicks',
  'conversion',
  'result',
  'video_play_actions',
  'video_watched_2s',
  'video_watched_6s',
  'video_views_p25',
  'video_views_p50',
  'video_views_p75',
  'video_views_p100',
  'engaged_view',
  'likes',
  'comments',
  'shares',
  'follows',
  'profile_visits',
  'complete_payment',
  'total_complete_payment_rate',
  'total_landing_page_view',
  'web_event_add_to_cart',
  'app_install',
  'engaged_view_15s',
  'clicks_on_music_disc',
  'initiate_checkout',
  'page_content_view_events',
  'registration',
  'purchase',
  'total_purchase_value',
  'real_time_conversion',
  'user_registration',
  'form',
  'on_web_subscribe',
] as const;
export type Count = (typeof COUNTS)[number];
export type Counts = Record<Count, number>;

export function nothing(): Counts {
  return Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;
}

export function add(sum: Counts, more: Counts): void {
  for (const name of COUNTS) sum[name] += more[name];
}

/** Properties of an ad that its numbers depend on. */
export interface Profile {
  id: string;
  objective: string;
  goal: string;
  currency: string;
}

/**
 * The numbers of one ad on one day: a function of the ad, the day and the money. More money on the same day never lowers a
 * number, so today only grows as the clock goes on. Money is in the smallest unit of the currency.
 */
export function adDay(
  { id, objective, goal, currency }: Profile,
  day: string,
  money: number,
  /** The part of the day in which the website reported what people did there. */
  told = 1,
): Counts {
  const chance = (what: string, low: number, high: number) => between(low, high, unit(id, day, what));
  const steady = (what: string, low: number, high: number) => between(low, high, unit(id, what));
  const counts = { ...nothing(), ...shownFor(id, currency, day, money) };
  const count = (name: Count, whole: number, rate: number) => {
    counts[name] = Math.min(whole, Math.floor(whole * rate + unit(id, day, name)));
  };
  const seen = counts.impressions;
  const basket = Math.round(steady('basket', 30, 80) * ratioOf(currency) * 10 ** digitsOf(currency));
  count('clicks', seen, steady('ctr', 0.006, 0.02) * chance('ctr', 0.9, 1.1));
  count('video_play_actions', seen, 0.93);
  count('video_watched_2s', counts.video_play_actions, 0.42);
  count('video_views_p25', counts.video_play_actions, 0.38);
  count('video_watched_6s', counts.video_watched_2s, 0.4);
  count('video_views_p50', counts.video_views_p25, 0.5);
  count('video_views_p75', counts.video_views_p50, 0.6);
  count('video_views_p100', counts.video_views_p75, 0.7);
  count('engaged_view', counts.video_watched_6s, 0.9);
  count('engaged_view_15s', counts.engaged_view, 0.3);
  count('clicks_on_music_disc', seen, 0.0003);
  count('likes', seen, 0.011);
  count('comments', seen, 0.0004);
  count('shares', seen, 0.0009);
  count('follows', seen, 0.0006);
  count('profile_visits', seen, 0.002);
  count('total_landing_page_view', counts.clicks, 0.78);
  if (objective === 'WEB_CONVERSIONS' && told > 0) {
    count('web_event_add_to_cart', counts.total_landing_page_view, 0.16 * told);
    count('complete_payment', counts.web_event_add_to_cart, steady('sale', 0.25, 0.5));
    counts.initiate_checkout = Math.ceil((counts.web_event_add_to_cart + counts.complete_payment) / 2);
    counts.page_content_view_events = counts.total_landing_page_view;
    counts.total_complete_payment_rate = counts.complete_payment * basket;
  }
  if (objective === 'APP_PROMOTION') {
    count('app_install', counts.clicks, 0.15);
    count('registration', counts.app_install, 0.6);
    count('purchase', counts.registration, 0.2);
    counts.total_purchase_value = counts.purchase * basket;
  }
  counts.conversion = conversionsOf(counts, objective, goal);
  counts.real_time_conversion = counts.conversion;
  counts.result = counts[RESULTS[goal] ?? 'conversion'];
  return counts;
}

/** What the money of a day buys, and how much of it is spent: nothing where it buys nothing. */
export function shownFor(id: string, currency: string, day: string, money: number) {
  const perMille = between(3.5, 8, unit(id, 'cpm')) * between(0.9, 1.1, unit(id, day, 'cpm'));
  const impressions = Math.floor(((money / ratioOf(currency)) * 1000) / perMille);
  return { impressions, spend: impressions > 0 ? Math.round(money * 10 ** digitsOf(currency)) : 0 };
}

/** The count that is the result of a goal; conversions for all others. */
const RESULTS: Readonly<Record<string, Count>> = {
  CLICK: 'clicks',
  TRAFFIC_LANDING_PAGE_VIEW: 'total_landing_page_view',
  REACH: 'impressions',
  ENGAGED_VIEW: 'engaged_view',
  ENGAGED_VIEW_FIFTEEN: 'engaged_view',
  FOLLOWERS: 'follows',
  PAGE_VISIT: 'profile_visits',
};

/** The platform counts as conversions what the ad group is optimised for. */
function conversionsOf(counts: Counts, objective: string, goal: string): number {
  if (objective === 'WEB_CONVERSIONS') return counts.complete_payment;
  if (objective === 'APP_PROMOTION') return counts.app_install;
  return goal === 'TRAFFIC_LANDING_PAGE_VIEW' ? counts.total_landing_page_view : 0;
}

/** Reach: below impressions, and below the sum of its parts, because people are reached more than once. */
export function reachOf(impressions: number): number {
  return Math.min(impressions, Math.round(impressions ** 0.96));
}
