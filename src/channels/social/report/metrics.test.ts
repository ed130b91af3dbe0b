import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { METRICS } from './metrics.ts';
import { insightFields } from './request.ts';

/** The numbers of the reference, by the platform's names. */
const PLATFORM_NAMES =
  'impressions reach frequency spend clicks unique_clicks cpc cpm cpp ctr unique_ctr inline_link_clicks inline_link_click_ctr cost_per_inline_link_click inline_post_engagement outbound_clicks outbound_clicks_ctr landing_page_view_per_link_click actions action_values unique_actions cost_per_action_type conversions conversion_values cost_per_conversion purchase_roas website_purchase_roas website_ctr results objective_results cost_per_result result_rate video_play_actions video_thruplay_watched_actions cost_per_thruplay video_p25_watched_actions video_p50_watched_actions video_p75_watched_actions video_p95_watched_actions video_p100_watched_actions video_avg_time_watched_actions estimated_ad_recallers quality_ranking engagement_rate_ranking conversion_rate_ranking social_spend'.split(
    ' ',
  );

/** Fields of a report that are no numbers. Rows name the object and its objective; the others stand in the lists of objects. */
const NO_NUMBERS =
  'account_id account_name account_currency campaign_id campaign_name adset_id adset_name ad_id ad_name objective optimization_goal buying_type attribution_setting created_time updated_time'.split(
    ' ',
  );

test('every number of the platform is taken by its own name', () => {
  expect(PLATFORM_NAMES.filter((name) => !METRICS.names.includes(name))).toEqual([]);
  expect(METRICS.names.filter((name) => NO_NUMBERS.includes(name))).toEqual([]);
});

test('the words about metrics name every one', () => {
  const words = (insightFields.metrics.description ?? '').split(/[,.;:]?\s+/);
  const isNamed = new RegExp(`^(${words.join('|')})$`);
  expect(METRICS.names.filter((name) => !isNamed.test(name))).toEqual([]);
});

test('every field that is asked for is one of the platform’s', () => {
  const { AdsInsights } = createRequire(import.meta.url)('facebook-nodejs-business-sdk');
  const known: readonly string[] = Object.values(AdsInsights.Fields);
  expect(METRICS.select(METRICS.names).fields.filter((field) => !known.includes(field))).toEqual([]);
});
