import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { METRICS } from './metrics.ts';
import { SEGMENT_NAMES, segmentField } from './segments.ts';

const USD = { code: 'USD', digits: 2 };

const shown = (names: string[], metrics: Record<string, unknown>, currency = USD) => {
  const selection = METRICS.select(names);
  return selection.show(selection.read({ metrics }), currency);
};

test('what the platform calls a rate is made from its parts, and the platform’s own is not asked for', () => {
  const metrics = { clicks: '30', impressions: '1000', costMicros: '60000000', ctr: 0.9, averageCpc: 1 };
  expect(METRICS.select(['ctr', 'average_cpc']).fields).toEqual([
    'metrics.clicks',
    'metrics.impressions',
    'metrics.cost_micros',
  ]);
  expect(shown(['ctr', 'average_cpc', 'average_cpm', 'cost'], metrics)).toEqual({
    ctr: 0.03,
    average_cpc: { amount: '2.00', currency: 'USD' },
    average_cpm: { amount: '60.00', currency: 'USD' },
    cost: { amount: '60.00', currency: 'USD' },
  });
});

test('return on ad spend, which the platform has not for campaigns, is made in money of the same unit', () => {
  const row = { conversionsValue: 250.5, costMicros: '100000000' };
  expect(shown(['conversions_value_per_cost', 'roas', 'conversions_value'], row, { code: 'JPY', digits: 0 })).toEqual({
    conversions_value_per_cost: 2.505,
    roas: 2.505,
    conversions_value: { amount: '250.5', currency: 'JPY' },
  });
});

test('people that the platform did not count are unknown, not none', () => {
  expect(shown(['unique_users'], {})).toEqual({ unique_users: null });
  expect(shown(['unique_users'], { uniqueUsers: '0' })).toEqual({ unique_users: null });
  expect(shown(['unique_users'], { uniqueUsers: '12' })).toEqual({ unique_users: 12 });
});

test('the last coin of an amount beyond what a number can hold is not lost', () => {
  expect(shown(['cost'], { costMicros: '90071992547409930001' }).cost).toEqual({
    amount: '90071992547409.930001',
    currency: 'USD',
  });
});

/** The metrics of the reference, by the platform's names. `historical_quality_score` belongs to keywords: run_query has it. */
const PLATFORM_NAMES =
  'impressions clicks interactions engagements invalid_clicks video_trueview_views phone_calls phone_impressions view_through_conversions active_view_impressions cost_micros conversions all_conversions cross_device_conversions conversions_value all_conversions_value ctr interaction_rate engagement_rate average_cpc average_cpm average_cost average_cpe trueview_average_cpv video_trueview_view_rate cost_per_conversion cost_per_all_conversions conversions_from_interactions_rate all_conversions_from_interactions_rate value_per_conversion value_per_all_conversions conversions_value_per_cost all_conversions_value_per_cost conversions_by_conversion_date conversions_value_by_conversion_date search_impression_share search_top_impression_share search_absolute_top_impression_share search_click_share content_impression_share search_budget_lost_impression_share search_rank_lost_impression_share search_budget_lost_top_impression_share search_rank_lost_top_impression_share absolute_top_impression_percentage top_impression_percentage interaction_event_types unique_users average_impression_frequency_per_user optimization_score_uplift optimization_score_url';

test('every metric of the platform is taken by its own name', () => {
  expect(PLATFORM_NAMES.split(' ').filter((name) => !METRICS.names.includes(name))).toEqual([]);
  expect(shown(['cost_micros'], { costMicros: '60000000' }).cost_micros).toEqual({ amount: '60.00', currency: 'USD' });
});

test('every field we may ask of a campaign is in the platform’s own catalogue', () => {
  const sdk = dirname(createRequire(import.meta.url).resolve('google-ads-api/package.json'));
  const catalogue = readFileSync(join(sdk, 'build/cjs/protos/autogen/fields.d.ts'), 'utf8');
  const union = (type: string) => new RegExp(`type ${type} = ([^;]*);`).exec(catalogue)?.[1] ?? '';
  const sorts = METRICS.sortable.map((name) => METRICS.sortOf(name) ?? '');
  const asked = [...METRICS.select(METRICS.names).fields, ...sorts];
  expect(asked.filter((field) => !union('CampaignMetric').includes(`"${field}"`))).toEqual([]);
  expect(SEGMENT_NAMES.map(segmentField).filter((field) => !union('CampaignSegment').includes(`"${field}"`))).toEqual(
    [],
  );
});

test('numbers that a row does not have are unknown, never zero', () => {
  const names = [
    'impressions',
    'clicks',
    'cost',
    'conversions',
    'conversions_value',
    'ctr',
    'cpc',
    'roas',
    'video_views',
  ];
  expect(shown(names, {})).toEqual(Object.fromEntries(names.map((name) => [name, null])));
  expect(shown(['impressions', 'clicks', 'ctr'], { impressions: '1000' })).toEqual({
    impressions: 1000,
    clicks: null,
    ctr: null,
  });
  expect(shown(['impressions', 'clicks', 'ctr'], { impressions: '1000', clicks: '0' }).ctr).toBe(0);
});
