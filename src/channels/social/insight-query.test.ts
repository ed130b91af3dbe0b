import { expect, test } from 'vitest';
import { z } from 'zod';
import { insightFields, insightRules, isHeavy, rowsQuery, totalsQuery } from './insight-query.ts';
import { metricsOf } from './insight-rows.ts';
import { InsightRow } from './wire.ts';

const Form = z.strictObject(insightFields);
const args = (given: Record<string, unknown> = {}) => Form.parse(given);
const blamed = (given: Record<string, unknown>) => insightRules(args(given)).map(({ field }) => field);

test('platform_position needs its partner, dates need each other, windows need actions', () => {
  expect(blamed({ breakdowns: ['platform_position'] })).toEqual(['breakdowns']);
  expect(blamed({ breakdowns: ['publisher_platform', 'platform_position'] })).toEqual([]);
  expect(blamed({ since: '2026-01-01' })).toEqual(['until']);
  expect(blamed({ since: '2026-02-01', until: '2026-01-01' })).toEqual(['until']);
  expect(blamed({ date_preset: 'last_7d', since: '2026-01-01', until: '2026-01-02' })).toEqual(['since', 'until']);
  expect(blamed({ attribution_windows: ['1d_click'] })).toEqual(['action_types']);
});

test('the totals are asked for without what splits the rows, because reach cannot be added up', () => {
  const asked = args({ level: 'ad', breakdowns: ['age'], time_increment: 1, ad_ids: ['5'] });
  expect(rowsQuery(asked)).toMatchObject({ level: 'ad', breakdowns: 'age', time_increment: 1 });
  const totals = totalsQuery(asked);
  expect(totals).toMatchObject({ level: 'account', filtering: [{ field: 'ad.id', operator: 'IN', value: ['5'] }] });
  expect(totals).not.toHaveProperty('breakdowns');
});

test('large reports are made in the background', () => {
  expect(isHeavy(args({ level: 'campaign' }))).toBe(false);
  expect(
    isHeavy(args({ level: 'ad', breakdowns: ['age', 'gender'], time_increment: 1, date_preset: 'last_90d' })),
  ).toBe(true);
});

test('an action is the one with exactly that name: its longer namesakes do not multiply it', () => {
  const row = InsightRow.parse({
    date_start: '2026-01-01',
    date_stop: '2026-01-31',
    impressions: '1000',
    clicks: '31',
    spend: '50.12',
    actions: [
      { action_type: 'omni_purchase', value: '9' },
      { action_type: 'purchase', value: '4', '1d_click': '3' },
      { action_type: 'offsite_conversion.fb_pixel_purchase', value: '8' },
    ],
    action_values: [{ action_type: 'purchase', value: '120.5' }],
  });
  const context = {
    currency: 'USD',
    statuses: new Map(),
    breakdowns: [],
    actionTypes: ['purchase', 'lead'],
    windows: ['1d_click'],
  };
  expect(metricsOf(row, context)).toEqual({
    impressions: 1000,
    clicks: 31,
    cost: { amount: '50.12', currency: 'USD' },
    ctr: 0.031,
    cpc: { amount: '1.6168', currency: 'USD' },
    cpm: { amount: '50.1200', currency: 'USD' },
    actions: [
      {
        action_type: 'purchase',
        count: 4,
        value: { amount: '120.50', currency: 'USD' },
        cost_per_action: { amount: '12.5300', currency: 'USD' },
        by_window: { '1d_click': 3 },
      },
      { action_type: 'lead', count: 0, by_window: { '1d_click': 0 } },
    ],
  });
});
