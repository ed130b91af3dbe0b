import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsFor, METRIC_NAMES, totalFieldsFor } from './metrics.ts';
import { shownMetrics, totalMetrics } from './numbers.ts';
import { SEGMENT_NAMES, segmentField } from './segments.ts';

test('ratios of a total are made from the sums, not from the ratios', () => {
  const sums = { clicks: '30', impressions: '1000', costMicros: '60000000', ctr: 0.9, averageCpc: 1 };
  expect(totalMetrics(['ctr', 'average_cpc', 'average_cpm', 'cost'], sums, 'USD')).toEqual({
    ctr: 0.03,
    average_cpc: { amount: '2.00', currency: 'USD' },
    average_cpm: { amount: '60.00', currency: 'USD' },
    cost: { amount: '60.00', currency: 'USD' },
  });
});

test('nothing to divide by is null, not zero and not infinite', () => {
  expect(
    totalMetrics(['ctr', 'cost_per_conversion'], { clicks: '0', impressions: '0', costMicros: '5' }, 'EUR'),
  ).toEqual({
    ctr: null,
    cost_per_conversion: null,
  });
  expect(shownMetrics(['clicks', 'ctr'], { clicks: '0' }, 'EUR')).toEqual({ clicks: 0, ctr: null });
});

test('return on ad spend, which the platform has not for campaigns, is made in money of the same unit', () => {
  expect(fieldsFor(['conversions_value_per_cost'])).toEqual(['metrics.conversions_value', 'metrics.cost_micros']);
  const row = { conversionsValue: 250.5, costMicros: '100000000' };
  expect(shownMetrics(['conversions_value_per_cost', 'conversions_value'], row, 'JPY')).toEqual({
    conversions_value_per_cost: 2.505,
    conversions_value: { amount: '250.5', currency: 'JPY' },
  });
});

test('every field we may ask of a campaign is in the platform’s own catalogue', () => {
  const sdk = dirname(createRequire(import.meta.url).resolve('google-ads-api/package.json'));
  const catalogue = readFileSync(join(sdk, 'build/cjs/protos/autogen/fields.d.ts'), 'utf8');
  const union = (type: string) => new RegExp(`type ${type} = ([^;]*);`).exec(catalogue)?.[1] ?? '';
  const asked = [...fieldsFor(METRIC_NAMES), ...totalFieldsFor(METRIC_NAMES)];
  expect(asked.filter((field) => !union('CampaignMetric').includes(`"${field}"`))).toEqual([]);
  expect(SEGMENT_NAMES.map(segmentField).filter((field) => !union('CampaignSegment').includes(`"${field}"`))).toEqual(
    [],
  );
});
