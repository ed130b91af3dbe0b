import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, fresh } from '../changes.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const { codes, newBudget, newCampaign, ofCampaign, one, sandbox, update } = changesForTests();

/** The platform's rules by the numbers of `coverage.ts`: what is refused, and beside it what is not. */

const scheme = (change: object) => ({ manualCpc: undefined, ...change });

describe('budgets', () => {
  test('39, 44, 47: amounts, sharing for good, periods', async () => {
    expect(await codes('campaignBudgets', { name: fresh('x'), amountMicros: '0' })).toEqual([
      'campaignBudgetError.NEGATIVE_MONEY_AMOUNT',
    ]);
    const own = await newBudget({ explicitlyShared: false, name: undefined });
    expect(codesOf(await update('campaignBudgets', own, { explicitlyShared: true }, 'explicitly_shared'))).toEqual([
      'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_EXPLICITLY_SHARED_WITHOUT_NAME',
    ]);
    const named = { explicitlyShared: true, name: fresh('Shared') };
    expect((await update('campaignBudgets', own, named, 'explicitly_shared,name')).status).toBe(200);
    const campaign = await newCampaign({ endDateTime: '2026-12-31 23:59:59' });
    const total = await newBudget({ amountMicros: undefined, totalAmountMicros: '90000000', period: 'CUSTOM_PERIOD' });
    expect(codesOf(await update('campaigns', campaign, { campaignBudget: total }, 'campaign_budget'))).toEqual([
      'campaignError.CANNOT_CHANGE_BUDGET_PERIOD',
    ]);
  });

  test('48: an account has only so many', async () => {
    const insert = (count: number, customer: string) =>
      sandbox.world.db.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO search_entities (customer, kind, key, doc)
         SELECT '${customer}', 'campaign_budget', 'many' || i, '{"status":"ENABLED","explicitly_shared":true}' FROM n`,
      );
    const body = { operations: [{ create: { name: fresh('x'), amountMicros: '1000000' } }] };
    const reply = () => sandbox.call('POST', `/v25/customers/${ACCOUNTS.europe}/campaignBudgets:mutate`, body);
    expect(codesOf(await reply())).toEqual([]);
    insert(11_000, ACCOUNTS.europe);
    body.operations[0]!.create.name = fresh('x');
    expect(codesOf(await reply())).toEqual(['resourceCountLimitExceededError.ACCOUNT_LIMIT']);
    sandbox.world.db.exec("DELETE FROM search_entities WHERE key LIKE 'many%'");
  });

  test('42: a budget for the whole run needs an end', async () => {
    const total = { amountMicros: undefined, totalAmountMicros: '90000000', period: 'CUSTOM_PERIOD' };
    expect(await ofCampaign({}, total)).toEqual(['campaignError.END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET']);
    expect(await ofCampaign({ endDateTime: '2026-12-31 23:59:59' }, total)).toEqual([]);
  });
});

describe('campaigns', () => {
  test.each([
    [50, { name: 'a\nb' }, ['campaignError.INVALID_CAMPAIGN_NAME']],
    [50, { name: 'x'.repeat(257) }, ['stringLengthError.TOO_LONG']],
    [50, { name: 'x'.repeat(256) }, []],
    [51, { advertisingChannelSubType: 'DISPLAY_MOBILE_APP' }, ['campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE']],
    [51, { advertisingChannelSubType: 'SEARCH_MOBILE_APP' }, []],
    [
      53,
      scheme({ advertisingChannelType: 'DEMAND_GEN', targetSpend: {}, networkSettings: { targetGoogleSearch: true } }),
      ['campaignError.INCOMPATIBLE_CAMPAIGN_FIELD'],
    ],
    [56, { advertisingChannelType: 'SHOPPING' }, ['campaignError.MISSING_SHOPPING_SETTING']],
    [
      56,
      { advertisingChannelType: 'SHOPPING', shoppingSetting: { merchantId: '7', campaignPriority: 3 } },
      ['fieldError.INVALID_VALUE', 'rangeError.TOO_HIGH'],
    ],
    [
      57,
      { brandGuidelines: { mainColor: '#000000', accentColor: '#ffffff' } },
      ['campaignError.BRAND_GUIDELINES_UNSUPPORTED_CHANNEL'],
    ],
    [
      58,
      {
        assetAutomationSettings: [
          { assetAutomationType: 'TEXT_ASSET_AUTOMATION', assetAutomationStatus: 'OPTED_OUT' },
          { assetAutomationType: 'FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION', assetAutomationStatus: 'OPTED_IN' },
        ],
      },
      ['campaignError.DYNAMIC_TEXT_ASSET_CANNOT_OPT_OUT_WITH_FINAL_URL_EXPANSION_OPT_IN'],
    ],
    [
      59,
      { aiMaxSetting: { enableAiMax: true }, keywordMatchType: 'BROAD' },
      ['campaignError.CANNOT_SET_CAMPAIGN_KEYWORD_MATCH_TYPE'],
    ],
    [61, { trackingUrlTemplate: 'https://t.example' }, ['urlFieldError.MISSING_TRACKING_URL_TEMPLATE_TAG']],
    [61, { trackingUrlTemplate: 't.example?u={lpurl}' }, ['urlFieldError.MISSING_PROTOCOL_IN_TRACKING_URL_TEMPLATE']],
    [61, { trackingUrlTemplate: '{lpurl}?a=b' }, []],
    [61, { finalUrlSuffix: '?a=b' }, ['urlFieldError.FINAL_URL_SUFFIX_MALFORMED']],
    [61, { finalUrlSuffix: 'a=b&c=d' }, []],
    [
      61,
      { urlCustomParameters: Array.from({ length: 9 }, (_, i) => ({ key: `k${i}`, value: 'v' })) },
      ['urlFieldError.URL_CUSTOM_PARAMETERS_COUNT_EXCEEDS_LIMIT'],
    ],
    [63, scheme({ manualCpm: {} }), ['biddingError.BIDDING_STRATEGY_NOT_ALLOWED_FOR_SEARCH_ONLY_CAMPAIGNS']],
    [
      63,
      scheme({ targetCpa: { targetCpaMicros: '5000000' } }),
      ['biddingError.CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY'],
    ],
    [63, { maximizeConversions: { targetCpaMicros: '5000000' } }, []],
    [67, { maximizeConversions: { cpcBidCeilingMicros: '5000000' } }, ['fieldError.VALUE_MUST_BE_UNSET']],
    [67, scheme({ targetSpend: { cpcBidCeilingMicros: '5000000' } }), []],
    [68, { maximizeConversionValue: { targetRoas: 1001 } }, ['rangeError.TOO_HIGH']],
    [68, { maximizeConversionValue: { targetRoas: 0 } }, []],
    [68, { maximizeConversions: { targetCpaMicros: '100' } }, ['rangeError.TOO_LOW']],
    [
      68,
      scheme({ targetImpressionShare: { location: 'TOP_OF_PAGE' } }),
      ['fieldError.REQUIRED', 'fieldError.REQUIRED'],
    ],
    [
      68,
      scheme({
        targetImpressionShare: {
          location: 'TOP_OF_PAGE',
          locationFractionMicros: '500000',
          cpcBidCeilingMicros: '2000000',
        },
      }),
      [],
    ],
  ])('%i: a campaign with %j', async (_, change, expected) => {
    expect(await ofCampaign(change)).toEqual(expected);
  });

  test.each([
    [{ mainColor: '#000000' }, ['campaignError.BRAND_GUIDELINES_MAIN_AND_ACCENT_COLORS_REQUIRED']],
    [{ mainColor: 'black', accentColor: '#ffffff' }, ['campaignError.BRAND_GUIDELINES_COLOR_INVALID_FORMAT']],
    [{ predefinedFontFamily: 'Comic Sans' }, ['campaignError.BRAND_GUIDELINES_UNSUPPORTED_FONT_FAMILY']],
    // What is left are the brand's name and logo, which come in the same request.
    [
      { mainColor: '#000000', accentColor: '#ffffff', predefinedFontFamily: 'Lato' },
      ['campaignError.REQUIRED_BUSINESS_NAME_ASSET_NOT_LINKED', 'campaignError.REQUIRED_LOGO_ASSET_NOT_LINKED'],
    ],
  ])('57: brand guidelines %j', async (brandGuidelines, expected) => {
    const max = { advertisingChannelType: 'PERFORMANCE_MAX', maximizeConversions: {} };
    expect(await ofCampaign({ ...max, brandGuidelines })).toEqual(expected);
    expect(
      await ofCampaign({
        ...max,
        brandGuidelinesEnabled: false,
        brandGuidelines: { mainColor: '#000000', accentColor: '#000000' },
      }),
    ).toEqual(['campaignError.BRAND_GUIDELINES_NOT_ENABLED_FOR_CAMPAIGN']);
  });

  test('55: a campaign that is over is first given more time', async () => {
    const { campaign } = await one("SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Spring launch'");
    expect(codesOf(await update('campaigns', campaign.resourceName, { name: fresh('x') }, 'name'))).toEqual([
      'campaignError.INVALID_OPERATION_IF_SERVING_STATUS_HAS_ENDED',
    ]);
    const longer = { endDateTime: '2026-12-31 23:59:59' };
    expect((await update('campaigns', campaign.resourceName, longer, 'end_date_time')).status).toBe(200);
  });

  test('64: conversions are not maximized on a shared budget', async () => {
    expect(await ofCampaign({ maximizeConversions: {} }, {})).toEqual([
      'biddingError.BIDDING_STRATEGY_TYPE_INCOMPATIBLE_WITH_SHARED_BUDGET',
    ]);
    expect(await ofCampaign({}, {})).toEqual([]);
  });
});

describe('ad groups', () => {
  test.each([
    [72, { name: 'x'.repeat(256) }, ['adGroupError.INVALID_ADGROUP_NAME']],
    [72, { name: 'x'.repeat(255) }, []],
    [70, { cpmBidMicros: '1000000' }, ['adGroupError.BID_TYPE_AND_BIDDING_STRATEGY_MISMATCH']],
    [70, { cpcBidMicros: '1000000' }, []],
    [
      73,
      { type: 'SEARCH_DYNAMIC_ADS' },
      ['adGroupError.CANNOT_ADD_ADGROUP_OF_TYPE_DSA_TO_CAMPAIGN_WITHOUT_DSA_SETTING'],
    ],
    [75, { targetRoas: 2 }, ['fieldError.VALUE_MUST_BE_UNSET']],
  ])('%i: an ad group with %j', async (_, change, expected) => {
    expect(await codes('adGroups', { campaign: await newCampaign(), name: fresh('Group'), ...change })).toEqual(
      expected,
    );
  });
});
