import { expect, test } from 'vitest';
import { nearest, nearestFew, oneOf } from './did-you-mean.ts';

const KNOWN = ['link_url', 'page_id', 'name', 'description'];

test.each([
  ['linkurl', 'link_url'],
  ['Link_URL', 'link_url'],
  ['link_uri', 'link_url'],
  ['pageid', 'page_id'],
  ['nmae', 'name'],
  ['descriptions', 'description'],
])('%s → %s', (word, meant) => expect(nearest(word, KNOWN)).toBe(meant));

test('names of several parts are alike only if each part is', () => {
  expect(nearest('campaign_type', ['campaign_ids', 'account_id'])).toBeUndefined();
  expect(nearest('campain_id', ['campaign_ids', 'account_id'])).toBe('campaign_ids');
  expect(nearest('start_day', ['start_date', 'end_date'])).toBe('start_date');
});

test('a name with the kind of thing before it means the plain one', () => {
  expect(nearest('campaign_type', ['campaign_ids', 'type', 'status'])).toBe('type');
  expect(nearest('ad_set_name', ['ad_set_ids', 'name', 'names'])).toBe('name');
  expect(nearest('xtype', ['type_of', 'kind'])).toBeUndefined();
});

test('of many names the nearest few are told, those that hold the word first', () => {
  const known = [
    ...Array.from({ length: 30 }, (_, at) => `metric_${at}`),
    'purchase',
    'omni_purchase',
    'purchase_roas',
  ];
  expect(nearestFew('purchases', known, 2)).toEqual(['purchase', 'purchase_roas']);
  expect(oneOf('purchases', known)).toMatch(/^is none of the 33 values there are; the nearest are purchase,/);
  expect(oneOf('x', ['a', 'b'])).toBe('must be one of: a, b');
});

test.each(['budget', 'x', '', 'constructor', 'z'.repeat(10_000), `${'z'.repeat(60)}_name`])(
  '%s resembles nothing',
  (word) => {
    expect(nearest(word, KNOWN)).toBeUndefined();
  },
);

test('words of the trade lead to what reports call them', () => {
  const metrics = ['clicks', 'cost', 'cpc', 'cpm', 'ctr', 'roas', 'conversion_value', 'cost_per_conversion'];
  expect(nearestFew('CPA', metrics)[0]).toBe('cost_per_conversion');
  expect(nearestFew('revenue', metrics)[0]).toBe('conversion_value');
  expect(nearestFew('spend', metrics)[0]).toBe('cost');
  expect(nearestFew('constructor', metrics)).toHaveLength(5);
  expect(nearest('CPA', metrics)).toBe('cost_per_conversion');
});

test('words of other interfaces lead to the argument that does it here', () => {
  expect(nearest('dry_run', ['name', 'preview'])).toBe('preview');
  expect(nearest('budget', ['daily_budget', 'lifetime_budget'])).toBe('daily_budget');
  expect(nearest('end_date', ['run_schedule_start', 'run_schedule_end'])).toBe('run_schedule_end');
  expect(nearest('page_size', ['name', 'cursor'])).toBeUndefined();
});

test('what leaves out is never taken for what puts in', () => {
  expect(nearest('excluded_location_ids', ['location_ids', 'language_ids'])).toBeUndefined();
  expect(nearest('location_ids', ['excluded_location_ids'])).toBeUndefined();
  expect(nearest('exclude_audience_ids', ['audience_ids', 'excluded_audience_ids'])).toBe('excluded_audience_ids');
});
