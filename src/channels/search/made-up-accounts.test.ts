import { describe, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import type { SearchClient } from './client.ts';
import { reporting } from './reporting.ts';
import { identify } from './resources/identity.ts';
import { Row } from './resources/wire/row.ts';
import adjustConversion from './tools/adjust_conversion.ts';
import bulkUpdate from './tools/bulk_update.ts';
import duplicateAdGroup from './tools/duplicate_ad_group.ts';
import duplicateCampaign from './tools/duplicate_campaign.ts';
import getCustomer from './tools/get_customer.ts';
import updateAd from './tools/update_ad.ts';
import updateBiddingStrategy from './tools/update_bidding_strategy.ts';
import updateCampaign from './tools/update_campaign.ts';
import updateKeyword from './tools/update_keyword.ts';
import updateKeywords from './tools/update_keywords.ts';
import { watching } from './watching.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and replies of any shape
type Any = any;

/** A platform that answers by the resource that is asked for, and keeps what it was sent. */
function platform(tables: Record<string, Any[]>, more: object = {}) {
  const sent: Any[] = [];
  const rows = async (_: string, { from }: { from: string }) => (tables[from] ?? []).map((one) => Row.parse(one));
  const client = {
    rows,
    row: async (id: string, query: { from: string }) => (await rows(id, query))[0],
    mutate: async (_: string, operations: Any[]) => {
      sent.push(...operations);
      return operations.map((__, at) => `customers/1/things/${at + 100}`);
    },
    mutateEach: async (_: string, operations: Any[]) => {
      sent.push(...operations);
      return operations.map(() => ({}));
    },
    ...more,
  } as unknown as SearchClient;
  return { client, sent };
}
const run = (tool: Any, args: object, { client }: { client: SearchClient }) =>
  tool.run(args, { client, account: '1' }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return { refused: error.code, message: error.details.message, problems: error.details.problems };
  });

const campaign = (more: object = {}) => ({
  resourceName: 'customers/1/campaigns/5',
  id: '5',
  name: 'C',
  status: 'PAUSED',
  advertisingChannelType: 'SEARCH',
  biddingStrategyType: 'MANUAL_CPC',
  ...more,
});
const budget = (more: object = {}) => ({
  resourceName: 'customers/1/campaignBudgets/6',
  id: '6',
  amountMicros: '5000000',
  period: 'DAILY',
  explicitlyShared: false,
  ...more,
});
const customer = { resourceName: 'customers/1', id: '1', currencyCode: 'EUR' };

test('a conversion is adjusted in the account that owns its action, such as the manager', async () => {
  const adjusted: Any[] = [];
  const actions = [{ conversionAction: { resourceName: 'r', id: '7', ownerCustomer: 'customers/9' } }];
  const manager = platform(
    { conversion_action: actions },
    {
      platformNow: () => 0,
      adjustConversion: async (...sent: Any[]) => {
        adjusted.push(sent);
        return {};
      },
    },
  );
  await run(adjustConversion, { conversion_action_id: '7', event_id: 'E', action: 'retract' }, manager);
  expect(adjusted).toMatchObject([['9', { conversionAction: 'customers/9/conversionActions/7' }]]);
});

describe('keywords that are changed together', () => {
  const keyword = (id: string, more: object = {}) => ({
    customer,
    campaign: campaign(),
    adGroup: { resourceName: 'customers/1/adGroups/3', id: '3' },
    adGroupCriterion: {
      resourceName: `customers/1/adGroupCriteria/3~${id}`,
      criterionId: id,
      status: 'PAUSED',
      keyword: { text: id, matchType: 'EXACT' },
      ...more,
    },
  });
  const change = async (row: Any, args: object) => {
    const of = platform({ keyword_view: row, ad_group_criterion: row });
    const reply = await run(updateKeywords, { ad_group_id: '3', keyword_ids: ['9'], ...args }, of);
    return { outcome: reply.results?.[0], sent: of.sent };
  };

  test.each<[string, Any[], object, string]>([
    [
      'a percentage of no bid',
      [keyword('9', { cpcBidMicros: '0' })],
      { percent: 10 },
      'It has no bid that could be raised or lowered.',
    ],
    [
      'a negative one',
      [keyword('9', { negative: true })],
      { status: 'ENABLED' },
      'It is a negative keyword, which can only be REMOVED.',
    ],
    [
      'a removed one',
      [keyword('9', { status: 'REMOVED' })],
      { status: 'ENABLED' },
      'It is removed, and removal is final.',
    ],
    ['an amount that is too fine', [keyword('9')], { cpc_bid: '1.001' }, ''],
    ['one that is not there', [], { status: 'ENABLED' }, ''],
  ])('%s is refused, and nothing is sent', async (_, rows, args, words) => {
    const { outcome, sent } = await change(rows, args);
    expect(JSON.stringify(outcome)).toContain(words);
    expect(JSON.stringify(outcome)).toMatch(/refused|not_found|error/);
    expect(sent).toEqual([]);
  });

  test('a percentage counts from the own bid, or from that of the ad group', async () => {
    const micros = async (more: object) => JSON.stringify((await change([keyword('9', more)], { percent: 10 })).sent);
    expect(await micros({ cpcBidMicros: '1000000', effectiveCpcBidMicros: '2000000' })).toContain('"1100000"');
    expect(await micros({ cpcBidMicros: '0', effectiveCpcBidMicros: '2000000' })).toContain('"2200000"');
  });
});

describe('one keyword', () => {
  test('that is not there is told with its place, or that the place is not there', async () => {
    const of = (tables: Record<string, Any[]>, args: object) =>
      run(updateKeyword, { keyword_id: '9', status: 'PAUSED', ...args }, platform(tables)).then((one: Any) =>
        JSON.stringify(one),
      );
    expect(await of({ campaign: [{ campaign: campaign() }] }, { campaign_id: '5' })).toContain('the campaign 5');
    expect(await of({ ad_group: [{ adGroup: { resourceName: 'r', id: '3' } }] }, { ad_group_id: '3' })).toContain(
      'the ad group 3',
    );
    expect(await of({}, { campaign_id: '5' })).toContain('no campaign 5');
    expect(await of({}, { ad_group_id: '3' })).toContain('no ad group 3');
  });

  test('that is negative in a campaign is removed there', async () => {
    const row = {
      campaign: campaign(),
      campaignCriterion: {
        resourceName: 'customers/1/campaignCriteria/5~9',
        criterionId: '9',
        negative: true,
        status: 'ENABLED',
        keyword: { text: 'x', matchType: 'EXACT' },
      },
    };
    const of = platform({ campaign_criterion: [row] });
    await run(updateKeyword, { keyword_id: '9', campaign_id: '5', status: 'REMOVED' }, of).catch(() => undefined);
    expect(JSON.stringify(of.sent)).toContain('campaignCriteria/5~9');
    expect(JSON.stringify(of.sent)).toContain('campaignCriterion');
  });
});

describe('a campaign', () => {
  const tables = (row: Any) => ({ campaign: [{ customer, campaign: campaign(), campaignBudget: budget(), ...row }] });
  const update = async (row: Any, args: object) => {
    const of = platform(tables(row));
    return { reply: await run(updateCampaign, { campaign_id: '5', ...args }, of), sent: of.sent };
  };

  test.each<[string, Any, object, object]>([
    [
      'without a budget',
      { campaignBudget: undefined },
      { budget: '7' },
      { refused: 'unsupported', message: 'This campaign has no budget of its own.' },
    ],
    [
      'with a shared budget',
      { campaignBudget: budget({ explicitlyShared: true }) },
      { budget: '7' },
      { refused: 'conflict', problems: [{ field: 'budget' }] },
    ],
    [
      'of another kind',
      { campaign: campaign({ advertisingChannelType: 'DISPLAY' }) },
      { search_partners: true },
      {
        problems: [{ field: 'search_partners', message: 'only a SEARCH campaign has it; this one is of type DISPLAY' }],
      },
    ],
  ])('%s is not changed', async (_, row, args, expected) => {
    const { reply, sent } = await update(row, args);
    expect(reply).toMatchObject(expected);
    expect(sent).toEqual([]);
  });

  test.each([
    ['DAILY', 'amountMicros'],
    ['CUSTOM_PERIOD', 'totalAmountMicros'],
  ])('with a budget of the period %s gets its %s changed', async (period, field) => {
    const { sent } = await update({ campaignBudget: budget({ period }) }, { budget: '7' });
    expect(JSON.stringify(sent)).toContain(`"${field}":"7000000"`);
  });

  test.each([
    [true, 'CONTAINS_EU_POLITICAL_ADVERTISING'],
    [false, 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'],
  ])('that is declared political: %s says so', async (declared, word) => {
    expect(JSON.stringify((await update({}, { contains_eu_political_advertising: declared })).sent)).toContain(
      `"${word}"`,
    );
  });

  test.each<[string, Any, object, string]>([
    ['that shows products', { campaign: campaign({ shoppingSetting: { merchantId: '7' } }) }, {}, 'merchant feed'],
    [
      'that bids in a way that is not known',
      { campaign: campaign({ biddingStrategyType: 'ODD' }) },
      {},
      'It bids by ODD',
    ],
    [
      'with a budget for its whole run',
      { campaignBudget: budget({ amountMicros: undefined }) },
      {},
      'Its budget is not by the day',
    ],
    ['of another kind', { campaign: campaign({ advertisingChannelType: 'DISPLAY' }) }, {}, 'It is of type DISPLAY'],
  ])('%s is not copied', async (_, row, args, words) => {
    const of = platform(tables(row));
    expect(JSON.stringify(await run(duplicateCampaign, { campaign_id: '5', name: 'N', ...args }, of))).toContain(words);
    expect(of.sent).toEqual([]);
  });

  test.each([
    [
      { campaignBudget: undefined },
      { budgets: [{ campaign_id: '5', budget: '7' }] },
      'This campaign has no budget of its own.',
    ],
    [
      { campaignBudget: budget({ explicitlyShared: true }) },
      { budgets: [{ campaign_id: '5', budget: '7' }] },
      'is shared',
    ],
    [{ campaign: campaign({ status: 'REMOVED' }) }, { campaign_ids: ['5'], status: 'ENABLED' }, 'removal is final'],
  ])('of %j is not changed in bulk', async (row, args, words) => {
    const of = platform(tables(row));
    expect(JSON.stringify(await run(bulkUpdate, args, of))).toContain(words);
    expect(of.sent).toEqual([]);
  });
});

test('an ad group that was removed is not copied, nor one of another kind', async () => {
  const group = { adGroup: { resourceName: 'r', id: '3' }, campaign: campaign(), customer };
  let reads = 0;
  const rows = async (_: string, { from }: { from: string }) =>
    from === 'ad_group' && reads++ === 0 ? [Row.parse(group)] : [];
  const removed = platform(
    {},
    { rows, row: async (id: string, query: { from: string }) => (await rows(id, query))[0] },
  );
  expect(await run(duplicateAdGroup, { ad_group_id: '3', name: 'N' }, removed)).toMatchObject({
    refused: 'conflict',
    problems: [{ field: 'ad_group_id', message: 'was removed' }],
  });
  const other = platform({ ad_group: [{ ...group, campaign: campaign({ advertisingChannelType: 'DISPLAY' }) }] });
  expect(await run(duplicateAdGroup, { ad_group_id: '3', name: 'N' }, other)).toMatchObject({ refused: 'unsupported' });
});

test('an ad of another kind takes no texts, and a portfolio without targets takes none', async () => {
  const ad = platform({
    ad_group_ad: [
      {
        campaign: campaign(),
        adGroup: { resourceName: 'r', id: '3' },
        adGroupAd: {
          resourceName: 'customers/1/adGroupAds/3~4',
          status: 'ENABLED',
          ad: { resourceName: 'a', id: '4', type: 'IMAGE_AD' },
        },
      },
    ],
  });
  expect(await run(updateAd, { ad_id: '4', headlines: ['x'] }, ad)).toMatchObject({
    problems: [{ field: 'ad_id', message: 'is a IMAGE_AD; only its status can be changed here' }],
  });
  const portfolio = platform({
    bidding_strategy: [
      {
        customer,
        biddingStrategy: {
          resourceName: 'customers/1/biddingStrategies/4',
          id: '4',
          name: 'P',
          status: 'ENABLED',
          type: 'ENHANCED_CPC',
        },
      },
    ],
  });
  expect(await run(updateBiddingStrategy, { strategy_id: '4', target_cpa: '5' }, portfolio)).toMatchObject({
    problems: [{ field: 'strategy_id', message: expect.stringContaining('has no targets here') }],
  });
  expect([...ad.sent, ...portfolio.sent]).toEqual([]);
});

describe('an account', () => {
  test('of which the platform shows nothing is told so', async () => {
    expect(await run(getCustomer, {}, platform({}))).toMatchObject({ refused: 'not_found' });
    await expect(reporting.account(platform({}).client, '1')).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  const denied = (code: Failure['code'], retryable = false) =>
    new Failure({ code, message: 'Closed.', nextStep: '', retryable });
  const reachable = (row: (id: string) => Promise<Any>, ids: string[]) =>
    ({
      accessibleCustomers: async () => ids,
      oauthClientId: async () => 'app',
      rows: async (id: string) => [Row.parse(await row(id))],
    }) as unknown as SearchClient;

  test('that is closed is listed as not readable, beside one that is read', async () => {
    const client = reachable(
      async (id) => {
        if (id === '2') throw denied('permission_denied');
        return { customer: { ...customer, id, status: 'ENABLED' } };
      },
      ['1', '2'],
    );
    expect((await identify(client)).accounts).toEqual([
      { id: '1', currency: 'EUR', status: 'ENABLED' },
      { id: '2', status: 'NOT READABLE' },
    ]);
    expect(await reporting.accounts(client)).toMatchObject([{ id: '1', status: 'ENABLED' }, { id: '2' }]);
  });

  test.each([
    ['token_expired', false],
    ['upstream_unavailable', true],
  ] as const)('that cannot be read for the reason %s refuses the whole list', async (code, retryable) => {
    await expect(identify(reachable(() => Promise.reject(denied(code, retryable)), ['1']))).rejects.toMatchObject({
      code,
    });
  });

  test('that answers nothing has its status from the manager above it, or is closed', async () => {
    const client = (
      loginCustomerId: string | undefined,
      above: object | undefined,
      error: Error = denied('account_problem'),
    ) =>
      ({
        loginCustomerId,
        row: async (_: string, { from }: { from: string }) => {
          if (from === 'customer') throw error;
          return above && Row.parse({ customerClient: { resourceName: 'r', ...above } });
        },
      }) as unknown as SearchClient;
    const told = (of: SearchClient) => watching.accountProblems(of, '1', new AbortController().signal);
    expect(JSON.stringify(await told(client('9', { status: 'SUSPENDED' })))).toContain('SUSPENDED');
    expect(JSON.stringify(await told(client('9', undefined)))).toContain('CLOSED');
    expect(JSON.stringify(await told(client(undefined, { status: 'SUSPENDED' })))).toContain('CLOSED');
    expect(JSON.stringify(await told(client('1', { status: 'SUSPENDED' })))).toContain('CLOSED');
    await expect(told(client('9', {}, denied('permission_denied')))).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });
});
