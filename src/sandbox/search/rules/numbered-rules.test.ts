import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, DECLARED, fresh, goodAd, NAMES, texts } from '../changes.testing.ts';
import { plainPng } from '../seed/picture.ts';
import { ACCOUNTS } from '../seed.ts';

const { codes, created, mutate, newAdGroup, newBudget, newCampaign, one, sandbox } = changesForTests();

/** The platform's rules by the numbers of `coverage.ts`: what is refused, and beside it what is not. */

const keyword = { text: 'red shoes', matchType: 'EXACT' };
const germany = { geoTargetConstant: 'geoTargetConstants/2276' };
const update = (collection: string, resourceName: string, change: object, updateMask: string) =>
  mutate(collection, [{ update: { resourceName, ...change }, updateMask }]);
const ofCampaign = async (change: object, own: object = { explicitlyShared: false, name: undefined }) =>
  codes('campaigns', {
    name: fresh('Ruled'),
    status: 'PAUSED',
    advertisingChannelType: 'SEARCH',
    ...('maximizeConversions' in change || 'maximizeConversionValue' in change ? {} : { manualCpc: {} }),
    campaignBudget: await newBudget(own),
    ...DECLARED,
    ...change,
  });
const scheme = (change: object) => ({ manualCpc: undefined, ...change });

describe('any change', () => {
  test('19, 20: nothing removed is changed, and nothing comes into it', async () => {
    const campaign = await newCampaign();
    const adGroup = await newAdGroup(campaign);
    const ad = await created('adGroupAds', { adGroup, status: 'PAUSED', ad: goodAd });
    await mutate('adGroupAds', [{ remove: ad }]);
    expect(codesOf(await update('adGroupAds', ad, { status: 'ENABLED' }, 'status'))).toEqual([
      'adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD',
    ]);
    await mutate('campaigns', [{ remove: campaign }]);
    const gone = ['operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE'];
    expect(await codes('adGroups', { campaign, name: 'x' })).toEqual(gone);
    expect(await codes('adGroupAds', { adGroup, ad: goodAd })).toEqual(gone);
    expect(await codes('adGroupCriteria', { adGroup, keyword })).toEqual(gone);
    expect(await codes('campaignCriteria', { campaign, location: germany })).toEqual(gone);
    expect(codesOf(await update('campaigns', campaign, { name: 'x' }, 'name'))).toEqual([
      'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
    ]);
  });

  test('18, 22: a status is not written to remove, and what the platform sets is left to it', async () => {
    const campaign = await newCampaign();
    expect(codesOf(await update('campaigns', campaign, { status: 'REMOVED' }, 'status'))).toEqual([
      'fieldError.INVALID_VALUE',
    ]);
    expect(await ofCampaign({ servingStatus: 'SERVING' })).toEqual(['fieldError.VALUE_MUST_BE_UNSET']);
  });

  test('24: what a field deep inside names must exist', async () => {
    const asset = `${NAMES}/assets/1`;
    const display = await newCampaign({ advertisingChannelType: 'DISPLAY' });
    const ad = {
      finalUrls: ['https://acme.example'],
      responsiveDisplayAd: {
        headlines: texts('One'),
        longHeadline: { text: 'Long' },
        descriptions: texts('First'),
        businessName: 'Acme',
        marketingImages: [{ asset }],
        squareMarketingImages: [{ asset }],
      },
    };
    expect(await codes('adGroupAds', { adGroup: await newAdGroup(display), ad })).toEqual([
      'mutateError.RESOURCE_NOT_FOUND',
      'mutateError.RESOURCE_NOT_FOUND',
    ]);
  });

  test('26: an ad is not changed twice in one request', async () => {
    const ad = await created('adGroupAds', { adGroup: await newAdGroup(), status: 'PAUSED', ad: goodAd });
    const once = { update: { resourceName: ad, status: 'ENABLED' }, updateMask: 'status' };
    expect(codesOf(await mutate('adGroupAds', [once, once]))).toEqual([
      'adGroupAdError.RESOURCE_REFERENCED_IN_MULTIPLE_OPS',
    ]);
  });

  test('28, 29: campaigns of videos and retired ads', async () => {
    expect(await ofCampaign(scheme({ advertisingChannelType: 'VIDEO', targetCpv: {} }))).toEqual([
      'mutateError.MUTATE_NOT_ALLOWED',
    ]);
    const ad = { finalUrls: ['https://acme.example'], expandedTextAd: { headlinePart1: 'a' } };
    expect(await codes('adGroupAds', { adGroup: await newAdGroup(), ad })).toEqual([
      'adGroupAdError.CANNOT_CREATE_DEPRECATED_ADS',
    ]);
  });
});

describe('EU political advertising', () => {
  test('30: a declaration that says nothing is none', async () => {
    expect(await ofCampaign({ containsEuPoliticalAdvertising: 'UNSPECIFIED' })).toEqual(['fieldError.REQUIRED']);
  });

  test('31 to 34: one undeclared campaign stops the account until it is declared', async () => {
    const campaign = await newCampaign();
    const key = campaign.split('/')[3]!;
    const raw = sandbox.world.db;
    raw
      .prepare(
        "UPDATE search_entities SET doc = json_remove(doc, '$.contains_eu_political_advertising') WHERE kind = 'campaign' AND key = ?",
      )
      .run(key);
    const stopped = ['mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED'];
    expect(await codes('campaignBudgets', { name: fresh('x'), amountMicros: '1000000' })).toEqual(stopped);
    expect(
      codesOf(
        await update('campaigns', campaign, { name: 'x', ...DECLARED }, 'name,contains_eu_political_advertising'),
      ),
    ).toEqual(stopped);
    expect(await codes('campaignCriteria', { campaign, location: germany })).toEqual([
      'criterionError.MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION',
    ]);
    const missing = () =>
      one(
        `SELECT campaign.missing_eu_political_advertising_declaration FROM campaign WHERE campaign.resource_name = '${campaign}'`,
      );
    expect((await missing()).campaign.missingEuPoliticalAdvertisingDeclaration).toBe(true);
    await created('conversionActions', { name: fresh('Lead'), type: 'WEBPAGE' });
    const partly = await mutate('campaigns', [{ remove: campaign }], { partialFailure: true });
    expect([partly.status, codesOf(partly)]).toEqual([200, stopped]);
    expect((await update('campaigns', campaign, DECLARED, 'contains_eu_political_advertising')).status).toBe(200);
    expect((await missing()).campaign.missingEuPoliticalAdvertisingDeclaration).not.toBe(true);
    await created('campaignCriteria', { campaign, location: germany });
  });

  test('35: political advertising is not shown in the EU', async () => {
    const political = { containsEuPoliticalAdvertising: 'CONTAINS_EU_POLITICAL_ADVERTISING' };
    const statusWith = async (constant: string) => {
      const campaign = await newCampaign({ ...political, status: 'ENABLED' });
      await created('campaignCriteria', { campaign, location: { geoTargetConstant: constant } });
      const adGroup = await newAdGroup(campaign);
      await created('adGroupAds', { adGroup, ad: goodAd });
      await created('adGroupCriteria', { adGroup, keyword });
      const row = await one(
        `SELECT campaign.primary_status FROM campaign WHERE campaign.resource_name = '${campaign}'`,
      );
      return row.campaign.primaryStatus;
    };
    expect(await statusWith('geoTargetConstants/2276')).toBe('NOT_ELIGIBLE');
    expect(await statusWith('geoTargetConstants/2840')).toBe('ELIGIBLE');
  });
});

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

describe('ads', () => {
  const pinned = (...pins: (string | undefined)[]) =>
    pins.map((pinnedField, i) => ({ text: `H${i}`, ...(pinnedField && { pinnedField }) }));
  const search = (change: object) => ({ responsiveSearchAd: { ...goodAd.responsiveSearchAd, ...change } });
  test.each([
    [
      80,
      search({ headlines: pinned('HEADLINE_1', 'HEADLINE_1', 'HEADLINE_1') }),
      ['assetLinkError.NOT_ENOUGH_AVAILABLE_ASSET_LINKS_FOR_VALID_COMBINATION'],
    ],
    [80, search({ headlines: pinned('HEADLINE_1', 'HEADLINE_1', undefined) }), []],
    [82, { finalUrls: [`https://acme.example/${'x'.repeat(2_084)}`] }, ['stringLengthError.TOO_LONG']],
    [82, { finalUrls: ['https://acme.x1'] }, ['urlFieldError.INVALID_TLD_IN_FINAL_URL']],
    [88, search({ headlines: texts('One', 'Two', '{KeyWord:Shoes') }), ['adError.UNPAIRED_BRACE_IN_AD_CUSTOMIZER_TAG']],
    [
      88,
      search({ headlines: texts('One', 'Two', '{Wizard:Shoes}') }),
      ['adError.UNRECOGNIZED_AD_CUSTOMIZER_TAG_FOUND'],
    ],
    [
      88,
      search({ headlines: texts('One', 'Two', '{COUNTDOWN(2026-01-01 00:00:00)}') }),
      ['adError.DATE_TIME_IN_COUNTDOWN_TAG_IS_PAST'],
    ],
    [88, search({ headlines: texts('One', 'Two', '{KeyWord:Thirty letters are fine here}') }), []],
  ])('%i: an ad with %j', async (_, change, expected) => {
    expect(await codes('adGroupAds', { adGroup: await newAdGroup(), ad: { ...goodAd, ...change } })).toEqual(expected);
  });

  test('86: a search ad stands in a standard ad group', async () => {
    const campaign = await newCampaign({ dynamicSearchAdsSetting: { domainName: 'acme.example', languageCode: 'en' } });
    const adGroup = await created('adGroups', { campaign, name: 'Dynamic', type: 'SEARCH_DYNAMIC_ADS' });
    expect(await codes('adGroupAds', { adGroup, ad: goodAd })).toEqual([
      'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_AD_GROUP_TYPE',
    ]);
  });

  test('143, 146: what is new is looked at for an hour, and so is what has new words', async () => {
    const start = sandbox.world.now();
    const adGroup = await newAdGroup();
    const ad = await created('adGroupAds', { adGroup, ad: goodAd });
    await created('adGroupCriteria', { adGroup, keyword });
    const seen = async () => {
      const authorization = `Bearer ${await sandbox.token()}`;
      const of = async (fields: string, from: string) =>
        (
          await sandbox.call(
            'POST',
            `/v25/customers/${ACCOUNTS.america}/googleAds:search`,
            { query: `SELECT ${fields} FROM ${from} WHERE ad_group.resource_name = '${adGroup}'` },
            { authorization },
          )
        ).body.results[0];
      const { policySummary } = (
        await of('ad_group_ad.policy_summary.review_status, ad_group_ad.policy_summary.approval_status', 'ad_group_ad')
      ).adGroupAd;
      const { approvalStatus } = (await of('ad_group_criterion.approval_status', 'ad_group_criterion'))
        .adGroupCriterion;
      return [policySummary.reviewStatus, policySummary.approvalStatus, approvalStatus];
    };
    try {
      expect(await seen()).toEqual(['REVIEW_IN_PROGRESS', undefined, 'UNDER_REVIEW']);
      sandbox.setNow(start + 61 * 60_000);
      expect(await seen()).toEqual(['REVIEWED', 'APPROVED', 'APPROVED']);
      const authorization = `Bearer ${await sandbox.token()}`;
      const change = { resourceName: `${NAMES}/ads/${ad.split('~')[1]}`, finalUrls: ['https://acme.example/new'] };
      const operations = [{ update: change, updateMask: 'final_urls' }];
      await sandbox.call('POST', `/v25/${NAMES}/ads:mutate`, { operations }, { authorization });
      expect((await seen()).slice(0, 1)).toEqual(['REVIEW_IN_PROGRESS']);
    } finally {
      sandbox.setNow(start);
    }
  });
});

describe('criteria', () => {
  test.each([
    [89, { keyword: { ...keyword, text: 'shoes €' } }, ['criterionError.KEYWORD_HAS_INVALID_CHARS']],
    [90, { keyword: { ...keyword, text: '[red shoes]' } }, ['criterionError.KEYWORD_HAS_INVALID_CHARS']],
    [90, { keyword: { ...keyword, text: '"red shoes"' } }, ['criterionError.KEYWORD_HAS_INVALID_CHARS']],
    [89, { keyword: { ...keyword, text: "men's shoes & boots" } }, []],
    [93, { keyword, negative: true, status: 'PAUSED' }, ['criterionError.FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING']],
    [93, { keyword, negative: true }, []],
    [101, { userList: { userList: `${NAMES}/userLists/1` } }, ['criterionError.INVALID_USER_LIST']],
    [
      101,
      { userInterest: { userInterestCategory: `${NAMES}/userInterests/1` } },
      ['criterionError.CANNOT_ADD_USER_INTERESTS_TO_SEARCH_CAMPAIGNS'],
    ],
    [102, { placement: { url: 'acme.example' } }, ['criterionError.CANNOT_TARGET_PLACEMENTS_FOR_SEARCH_CAMPAIGNS']],
    [
      102,
      { placement: { url: 'https://www.youtube.com/x' }, negative: true },
      ['criterionError.YOUTUBE_URL_UNSUPPORTED'],
    ],
    [102, { placement: { url: 'acme.example' }, negative: true }, []],
    [103, { keyword, trackingUrlTemplate: '{lpurl}' }, ['adGroupCriterionError.CANNOT_SET_WITHOUT_FINAL_URLS']],
    [103, { keyword, finalUrls: ['https://acme.example'], trackingUrlTemplate: '{lpurl}' }, []],
    [144, { keyword: { ...keyword, text: 'replica watches' } }, ['policyViolationError.POLICY_ERROR']],
  ])('%i: in an ad group, %j', async (_, create, expected) => {
    expect(await codes('adGroupCriteria', { adGroup: await newAdGroup(), ...create })).toEqual(expected);
  });

  test('95: only search ad groups take keywords', async () => {
    const adGroup = await newAdGroup(await newCampaign({ advertisingChannelType: 'DISPLAY' }));
    expect(await codes('adGroupCriteria', { adGroup, keyword })).toEqual([
      'adGroupCriterionError.CANNOT_ADD_CRITERIA_TYPE',
    ]);
  });

  test('91: one keyword comes once in a request', async () => {
    const adGroup = await newAdGroup();
    const again = { create: { adGroup, keyword: { ...keyword, text: 'Red  Shoes' } } };
    expect(codesOf(await mutate('adGroupCriteria', [{ create: { adGroup, keyword } }, again]))).toEqual([
      'distinctError.DUPLICATE_ELEMENT',
    ]);
  });

  test('145: a policy of keywords can be overruled by naming it', async () => {
    const create = { adGroup: await newAdGroup(), keyword: { ...keyword, text: 'replica watches' } };
    const exemptPolicyViolationKeys = [{ policyName: 'counterfeit_goods', violatingText: 'replica watches' }];
    expect((await mutate('adGroupCriteria', [{ create, exemptPolicyViolationKeys }])).status).toBe(200);
  });

  const point = { latitudeInMicroDegrees: 52_500_000, longitudeInMicroDegrees: 13_400_000 };
  const morning = { dayOfWeek: 'MONDAY', startHour: 8, startMinute: 'ZERO', endHour: 12, endMinute: 'ZERO' };
  test.each([
    [92, {}, ['campaignCriterionError.CONCRETE_TYPE_REQUIRED']],
    [
      97,
      { proximity: { radius: 801, radiusUnits: 'KILOMETERS', geoPoint: point } },
      ['criterionError.INVALID_PROXIMITY_RADIUS'],
    ],
    [97, { proximity: { radius: 800, radiusUnits: 'KILOMETERS', geoPoint: point } }, []],
    [
      97,
      { proximity: { radius: 5, radiusUnits: 'MILES' } },
      ['criterionError.PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL'],
    ],
    [
      97,
      { proximity: { radius: 5, radiusUnits: 'MILES', geoPoint: { ...point, latitudeInMicroDegrees: 91_000_000 } } },
      ['criterionError.INVALID_LATITUDE'],
    ],
    [98, { adSchedule: { ...morning, endHour: 7 } }, ['criterionError.AD_SCHEDULE_INVALID_TIME_INTERVAL']],
    [98, { adSchedule: morning }, []],
    [
      100,
      { language: { languageConstant: 'languageConstants/1000' }, bidModifier: 2 },
      ['criterionError.CANNOT_BID_MODIFY_CRITERION_TYPE'],
    ],
    [
      100,
      { location: germany, negative: true, bidModifier: 2 },
      ['criterionError.CANNOT_BID_MODIFY_NEGATIVE_CRITERION'],
    ],
    [99, { device: { type: 'MOBILE' }, bidModifier: 0 }, []],
    [104, { ipBlock: { ipAddress: '10.0.0.999' }, negative: true }, ['criterionError.INVALID_IP_FORMAT']],
    [104, { ipBlock: { ipAddress: '10.0.0.0/24' } }, ['criterionError.CANNOT_ADD_CRITERIA_TYPE']],
    [104, { ipBlock: { ipAddress: '10.0.0.0/24' }, negative: true }, []],
  ])('%i: in a campaign, %j', async (_, create, expected) => {
    expect(await codes('campaignCriteria', { campaign: await newCampaign(), ...create })).toEqual(expected);
  });

  test('104: a campaign excludes 500 addresses', async () => {
    const campaign = await newCampaign();
    const block = (i: number) => ({
      create: { campaign, negative: true, ipBlock: { ipAddress: `10.0.${i >> 8}.${i & 255}` } },
    });
    expect(
      (
        await mutate(
          'campaignCriteria',
          Array.from({ length: 500 }, (_, i) => block(i)),
        )
      ).status,
    ).toBe(200);
    expect(codesOf(await mutate('campaignCriteria', [block(500)]))).toEqual([
      'resourceCountLimitExceededError.CAMPAIGN_LIMIT',
    ]);
  });

  test('93, 94, 96, 98, 99: what is there already', async () => {
    const campaign = await newCampaign();
    const ofCriterion = (create: object) => codes('campaignCriteria', { campaign, ...create });
    await created('campaignCriteria', { campaign, location: germany });
    expect(await ofCriterion({ location: germany })).toEqual(['campaignCriterionError.CANNOT_ADD_EXISTING_FIELD']);
    expect(await ofCriterion({ location: germany, negative: true })).toEqual([
      'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE',
    ]);
    const negative = await created('campaignCriteria', { campaign, keyword, negative: true });
    expect(codesOf(await update('campaignCriteria', negative, { bidModifier: 2 }, 'bid_modifier'))).toContain(
      'campaignCriterionError.CANNOT_UPDATE_NEGATIVE_CRITERION',
    );
    const schedule = await created('campaignCriteria', { campaign, adSchedule: morning });
    expect(await ofCriterion({ adSchedule: { ...morning, startHour: 11, endHour: 13 } })).toEqual([
      'criterionError.AD_SCHEDULE_TIME_INTERVALS_OVERLAP',
    ]);
    expect(
      codesOf(await update('campaignCriteria', schedule, { adSchedule: { startHour: 9 } }, 'ad_schedule.start_hour')),
    ).toEqual(['fieldError.IMMUTABLE_FIELD']);
    const device = await created('campaignCriteria', { campaign, device: { type: 'MOBILE' } });
    expect(codesOf(await mutate('campaignCriteria', [{ remove: device }]))).toEqual([
      'criterionError.CANNOT_REMOVE_CRITERION',
    ]);
  });
});

describe('assets', () => {
  const offer = (header: string) => ({
    header,
    description: 'For you',
    price: { amountMicros: '1000000', currencyCode: 'USD' },
    finalUrl: 'https://acme.example',
  });
  const sitelink = { linkText: 'Sale' };
  const morning = { dayOfWeek: 'MONDAY', startHour: 8, startMinute: 'ZERO', endHour: 12, endMinute: 'ZERO' };
  test.each([
    [110, { sitelinkAsset: sitelink }, ['fieldError.REQUIRED']],
    [110, { sitelinkAsset: sitelink, finalUrls: ['https://acme.example'] }, []],
    [111, { structuredSnippetAsset: { header: 'Things', values: ['a', 'b', 'c'] } }, ['fieldError.INVALID_VALUE']],
    [111, { structuredSnippetAsset: { header: 'Brands', values: ['a', 'b', 'c'] } }, []],
    [113, { priceAsset: { priceOfferings: [offer('A'), offer('B')] } }, ['collectionSizeError.TOO_FEW']],
    [
      113,
      { priceAsset: { priceOfferings: [offer('A'), offer('B'), offer('For you')] } },
      ['assetError.PRICE_HEADER_SAME_AS_DESCRIPTION'],
    ],
    [113, { priceAsset: { priceOfferings: [offer('A'), offer('B'), offer('C')] } }, []],
    [
      114,
      { callAsset: { countryCode: 'US', phoneNumber: '1-800-FLOWERS' } },
      ['assetError.CALL_VANITY_PHONE_NUMBER_NOT_ALLOWED'],
    ],
    [114, { callAsset: { countryCode: 'ZZ', phoneNumber: '2025550123' } }, ['assetError.CALL_INVALID_COUNTRY_CODE']],
    [114, { callAsset: { countryCode: 'US', phoneNumber: '2025550123' } }, []],
    [
      116,
      { calloutAsset: { calloutText: 'Fast', adScheduleTargets: [morning, morning] } },
      ['assetError.SCHEDULES_CANNOT_OVERLAP'],
    ],
  ])('%i: an asset with %j', async (_, create, expected) => {
    expect(await codes('assets', create)).toEqual(expected);
  });

  test('106: a picture that is cut is none', async () => {
    const whole = plainPng(600, 314, [1, 2, 3]);
    const of = (bytes: Buffer) =>
      codes('assets', { name: fresh('Picture'), imageAsset: { data: bytes.toString('base64') } });
    expect(await of(whole)).toEqual([]);
    for (const length of [40, Math.floor(whole.length / 2), whole.length - 8])
      expect(await of(whole.subarray(0, length)), `${length} bytes`).toEqual(['imageError.INVALID_IMAGE']);
  });

  test('108, 119: where an asset can be linked', async () => {
    const campaign = await newCampaign({ excludedParentAssetFieldTypes: ['CALLOUT'] });
    const asset = await created('assets', { calloutAsset: { calloutText: fresh('Fast') } });
    expect(await codes('campaignAssets', { campaign, asset, fieldType: 'CALLOUT' })).toEqual([
      'assetLinkError.EXCLUDED_PARENT_FIELD_TYPE',
    ]);
    expect(await codes('campaignAssets', { campaign: await newCampaign(), asset, fieldType: 'CALLOUT' })).toEqual([]);
    expect(await codes('campaignAssets', { campaign, asset, fieldType: 'HOTEL_CALLOUT' })).toEqual([
      'assetLinkError.UNSUPPORTED_FIELD_TYPE',
    ]);
  });
});

describe('conversion actions', () => {
  test.each([
    [
      134,
      { attributionModelSettings: { attributionModel: 'GOOGLE_SEARCH_ATTRIBUTION_LINEAR' } },
      ['conversionActionError.CANNOT_SET_RULE_BASED_ATTRIBUTION_MODELS'],
    ],
    [135, { phoneCallDurationSeconds: '10001' }, ['rangeError.TOO_HIGH']],
    [135, { valueSettings: { defaultCurrencyCode: 'XXX' } }, ['currencyCodeError.UNSUPPORTED']],
    [135, { valueSettings: { defaultCurrencyCode: 'EUR' } }, []],
  ])('%i: with %j', async (_, change, expected) => {
    expect(await codes('conversionActions', { name: fresh('Lead'), type: 'WEBPAGE', ...change })).toEqual(expected);
  });
});
