import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { ACCOUNT_HEALTH, AD_HEALTH, AD_SET_HEALTH, Campaign } from '../wire.ts';
import {
  accountFindings,
  budgetFindings,
  declarationFindings,
  reviewFindings,
  scheduleFindings,
  statusFindings,
} from './findings.ts';

const running = { account_id: '1', name: 'x', status: 'ACTIVE', effective_status: 'ACTIVE' };
const account = (more: object = {}) =>
  ACCOUNT_HEALTH.schema.parse({ account_id: '1', account_status: 1, currency: 'USD', ...more });
const adSet = (more: object = {}) => AD_SET_HEALTH.schema.parse({ ...running, id: '3', campaign_id: '2', ...more });
const ad = (more: object = {}) =>
  AD_HEALTH.schema.parse({ ...running, id: '5', adset_id: '3', campaign_id: '2', ...more });

test('a limit of the account counts from the coin that reaches it, and none is written as 0', () => {
  const about = (amount_spent: string, spend_cap: string) => accountFindings(account({ amount_spent, spend_cap }));
  expect(about('999', '1000')).toEqual([]);
  expect(about('1000', '1000')).toMatchObject([{ about: 'billing', stops: true }]);
  expect(about('1000', '0')).toEqual([]);
});

test('an account in its grace period still shows its ads; any other that is not active shows none', () => {
  const stops = (account_status: number) => accountFindings(account({ account_status })).map((one) => one.stops);
  expect([1, 9, 2, 201].map(stops)).toEqual([[], [false], [true], []]);
});

test('what is archived or deleted is final, and the platform keeps serving where it reports a soft error', () => {
  for (const status of ['ARCHIVED', 'DELETED']) {
    const [found, ...others] = statusFindings('ad_set', { ...running, id: '3', status });
    expect([found?.message, found?.mend, others]).toEqual([expect.stringContaining('cannot be undone'), undefined, []]);
  }
  const issue = (error_type: string) => [{ error_summary: 's', error_message: 'm', error_type }];
  const stops = (kind: string) =>
    statusFindings('ad', { ...running, id: '5', issues_info: issue(kind) }).map((one) => one.stops);
  expect([stops('SOFT_ERROR'), stops('HARD_ERROR')]).toEqual([[false], [true]]);
});

test('a rejection is told from its reasons where another status stands in front of it, and never without any', () => {
  const feedback = { ad_review_feedback: { global: { Gambling: 'not allowed' } } };
  const told = (effective_status: string, more: object = {}) =>
    reviewFindings(ad({ effective_status, ...more })).map(({ about }) => about);
  expect(told('DISAPPROVED')).toEqual(['review']);
  expect(told('ADSET_PAUSED', feedback)).toEqual(['review']);
  expect(told('ADSET_PAUSED')).toEqual([]);
  expect(told('ACTIVE', feedback)).toEqual([]);
});

test('an end that has passed is taken off a daily budget, and moved for a lifetime budget', () => {
  const now = Date.parse('2026-11-18T00:00:00Z');
  const end = (more: object) =>
    scheduleFindings(adSet({ end_time: '2026-11-18T00:00:00+0000', ...more }), now)[0]?.mend?.arguments.end_time;
  expect(end({ daily_budget: '500' })).toBe('none');
  expect(end({ daily_budget: '500', lifetime_budget: '0' })).toBe('none');
  expect(end({ lifetime_budget: '500' })).toBe('2026-12-18T00:00:00Z');
  expect(scheduleFindings(adSet({ end_time: '2026-11-18T00:00:01+0000' }), now)).toEqual([]);
  expect(scheduleFindings(adSet({ start_time: '2026-11-19T00:00:00+0000' }), now)).toHaveLength(1);
  expect(scheduleFindings(adSet({ start_time: '2026-11-18T00:00:00+0000' }), now + DAY_MS)).toEqual([]);
});

test('a spent lifetime budget stops for good, a spent daily one until tomorrow', () => {
  const campaign = (more: object) => Campaign.parse({ ...running, id: '2', ...more });
  const stops = (more: object) => budgetFindings('campaign', campaign(more)).map((one) => one.stops);
  expect(stops({ lifetime_budget: '900', budget_remaining: '0' })).toEqual([true]);
  expect(stops({ daily_budget: '900', lifetime_budget: '0', budget_remaining: '0' })).toEqual([false]);
  expect(stops({ daily_budget: '900', budget_remaining: '1' })).toEqual([]);
  expect(stops({ budget_remaining: '0' })).toEqual([]);
});

test('payor and beneficiary are asked for in the EU, and only those that neither the ad set nor its account names', () => {
  const targeting = { geo_locations: { countries: ['US', 'FR'] } };
  const asked = (set: object, of: object) =>
    declarationFindings(adSet({ targeting, ...set }), account(of)).map(({ mend }) => mend?.arguments);
  expect(asked({}, {})).toEqual([{ ad_set_id: '3', dsa_payor: '…', dsa_beneficiary: '…' }]);
  expect(asked({ dsa_beneficiary: 'b' }, {})).toEqual([{ ad_set_id: '3', dsa_payor: '…' }]);
  expect(asked({ dsa_payor: 'p' }, {})).toEqual([{ ad_set_id: '3', dsa_beneficiary: '…' }]);
  expect(asked({}, { default_dsa_payor: 'p', default_dsa_beneficiary: 'b' })).toEqual([]);
  expect(asked({ dsa_payor: 'p' }, { default_dsa_beneficiary: 'b' })).toEqual([]);
  expect(asked({ targeting: { geo_locations: { countries: ['US'] } } }, {})).toEqual([]);
});
