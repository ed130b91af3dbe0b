import { expect, test } from 'vitest';
import { z } from 'zod';
import { InsightRow } from '../resources/insights.ts';
import { insightFields, insightProblems, isHeavy, rowsQuery, selectionOf, totalsQuery } from './request.ts';

const Form = z.strictObject(insightFields);
const args = (given: Record<string, unknown> = {}) => Form.parse(given);
const blamed = (given: Record<string, unknown>) => insightProblems(args(given)).map(({ field }) => field);
const OCTOBER = { start_date: '2026-10-01', end_date: '2026-10-31' };

test('platform_position needs its partner, dates need each other, windows need actions, hours have no people', () => {
  expect(blamed({ segments: ['platform_position'] })).toEqual(['segments']);
  expect(insightProblems(args({ segments: ['impression_device', 'date'] }))[0]?.message).toContain(
    'publisher_platform + impression_device',
  );
  expect(insightProblems(args({ segments: ['country', 'age'] }))[0]?.message).toContain('Combined are age + gender');
  expect(blamed({ segments: ['publisher_platform', 'impression_device', 'month'] })).toEqual([]);
  expect(blamed({ segments: ['country', 'impression_device'], segments_separately: true })).toEqual([]);
  expect(blamed({ segments: ['publisher_platform', 'platform_position'] })).toEqual([]);
  expect(blamed({ start_date: '2026-01-01' })).toEqual(['end_date']);
  expect(blamed({ start_date: '2026-02-01', end_date: '2026-01-01' })).toEqual(['end_date']);
  expect(blamed({ date_range: 'LAST_7_DAYS', ...OCTOBER })).toEqual(['date_range']);
  expect(blamed({ attribution_windows: ['1d_click'] })).toEqual([]);
  const segments = ['hourly_stats_aggregated_by_advertiser_time_zone'];
  expect(blamed({ segments })).toEqual([]);
  expect(blamed({ segments, metrics: ['clicks', 'frequency'] })).toEqual(['metrics']);
  expect(blamed({ segments: ['date', 'month'] })).toEqual(['segments']);
  expect(blamed({ segments: ['date'], time_increment: 7 })).toEqual(['time_increment']);
  expect(insightProblems(args({ compare_to: 'previous_period', time_increment: 7 }))).toEqual([
    { field: 'compare_to', message: 'cannot be combined with time_increment' },
  ]);
  expect(blamed({ order_by: 'roas' })).toEqual(['order_by']);
  expect(blamed({ status: 'ADSET_PAUSED' })).toEqual(['status']);
  expect(blamed({ status: 'ADSET_PAUSED', level: 'ad' })).toEqual([]);
});

test('rows and totals are asked for about the same objects and days, archived ones included', () => {
  const asked = args({ level: 'ad', segments: ['age', 'date'], ad_ids: ['5'], order_by: 'cpc DESC' });
  const { fields } = selectionOf(asked);
  const rows = rowsQuery(asked, fields, OCTOBER);
  const totals = totalsQuery(asked, fields, OCTOBER);
  expect(rows).toMatchObject({ level: 'ad', breakdowns: 'age', time_increment: 1, sort: ['cpc_descending'] });
  expect(totals).toMatchObject({ level: 'account' });
  expect([totals.filtering, totals.time_range]).toEqual([rows.filtering, rows.time_range]);
  expect(rows.filtering).toMatchObject([
    { field: 'ad.id', operator: 'IN', value: ['5'] },
    { field: 'ad.effective_status', value: expect.arrayContaining(['ARCHIVED']) },
  ]);
  expect(totals).not.toHaveProperty('breakdowns');
});

test('large reports are made in the background', () => {
  expect(isHeavy(args({ level: 'campaign' }), OCTOBER)).toBe(false);
  expect(isHeavy(args({ level: 'ad', segments: ['age', 'gender', 'date'] }), OCTOBER)).toBe(true);
});

const row = InsightRow.parse({
  date_start: '2026-01-01',
  date_stop: '2026-01-31',
  account_currency: 'USD',
  impressions: '1000',
  clicks: '31',
  spend: '50.12',
  actions: [
    { action_type: 'omni_purchase', value: '9' },
    { action_type: 'purchase', value: '4', '1d_click': '3' },
    { action_type: 'offsite_conversion.fb_pixel_purchase', value: '8' },
    { action_type: 'onsite_conversion.purchase', value: '2' },
    { action_type: 'offsite_conversion.fb_pixel_purchase_extra', value: '100' },
    { action_type: 'onsite_conversion.lead_grouped', value: '5' },
  ],
  action_values: [
    { action_type: 'purchase', value: '120.5' },
    { action_type: 'offsite_conversion.fb_pixel_purchase', value: '200.06' },
    { action_type: 'onsite_conversion.purchase', value: '0.6' },
  ],
});
const shown = (given: Record<string, unknown>, of = row) => {
  const selection = selectionOf(args(given));
  return selection.show(selection.read(of), { code: 'USD', digits: 2 });
};
const usd = (amount: string) => ({ amount, currency: 'USD' });

test('conversions are the actions of exactly those names, each once', () => {
  const metrics = ['conversions', 'conversion_value', 'cost_per_conversion', 'conversion_rate', 'roas', 'frequency'];
  expect(shown({ metrics })).toEqual({
    conversions: 15,
    conversion_value: usd('200.66'),
    cost_per_conversion: usd('3.341333'),
    conversion_rate: 0.483871,
    roas: 4.00359,
    frequency: null,
  });
});

test('a ratio with nothing to divide by is there and null', () => {
  const nothing = InsightRow.parse({ date_start: '2026-01-01', date_stop: '2026-01-31', spend: '0.00' });
  expect(shown({ metrics: ['ctr', 'cpc', 'cpm', 'roas'] }, nothing)).toEqual({
    ctr: null,
    cpc: null,
    cpm: null,
    roas: null,
  });
});

test('an action is the one with exactly that name: its longer namesakes do not multiply it', () => {
  const asked = { action_types: ['purchase', 'lead'], attribution_windows: ['1d_click'] };
  expect(shown(asked)).toEqual({
    impressions: 1000,
    clicks: 31,
    cost: usd('50.12'),
    conversions: 15,
    ctr: 0.031,
    cpc: usd('1.616774'),
    actions: [
      {
        action_type: 'purchase',
        count: 4,
        value: usd('120.50'),
        cost_per_action: usd('12.53'),
        by_window: { '1d_click': 3 },
      },
      { action_type: 'lead', count: 0, cost_per_action: null, by_window: { '1d_click': 0 } },
    ],
  });
});
