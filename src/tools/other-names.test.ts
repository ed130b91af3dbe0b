import { expect, test } from 'vitest';
import { otherNames } from './other-names.ts';

test('an argument answers to the words of other channels, and a list to the word for one', () => {
  expect(otherNames(['customer_id', 'campaign_ids', 'note'])).toEqual({
    account_id: 'customer_id',
    advertiser_id: 'customer_id',
    campaign_id: 'campaign_ids',
  });
});

test('a word that is an argument itself stands for nothing else', () => {
  expect(otherNames(['campaign_name', 'name', 'campaign_ids', 'campaign_id'])).toEqual({});
});

test.each([
  ['account_id', ['customer_id', 'advertiser_id']],
  ['advertiser_id', ['account_id', 'customer_id']],
  ['ad_group_name', ['name']],
  ['ad_name', ['name']],
  ['keyword', ['query']],
  ['query', ['keyword']],
  ['effective_status', ['status']],
  ['objective', ['objective_type']],
  ['objective_type', ['objective']],
  ['daily_budget_amount', ['daily_budget']],
  ['total_budget_amount', ['lifetime_budget']],
  ['run_schedule_start', ['start_time']],
  ['run_schedule_end', ['end_time']],
  ['segments', ['breakdowns', 'dimensions']],
  ['against', ['compare_to']],
  ['compare_to', ['against']],
  ['origin_audience_id', ['source_audience_id']],
  ['source_audience_id', ['origin_audience_id']],
  ['retention_days', ['membership_days']],
  ['membership_days', ['retention_days']],
])('%s is also called %j', (name, others) => {
  expect(otherNames([name])).toEqual(Object.fromEntries(others.map((other) => [other, name])));
});
