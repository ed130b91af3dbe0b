import { describe, expect, test } from 'vitest';
import { forTests } from '../../for-tests.testing.ts';
import { codesOf, startSearch } from '../calls.testing.ts';
import { allResources, resourceNamed } from '../catalogue/facts.ts';
import { allFields, protocolField } from '../catalogue/fields.ts';
import { queryable } from '../catalogue/selection.ts';

const sandbox = forTests(() => startSearch());
const WEEK = 'segments.date DURING LAST_7_DAYS';
const MONTH = "change_event.change_date_time >= '2026-11-01' AND change_event.change_date_time <= '2026-11-15'";

async function answer(query: string): Promise<[number, string[]]> {
  const reply = await sandbox.search(query);
  return [reply.status, codesOf(reply)];
}

describe('what the published field metadata refuses', () => {
  test.each([
    [3, 'metrics.cost_micros, segments.conversion_action', 'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [3, 'metrics.conversions, segments.month_of_year', 'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [3, 'metrics.phone_calls, segments.device', 'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [3, 'metrics.search_impression_share, segments.slot', 'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [4, 'metrics.clicks, segments.hour, segments.slot', 'PROHIBITED_FIELD_COMBINATION_IN_SELECT_CLAUSE'],
    [14, 'metrics.clicks, segments.ad_sub_network_type', 'REQUIRED_SEGMENT_FIELD_MISSING'],
    [2, 'metrics.clicks, segments.product_title', 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE'],
    [1, 'metrics.conversions_value_per_cost', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [5, 'ad_group.id', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
  ])('%i: %s: %s', async (_, fields, code) => {
    expect(await answer(`SELECT ${fields} FROM campaign WHERE ${WEEK}`)).toEqual([400, [`queryError.${code}`]]);
  });

  test.each([
    'metrics.conversions, segments.conversion_action',
    'metrics.clicks, segments.month_of_year',
    'metrics.clicks, segments.hour, segments.device',
  ])('%s stand together', async (fields) => {
    expect(await answer(`SELECT ${fields} FROM campaign WHERE ${WEEK}`)).toEqual([200, []]);
  });

  test('a metric that is only filtered counts too', async () => {
    const query = `SELECT campaign.id, segments.conversion_action FROM campaign WHERE ${WEEK} AND metrics.clicks > 0`;
    expect(await answer(query)).toEqual([400, ['queryError.PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE']]);
  });

  test('15: ages and genders are asked for apart', async () => {
    const query = 'SELECT gender_view.resource_name, age_range_view.resource_name FROM gender_view';
    expect(await answer(query)).toEqual([400, ['queryError.PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE']]);
  });

  test('6: fields that cannot be filtered or sorted', async () => {
    expect(await answer('SELECT ad_group_ad.ad.id FROM ad_group_ad WHERE ad_group_ad.action_items IS NULL')).toEqual([
      400,
      ['queryError.PROHIBITED_FIELD_IN_WHERE_CLAUSE'],
    ]);
    expect(await answer('SELECT campaign.id FROM campaign ORDER BY campaign.resource_name')).toEqual([
      400,
      ['queryError.PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE'],
    ]);
    expect(await answer('SELECT campaign.id FROM campaign ORDER BY campaign.name')).toEqual([200, []]);
  });

  test('13: people are counted over 92 days at most', async () => {
    const over = (range: string) => answer(`SELECT metrics.unique_users FROM campaign WHERE segments.date ${range}`);
    expect(await over("BETWEEN '2026-08-01' AND '2026-11-10'")).toEqual([400, ['queryError.DATE_RANGE_TOO_WIDE']]);
    expect(await over("BETWEEN '2026-08-20' AND '2026-11-10'")).toEqual([200, []]);
  });
});

describe('what some resources demand', () => {
  test.each([
    ['change_event.change_date_time DURING LAST_14_DAYS', 'LIMIT_NOT_SPECIFIED'],
    [`${MONTH} LIMIT 10001`, 'INVALID_LIMIT_CLAUSE'],
    ["change_event.change_date_time >= '2026-11-01' LIMIT 5", 'CHANGE_DATE_RANGE_INFINITE'],
    ["change_event.change_date_time BETWEEN '2026-10-01' AND '2026-11-01' LIMIT 5", 'START_DATE_TOO_OLD'],
    ["change_event.change_date_time BETWEEN '2026-10-16' AND '2026-11-01' LIMIT 5", 'START_DATE_TOO_OLD'],
    ["change_event.change_date_time BETWEEN '2026-10-16 12:29:00' AND '2026-11-01' LIMIT 5", 'START_DATE_TOO_OLD'],
    [
      "change_event.change_date_time > '2026-09-15 10:00:00' AND change_event.change_date_time < '2026-11-01' LIMIT 5",
      'START_DATE_TOO_OLD',
    ],
    [
      "change_event.change_date_time >= '2026-11-05' AND change_event.change_date_time <= '2026-11-01' LIMIT 5",
      'CHANGE_DATE_RANGE_NEGATIVE',
    ],
  ])('9: change_event WHERE %s: %s', async (where, code) => {
    expect(await answer(`SELECT change_event.user_email FROM change_event WHERE ${where}`)).toEqual([
      400,
      [`changeEventError.${code}`],
    ]);
  });

  test('9: the change history of 30 days is given', async () => {
    const since = (begin: string) => `change_event.change_date_time BETWEEN '${begin}' AND '2026-11-15'`;
    for (const range of [MONTH, since('2026-10-16 12:31:00'), since('2026-10-17')])
      expect(await answer(`SELECT change_event.user_email FROM change_event WHERE ${range} LIMIT 5`)).toEqual([
        200,
        [],
      ]);
  });

  test.each([
    [10, 'change_status.resource_name FROM change_status', 'changeStatusError.CHANGE_DATE_RANGE_INFINITE'],
    [8, 'click_view.gclid FROM click_view', 'clickViewError.EXPECTED_FILTER_ON_A_SINGLE_DAY'],
    [8, "click_view.gclid FROM click_view WHERE segments.date = '2026-07-01'", 'clickViewError.DATE_TOO_OLD'],
    [
      11,
      'campaign_search_term_insight.category_label FROM campaign_search_term_insight',
      'searchTermInsightError.REQUIRES_FILTER_BY_SINGLE_RESOURCE',
    ],
    [
      11,
      'campaign_search_term_insight.category_label, segments.search_term FROM campaign_search_term_insight WHERE campaign_search_term_insight.campaign_id = 1 AND campaign_search_term_insight.id = 2 LIMIT 5',
      'searchTermInsightError.LIMIT_NOT_ALLOWED_WITH_SEGMENTS',
    ],
    [
      12,
      'shopping_product.item_id, segments.date FROM shopping_product WHERE segments.date DURING LAST_7_DAYS',
      'shoppingProductError.UNSUPPORTED_DATE_SEGMENTATION',
    ],
    [12, 'shopping_product.item_id, campaign.id FROM shopping_product', 'shoppingProductError.MISSING_CAMPAIGN_FILTER'],
  ])('%i: SELECT %s: %s', async (_, query, code) => {
    expect(await answer(`SELECT ${query}`)).toEqual([400, [code]]);
  });
});

describe('what the sandbox does not have', () => {
  test.each([
    ["click_view.gclid FROM click_view WHERE segments.date = '2026-11-01'", 'click_view'],
    ['bidding_seasonality_adjustment.name FROM bidding_seasonality_adjustment', 'bidding_seasonality_adjustment'],
    ['metrics.conversions, segments.external_conversion_source FROM campaign', 'segments.external_conversion_source'],
  ])('SELECT %s is said to be missing', async (query, name) => {
    const reply = await sandbox.search(`SELECT ${query}`);
    expect([reply.status, reply.body.error.status]).toEqual([501, 'UNIMPLEMENTED']);
    expect(reply.body.error.message).toContain(`The sandbox does not have ${name}.`);
  });

  test('an invented name stays invalid, and so does a bad query for a missing resource', async () => {
    expect(await answer('SELECT campaign.id FROM campaign_wizard')).toEqual([
      400,
      ['queryError.BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ]);
    expect(await answer('SELECT bidding_strategy.colour FROM bidding_strategy')).toEqual([
      400,
      ['queryError.UNRECOGNIZED_FIELD'],
    ]);
  });
});

describe('rows and values', () => {
  test('search and content have shares of their own', async () => {
    const shares = async (channel: string) => {
      const { body } = await sandbox.search(
        `SELECT metrics.search_impression_share, metrics.content_impression_share, metrics.top_impression_percentage FROM campaign WHERE ${WEEK} AND campaign.advertising_channel_type = ${channel} AND metrics.impressions > 0 LIMIT 1`,
      );
      return Object.keys(body.results[0].metrics).sort();
    };
    expect(await shares('DISPLAY')).toEqual(['contentImpressionShare']);
    expect(await shares('SEARCH')).toEqual(['searchImpressionShare', 'topImpressionPercentage']);
  });

  test('search terms have a row only where they were searched, keywords always', async () => {
    const rows = async (from: string, fields: string) =>
      (await sandbox.search(`SELECT ${fields}, metrics.clicks FROM ${from} WHERE segments.date = '2020-01-01'`)).body
        .results?.length ?? 0;
    expect(await rows('search_term_view', 'search_term_view.search_term')).toBe(0);
    expect(await rows('keyword_view', 'ad_group_criterion.keyword.text')).toBeGreaterThan(0);
  });
});

describe('the field service', () => {
  test('tells of every published field and resource', async () => {
    const count = async (where: string) =>
      Number(
        (await sandbox.call('POST', '/v25/googleAdsFields:search', { query: `SELECT name WHERE ${where}` })).body
          .totalResultsCount,
      );
    expect(await count("category = 'RESOURCE'")).toBe(allResources().length);
    expect(await count("category != 'RESOURCE'")).toBe(allFields().length);
    const { body } = await sandbox.call('GET', '/v25/googleAdsFields/segments.conversion_action');
    expect(body).toMatchObject({ category: 'SEGMENT', dataType: 'RESOURCE_NAME', filterable: true });
    expect(body.selectableWith).toEqual(expect.arrayContaining(['campaign', 'metrics.conversions', 'segments.date']));
    expect(body.selectableWith).not.toContain('metrics.cost_micros');
    const status = (await sandbox.call('GET', '/v25/googleAdsFields/campaign.status')).body;
    expect(status.enumValues).toEqual(['ENABLED', 'PAUSED', 'REMOVED', 'UNKNOWN', 'UNSPECIFIED']);
  });

  test('whatever can be asked of a resource that is held can be written out', () => {
    const owners = new Set(queryable.flatMap((name) => [name, ...resourceNamed(name)!.attributed]));
    const fields = allFields().filter(({ owner, category }) => category !== 'ATTRIBUTE' || owners.has(owner as never));
    expect(fields.length).toBeGreaterThan(1_500);
    for (const field of fields) expect(protocolField(field).name).toBe(field.steps.at(-1));
  });
});
