import { expect, test } from 'vitest';
import { usageOf } from './usage.ts';

const usage = (headers: Record<string, unknown>) =>
  usageOf({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)])),
  });

test('the fullest of all counters counts', () => {
  expect(usage({ 'x-app-usage': { call_count: 28, total_time: 91, total_cputime: 25 } })).toEqual({ fraction: 0.91 });
  expect(
    usage({
      'x-ad-account-usage': { acc_id_util_pct: 9.67, reset_time_duration: 100 },
      'x-fb-ads-insights-throttle': { app_id_util_pct: 80, acc_id_util_pct: 10 },
    }),
  ).toEqual({ fraction: 0.8 });
});

test('one header tells minutes, the other seconds and only at its limit', () => {
  const entry = { type: 'ads_management', call_count: 95, estimated_time_to_regain_access: 19 };
  expect(usage({ 'x-business-use-case-usage': { 123: [entry] } })).toEqual({ fraction: 0.95, waitMs: 19 * 60_000 });
  expect(usage({ 'x-ad-account-usage': { acc_id_util_pct: 100, reset_time_duration: 100 } })).toEqual({
    fraction: 1,
    waitMs: 100_000,
  });
});

test('no header, or one that is no JSON, says nothing', () => {
  expect(usageOf({ headers: {} })).toBeUndefined();
  expect(usageOf({ headers: { 'x-app-usage': '{broken' } })).toBeUndefined();
});
