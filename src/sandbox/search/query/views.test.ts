import { expect, test } from 'vitest';
import { forTests } from '../../for-tests.testing.ts';
import { startSearch } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const sandbox = forTests(() => startSearch());

const RANGE = "WHERE segments.date BETWEEN '2026-10-10' AND '2026-10-24'";
const METRICS = 'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions';

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Row = any;

async function rows(query: string, customer: string = ACCOUNTS.america): Promise<Row[]> {
  const { status, body } = await sandbox.search(query, customer);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results ?? [];
}

function sums(list: Row[]): Record<string, number> {
  const sum = (name: string, times = 1) =>
    list.reduce((all, { metrics }) => all + Math.round(Number(metrics[name] ?? 0) * times), 0);
  return {
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    costMicros: sum('costMicros'),
    conversions: sum('conversions', 100),
  };
}

/** What a conversion cost in the cheapest and the dearest row of some weight. */
function costsOfConversions(list: Row[]): number[] {
  return list
    .filter(({ metrics }) => Number(metrics.clicks) > 20)
    .map(({ metrics }) => Number(metrics.costMicros) / 1e6 / Math.max(0.01, Number(metrics.conversions)))
    .sort((a, b) => a - b);
}

test.each([
  ['geographic_view', 'geographic_view.country_criterion_id, segments.geo_target_city', ''],
  ['user_location_view', 'user_location_view.targeting_location, segments.geo_target_most_specific_location', ''],
  ['landing_page_view', 'landing_page_view.unexpanded_final_url', ''],
  ['expanded_landing_page_view', 'expanded_landing_page_view.expanded_final_url, segments.device', ''],
  ['gender_view', 'ad_group_criterion.gender.type', "AND campaign.advertising_channel_type != 'PERFORMANCE_MAX'"],
  ['age_range_view', 'ad_group_criterion.age_range.type', "AND campaign.advertising_channel_type != 'PERFORMANCE_MAX'"],
  ['detail_placement_view', 'detail_placement_view.placement', "AND campaign.advertising_channel_type = 'DISPLAY'"],
  ['group_placement_view', 'group_placement_view.placement', "AND campaign.advertising_channel_type = 'DISPLAY'"],
  [
    'location_view',
    'campaign_criterion.location.geo_target_constant',
    "AND campaign.advertising_channel_type = 'SEARCH'",
  ],
  [
    'ad_group_ad_asset_view',
    'asset.text_asset.text',
    "AND campaign.advertising_channel_type = 'SEARCH'",
    "AND ad_group_ad_asset_view.field_type = 'HEADLINE'",
  ],
  [
    'asset_field_type_view',
    'asset_field_type_view.field_type',
    "AND campaign.advertising_channel_type = 'SEARCH'",
    "AND asset_field_type_view.field_type = 'DESCRIPTION'",
  ],
])('%s adds up to the campaigns it is about', async (view, fields, of, more = '') => {
  const kind = of && ', campaign.advertising_channel_type';
  for (const customer of [ACCOUNTS.america, ACCOUNTS.japan]) {
    const parts = await rows(`SELECT ${fields}${kind}, ${METRICS} FROM ${view} ${RANGE} ${of} ${more}`, customer);
    const campaigns = await rows(`SELECT campaign.id, ${METRICS} FROM campaign ${RANGE} ${of}`, customer);
    expect(sums(parts).clicks).toBeGreaterThan(0);
    expect(sums(parts)).toEqual(sums(campaigns));
  }
});

test.each([
  ['search_term_view', 'search_term_view.search_term'],
  ['geographic_view', 'geographic_view.country_criterion_id'],
  ['user_location_view', 'user_location_view.country_criterion_id'],
  ['landing_page_view', 'landing_page_view.unexpanded_final_url'],
  ['expanded_landing_page_view', 'expanded_landing_page_view.expanded_final_url'],
  ['detail_placement_view', 'detail_placement_view.placement'],
  ['group_placement_view', 'group_placement_view.placement'],
  ['asset_field_type_view', 'asset_field_type_view.field_type'],
])('%s has no row where nothing was shown', async (view, field) => {
  const on = (range: string) => rows(`SELECT ${field}, metrics.clicks FROM ${view} ${range}`);
  expect((await on(RANGE)).length).toBeGreaterThan(0);
  expect(await on("WHERE segments.date = '2020-01-01'")).toEqual([]);
});

test.each([
  ['user_location_view', 'campaign.id, user_location_view.country_criterion_id', "campaign.name = 'Search – Shoes'"],
  ['age_range_view', 'ad_group_criterion.age_range.type', "campaign.name = 'Search – Shoes'"],
  ['detail_placement_view', 'detail_placement_view.display_name', "campaign.name = 'Display – Remarketing'"],
  ['ad_group_ad_asset_view', 'asset.text_asset.text', "ad_group_ad_asset_view.field_type = 'HEADLINE'"],
])('%s shows where money is wasted', async (view, fields, where) => {
  const range = "segments.date BETWEEN '2026-09-01' AND '2026-10-31'";
  const costs = costsOfConversions(
    await rows(`SELECT ${fields}, campaign.name, ${METRICS} FROM ${view} WHERE ${range} AND ${where}`),
  );
  expect(costs.at(-1)! / costs[0]!).toBeGreaterThan(3);
});

test('people abroad are told from those at home, and reached by interest', async () => {
  const abroad = await rows(
    `SELECT user_location_view.country_criterion_id, user_location_view.targeting_location, metrics.clicks FROM user_location_view ${RANGE} AND user_location_view.targeting_location = FALSE`,
  );
  expect(abroad.map(({ userLocationView }) => userLocationView.countryCriterionId).sort()).toEqual(['2356', '2608']);
  const interest = await rows(
    `SELECT geographic_view.country_criterion_id, geographic_view.location_type, metrics.clicks FROM geographic_view ${RANGE} AND geographic_view.location_type = 'AREA_OF_INTEREST'`,
  );
  expect(interest.map(({ geographicView }) => geographicView.countryCriterionId)).toEqual(['2840']);
  expect(sums(interest).clicks).toBe(sums(abroad).clicks);
});

test('labels of texts follow what they earned, and an ad that never ran has none yet', async () => {
  const found = await rows(
    'SELECT ad_group_ad.ad.id, ad_group_ad_asset_view.performance_label, ad_group_ad_asset_view.field_type, asset.text_asset.text FROM ad_group_ad_asset_view',
  );
  const labels = new Set(found.map(({ adGroupAdAssetView }) => adGroupAdAssetView.performanceLabel));
  expect([...labels].sort()).toEqual(['BEST', 'GOOD', 'LOW', 'PENDING']);
});

test('pages of a view lead through all of its rows', async () => {
  const query = `SELECT segments.geo_target_city, segments.date, campaign.id, ad_group.id, metrics.clicks FROM user_location_view ${RANGE}`;
  const all = await rows(query);
  const { body } = await sandbox.search(`${query} LIMIT 7`);
  expect(body.results).toEqual(all.slice(0, 7));
});
