import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { changesForTests, fresh, goodAd, keyword, NAMES, texts } from '../changes.testing.ts';
import { plainPng } from '../seed/picture.ts';
import { ACCOUNTS } from '../seed.ts';

const { codes, created, newAdGroup, newCampaign, one, sandbox } = changesForTests();

/** The platform's rules by the numbers of `coverage.ts`: what is refused, and beside it what is not. */

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
      sandbox.setNow(start + 61 * MINUTE_MS);
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

describe('assets', () => {
  const offer = (header: string) => ({
    header,
    description: 'For you',
    price: { amountMicros: '1000000', currencyCode: 'USD' },
    finalUrl: 'https://acme.example',
  });
  const sitelink = { linkText: 'Sale' };
  const form = {
    businessName: 'Acme',
    headline: 'Try them on',
    description: 'We call you back.',
    privacyPolicyUrl: 'https://acme.example/privacy',
    callToActionType: 'BOOK_NOW',
    callToActionDescription: 'Choose a day',
    fields: [{ inputType: 'EMAIL' }],
  };
  const questions = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      customQuestionText: `Q${at}`,
      singleChoiceAnswers: { answers: ['a', 'b'] },
    }));
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
    [115, { leadFormAsset: form }, []],
    [115, { leadFormAsset: { ...form, fields: [] } }, ['assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION']],
    [
      115,
      { leadFormAsset: { ...form, fields: [{ inputType: 'FULL_NAME' }, { inputType: 'LAST_NAME' }] } },
      ['assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION'],
    ],
    [115, { leadFormAsset: { ...form, customQuestionFields: questions(6) } }, ['collectionSizeError.TOO_MANY']],
    [115, { leadFormAsset: { ...form, customQuestionFields: questions(5) } }, []],
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

  test('24, 25: an asset that is not there, or is of another account, is linked nowhere', async () => {
    const callout = { operations: [{ create: { calloutAsset: { calloutText: fresh('Fast') } } }] };
    const { body } = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.europe}/assets:mutate`, callout);
    const campaign = await newCampaign();
    const { assetGroup } = await one('SELECT asset_group.resource_name FROM asset_group');
    const places: [string, object][] = [
      ['customerAssets', {}],
      ['campaignAssets', { campaign }],
      ['adGroupAssets', { adGroup: await newAdGroup(campaign) }],
      ['assetGroupAssets', { assetGroup: assetGroup.resourceName }],
    ];
    for (const asset of [`${NAMES}/assets/1`, body.results[0].resourceName])
      for (const [collection, owner] of places)
        expect(await codes(collection, { ...owner, asset, fieldType: 'CALLOUT' }), collection).toEqual([
          'mutateError.RESOURCE_NOT_FOUND',
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
