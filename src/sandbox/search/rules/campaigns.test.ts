import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, DECLARED, fresh, NAMES } from '../changes.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const { codes, created, mutate, newBudget, one, sandbox } = changesForTests();

describe('rules of budgets and campaigns', () => {
  test.each([
    [
      39,
      'campaignBudgets',
      { name: 'a', amountMicros: '1005000' },
      ['campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT'],
    ],
    [37, 'campaignBudgets', { amountMicros: '1000000' }, ['fieldError.REQUIRED']],
    [38, 'campaignBudgets', { name: 'Awareness', amountMicros: '1000000' }, ['campaignBudgetError.DUPLICATE_NAME']],
    [
      41,
      'campaignBudgets',
      { name: 'a', amountMicros: '1000000', totalAmountMicros: '1000000' },
      ['campaignBudgetError.TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY'],
    ],
    [
      45,
      'campaignBudgets',
      { name: 'a', amountMicros: '1000000', deliveryMethod: 'ACCELERATED' },
      ['campaignBudgetError.CANNOT_USE_ACCELERATED_DELIVERY_MODE'],
    ],
  ])('%i: %s %j', async (_, collection, create, expected) => {
    expect(await codes(collection, create)).toEqual(expected);
  });

  test('a campaign must say whether it is political', async () => {
    const campaignBudget = await newBudget();
    const reply = await mutate('campaigns', [
      { create: { name: fresh('x'), advertisingChannelType: 'SEARCH', manualCpc: {}, campaignBudget } },
    ]);
    expect(codesOf(reply)).toEqual(['fieldError.REQUIRED']);
    expect(reply.body.error.details[0].errors[0].location.fieldPathElements.at(-1)).toEqual({
      fieldName: 'contains_eu_political_advertising',
    });
  });

  test.each([
    [50, { name: 'Search – Shoes' }, 'campaignError.DUPLICATE_CAMPAIGN_NAME'],
    [49, { manualCpc: undefined }, 'fieldError.REQUIRED'],
    [
      52,
      { networkSettings: { targetGoogleSearch: false, targetContentNetwork: false } },
      'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK',
    ],
    [
      52,
      { networkSettings: { targetGoogleSearch: false, targetSearchNetwork: true, targetContentNetwork: true } },
      'campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH',
    ],
    [54, { startDateTime: '2026-11-01 00:00:00' }, 'campaignError.CANNOT_SET_DATE_TO_PAST'],
    [54, { startDateTime: '2026-12-01' }, 'dateError.INVALID_STRING_DATE_TIME_SECONDS'],
    [54, { startDateTime: '2026-12-01 10:00:00' }, 'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY'],
    [54, { endDateTime: '2026-12-01 10:00:00' }, 'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY'],
    [
      54,
      { startDateTime: '2026-12-05 00:00:00', endDateTime: '2026-12-01 23:59:59' },
      'dateRangeError.START_DATE_AFTER_END_DATE',
    ],
    [24, { campaignBudget: `${NAMES}/campaignBudgets/1` }, 'mutateError.RESOURCE_NOT_FOUND'],
  ])('%i: a campaign with %j', async (_, change, code) => {
    const campaignBudget = await newBudget();
    const create = {
      name: fresh('Ruled'),
      advertisingChannelType: 'SEARCH',
      manualCpc: {},
      campaignBudget,
      ...DECLARED,
      ...change,
    };
    expect(await codes('campaigns', create)).toEqual([code]);
  });

  test('43, 46: a budget that is not shared serves one campaign, and one in use stays', async () => {
    const campaignBudget = await newBudget({ explicitlyShared: false, name: undefined });
    const body = { advertisingChannelType: 'SEARCH', manualCpc: {}, campaignBudget, ...DECLARED };
    const first = fresh('First');
    await created('campaigns', { ...body, name: first });
    expect(await codes('campaigns', { ...body, name: fresh('Second') })).toEqual([
      'campaignBudgetError.CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS',
    ]);
    expect(codesOf(await mutate('campaignBudgets', [{ remove: campaignBudget }]))).toEqual([
      'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE',
    ]);
    const row = await one(
      `SELECT campaign_budget.name, campaign_budget.reference_count FROM campaign_budget WHERE campaign_budget.resource_name = '${campaignBudget}'`,
    );
    expect(row.campaignBudget).toMatchObject({ name: first, referenceCount: '1' });
  });

  test('yen come in whole', async () => {
    const authorization = `Bearer ${await sandbox.token('tokyo@acme.example')}`;
    const body = { operations: [{ create: { name: fresh('円'), amountMicros: '1500000' } }] };
    const reply = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.japan}/campaignBudgets:mutate`, body, {
      authorization,
      'login-customer-id': undefined,
    });
    expect(codesOf(reply)).toEqual(['campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT']);
  });
});
