import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, goodAd, NAMES, texts } from '../changes.testing.ts';

const { codes, created, mutate, newAdGroup, newCampaign, one } = changesForTests();

describe('rules of ad groups, ads and keywords', () => {
  test('74: an ad group has a name of its own, a fitting type and a whole bid', async () => {
    const campaign = await newCampaign();
    const group = await newAdGroup(campaign);
    const { adGroup } = await one(
      `SELECT ad_group.name, ad_group.type FROM ad_group WHERE ad_group.resource_name = '${group}'`,
    );
    expect(adGroup.type).toBe('SEARCH_STANDARD');
    expect(await codes('adGroups', { campaign, name: adGroup.name })).toEqual(['adGroupError.DUPLICATE_ADGROUP_NAME']);
    expect(await codes('adGroups', { campaign })).toEqual(['adGroupError.MISSING_ADGROUP_NAME']);
    expect(await codes('adGroups', { campaign, name: 'x', type: 'DISPLAY_STANDARD' })).toEqual([
      'adGroupError.AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE',
    ]);
    expect(await codes('adGroups', { campaign, name: 'x', cpcBidMicros: '1005' })).toEqual([
      'biddingError.BID_TOO_SMALL',
    ]);
    expect(await codes('adGroups', { campaign, name: 'x', cpcBidMicros: '1005000' })).toEqual([
      'biddingError.BID_TOO_MANY_FRACTIONAL_DIGITS',
    ]);
    const max = (
      await one('SELECT campaign.resource_name FROM campaign WHERE campaign.advertising_channel_type = PERFORMANCE_MAX')
    ).campaign.resourceName;
    expect(await codes('adGroups', { campaign: max, name: 'x' })).toEqual([
      'adGroupError.CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE',
    ]);
  });

  const ad = (change: object) => ({ ...goodAd, responsiveSearchAd: { ...goodAd.responsiveSearchAd, ...change } });
  test.each([
    [77, ad({ headlines: texts('One', 'Two') }), ['collectionSizeError.TOO_FEW']],
    [77, ad({ headlines: texts(...Array.from({ length: 16 }, (_, i) => `H${i}`)) }), ['collectionSizeError.TOO_MANY']],
    [78, ad({ headlines: texts('One', 'Two', 'x'.repeat(31)) }), ['adError.LINE_TOO_WIDE']],
    [78, ad({ headlines: texts('One', 'Two', '見出し見出し見出し見出し見出し見') }), ['adError.LINE_TOO_WIDE']],
    [79, ad({ headlines: texts('One', 'One', 'Two') }), ['distinctError.DUPLICATE_ELEMENT']],
    [
      80,
      ad({ headlines: [...texts('One', 'Two'), { text: 'Three', pinnedField: 'DESCRIPTION_1' }] }),
      ['assetLinkError.INVALID_PINNED_FIELD'],
    ],
    [78, ad({ descriptions: texts('x'.repeat(91), 'y') }), ['adError.LINE_TOO_WIDE']],
    [81, ad({ path2: 'sale' }), ['adError.CANNOT_SET_PATH2_WITHOUT_PATH1']],
    [78, ad({ path1: 'x'.repeat(16) }), ['adError.LINE_TOO_WIDE']],
    [82, { ...goodAd, finalUrls: [] }, ['fieldError.REQUIRED_NONEMPTY_LIST']],
    [82, { ...goodAd, finalUrls: ['acme.example'] }, ['urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL']],
    [82, { ...goodAd, finalUrls: ['ftp://acme.example'] }, ['urlFieldError.INVALID_FINAL_URL']],
    [144, ad({ headlines: texts('Buy now!!', 'Two', 'Three') }), ['policyFindingError.POLICY_FINDING']],
  ])('%i: an ad with %j', async (_, content, expected) => {
    const adGroup = await newAdGroup();
    expect(await codes('adGroupAds', { adGroup, ad: content })).toEqual(expected);
  });

  test('a policy finding can be overruled by naming its topic', async () => {
    const adGroup = await newAdGroup();
    const create = { adGroup, ad: ad({ headlines: texts('Buy now!!', 'Two', 'Three') }) };
    const reply = await mutate('adGroupAds', [
      { create, policyValidationParameter: { ignorablePolicyTopics: ['PUNCTUATION_AND_SYMBOLS'] } },
    ]);
    expect(reply.status).toBe(200);
  });

  test('83: three ads of an ad group can be on at a time', async () => {
    const adGroup = await newAdGroup();
    for (let i = 0; i < 3; i += 1) await created('adGroupAds', { adGroup, ad: goodAd });
    const paused = await created('adGroupAds', { adGroup, status: 'PAUSED', ad: goodAd });
    expect(await codes('adGroupAds', { adGroup, ad: goodAd })).toEqual([
      'resourceCountLimitExceededError.ADGROUP_LIMIT',
    ]);
    expect(
      codesOf(
        await mutate('adGroupAds', [{ update: { resourceName: paused, status: 'ENABLED' }, updateMask: 'status' }]),
      ),
    ).toEqual(['resourceCountLimitExceededError.ADGROUP_LIMIT']);
  });

  test('85: the words of an ad change through ads, not through ad group ads', async () => {
    const link = await created('adGroupAds', { adGroup: await newAdGroup(), status: 'PAUSED', ad: goodAd });
    const change = { finalUrls: ['https://acme.example/new'] };
    expect(
      codesOf(
        await mutate('adGroupAds', [{ update: { resourceName: link, ad: change }, updateMask: 'ad.final_urls' }]),
      ),
    ).toEqual(['adError.CANNOT_MODIFY_AD']);
    const resourceName = `${NAMES}/ads/${link.split('~')[1]}`;
    expect((await mutate('ads', [{ update: { resourceName, ...change }, updateMask: 'final_urls' }])).status).toBe(200);
    const row = await one(
      `SELECT ad_group_ad.ad.final_urls FROM ad_group_ad WHERE ad_group_ad.resource_name = '${link}'`,
    );
    expect(row.adGroupAd.ad.finalUrls).toEqual(change.finalUrls);
  });

  test.each([
    [{ keyword: { text: 'x'.repeat(81), matchType: 'EXACT' } }, ['criterionError.KEYWORD_TEXT_TOO_LONG']],
    [{ keyword: { text: 'a b c d e f g h i j k', matchType: 'EXACT' } }, ['criterionError.KEYWORD_HAS_TOO_MANY_WORDS']],
    [{ keyword: { text: 'shoes!', matchType: 'EXACT' } }, ['criterionError.KEYWORD_HAS_INVALID_CHARS']],
    [{ keyword: { text: '  ', matchType: 'EXACT' } }, ['criterionError.INVALID_KEYWORD_TEXT']],
    [{ keyword: { text: 'shoes' } }, ['fieldError.REQUIRED']],
    [{}, ['adGroupCriterionError.CONCRETE_TYPE_REQUIRED']],
    [
      { negative: true, cpcBidMicros: '1000000', keyword: { text: 'x', matchType: 'EXACT' } },
      ['criterionError.FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING'],
    ],
  ])('a keyword with %j', async (create, expected) => {
    expect(await codes('adGroupCriteria', { adGroup: await newAdGroup(), ...create })).toEqual(expected);
  });

  test('the same keyword again is the same keyword; a negative one stays as it is', async () => {
    const adGroup = await newAdGroup();
    const keyword = { text: 'Red Shoes', matchType: 'PHRASE' };
    const first = await created('adGroupCriteria', { adGroup, keyword });
    expect(await created('adGroupCriteria', { adGroup, keyword: { ...keyword, text: 'red  shoes' } })).toBe(first);
    expect(await codes('adGroupCriteria', { adGroup, keyword, negative: true })).toEqual([
      'adGroupCriterionError.CANNOT_TARGET_AND_EXCLUDE',
    ]);
    const negative = await created('adGroupCriteria', {
      adGroup,
      negative: true,
      keyword: { text: 'free', matchType: 'BROAD' },
    });
    expect(
      codesOf(
        await mutate('adGroupCriteria', [
          { update: { resourceName: negative, status: 'PAUSED' }, updateMask: 'status' },
        ]),
      ),
    ).toEqual(['adGroupCriterionError.CANT_UPDATE_NEGATIVE']);
  });

  test('a campaign targets places and languages that exist, and excludes words', async () => {
    const campaign = await newCampaign();
    expect(
      await created('campaignCriteria', { campaign, location: { geoTargetConstant: 'geoTargetConstants/2276' } }),
    ).toMatch(/~2276$/);
    expect(
      await codes('campaignCriteria', { campaign, location: { geoTargetConstant: 'geoTargetConstants/1' } }),
    ).toEqual(['criterionError.INVALID_CRITERION_ID']);
    expect(await codes('campaignCriteria', { campaign, keyword: { text: 'x', matchType: 'EXACT' } })).toEqual([
      'criterionError.CANNOT_ADD_CRITERIA_TYPE',
    ]);
    expect(await codes('campaignCriteria', { campaign, device: { type: 'MOBILE' }, bidModifier: 20 })).toEqual([
      'multiplierError.MULTIPLIER_TOO_HIGH',
    ]);
  });
});
