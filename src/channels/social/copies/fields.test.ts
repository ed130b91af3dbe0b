import { expect, test } from 'vitest';
import { AD_COPY, AD_SET_COPY, adFields, adSetFields, CAMPAIGN_COPY, campaignFields } from './fields.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const place = { currency: 'USD', now: NOW, campaignHoldsBudget: false };
const campaign = (more: object = {}) =>
  campaignFields(
    CAMPAIGN_COPY.schema.parse({ id: '2', account_id: '1', name: 'c', bid_strategy: 'COST_CAP', ...more }),
    {},
    'USD',
  );
const SOURCE = { id: '3', account_id: '1', campaign_id: '2', name: 's', bid_strategy: 'COST_CAP' };
const adSet = (more: object = {}, overrides = {}, of = {}) =>
  adSetFields(AD_SET_COPY.schema.parse({ ...SOURCE, ...more }), overrides, { ...place, ...of });

test('every copy is paused, whatever it is copied from', () => {
  const ad = AD_COPY.schema.parse({ id: '5', account_id: '1', adset_id: '3', name: 'a' });
  for (const fields of [campaign(), adSet(), adFields(ad, {})]) expect(fields.status).toBe('PAUSED');
});

test('a budget that is shown as 0 is none, and one that is asked for takes the place of both', () => {
  expect(campaign({ daily_budget: '500', lifetime_budget: '0' })).toMatchObject({ daily_budget: '500' });
  expect(campaign({ daily_budget: '500', lifetime_budget: '0' })).not.toHaveProperty('lifetime_budget');
  const held = { daily_budget: '500', lifetime_budget: '0' };
  expect(adSet(held, { lifetime_budget: '90' })).toMatchObject({ lifetime_budget: '9000' });
  expect(adSet(held, { lifetime_budget: '90' })).not.toHaveProperty('daily_budget');
  expect(adSet(held, { percent: 20 })).toMatchObject({ daily_budget: '600' });
});

test('a bid strategy stands where the budget is, and budget sharing only where it is not', () => {
  const [own, none] = [campaign({ daily_budget: '500', is_adset_budget_sharing_enabled: true }), campaign()];
  expect(own).toMatchObject({ bid_strategy: 'COST_CAP' });
  expect(own).not.toHaveProperty('is_adset_budget_sharing_enabled');
  expect(none).toMatchObject({ is_adset_budget_sharing_enabled: false });
  expect(none).not.toHaveProperty('bid_strategy');
  expect(adSet()).toMatchObject({ bid_strategy: 'COST_CAP' });
  expect(adSet({}, {}, { campaignHoldsBudget: true })).not.toHaveProperty('bid_strategy');
});

test('times that have passed are left out, and those that are given come first', () => {
  const times = { start_time: '2026-11-18T12:00:00+0000', end_time: '2026-12-18T12:00:00+0000' };
  expect(adSet(times)).toHaveProperty('end_time');
  expect(adSet(times)).not.toHaveProperty('start_time');
  const later = adSet(times, { end_time: '2027-01-01T00:00:00Z' });
  expect(Date.parse(String(later.end_time))).toBe(Date.parse('2027-01-01T00:00:00Z'));
});

test("the platform's own defaults are not sent back: it refuses them", () => {
  const usual = [
    { event_type: 'CLICK_THROUGH', window_days: 7 },
    { event_type: 'VIEW_THROUGH', window_days: 1 },
  ];
  const fields = adSet({ attribution_spec: usual, destination_type: 'UNDEFINED' });
  expect(fields).not.toHaveProperty('attribution_spec');
  expect(fields).not.toHaveProperty('destination_type');
  const chosen = { attribution_spec: usual.slice(0, 1), destination_type: 'WEBSITE' };
  expect(adSet(chosen)).toMatchObject(chosen);
  expect(campaign({ smart_promotion_type: 'GUIDED_CREATION' })).not.toHaveProperty('smart_promotion_type');
  expect(campaign({ smart_promotion_type: 'SMART_APP_PROMOTION' })).toHaveProperty('smart_promotion_type');
});
