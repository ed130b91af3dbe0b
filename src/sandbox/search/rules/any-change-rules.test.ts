import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, DECLARED, fresh, germany, goodAd, keyword, NAMES, texts } from '../changes.testing.ts';

const { codes, created, mutate, newAdGroup, newCampaign, ofCampaign, one, sandbox, update } = changesForTests();

/** The platform's rules by the numbers of `coverage.ts`: what is refused, and beside it what is not. */

const scheme = (change: object) => ({ manualCpc: undefined, ...change });

describe('any change', () => {
  test('16: a request has at least one operation', async () => {
    expect(codesOf(await mutate('campaigns', []))).toEqual(['requestError.REQUIRED_FIELD_MISSING']);
  });

  test('23: of a one-of only one member is set', async () => {
    const reply = await mutate('campaigns', [{ create: { manualCpc: {}, targetSpend: {} } }]);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.error)).toContain('already set');
  });

  test('132, 136: a conversion action has a name of its own, and defaults', async () => {
    const create = { name: fresh('Conversion'), type: 'WEBPAGE', category: 'PURCHASE' };
    const made = await created('conversionActions', create);
    expect(await codes('conversionActions', create)).toEqual(['conversionActionError.DUPLICATE_NAME']);
    const { conversionAction } = await one(
      `SELECT conversion_action.status, conversion_action.primary_for_goal, conversion_action.counting_type FROM conversion_action WHERE conversion_action.resource_name = '${made}'`,
    );
    expect(conversionAction).toMatchObject({ status: 'ENABLED', primaryForGoal: true, countingType: 'MANY_PER_CLICK' });
  });

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

  test('31, 32, 33, 34: one undeclared campaign stops the account until it is declared', async () => {
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
