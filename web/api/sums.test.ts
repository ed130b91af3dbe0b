import { expect, test } from 'vitest';
import type { ReportRow } from './reports.ts';
import { clickRate, costPerConversion, purses, sumsOf } from './sums.ts';

const row = (currency: string, cost: string, conversions: number | null, mode: 'live' | 'sandbox' = 'live') =>
  ({
    currency,
    mode,
    metrics: {
      cost: { current: { amount: cost, currency }, before: null },
      conversions: { current: conversions, before: 1 },
      clicks: { current: 5, before: null },
      impressions: { current: 0, before: null },
    },
  }) as unknown as ReportRow;

test('cost adds up without rounding errors, and missing values stay unknown', () => {
  const { current, before } = sumsOf([row('USD', '0.1', 2), row('USD', '0.2', null)]);
  expect(current.cost).toBe(0.3);
  expect(current.conversions).toBe(2);
  expect(before.cost).toBeNull();
});

test('ratios come from sums, and dividing by nothing is unknown', () => {
  const { current } = sumsOf([row('USD', '10', 4), row('USD', '20', 2)]);
  expect(costPerConversion(current)).toBe(5);
  expect(clickRate(current)).toBeNull();
});

test('currencies are never added, nor sandbox to live', () => {
  const found = purses([row('JPY', '1', 1), row('USD', '1', 1), row('USD', '1', 1), row('USD', '1', 1, 'sandbox')]);
  expect(found.map(({ label, rows }) => [label, rows.length])).toEqual([
    ['USD', 2],
    ['JPY', 1],
    ['USD sandbox', 1],
  ]);
});
