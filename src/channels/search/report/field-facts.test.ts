import { expect, test } from 'vitest';
import { ASSET_KINDS } from '../resources/asset.ts';
import { FIELD_TYPES } from '../resources/asset-group.ts';
import { CAMPAIGN_TYPES, EU_POLITICAL } from '../resources/campaign.ts';
import { MATCH_TYPES } from '../resources/keyword.ts';
import { fieldFacts } from './field-facts.ts';
import { METRICS } from './metrics.ts';
import { CAMPAIGN_STATUSES } from './request.ts';
import { SEGMENT_NAMES, segmentField } from './segments.ts';

test.each([
  ['CampaignStatus', CAMPAIGN_STATUSES],
  ['AdvertisingChannelType', CAMPAIGN_TYPES],
  ['AssetFieldType', FIELD_TYPES],
  ['AssetType', Object.values(ASSET_KINDS)],
  ['EuPoliticalAdvertisingStatus', Object.values(EU_POLITICAL)],
  ['KeywordMatchType', MATCH_TYPES],
])('every value of %s that is offered is one the platform takes', (name, offered) => {
  const known = fieldFacts().enums.get(name) ?? [];
  expect(offered.filter((value) => !known.includes(value))).toEqual([]);
});

test('every metric and segment a campaign report offers can be asked of campaigns', () => {
  const { metrics, segments } = fieldFacts().resources.get('campaign')!;
  const sorts = METRICS.sortable.map((name) => METRICS.sortOf(name) ?? '');
  const asked = [...METRICS.select(METRICS.names).fields, ...sorts].map((field) => field.replace('metrics.', ''));
  expect(asked.filter((name) => !metrics.includes(name))).toEqual([]);
  const split = SEGMENT_NAMES.map((name) => segmentField(name).replace('segments.', ''));
  expect(split.filter((name) => !segments.includes(name))).toEqual([]);
});
