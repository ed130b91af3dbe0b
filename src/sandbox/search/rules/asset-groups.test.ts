import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, DECLARED, fresh, NAMES } from '../changes.testing.ts';
import { plainPng } from '../seed/picture.ts';

const { codes, created, mutate, newBudget, one, together } = changesForTests();

describe('a campaign over all channels', () => {
  const text = (value: string) => created('assets', { textAsset: { text: value } });
  const picture = (name: string, width: number, height: number, shade: number) =>
    created('assets', {
      name: fresh(name),
      imageAsset: { data: plainPng(width, height, [shade, 9, 9]).toString('base64') },
    });

  const GROUP = `${NAMES}/assetGroups/-3`;
  const CAMPAIGN = `${NAMES}/campaigns/-2`;
  const BUDGET = `${NAMES}/campaignBudgets/-1`;
  const inGroup = (asset: string, fieldType: string) => ({
    assetGroupAssetOperation: { create: { assetGroup: GROUP, asset, fieldType } },
  });

  const budgetAndCampaign = (brandGuidelinesEnabled: boolean) => [
    {
      campaignBudgetOperation: {
        create: { resourceName: BUDGET, amountMicros: '9000000', explicitlyShared: false },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: CAMPAIGN,
          name: fresh('Max'),
          status: 'PAUSED',
          advertisingChannelType: 'PERFORMANCE_MAX',
          maximizeConversions: {},
          brandGuidelinesEnabled,
          campaignBudget: BUDGET,
          ...DECLARED,
        },
      },
    },
  ];

  async function parts(brandGuidelinesEnabled: boolean) {
    const brand = [
      [await text('Acme'), 'BUSINESS_NAME'],
      [await picture('Logo', 128, 128, 3), 'LOGO'],
    ] as const;
    const head = budgetAndCampaign(brandGuidelinesEnabled);
    const assets = [
      ...(await Promise.all(
        ['Head one', 'Head two', 'Head three'].map(async (each) => inGroup(await text(each), 'HEADLINE')),
      )),
      inGroup(await text('A long headline for everybody'), 'LONG_HEADLINE'),
      inGroup(await text('A short description'), 'DESCRIPTION'),
      inGroup(await text('Another description'), 'DESCRIPTION'),
      inGroup(await picture('Wide', 600, 314, 1), 'MARKETING_IMAGE'),
      inGroup(await picture('Square', 300, 300, 2), 'SQUARE_MARKETING_IMAGE'),
    ];
    const group = {
      resourceName: GROUP,
      campaign: CAMPAIGN,
      name: 'Everything',
      finalUrls: ['https://acme.example'],
      status: 'PAUSED',
    };
    return {
      head,
      group: { assetGroupOperation: { create: group } },
      assets,
      atGroup: brand.map(([asset, fieldType]) => inGroup(asset, fieldType)),
      atCampaign: brand.map(([asset, fieldType]) => ({
        campaignAssetOperation: { create: { campaign: CAMPAIGN, asset, fieldType } },
      })),
    };
  }

  test('comes whole in one request, with its brand where the guidelines want it', async () => {
    const on = await parts(true);
    expect((await together([...on.head, ...on.atCampaign, on.group, ...on.assets])).status).toBe(200);
    const off = await parts(false);
    const reply = await together([...off.head, off.group, ...off.assets, ...off.atGroup]);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  });

  test('124, 125: is refused without its brand, or with it in the wrong place', async () => {
    const on = await parts(true);
    expect(codesOf(await together([...on.head, on.group, ...on.assets]))).toEqual([
      'campaignError.REQUIRED_BUSINESS_NAME_ASSET_NOT_LINKED',
      'campaignError.REQUIRED_LOGO_ASSET_NOT_LINKED',
    ]);
    expect(codesOf(await together([...on.head, ...on.atCampaign, on.group, ...on.assets, ...on.atGroup]))).toEqual([
      'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_CAMPAIGN_LEVEL',
      'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_CAMPAIGN_LEVEL',
    ]);
    const off = await parts(false);
    expect(
      codesOf(await together([...off.head, ...off.atCampaign, off.group, ...off.assets, ...off.atGroup])),
    ).toContain('assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_ASSET_GROUP_LEVEL');
  });

  test('120, 123, 127: needs its minimum of assets, all the time', async () => {
    const off = await parts(false);
    const few = await together([...off.head, off.group, ...off.assets.slice(1, -1), ...off.atGroup]);
    expect(codesOf(few)).toEqual([
      'assetGroupError.NOT_ENOUGH_HEADLINE_ASSET',
      'assetGroupError.NOT_ENOUGH_SQUARE_MARKETING_IMAGE_ASSET',
    ]);
    const reply = await together([...off.head, off.group, ...off.assets, ...off.atGroup]);
    const link = reply.body.mutateOperationResponses[3].assetGroupAssetResult.resourceName;
    expect(codesOf(await mutate('assetGroupAssets', [{ remove: link }]))).toEqual([
      'assetGroupError.NOT_ENOUGH_HEADLINE_ASSET',
    ]);
    const group = reply.body.mutateOperationResponses[2].assetGroupResult.resourceName;
    expect(codesOf(await mutate('assetGroups', [{ remove: group }]))).toEqual([
      'assetGroupError.CANNOT_REMOVE_ALL_ASSET_GROUPS_FROM_CAMPAIGN',
    ]);
  });

  test('127: needs a name of its own and a final URL, and its second path needs the first', async () => {
    const off = await parts(false);
    const { create } = off.group.assetGroupOperation;
    const reply = await together([...off.head, off.group, ...off.assets, ...off.atGroup]);
    const campaign = reply.body.mutateOperationResponses[1].campaignResult.resourceName;
    const second = (more: object) => codes('assetGroups', { ...create, resourceName: undefined, campaign, ...more });
    expect(await second({ name: 'Everything' })).toContain('assetGroupError.DUPLICATE_NAME');
    expect(await second({ name: 'Other', finalUrls: [] })).toContain('assetGroupError.FINAL_URL_REQUIRED');
    expect(await second({ name: 'Other', path2: 'b' })).toContain('assetGroupError.PATH1_REQUIRED_WHEN_PATH2_IS_SET');
  });

  test('118, 121, 122: an asset stands once in a group, one description is short, and there are only so many', async () => {
    const { assetGroup } = await one('SELECT asset_group.resource_name FROM asset_group');
    const link = (asset: string) => ({
      create: { assetGroup: assetGroup.resourceName, asset, fieldType: 'HEADLINE' },
    });
    const first = await text(fresh('Headline'));
    await mutate('assetGroupAssets', [link(first)]);
    expect(codesOf(await mutate('assetGroupAssets', [link(first)]))).toEqual([
      'assetGroupAssetError.DUPLICATE_RESOURCE',
    ]);
    const many = await Promise.all(Array.from({ length: 15 }, () => text(fresh('Headline'))));
    expect(codesOf(await mutate('assetGroupAssets', many.map(link)))).toContain(
      'resourceCountLimitExceededError.RESOURCE_LIMIT',
    );
    const off = await parts(false);
    const long = await Promise.all(['a', 'b'].map((letter) => text(letter.repeat(70))));
    const assets = off.assets.map((each) => {
      const { create } = each.assetGroupAssetOperation;
      return create.fieldType === 'DESCRIPTION'
        ? { assetGroupAssetOperation: { create: { ...create, asset: long.pop() } } }
        : each;
    });
    expect(codesOf(await together([...off.head, off.group, ...assets, ...off.atGroup]))).toEqual([
      'assetGroupError.SHORT_DESCRIPTION_REQUIRED',
    ]);
  });

  test('107: takes pictures of the right size only, and texts that fit', async () => {
    const { assetGroup } = await one('SELECT asset_group.resource_name FROM asset_group');
    const link = (asset: string, fieldType: string) =>
      codes('assetGroupAssets', { assetGroup: assetGroup.resourceName, asset, fieldType });
    expect(await link(await picture('Small', 500, 262, 4), 'MARKETING_IMAGE')).toEqual([
      'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE',
    ]);
    expect(await link(await picture('Flat', 900, 300, 5), 'SQUARE_MARKETING_IMAGE')).toEqual([
      'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE',
    ]);
    expect(await link(await text('x'.repeat(40)), 'HEADLINE')).toEqual(['stringLengthError.TOO_LONG']);
    expect(await link(await text('Some text'), 'MARKETING_IMAGE')).toEqual([
      'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE',
    ]);
  });

  test('130: takes no shared budget, no other bidding and no partial failure', async () => {
    const shared = await newBudget();
    const body = {
      name: fresh('Max'),
      advertisingChannelType: 'PERFORMANCE_MAX',
      brandGuidelinesEnabled: false,
      campaignBudget: shared,
      ...DECLARED,
    };
    expect(await codes('campaigns', { ...body, maximizeConversions: {} })).toEqual([
      'biddingError.BIDDING_STRATEGY_TYPE_INCOMPATIBLE_WITH_SHARED_BUDGET',
    ]);
    const own = await newBudget({ explicitlyShared: false });
    expect(await codes('campaigns', { ...body, campaignBudget: own, manualCpc: {} })).toEqual([
      'biddingError.CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY',
    ]);
    const off = await parts(false);
    expect(codesOf(await together([off.group], { partialFailure: true }))).toEqual([
      'mutateError.OPERATION_DOES_NOT_SUPPORT_PARTIAL_FAILURE',
    ]);
  });
});
