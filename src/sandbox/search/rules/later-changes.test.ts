import { describe, expect, test } from 'vitest';
import { messageNamed } from '../catalogue/messages.ts';
import { changesForTests, DECLARED, faultsOf, fresh, goodAd, keyword, NAMES, texts } from '../changes.testing.ts';
import { plainPng } from '../seed/picture.ts';
import { ACCOUNTS } from '../seed.ts';
import { KINDS } from './kinds.ts';

const { created, mutate, newAdGroup, newBudget, newCampaign, one, sandbox, together, update } = changesForTests();

const keyOf = (name: string) => name.split('/').at(-1)!;
/** Makes the stored object what no call makes it. */
function make(name: string, path: string, value: string): void {
  sandbox.world.db
    .prepare("UPDATE search_entities SET doc = json_set(doc, ?, ?) WHERE customer = ? AND doc ->> 'resource_name' = ?")
    .run(`$.${path}`, value, ACCOUNTS.america, name);
}
const refusal = async (collection: string, create: object) => faultsOf(await mutate(collection, [{ create }]));

type Change = readonly [object, string];
/** What is changed, a change that is refused, one that is accepted, and the refusal. */
const UPDATES: [string, string, () => Promise<string>, Change, Change, string][] = [
  [
    'a shared budget does not become one for a single campaign',
    'campaignBudgets',
    () => newBudget(),
    [{ explicitlyShared: false }, 'explicitly_shared'],
    [{ amountMicros: '30000000' }, 'amount_micros'],
    'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED explicitly_shared',
  ],
  [
    'a declaration is not taken back',
    'campaigns',
    () => newCampaign(),
    [{}, 'contains_eu_political_advertising'],
    [{ containsEuPoliticalAdvertising: 'CONTAINS_EU_POLITICAL_ADVERTISING' }, 'contains_eu_political_advertising'],
    'fieldError.FIELD_CANNOT_BE_CLEARED contains_eu_political_advertising',
  ],
  [
    'a campaign does not get bidding that its channel lacks',
    'campaigns',
    () => newCampaign(),
    [{ targetCpa: { targetCpaMicros: '5000000' } }, 'target_cpa.target_cpa_micros'],
    [{ targetSpend: { cpcBidCeilingMicros: '5000000' } }, 'target_spend.cpc_bid_ceiling_micros'],
    'biddingError.INVALID_ANONYMOUS_BIDDING_STRATEGY_TYPE target_cpa',
  ],
  [
    'the start of a campaign that has begun is past changing',
    'campaigns',
    async () => {
      const name = await newCampaign({ startDateTime: '2026-11-20 00:00:00' });
      make(name, 'start_date_time', '2026-11-10 00:00:00');
      return name;
    },
    [{ startDateTime: '2026-11-25 00:00:00' }, 'start_date_time'],
    [{ endDateTime: '2026-11-25 23:59:59' }, 'end_date_time'],
    'campaignError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED start_date_time',
  ],
  [
    'a label does not take the name of another',
    'labels',
    async () => {
      await created('labels', { name: 'Taken label' });
      return created('labels', { name: fresh('Label') });
    },
    [{ name: 'Taken label' }, 'name'],
    [{ name: 'Free label' }, 'name'],
    'labelError.DUPLICATE_NAME name',
  ],
  [
    'a list does not take the name of another',
    'userLists',
    () => created('userLists', { name: fresh('List'), crmBasedUserList: {} }),
    [{ name: 'Buyers' }, 'name'],
    [{ name: 'Nobody else' }, 'name'],
    'userListError.NAME_ALREADY_USED name',
  ],
  [
    'a list keeps people for 540 days at most',
    'userLists',
    () => created('userLists', { name: fresh('List'), crmBasedUserList: {} }),
    [{ membershipLifeSpan: '541' }, 'membership_life_span'],
    [{ membershipLifeSpan: '540' }, 'membership_life_span'],
    'rangeError.TOO_HIGH membership_life_span',
  ],
  [
    'a picture keeps its name',
    'assets',
    () =>
      created('assets', {
        name: fresh('Picture'),
        imageAsset: { data: plainPng(300, 300, [7, 7, 7]).toString('base64') },
      }),
    [{ name: 'Other' }, 'name'],
    [{}, 'name'],
    'assetError.CANNOT_MODIFY_ASSET_NAME name',
  ],
];

test.each(UPDATES)('%s', async (what, collection, object, refused, accepted, fault) => {
  const name = await object();
  expect(faultsOf(await update(collection, name, ...refused))).toEqual([fault]);
  // Without a name no change of it is possible: the picture is left as it is.
  if (!what.startsWith('a picture')) expect(faultsOf(await update(collection, name, ...accepted))).toEqual([]);
});

test('the words of an ad that was removed stay as they are', async () => {
  const adGroup = await newAdGroup();
  const [first, second] = [
    await created('adGroupAds', { adGroup, ad: goodAd }),
    await created('adGroupAds', {
      adGroup,
      ad: { ...goodAd, finalUrls: ['https://acme.example/b'] },
    }),
  ];
  await mutate('adGroupAds', [{ remove: first }]);
  const reword = (name: string) =>
    update('ads', `${NAMES}/ads/${name.split('~')[1]}`, { finalUrls: ['https://acme.example/new'] }, 'final_urls');
  expect(faultsOf(await reword(first))).toEqual(['adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD']);
  expect(faultsOf(await reword(second))).toEqual([]);
});

test('a campaign of videos takes none of these ads, and an ad on websites needs pictures', async () => {
  const video = await newCampaign();
  const adGroup = await newAdGroup(video);
  expect(await refusal('adGroupAds', { adGroup, ad: goodAd })).toEqual([]);
  make(video, 'advertising_channel_type', 'VIDEO');
  expect(await refusal('adGroupAds', { adGroup, ad: goodAd })).toEqual(['fieldError.REQUIRED ad.video_responsive_ad']);
  const display = await newAdGroup(await newCampaign({ advertisingChannelType: 'DISPLAY' }));
  const responsiveDisplayAd = {
    ...{ headlines: texts('One'), longHeadline: { text: 'Long' }, descriptions: texts('First'), businessName: 'Acme' },
  };
  expect(
    await refusal('adGroupAds', { adGroup: display, ad: { finalUrls: ['https://acme.example'], responsiveDisplayAd } }),
  ).toEqual([
    'collectionSizeError.TOO_FEW ad.responsive_display_ad.marketing_images',
    'collectionSizeError.TOO_FEW ad.responsive_display_ad.square_marketing_images',
  ]);
});

test('a campaign of a shop takes shared sets of keywords only', async () => {
  const campaign = await newCampaign();
  const set = (type: string) => created('sharedSets', { name: fresh('Set'), type });
  const placements = await set('NEGATIVE_PLACEMENTS');
  expect(await refusal('campaignSharedSets', { campaign: await newCampaign(), sharedSet: placements })).toEqual([]);
  make(campaign, 'advertising_channel_type', 'SHOPPING');
  expect(await refusal('campaignSharedSets', { campaign, sharedSet: placements })).toEqual([
    'contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT shared_set',
  ]);
  expect(await refusal('campaignSharedSets', { campaign, sharedSet: await set('NEGATIVE_KEYWORDS') })).toEqual([]);
});

test('a member of a shared set stands in a request once', async () => {
  const sharedSet = await created('sharedSets', { name: fresh('Set'), type: 'NEGATIVE_KEYWORDS' });
  const create = { sharedSet, keyword };
  expect(faultsOf(await mutate('sharedCriteria', [{ create }, { create }]))).toEqual([
    'distinctError.DUPLICATE_ELEMENT keyword',
  ]);
  expect(faultsOf(await mutate('sharedCriteria', [{ create }]))).toEqual([]);
});

test('a place that the platform gives up is taken no more', async () => {
  const { db } = sandbox.world;
  const planned = (status: string) =>
    db
      .prepare(
        "UPDATE search_entities SET doc = json_set(doc, '$.status', ?) WHERE kind = 'geo_target_constant' AND key = '2250'",
      )
      .run(status);
  const location = { geoTargetConstant: 'geoTargetConstants/2250' };
  planned('REMOVAL_PLANNED');
  expect(await refusal('campaignCriteria', { campaign: await newCampaign(), location })).toEqual([
    'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION location.geo_target_constant',
  ]);
  planned('ENABLED');
  expect(await refusal('campaignCriteria', { campaign: await newCampaign(), location })).toEqual([]);
});

test('a day of a campaign has six schedules', async () => {
  const campaign = await newCampaign();
  const at = (startHour: number, dayOfWeek = 'MONDAY') => ({
    create: {
      campaign,
      adSchedule: { dayOfWeek, startHour, startMinute: 'ZERO', endHour: startHour + 1, endMinute: 'ZERO' },
    },
  });
  const six = [0, 2, 4, 6, 8, 10].map((hour) => at(hour));
  expect(faultsOf(await mutate('campaignCriteria', six))).toEqual([]);
  expect(faultsOf(await mutate('campaignCriteria', [at(12)]))).toEqual([
    'criterionError.AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT ad_schedule',
  ]);
  expect(faultsOf(await mutate('campaignCriteria', [at(12, 'TUESDAY')]))).toEqual([]);
});

test('the size of a list follows from the lists it is made of', async () => {
  const lists = await Promise.all(
    [600, 300, 200].map(async (people) => {
      const name = await created('userLists', { name: fresh('Part'), crmBasedUserList: {} });
      sandbox.world.db
        .prepare(
          "UPDATE search_entities SET doc = json_set(doc, '$.size_for_display', ?) WHERE doc ->> 'resource_name' = ?",
        )
        .run(people, name);
      return name;
    }),
  );
  const sizeOf = async (...rules: [string, ...number[]][]) => {
    const made = await created('userLists', {
      name: fresh('Whole'),
      logicalUserList: {
        rules: rules.map(([operator, ...at]) => ({
          operator,
          ruleOperands: at.map((index) => ({ userList: lists[index] })),
        })),
      },
    });
    const { userList } = await one(
      `SELECT user_list.size_for_display, user_list.size_range_for_display FROM user_list WHERE user_list.resource_name = '${made}'`,
    );
    return [userList.sizeForDisplay, userList.sizeRangeForDisplay];
  };
  expect(await sizeOf(['ANY', 0, 1])).toEqual(['900', 'LESS_THAN_ONE_THOUSAND']);
  expect(await sizeOf(['ALL', 0, 1])).toEqual(['300', 'LESS_THAN_FIVE_HUNDRED']);
  expect(await sizeOf(['ANY', 0], ['NONE', 2])).toEqual(['400', 'LESS_THAN_FIVE_HUNDRED']);
  expect(await sizeOf(['ANY', 2], ['NONE', 0])).toEqual(['0', 'LESS_THAN_FIVE_HUNDRED']);
});

describe('asset groups', () => {
  async function maxCampaign(): Promise<string> {
    const rows = await sandbox.search(
      "SELECT campaign.resource_name FROM campaign WHERE campaign.advertising_channel_type = 'PERFORMANCE_MAX' AND campaign.status != 'REMOVED'",
    );
    return rows.body.results[0].campaign.resourceName;
  }
  const group = (campaign: string) => ({ campaign, name: fresh('Group'), finalUrls: ['https://acme.example'] });

  test('are in campaigns over all channels that were not removed, a hundred in each', async () => {
    expect(await refusal('assetGroups', group(await newCampaign()))).toContain(
      'assetGroupError.CANNOT_ADD_ASSET_GROUP_FOR_CAMPAIGN_TYPE campaign',
    );
    const campaign = await maxCampaign();
    // What an empty group lacks is told at the end, when nothing else is wrong.
    const lacks = await refusal('assetGroups', group(campaign));
    expect(lacks).not.toEqual([]);
    expect(lacks.join()).not.toMatch(/RESOURCE_LIMIT|CAMPAIGN/);
    const fill = (count: number) =>
      sandbox.world.db.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO search_entities (customer, kind, key, parent, doc)
         SELECT '${ACCOUNTS.america}', 'asset_group', 'many' || i, '${keyOf(campaign)}', '{"status":"ENABLED"}' FROM n`,
      );
    const [{ n }] = sandbox.world.db
      .prepare("SELECT count(*) AS n FROM search_entities WHERE kind = 'asset_group' AND parent = ?")
      .all(keyOf(campaign)) as [{ n: number }];
    fill(99 - n);
    expect((await refusal('assetGroups', group(campaign))).join()).not.toMatch(/RESOURCE_LIMIT/);
    sandbox.world.db.exec("DELETE FROM search_entities WHERE key LIKE 'many%'");
    fill(100 - n);
    expect(await refusal('assetGroups', group(campaign))).toEqual(['resourceCountLimitExceededError.RESOURCE_LIMIT']);
    sandbox.world.db.exec("DELETE FROM search_entities WHERE key LIKE 'many%'");
    make(campaign, 'status', 'REMOVED');
    expect(await refusal('assetGroups', group(campaign))).toContain(
      'assetGroupError.CANNOT_MUTATE_ASSET_GROUP_FOR_REMOVED_CAMPAIGN campaign',
    );
    make(campaign, 'status', 'ENABLED');
  });

  test('have signals of ten words, each once in a request, and take no assets with names of their own', async () => {
    const { assetGroup } = await one('SELECT asset_group.resource_name FROM asset_group');
    const signal = (text: string) => ({ assetGroup: assetGroup.resourceName, searchTheme: { text } });
    const words = 'a b c d e f g h i j';
    expect(await refusal('assetGroupSignals', signal(`${words} k`))).toEqual([
      'assetGroupSignalError.TOO_MANY_WORDS search_theme.text',
    ]);
    expect(await refusal('assetGroupSignals', signal(words))).toEqual([]);
    const twice = ['Shoes', 'shoes'].map((text) => ({ create: signal(text) }));
    expect(faultsOf(await mutate('assetGroupSignals', twice))).toEqual([
      'distinctError.DUPLICATE_ELEMENT search_theme.text',
    ]);
    expect(await refusal('assetGroupSignals', { assetGroup: assetGroup.resourceName })).toEqual([
      'fieldError.REQUIRED signal',
    ]);
    const asset = await created('assets', { calloutAsset: { calloutText: fresh('Call') } });
    const link = { asset, fieldType: 'CALLOUT' };
    expect(await refusal('assetGroupAssets', { assetGroup: assetGroup.resourceName, ...link })).toEqual([
      'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_CAMPAIGN_TYPE field_type',
    ]);
    expect(await refusal('campaignAssets', { campaign: await newCampaign(), ...link })).toEqual([]);
  });

  test('have texts without tags', async () => {
    const { assetGroup } = await one('SELECT asset_group.resource_name FROM asset_group');
    const link = async (text: string) =>
      refusal('assetGroupAssets', {
        assetGroup: assetGroup.resourceName,
        asset: await created('assets', { textAsset: { text } }),
        fieldType: 'HEADLINE',
      });
    expect(await link('{Keyword:Shoes}')).toEqual(['assetGroupError.AD_CUSTOMIZER_NOT_SUPPORTED']);
    expect(await link('Plain shoes')).toEqual([]);
  });

  test('an account has a hundred of their campaigns, which take no lists of people', async () => {
    const campaign = {
      ...{ name: fresh('Max'), status: 'PAUSED', advertisingChannelType: 'PERFORMANCE_MAX', maximizeConversions: {} },
      ...{ campaignBudget: await newBudget({ explicitlyShared: false }), brandGuidelinesEnabled: false, ...DECLARED },
    };
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
       INSERT INTO search_entities (customer, kind, key, doc) SELECT '${ACCOUNTS.america}', 'campaign', 'many' || i,
       '{"status":"PAUSED","advertising_channel_type":"PERFORMANCE_MAX","contains_eu_political_advertising":"NO"}' FROM n`;
    sandbox.world.db.exec(many);
    expect(await refusal('campaigns', campaign)).toEqual(['resourceCountLimitExceededError.ACCOUNT_LIMIT']);
    sandbox.world.db.exec("DELETE FROM search_entities WHERE key LIKE 'many%'");
    expect(await refusal('campaigns', campaign)).toEqual([]);
    const { userList } = await one("SELECT user_list.resource_name FROM user_list WHERE user_list.name = 'Buyers'");
    const aimed = { negative: true, userList: { userList: userList.resourceName } };
    expect(await refusal('campaignCriteria', { campaign: await maxCampaign(), ...aimed })).toEqual([
      'criterionError.CANNOT_ADD_CRITERIA_TYPE user_list',
    ]);
    expect(await refusal('campaignCriteria', { campaign: await newCampaign(), ...aimed })).toEqual([]);
  });
});

describe('pictures and links', () => {
  /** A GIF of so many frames, and the head and scan of a JPEG with so many components. */
  const gif = (frames: number) => {
    const frame = [0x2c, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 1, 1, 0];
    const head = [...Buffer.from('GIF89a'), 4, 0, 3, 0, 0, 0, 0];
    return Buffer.from([...head, ...new Array(frames).fill(frame).flat(), 0x3b]).toString('base64');
  };
  const jpeg = (components: number) => {
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 50, 0, 80, components, ...new Array(9).fill(0)];
    return Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xda, 0, 8, 1, 2, 3, 4, 5, 0xff, 0xd9]).toString('base64');
  };

  test.each([
    ['a GIF that moves', gif(2), gif(1), 'imageError.ANIMATED_NOT_ALLOWED image_asset.data'],
    ['a JPEG in printing colours', jpeg(4), jpeg(3), 'imageError.CMYK_JPEG_NOT_ALLOWED image_asset.data'],
  ])('%s is refused', async (_, refused, accepted, fault) => {
    expect(await refusal('assets', { name: fresh('P'), imageAsset: { data: refused } })).toEqual([fault]);
    expect(await refusal('assets', { name: fresh('P'), imageAsset: { data: accepted } })).toEqual([]);
  });

  test('the same picture under two names in a request is refused', async () => {
    const imageAsset = { data: plainPng(60, 60, [8, 8, 8]).toString('base64') };
    const create = (name: string) => ({ create: { name, imageAsset } });
    expect(faultsOf(await mutate('assets', [create('One'), create('Two')]))).toEqual([
      'assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE name',
    ]);
    expect(faultsOf(await mutate('assets', [create('One')]))).toEqual([]);
  });

  test('a link that is paused says so, and runs again when it is on', async () => {
    const asset = await created('assets', { calloutAsset: { calloutText: fresh('Call') } });
    const link = await created('campaignAssets', { campaign: await newCampaign(), asset, fieldType: 'CALLOUT' });
    const status = async () =>
      (
        await one(
          `SELECT campaign_asset.primary_status FROM campaign_asset WHERE campaign_asset.resource_name = '${link}'`,
        )
      ).campaignAsset.primaryStatus;
    expect(await status()).toBe('ELIGIBLE');
    await update('campaignAssets', link, { status: 'PAUSED' }, 'status');
    expect(await status()).toBe('PAUSED');
    await update('campaignAssets', link, { status: 'ENABLED' }, 'status');
    expect(await status()).toBe('ELIGIBLE');
  });
});

describe('operations', () => {
  test('are at most ten thousand in a request', async () => {
    const many = Array.from({ length: 10_001 }, () => ({ remove: `${NAMES}/labels/1` }));
    expect(faultsOf(await mutate('labels', many))).toEqual(['requestError.TOO_MANY_MUTATE_OPERATIONS']);
    expect(faultsOf(await mutate('labels', [{ create: { name: fresh('L') } }]))).toEqual([]);
  });

  test('have a kind that can do all that the protocol offers for it', () => {
    const lacking = [...KINDS].flatMap(([name, kind]) => {
      const offered = messageNamed(
        `services.${name.replace(/(^|_)(.)/g, (_, __, letter) => letter.toUpperCase())}Operation`,
      );
      return (['create', 'update', 'remove'] as const)
        .filter((verb) => offered.fields.has(verb) && !kind[verb])
        .map((verb) => `${name} ${verb}`);
    });
    expect(lacking).toEqual([]);
  });

  test('make nothing by a mask', async () => {
    const label = await created('labels', { name: fresh('L') });
    const create = { name: fresh('L') };
    expect(faultsOf(await mutate('labels', [{ create, updateMask: 'name' }]))).toEqual([
      'fieldMaskError.FIELD_MASK_NOT_ALLOWED',
    ]);
    expect(faultsOf(await mutate('labels', [{ create }]))).toEqual([]);
    expect(faultsOf(await mutate('labels', [{ remove: label }]))).toEqual([]);
    expect(faultsOf(await together([{}]))).toEqual(['requestError.OPERATION_REQUIRED']);
  });
});
