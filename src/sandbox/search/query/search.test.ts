import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { forTests } from '../../for-tests.testing.ts';
import { codesOf, START, startSearch } from '../calls.testing.ts';
import { seedLargeAccount } from '../seed/large-account.ts';
import { ACCOUNTS } from '../seed.ts';

const sandbox = forTests(() => startSearch());

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Row = any;

async function rows(query: string, customer: string = ACCOUNTS.america): Promise<Row[]> {
  const { status, body } = await sandbox.search(query, customer);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results ?? [];
}

describe('the reasons a query is refused for', () => {
  const date = "segments.date BETWEEN '2026-11-01' AND '2026-11-07'";
  test.each([
    ['SELECT campaign.id', 'EXPECTED_FROM'],
    ['SELECT campaign.id FROM campaing', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['SELECT campaign.nmae FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT campaign FROM campaign', 'PROHIBITED_FIELD_IN_SELECT_CLAUSE'],
    ['SELECT campaign.network_settings FROM campaign', 'PROHIBITED_FIELD_IN_SELECT_CLAUSE'],
    ['SELECT campaign.id FROM campaign WHERE campaign = 1', 'PROHIBITED_FIELD_IN_WHERE_CLAUSE'],
    ['SELECT ad_group.id FROM campaign', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
    ['SELECT campaign.id FROM campaign WHERE ad_group.id = 1', 'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE'],
    [
      'SELECT campaign.id, metrics.conversions_value_per_cost FROM campaign',
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    [
      'SELECT ad_group_criterion.criterion_id, metrics.clicks FROM ad_group_criterion',
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    ['SELECT asset_group.id, segments.hour FROM asset_group', 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE'],
    ['SELECT campaign.id, segments.date, metrics.clicks FROM campaign', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
    [
      "SELECT campaign.id, segments.date FROM campaign WHERE segments.date >= '2026-11-01'",
      'EXPECTED_FILTERS_ON_DATE_RANGE',
    ],
    [
      `SELECT campaign.id, metrics.clicks FROM campaign WHERE ${date} AND segments.device = MOBILE`,
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    [
      'SELECT campaign_budget.id FROM campaign_budget WHERE campaign.id = 1',
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    ['SELECT campaign.id FROM campaign ORDER BY metrics.clicks', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE'],
    ['SELECT campaign.id FROM campaign ORDER BY campaign_budget.id', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE'],
    ['SELECT campaign.labels FROM campaign ORDER BY campaign.labels', 'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE'],
    ["SELECT campaign.id FROM campaign WHERE campaign.status LIKE 'E%'", 'OPERATOR_FIELD_MISMATCH'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name > 'a'", 'OPERATOR_FIELD_MISMATCH'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id DURING TODAY', 'OPERATOR_FIELD_MISMATCH'],
    ["SELECT campaign.id FROM campaign WHERE campaign.labels = 'x'", 'OPERATOR_FIELD_MISMATCH'],
    ['SELECT campaign.id FROM campaign WHERE campaign.status = ON', 'BAD_ENUM_CONSTANT'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id = abc', 'BAD_VALUE'],
    ['SELECT customer.id FROM customer WHERE customer.manager = MAYBE', 'BAD_VALUE'],
    ['SELECT campaign.id FROM campaign WHERE campaign.name = Brand', 'INVALID_STRING_VALUE'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name IN ('a', 1)", 'PROHIBITED_VALUE_COMBINATION_IN_LIST'],
    ["SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 'a' AND 2", 'INVALID_VALUE_WITH_BETWEEN_OPERATOR'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name LIKE '[a]%'", 'INVALID_VALUE_WITH_LIKE_OPERATOR'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name REGEXP_MATCH '('", 'BAD_VALUE'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name REGEXP_MATCH '(?=x)'", 'BAD_VALUE'],
    ["SELECT campaign.id FROM campaign WHERE segments.date = '15/11/2026'", 'INVALID_DATE_FORMAT'],
    ["SELECT campaign.id FROM campaign WHERE segments.date = '2026-02-30'", 'INVALID_DATE_FORMAT'],
    ['SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_90_DAYS', 'INVALID_VALUE_WITH_DURING_OPERATOR'],
    ['SELECT campaign.id FROM campaign WHERE segments.date DURING ALL_TIME', 'INVALID_VALUE_WITH_DURING_OPERATOR'],
    ["SELECT campaign.id FROM campaign WHERE segments.week = '2026-11-03'", 'MISALIGNED_DATE_FOR_FILTER'],
    ["SELECT campaign.id FROM campaign WHERE segments.month = '2026-11-02'", 'MISALIGNED_DATE_FOR_FILTER'],
    ["SELECT campaign.id FROM campaign WHERE segments.quarter = '2026-11-01'", 'MISALIGNED_DATE_FOR_FILTER'],
    [
      "SELECT campaign.id FROM campaign WHERE segments.date BETWEEN '2026-11-07' AND '2026-11-01'",
      'DATE_RANGE_TOO_NARROW',
    ],
    [
      "SELECT campaign.id FROM campaign WHERE segments.date > '2026-11-07' AND segments.date < '2026-11-01'",
      'DATE_RANGE_TOO_NARROW',
    ],
    [
      `SELECT segments.conversion_action, metrics.clicks FROM campaign WHERE ${date}`,
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    ['SELECT campaign.id FROM campaign PARAMETERS fast = true', 'BAD_PARAMETER_NAME'],
    ['SELECT campaign.id FROM campaign PARAMETERS include_drafts = maybe', 'BAD_PARAMETER_VALUE'],
  ])('%s', async (query, code) => {
    const reply = await sandbox.search(query);
    expect([reply.status, codesOf(reply)]).toEqual([400, [`queryError.${code}`]]);
    expect(reply.body.error.details[0].errors[0].location).toEqual({ fieldPathElements: [{ fieldName: 'query' }] });
  });

  test.each([
    [
      "SELECT campaign.id, segments.date FROM campaign WHERE segments.date BETWEEN '2022-01-01' AND '2022-01-31'",
      'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
    ],
    ['SELECT change_event.user_email FROM change_event LIMIT 5', 'changeEventError.CHANGE_DATE_RANGE_INFINITE'],
    [
      'SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS',
      'changeEventError.LIMIT_NOT_SPECIFIED',
    ],
    [
      'SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS LIMIT 10001',
      'changeEventError.INVALID_LIMIT_CLAUSE',
    ],
    [
      "SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time BETWEEN '2026-01-01' AND '2026-11-01' LIMIT 5",
      'changeEventError.START_DATE_TOO_OLD',
    ],
  ])('%s', async (query, code) => {
    expect(codesOf(await sandbox.search(query))).toEqual([code]);
  });
});

describe('what a report is made of', () => {
  const RANGE = 'WHERE segments.date DURING LAST_30_DAYS';
  const METRICS = ['impressions', 'clicks', 'costMicros', 'conversions', 'conversionsValue', 'allConversions'];
  const SELECTED =
    'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value, metrics.all_conversions';

  /** Hundredths, so that conversions add up exactly. */
  function totals(some: Row[]): number[] {
    return METRICS.map((name) => some.reduce((sum, row) => sum + Math.round(Number(row.metrics[name]) * 100), 0));
  }

  test.each(['america', 'europe', 'japan'] as const)(
    'the %s account is the sum of its campaigns, and they of whatever they are divided by',
    async (name) => {
      const customer = ACCOUNTS[name];
      const whole = totals(await rows(`SELECT ${SELECTED} FROM customer ${RANGE}`, customer));
      expect(whole.every((number) => number > 0)).toBe(true);
      const campaigns = await rows(`SELECT campaign.id, ${SELECTED} FROM campaign ${RANGE}`, customer);
      expect(totals(campaigns)).toEqual(whole);
      const segments = [
        'date',
        'week',
        'month',
        'quarter',
        'year',
        'day_of_week',
        'device',
        'ad_network_type',
        'slot',
        'hour',
        'click_type',
      ];
      for (const segment of segments)
        expect([
          segment,
          totals(await rows(`SELECT campaign.id, segments.${segment}, ${SELECTED} FROM campaign ${RANGE}`, customer)),
        ]).toEqual([segment, whole]);
      const groups = await rows(`SELECT campaign.id, ad_group.id, ${SELECTED} FROM ad_group ${RANGE}`, customer);
      const assetGroups = await rows(
        `SELECT campaign.id, asset_group.id, ${SELECTED} FROM asset_group ${RANGE}`,
        customer,
      );
      for (const { campaign, metrics } of campaigns) {
        const parts = [...groups, ...assetGroups].filter((row) => row.campaign.id === campaign.id);
        expect(totals(parts)).toEqual(totals([{ metrics }]));
      }
    },
  );

  test('an ad group is the sum of its ads and of its keywords, by day and device too; an asset group of its assets', async () => {
    const by = async (from: string, key: string, kind = 'ad_group') => {
      const found = new Map<string, Row[]>();
      const segmented = `SELECT ${kind}.id, campaign.advertising_channel_type, segments.date, segments.device, ${SELECTED} FROM ${from} WHERE segments.date DURING LAST_7_DAYS`;
      for (const row of await rows(segmented)) {
        if (key === 'SEARCH' && row.campaign.advertisingChannelType !== 'SEARCH') continue;
        const at = `${row[kind === 'ad_group' ? 'adGroup' : 'assetGroup'].id} ${row.segments.date} ${row.segments.device}`;
        found.set(at, [...(found.get(at) ?? []), row]);
      }
      return new Map([...found].map(([at, list]) => [at, totals(list)] as const));
    };
    const sorted = (map: Map<string, number[]>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(await by('ad_group_ad', 'all'))).toEqual(sorted(await by('ad_group', 'all')));
    expect(sorted(await by('keyword_view', 'SEARCH'))).toEqual(sorted(await by('ad_group', 'SEARCH')));
    expect(sorted(await by('asset_group_asset', 'all', 'asset_group'))).toEqual(
      sorted(await by('asset_group', 'all', 'asset_group')),
    );
  });

  test('keywords are the sum of the terms that people typed', async () => {
    const terms = await rows(
      `SELECT search_term_view.search_term, segments.keyword.ad_group_criterion, segments.keyword.info.text, ${SELECTED} FROM search_term_view ${RANGE}`,
    );
    const keywords = await rows(
      `SELECT ad_group_criterion.resource_name, ${SELECTED} FROM keyword_view ${RANGE} AND metrics.impressions > 0`,
    );
    expect(keywords.length).toBeGreaterThan(3);
    for (const { adGroupCriterion, metrics } of keywords) {
      const own = terms.filter((row) => row.segments.keyword.adGroupCriterion === adGroupCriterion.resourceName);
      expect(totals(own)).toEqual(totals([{ metrics }]));
    }
    expect(new Set(terms.map((row) => row.searchTermView.resourceName)).size).toBe(terms.length);
  });

  test('conversions by action add up to those of all actions, and only the primary ones count as conversions', async () => {
    const [whole] = await rows(`SELECT metrics.conversions, metrics.all_conversions FROM customer ${RANGE}`);
    const actions = await rows(
      `SELECT segments.conversion_action_name, metrics.conversions, metrics.all_conversions FROM customer ${RANGE}`,
    );
    const sum = (name: string) => actions.reduce((total, row) => total + Math.round(row.metrics[name] * 100), 0);
    expect(sum('allConversions')).toBe(Math.round(whole.metrics.allConversions * 100));
    expect(sum('conversions')).toBe(Math.round(whole.metrics.conversions * 100));
    expect(actions.find((row) => row.segments.conversionActionName === 'Add to cart').metrics.conversions).toBe(0);
  });

  test('spend follows the budget, with a quiet week-end for search', async () => {
    const query = `SELECT campaign_budget.amount_micros, segments.day_of_week, metrics.cost_micros FROM campaign WHERE segments.date BETWEEN '2026-10-18' AND '2026-11-14' AND campaign.name LIKE 'Search %Shoes'`;
    const byDay = new Map(
      (await rows(query)).map((row) => [
        row.segments.dayOfWeek,
        Number(row.metrics.costMicros) / 4 / Number(row.campaignBudget.amountMicros),
      ]),
    );
    expect(byDay.get('TUESDAY')! / byDay.get('SATURDAY')!).toBeGreaterThan(1.2);
    for (const share of byDay.values()) expect(share > 0.3 && share < 2).toBe(true);
  });

  test('without segments a campaign that earned nothing stands there with zeros; with one it is gone', async () => {
    const condition = "campaign.name = 'Winter collection' AND segments.date DURING LAST_7_DAYS";
    const [row] = await rows(`SELECT metrics.clicks, metrics.ctr FROM campaign WHERE ${condition}`);
    expect(row.metrics).toEqual({ clicks: '0' });
    expect(await rows(`SELECT metrics.clicks, segments.device FROM campaign WHERE ${condition}`)).toEqual([]);
  });

  test('names come along unless they are not wanted', async () => {
    const query = "SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.name LIKE 'Summer%'";
    const [withNames] = await rows(query);
    expect(withNames).toEqual({
      campaign: { resourceName: expect.any(String) },
      campaignBudget: { resourceName: expect.any(String), amountMicros: '90000000' },
    });
    expect(await rows(`${query} PARAMETERS omit_unselected_resource_names = true`)).toEqual([
      { campaignBudget: { amountMicros: '90000000' } },
    ]);
  });

  test('today is the account’s today', async () => {
    const dates = async (customer: string) =>
      (
        await rows('SELECT segments.date, metrics.clicks FROM customer WHERE segments.date DURING YESTERDAY', customer)
      ).map((row) => row.segments.date);
    sandbox.setNow(Date.parse('2026-11-15T23:30:00Z'));
    try {
      const authorization = `Bearer ${await sandbox.token()}`;
      const ask = async (customer: string) => {
        const query = 'SELECT segments.date, metrics.clicks FROM customer WHERE segments.date DURING YESTERDAY';
        return (await sandbox.call('POST', `/v25/customers/${customer}/googleAds:search`, { query }, { authorization }))
          .body.results[0].segments.date;
      };
      expect([await ask(ACCOUNTS.america), await ask(ACCOUNTS.europe), await ask(ACCOUNTS.japan)]).toEqual([
        '2026-11-14',
        '2026-11-15',
        '2026-11-15',
      ]);
    } finally {
      sandbox.setNow(START);
    }
    expect(await dates(ACCOUNTS.america)).toEqual(['2026-11-14']);
  });
});

describe('pages of a large account', () => {
  const QUERY =
    'SELECT campaign.id, segments.date, metrics.clicks FROM campaign WHERE segments.date DURING LAST_30_DAYS';

  async function everyPage(query: string, customer: string): Promise<Row[][]> {
    const pages: Row[][] = [];
    for (let pageToken: string | undefined = ''; pageToken !== undefined; ) {
      const { body } = await sandbox.search(query, customer, { pageToken });
      pages.push(body.results);
      pageToken = body.nextPageToken;
    }
    return pages;
  }

  beforeAll(() => seedLargeAccount(sandbox.world, ACCOUNTS.stranger, 800));

  async function asOwner(query: string, more: object = {}) {
    const authorization = `Bearer ${await sandbox.token('owner@globex.example')}`;
    return sandbox.call(
      'POST',
      `/v25/customers/${ACCOUNTS.stranger}/googleAds:search`,
      { query, ...more },
      { authorization, 'login-customer-id': undefined },
    );
  }

  test('hold ten thousand rows, go on where the last one ended, and stop', async () => {
    const plain: Row[] = [];
    const lengths: number[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await asOwner(QUERY, {
        ...(pageToken && { pageToken }),
        searchSettings: { returnTotalResultsCount: true },
      });
      expect(body.totalResultsCount).toBe('24000');
      lengths.push(body.results.length);
      plain.push(...body.results);
      pageToken = body.nextPageToken;
    } while (pageToken);
    expect(lengths).toEqual([10_000, 10_000, 4_000]);
    expect(new Set(plain.map((row) => `${row.campaign.id} ${row.segments.date}`)).size).toBe(24_000);
  });

  test('are in order when they are sorted, beyond what memory is used for', async () => {
    const seen: number[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await asOwner(`${QUERY} ORDER BY metrics.clicks DESC`, pageToken ? { pageToken } : {});
      seen.push(...body.results.map((row: Row) => Number(row.metrics.clicks)));
      pageToken = body.nextPageToken;
    } while (pageToken);
    expect(seen).toHaveLength(24_000);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    const limited = await asOwner(`${QUERY} ORDER BY metrics.clicks DESC LIMIT 12`);
    expect(limited.body.results.map((row: Row) => Number(row.metrics.clicks))).toEqual(seen.slice(0, 12));
  });

  test('end at a limit', async () => {
    const first = await asOwner(`${QUERY} LIMIT 10005`);
    expect(first.body.results).toHaveLength(10_000);
    const second = await asOwner(`${QUERY} LIMIT 10005`, { pageToken: first.body.nextPageToken });
    expect(second.body.results).toHaveLength(5);
    expect(second.body.nextPageToken).toBeUndefined();
    expect((await asOwner(`${QUERY} LIMIT 10000`)).body.nextPageToken).toBeUndefined();
  });

  test('are refused for a foreign, broken, old or inconsistent token', async () => {
    const settings = { searchSettings: { returnSummaryRow: true } };
    const { nextPageToken: pageToken } = (await asOwner(QUERY, settings)).body;
    expect(codesOf(await asOwner(`${QUERY} AND campaign.id > 0`, { pageToken, ...settings }))).toEqual([
      'requestError.INVALID_PAGE_TOKEN',
    ]);
    expect(codesOf(await asOwner(QUERY, { pageToken: `${pageToken}x`, ...settings }))).toEqual([
      'requestError.INVALID_PAGE_TOKEN',
    ]);
    expect(codesOf(await asOwner(QUERY, { pageToken }))).toEqual([
      'requestError.INCONSISTENT_RETURN_SUMMARY_ROW_VALUE',
    ]);
    expect(
      codesOf(
        await asOwner(QUERY, { pageToken, searchSettings: { returnSummaryRow: true, returnTotalResultsCount: true } }),
      ),
    ).toEqual(['requestError.TOTAL_RESULTS_COUNT_NOT_ORIGINALLY_REQUESTED']);
    expect(codesOf(await asOwner(QUERY, { pageToken, ...settings, validateOnly: true }))).toEqual([
      'requestError.VALIDATE_ONLY_REQUEST_HAS_PAGE_TOKEN',
    ]);
    sandbox.setNow(START + 3 * HOUR_MS);
    const late = await asOwner(QUERY, { pageToken, ...settings });
    sandbox.setNow(START);
    expect(codesOf(late)).toEqual(['requestError.EXPIRED_PAGE_TOKEN']);
  });

  test('the stream has the same rows in chunks of ten thousand, and the sum in one of its own', async () => {
    const authorization = `Bearer ${await sandbox.token('owner@globex.example')}`;
    const body = { query: QUERY, summaryRowSetting: 'SUMMARY_ROW_WITH_RESULTS' };
    const reply = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.stranger}/googleAds:searchStream`, body, {
      authorization,
      'login-customer-id': undefined,
    });
    expect(reply.body.map((chunk: Row) => chunk.results?.length)).toEqual([10_000, 10_000, 4_000, undefined]);
    const sum = reply.body
      .flatMap((chunk: Row) => chunk.results ?? [])
      .reduce((total: number, row: Row) => total + Number(row.metrics.clicks), 0);
    expect(reply.body[3].summaryRow).toEqual({ metrics: { clicks: String(sum) } });
    expect(reply.body.map((chunk: Row) => 'queryResourceConsumption' in chunk)).toEqual([false, false, true, false]);
  });

  test('one page is enough for a small account', async () => {
    expect(await everyPage('SELECT campaign.id FROM campaign', ACCOUNTS.europe)).toHaveLength(1);
  });
});
