import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, type Reply, type SearchSandbox, startSearch } from '../calls.testing.ts';
import { plainPng } from '../seed/picture.ts';
import { ACCOUNTS } from '../seed.ts';

let sandbox: SearchSandbox;
beforeAll(async () => {
  sandbox = await startSearch();
});
afterAll(() => sandbox.close());

const CUSTOMER = `/v25/customers/${ACCOUNTS.america}`;
const NAMES = `customers/${ACCOUNTS.america}`;
const DECLARED = { containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING' };

let number = 0;
function fresh(word: string): string {
  number += 1;
  return `${word} ${number}`;
}

function mutate(collection: string, operations: object[], more: object = {}): Promise<Reply> {
  return sandbox.call('POST', `${CUSTOMER}/${collection}:mutate`, { operations, ...more });
}

function together(mutateOperations: object[], more: object = {}): Promise<Reply> {
  return sandbox.call('POST', `${CUSTOMER}/googleAds:mutate`, { mutateOperations, ...more });
}

async function created(collection: string, create: object): Promise<string> {
  const reply = await mutate(collection, [{ create }]);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.results[0].resourceName;
}

const newBudget = (more: object = {}) =>
  created('campaignBudgets', { name: fresh('Budget'), amountMicros: '20000000', ...more });

async function newCampaign(more: object = {}): Promise<string> {
  const campaignBudget = await newBudget();
  return created('campaigns', {
    name: fresh('Campaign'),
    status: 'PAUSED',
    advertisingChannelType: 'SEARCH',
    manualCpc: {},
    campaignBudget,
    ...DECLARED,
    ...more,
  });
}

const newAdGroup = async (campaign?: string) =>
  created('adGroups', { name: fresh('Group'), campaign: campaign ?? (await newCampaign()) });

async function one(query: string) {
  return (await sandbox.search(query)).body.results?.[0];
}

async function codes(collection: string, create: object): Promise<string[]> {
  return codesOf(await mutate(collection, [{ create }]));
}

const texts = (...all: string[]) => all.map((text) => ({ text }));
const goodAd = {
  finalUrls: ['https://acme.example'],
  responsiveSearchAd: { headlines: texts('One', 'Two', 'Three'), descriptions: texts('First', 'Second') },
};

describe('operations', () => {
  test('all happen or none, and every fault is told with its place', async () => {
    const name = fresh('Never');
    const reply = await mutate('campaignBudgets', [
      { create: { name, amountMicros: '1000000' } },
      { create: { name: fresh('x'), amountMicros: '-1' } },
      { create: { name: fresh('y') } },
      {},
    ]);
    expect(codesOf(reply)).toEqual([
      'campaignBudgetError.NEGATIVE_MONEY_AMOUNT',
      'fieldError.REQUIRED',
      'requestError.OPERATION_REQUIRED',
    ]);
    expect(reply.body.error.details[0].errors[0].location.fieldPathElements).toEqual([
      { fieldName: 'operations', index: 1 },
      { fieldName: 'create' },
      { fieldName: 'amount_micros' },
    ]);
    expect(
      await one(`SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = '${name}'`),
    ).toBeUndefined();
  });

  test('that may fail by themselves leave an empty place each', async () => {
    const reply = await mutate(
      'campaignBudgets',
      [
        { create: { name: fresh('ok'), amountMicros: '1000000' } },
        { create: { name: 'z', amountMicros: '5' } },
        { create: { name: fresh('ok'), amountMicros: '2000000' } },
      ],
      { partialFailure: true },
    );
    expect(reply.status).toBe(200);
    expect(reply.body.results.map((result: object) => Object.keys(result))).toEqual([
      ['resourceName'],
      [],
      ['resourceName'],
    ]);
    expect(reply.body.partialFailureError.code).toBe(3);
    expect(codesOf(reply)).toEqual(['campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC']);
  });

  test('that are only rehearsed change nothing, and say what would be wrong', async () => {
    const before = await sandbox.ledger();
    const name = fresh('Rehearsed');
    const good = await mutate('campaignBudgets', [{ create: { name, amountMicros: '1000000' } }], {
      validateOnly: true,
    });
    expect([good.status, good.body]).toEqual([200, {}]);
    expect(codesOf(await mutate('campaignBudgets', [{ create: { name } }], { validateOnly: true }))).toEqual([
      'fieldError.REQUIRED',
    ]);
    expect(
      await one(`SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = '${name}'`),
    ).toBeUndefined();
    expect(await sandbox.ledger()).toEqual(before);
  });

  test('stand in the ledger once each, in the transaction that did them', async () => {
    const name = fresh('Ledger');
    const resourceName = await newBudget({ name });
    await mutate('campaignBudgets', [{ create: { name, amountMicros: '1000000' } }]);
    const entries = (await sandbox.ledger()).filter(({ id }) => resourceName.endsWith(`/${id}`));
    expect(entries).toMatchObject([{ kind: 'create', resource: 'campaign_budget', detail: { name } }]);
  });

  test('answer with the resource when it is asked for, without what the platform adds', async () => {
    const reply = await mutate('campaignBudgets', [{ create: { name: fresh('Shown'), amountMicros: '1000000' } }], {
      responseContentType: 'MUTABLE_RESOURCE',
    });
    expect(reply.body.results[0].campaignBudget).toMatchObject({
      amountMicros: '1000000',
      deliveryMethod: 'STANDARD',
      explicitlyShared: true,
    });
    expect(reply.body.results[0].campaignBudget).not.toHaveProperty('referenceCount');
  });

  test('on fields that do not exist or have another type are stopped at the door', async () => {
    const reply = await mutate('campaigns', [
      { create: { nmae: 'x', status: 'ON', networkSettings: { targetGoogleSearch: 'yes' } } },
    ]);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0]['@type']).toBe('type.googleapis.com/google.rpc.BadRequest');
    expect(reply.body.error.details[0].fieldViolations).toEqual([
      {
        field: 'operations[0].create',
        description: `Invalid JSON payload received. Unknown name "nmae" at 'operations[0].create': Cannot find field.`,
      },
      { field: 'operations[0].create.status', description: expect.stringContaining('"ON"') },
      {
        field: 'operations[0].create.network_settings.target_google_search',
        description: expect.stringContaining('TYPE_BOOL'),
      },
    ]);
  });

  test('may be written in snake_case with numbers for int64, too', async () => {
    const reply = await mutate('campaignBudgets', [{ create: { name: fresh('Snake'), amount_micros: 3_000_000 } }], {
      response_content_type: 'MUTABLE_RESOURCE',
    });
    expect(reply.body.results[0].campaignBudget.amountMicros).toBe('3000000');
  });
});

describe('masks', () => {
  test('change what they name, clear what the body lacks, and leave the rest', async () => {
    const campaign = await newCampaign({
      endDateTime: '2026-12-31 23:59:59',
      trackingUrlTemplate: 'https://t.example/{lpurl}',
    });
    const update = { resourceName: campaign, name: fresh('Renamed'), trackingUrlTemplate: 'ignored' };
    await mutate('campaigns', [{ update, updateMask: 'name,endDateTime' }]);
    const row = await one(
      `SELECT campaign.name, campaign.end_date_time, campaign.tracking_url_template FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toEqual({
      resourceName: campaign,
      name: update.name,
      trackingUrlTemplate: 'https://t.example/{lpurl}',
    });
  });

  test('switch the bidding strategy by naming a field of the new one', async () => {
    const campaign = await newCampaign();
    await mutate('campaigns', [
      {
        update: { resourceName: campaign, targetSpend: { cpcBidCeilingMicros: '2000000' } },
        updateMask: 'target_spend.cpc_bid_ceiling_micros',
      },
    ]);
    const row = await one(
      `SELECT campaign.bidding_strategy_type, campaign.target_spend.cpc_bid_ceiling_micros, campaign.manual_cpc.enhanced_cpc_enabled FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toEqual({
      resourceName: campaign,
      biddingStrategyType: 'TARGET_SPEND',
      targetSpend: { cpcBidCeilingMicros: '2000000' },
    });
  });

  test.each([
    [{ updateMask: '' }, ['fieldMaskError.FIELD_MASK_MISSING']],
    [{ updateMask: 'nmae' }, ['fieldMaskError.FIELD_NOT_FOUND']],
    [
      { updateMask: 'networkSettings', update: { networkSettings: { targetGoogleSearch: true } } },
      ['fieldMaskError.FIELD_HAS_SUBFIELDS'],
    ],
    [
      { updateMask: 'advertisingChannelType', update: { advertisingChannelType: 'DISPLAY' } },
      ['fieldError.IMMUTABLE_FIELD'],
    ],
    [{ updateMask: 'status', update: { status: 'REMOVED' } }, ['fieldError.INVALID_VALUE']],
    [{ updateMask: 'status', update: { status: 'UNKNOWN' } }, ['enumError.ENUM_VALUE_NOT_PERMITTED']],
  ])('are refused: %j', async ({ updateMask, update = {} }: { updateMask: string; update?: object }, expected) => {
    const resourceName = await newCampaign();
    expect(codesOf(await mutate('campaigns', [{ update: { resourceName, ...update }, updateMask }]))).toEqual(expected);
  });

  test('do not go with create or remove', async () => {
    const budget = await newBudget();
    expect(codesOf(await mutate('campaignBudgets', [{ remove: budget, updateMask: 'name' }]))).toEqual([
      'fieldMaskError.FIELD_MASK_NOT_ALLOWED',
    ]);
  });
});

describe('names', () => {
  test.each([
    [{ remove: `${NAMES}/campaigns/999` }, 'mutateError.RESOURCE_NOT_FOUND'],
    [{ remove: `customers/${ACCOUNTS.europe}/campaigns/1` }, 'mutateError.RESOURCE_NOT_FOUND'],
    [{ remove: 'campaigns/1' }, 'requestError.RESOURCE_NAME_MALFORMED'],
    [{ remove: `${NAMES}/adGroups/1` }, 'requestError.RESOURCE_NAME_MALFORMED'],
    [{ update: { name: 'x' }, updateMask: 'name' }, 'requestError.RESOURCE_NAME_MISSING'],
    [{ create: { id: '5' } }, 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE'],
    [{ create: { status: 'REMOVED' } }, 'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED'],
  ])('%j', async (operation, code) => {
    expect(codesOf(await mutate('campaigns', [operation]))).toEqual([code]);
  });

  test('the same thing twice in a request, or after it was removed', async () => {
    const campaign = await newCampaign();
    const rename = { update: { resourceName: campaign, name: fresh('Twice') }, updateMask: 'name' };
    expect(codesOf(await mutate('campaigns', [rename, { remove: campaign }]))).toEqual([
      'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES',
    ]);
    expect((await mutate('campaigns', [{ remove: campaign }])).status).toBe(200);
    expect(codesOf(await mutate('campaigns', [rename]))).toEqual([
      'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
    ]);
    const row = await one(
      `SELECT campaign.status, campaign.serving_status FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toMatchObject({ status: 'REMOVED', servingStatus: 'NONE' });
  });

  test('temporary ones work across kinds, once each, and a failed parent fails its children', async () => {
    const budget = {
      campaignBudgetOperation: {
        create: { resourceName: `${NAMES}/campaignBudgets/-1`, name: fresh('Temporary'), amountMicros: '1000000' },
      },
    };
    const bad = { campaignOperation: { create: { resourceName: `${NAMES}/campaigns/-2`, name: fresh('x') } } };
    const child = { adGroupOperation: { create: { name: 'x', campaign: `${NAMES}/campaigns/-2` } } };
    const reply = await together([budget, bad, child], { partialFailure: true });
    expect(Object.keys(reply.body.mutateOperationResponses[0])).toEqual(['campaignBudgetResult']);
    expect(reply.body.mutateOperationResponses.slice(1)).toEqual([{}, {}]);
    expect(codesOf(reply)).toContain('newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS');
    const twice = await together([
      budget,
      { campaignOperation: { create: { resourceName: `${NAMES}/campaigns/-1`, name: 'x' } } },
    ]);
    expect(codesOf(twice)).toContain('newResourceCreationError.DUPLICATE_TEMP_IDS');
  });
});

describe('rules of budgets and campaigns', () => {
  test.each([
    [
      'campaignBudgets',
      { name: 'a', amountMicros: '1005000' },
      ['campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT'],
    ],
    ['campaignBudgets', { amountMicros: '1000000' }, ['fieldError.REQUIRED']],
    ['campaignBudgets', { name: 'Awareness', amountMicros: '1000000' }, ['campaignBudgetError.DUPLICATE_NAME']],
    [
      'campaignBudgets',
      { name: 'a', amountMicros: '1000000', totalAmountMicros: '1000000' },
      ['campaignBudgetError.TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY'],
    ],
    [
      'campaignBudgets',
      { name: 'a', amountMicros: '1000000', deliveryMethod: 'ACCELERATED' },
      ['campaignBudgetError.CANNOT_USE_ACCELERATED_DELIVERY_MODE'],
    ],
  ])('%s %j', async (collection, create, expected) => {
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
    [{ name: 'Search – Shoes' }, 'campaignError.DUPLICATE_CAMPAIGN_NAME'],
    [{ manualCpc: undefined }, 'fieldError.REQUIRED'],
    [
      { networkSettings: { targetGoogleSearch: false, targetContentNetwork: false } },
      'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK',
    ],
    [
      { networkSettings: { targetGoogleSearch: false, targetSearchNetwork: true, targetContentNetwork: true } },
      'campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH',
    ],
    [{ startDateTime: '2026-11-01 00:00:00' }, 'campaignError.CANNOT_SET_DATE_TO_PAST'],
    [{ startDateTime: '2026-12-01' }, 'dateError.INVALID_STRING_DATE_TIME_SECONDS'],
    [{ startDateTime: '2026-12-01 10:00:00' }, 'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY'],
    [{ endDateTime: '2026-12-01 10:00:00' }, 'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY'],
    [
      { startDateTime: '2026-12-05 00:00:00', endDateTime: '2026-12-01 23:59:59' },
      'dateRangeError.START_DATE_AFTER_END_DATE',
    ],
    [{ campaignBudget: `${NAMES}/campaignBudgets/1` }, 'mutateError.RESOURCE_NOT_FOUND'],
  ])('a campaign with %j', async (change, code) => {
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

  test('a budget that is not shared serves one campaign, and one in use stays', async () => {
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

describe('rules of ad groups, ads and keywords', () => {
  test('an ad group has a name of its own, a fitting type and a whole bid', async () => {
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
    [ad({ headlines: texts('One', 'Two') }), ['collectionSizeError.TOO_FEW']],
    [ad({ headlines: texts(...Array.from({ length: 16 }, (_, i) => `H${i}`)) }), ['collectionSizeError.TOO_MANY']],
    [ad({ headlines: texts('One', 'Two', 'x'.repeat(31)) }), ['stringLengthError.TOO_LONG']],
    [ad({ headlines: texts('One', 'Two', '見出し見出し見出し見出し見出し見') }), ['stringLengthError.TOO_LONG']],
    [ad({ headlines: texts('One', 'One', 'Two') }), ['distinctError.DUPLICATE_ELEMENT']],
    [
      ad({ headlines: [...texts('One', 'Two'), { text: 'Three', pinnedField: 'DESCRIPTION_1' }] }),
      ['assetLinkError.INVALID_PINNED_FIELD'],
    ],
    [ad({ descriptions: texts('x'.repeat(91), 'y') }), ['stringLengthError.TOO_LONG']],
    [ad({ path2: 'sale' }), ['adError.CANNOT_SET_PATH2_WITHOUT_PATH1']],
    [ad({ path1: 'x'.repeat(16) }), ['stringLengthError.TOO_LONG']],
    [{ ...goodAd, finalUrls: [] }, ['fieldError.REQUIRED']],
    [{ ...goodAd, finalUrls: ['acme.example'] }, ['urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL']],
    [{ ...goodAd, finalUrls: ['ftp://acme.example'] }, ['urlFieldError.INVALID_FINAL_URL']],
    [ad({ headlines: texts('Buy now!!', 'Two', 'Three') }), ['policyFindingError.POLICY_FINDING']],
  ])('an ad with %j', async (content, expected) => {
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

  test('three ads of an ad group can be on at a time', async () => {
    const adGroup = await newAdGroup();
    for (let i = 0; i < 3; i += 1) await created('adGroupAds', { adGroup, ad: goodAd });
    const paused = await created('adGroupAds', { adGroup, status: 'PAUSED', ad: goodAd });
    expect(await codes('adGroupAds', { adGroup, ad: goodAd })).toEqual([
      'resourceCountLimitExceededError.RESOURCE_LIMIT',
    ]);
    expect(
      codesOf(
        await mutate('adGroupAds', [{ update: { resourceName: paused, status: 'ENABLED' }, updateMask: 'status' }]),
      ),
    ).toEqual(['resourceCountLimitExceededError.RESOURCE_LIMIT']);
  });

  test('the words of an ad change through ads, not through ad group ads', async () => {
    const link = await created('adGroupAds', { adGroup: await newAdGroup(), status: 'PAUSED', ad: goodAd });
    const change = { finalUrls: ['https://acme.example/new'] };
    expect(
      codesOf(
        await mutate('adGroupAds', [{ update: { resourceName: link, ad: change }, updateMask: 'ad.final_urls' }]),
      ),
    ).toEqual(['fieldError.IMMUTABLE_FIELD']);
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
    [{}, ['criterionError.CONCRETE_TYPE_REQUIRED']],
    [
      { negative: true, cpcBidMicros: '1000000', keyword: { text: 'x', matchType: 'EXACT' } },
      ['fieldError.VALUE_MUST_BE_UNSET'],
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
      'fieldError.INVALID_VALUE',
    ]);
    expect(await codes('campaignCriteria', { campaign, device: { type: 'MOBILE' }, bidModifier: 20 })).toEqual([
      'rangeError.TOO_HIGH',
    ]);
  });
});

describe('assets', () => {
  const image = (width: number, height: number, shade = 1) => plainPng(width, height, [shade, 0, 0]).toString('base64');

  test('with the same content are one asset, and its name is kept', async () => {
    const data = image(40, 40);
    const first = await created('assets', { name: fresh('Picture'), imageAsset: { data } });
    expect(await created('assets', { name: fresh('Other name'), imageAsset: { data } })).toBe(first);
    const row = await one(
      `SELECT asset.name, asset.type, asset.image_asset.file_size, asset.image_asset.mime_type, asset.image_asset.full_size.width_pixels FROM asset WHERE asset.resource_name = '${first}'`,
    );
    expect(row.asset).toMatchObject({
      type: 'IMAGE',
      imageAsset: {
        mimeType: 'IMAGE_PNG',
        fileSize: String(Buffer.from(data, 'base64').length),
        fullSize: { widthPixels: '40' },
      },
    });
    expect(row.asset.name).toMatch(/^Picture/);
    expect(JSON.stringify(row)).not.toContain(data.slice(0, 20));
  });

  test('get a free name when theirs is taken by other content', async () => {
    const name = fresh('Taken');
    await created('assets', { name, imageAsset: { data: image(41, 40) } });
    const second = await created('assets', { name, imageAsset: { data: image(42, 40) } });
    expect((await one(`SELECT asset.name FROM asset WHERE asset.resource_name = '${second}'`)).asset.name).not.toBe(
      name,
    );
  });

  test.each([
    [{}, 'assetError.ASSET_DATA_IS_MISSING'],
    [{ imageAsset: { data: image(10, 10) } }, 'assetError.NAME_REQUIRED_FOR_ASSET_TYPE'],
    [
      { name: 'x', imageAsset: { data: Buffer.from('no picture at all').toString('base64') } },
      'imageError.INVALID_IMAGE',
    ],
    [
      { name: 'x', imageAsset: { data: Buffer.from('RIFF....WEBPVP8 ').toString('base64') } },
      'imageError.FORMAT_NOT_ALLOWED',
    ],
    [
      {
        name: 'x',
        imageAsset: { data: Buffer.concat([plainPng(9, 9, [0, 0, 0]), Buffer.alloc(5_242_881)]).toString('base64') },
      },
      'imageError.FILE_TOO_LARGE',
    ],
    [{ textAsset: { text: '' } }, 'stringLengthError.EMPTY'],
    [{ youtubeVideoAsset: { youtubeVideoId: 'short' } }, 'youtubeVideoRegistrationError.VIDEO_NOT_FOUND'],
    [{ calloutAsset: { calloutText: 'x'.repeat(26) } }, 'stringLengthError.TOO_LONG'],
    [
      { sitelinkAsset: { linkText: 'Sale', description1: 'x' }, finalUrls: ['https://a.example'] },
      'fieldError.REQUIRED',
    ],
  ])('are refused for their content: %#', async (create, code) => {
    expect(await codes('assets', create)).toEqual([code]);
  });

  test('twice in one request are refused, and what they hold cannot change', async () => {
    const create = { textAsset: { text: fresh('Twice') } };
    expect(codesOf(await mutate('assets', [{ create }, { create }]))).toEqual(['assetError.DUPLICATE_ASSET']);
    const made = await created('assets', create);
    expect(
      codesOf(
        await mutate('assets', [
          { update: { resourceName: made, textAsset: { text: 'new' } }, updateMask: 'text_asset.text' },
        ]),
      ),
    ).toEqual(['fieldError.IMMUTABLE_FIELD']);
  });
});

describe('a campaign over all channels', () => {
  const text = (value: string) => created('assets', { textAsset: { text: value } });
  const picture = (name: string, width: number, height: number, shade: number) =>
    created('assets', {
      name: fresh(name),
      imageAsset: { data: plainPng(width, height, [shade, 9, 9]).toString('base64') },
    });

  async function parts(brandGuidelinesEnabled: boolean) {
    const group = `${NAMES}/assetGroups/-3`;
    const campaign = `${NAMES}/campaigns/-2`;
    const link = (asset: string, fieldType: string) => ({
      assetGroupAssetOperation: { create: { assetGroup: group, asset, fieldType } },
    });
    const brand = [
      [await text('Acme'), 'BUSINESS_NAME'],
      [await picture('Logo', 128, 128, 3), 'LOGO'],
    ] as const;
    const head = [
      {
        campaignBudgetOperation: {
          create: { resourceName: `${NAMES}/campaignBudgets/-1`, amountMicros: '9000000', explicitlyShared: false },
        },
      },
      {
        campaignOperation: {
          create: {
            resourceName: campaign,
            name: fresh('Max'),
            status: 'PAUSED',
            advertisingChannelType: 'PERFORMANCE_MAX',
            maximizeConversions: {},
            brandGuidelinesEnabled,
            campaignBudget: `${NAMES}/campaignBudgets/-1`,
            ...DECLARED,
          },
        },
      },
    ];
    const assets = [
      ...(await Promise.all(
        ['Head one', 'Head two', 'Head three'].map(async (each) => link(await text(each), 'HEADLINE')),
      )),
      link(await text('A long headline for everybody'), 'LONG_HEADLINE'),
      link(await text('A short description'), 'DESCRIPTION'),
      link(await text('Another description'), 'DESCRIPTION'),
      link(await picture('Wide', 600, 314, 1), 'MARKETING_IMAGE'),
      link(await picture('Square', 300, 300, 2), 'SQUARE_MARKETING_IMAGE'),
    ];
    return {
      head,
      group: {
        assetGroupOperation: {
          create: {
            resourceName: group,
            campaign,
            name: 'Everything',
            finalUrls: ['https://acme.example'],
            status: 'PAUSED',
          },
        },
      },
      assets,
      atGroup: brand.map(([asset, fieldType]) => link(asset, fieldType)),
      atCampaign: brand.map(([asset, fieldType]) => ({
        campaignAssetOperation: { create: { campaign, asset, fieldType } },
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

  test('is refused without its brand, or with it in the wrong place', async () => {
    const on = await parts(true);
    expect(codesOf(await together([...on.head, on.group, ...on.assets]))).toEqual([
      'campaignError.REQUIRED_BUSINESS_NAME_ASSET_NOT_LINKED',
      'campaignError.REQUIRED_LOGO_ASSET_NOT_LINKED',
    ]);
    expect(codesOf(await together([...on.head, ...on.atCampaign, on.group, ...on.assets, ...on.atGroup]))).toEqual([
      'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_CAMPAIGN_LEVEL',
      'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_CAMPAIGN_LEVEL',
    ]);
  });

  test('needs its minimum of assets, all the time', async () => {
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

  test('takes pictures of the right size only, and texts that fit', async () => {
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

  test('takes no shared budget, no other bidding and no partial failure', async () => {
    const shared = await newBudget();
    const body = {
      name: fresh('Max'),
      advertisingChannelType: 'PERFORMANCE_MAX',
      brandGuidelinesEnabled: false,
      campaignBudget: shared,
      ...DECLARED,
    };
    expect(await codes('campaigns', { ...body, maximizeConversions: {} })).toEqual([
      'campaignError.CAMPAIGN_CANNOT_USE_SHARED_BUDGET',
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

describe('what a change does to traffic', () => {
  const DAY_MS = 86_400_000;

  async function spentPerDay(campaign: string): Promise<Map<string, number>> {
    const authorization = `Bearer ${await sandbox.token()}`;
    const query = `SELECT segments.date, metrics.cost_micros FROM campaign WHERE campaign.resource_name = '${campaign}' AND segments.date DURING LAST_30_DAYS`;
    const { body } = await sandbox.call('POST', `${CUSTOMER}/googleAds:search`, { query }, { authorization });
    return new Map(
      (body.results ?? []).map((row: { segments: { date: string }; metrics: { costMicros: string } }) => [
        row.segments.date,
        Number(row.metrics.costMicros) / 1e6,
      ]),
    );
  }

  test('a campaign earns from the day everything in it is on, by the budget of the day, until it is paused', async () => {
    const start = sandbox.world.now();
    const budget = await newBudget({ amountMicros: '100000000' });
    const campaign = await newCampaign({ campaignBudget: budget });
    const adGroup = await newAdGroup(campaign);
    await created('adGroupAds', { adGroup, ad: goodAd });
    await created('adGroupCriteria', { adGroup, keyword: { text: 'traffic', matchType: 'EXACT' } });
    const later = async (days: number, change: () => Promise<unknown>) => {
      sandbox.setNow(start + days * DAY_MS);
      const authorization = `Bearer ${await sandbox.token()}`;
      await change();
      return authorization;
    };
    const call = async (days: number, collection: string, operation: object) =>
      later(days, async () => {
        const authorization = `Bearer ${await sandbox.token()}`;
        const reply = await sandbox.call(
          'POST',
          `${CUSTOMER}/${collection}:mutate`,
          { operations: [operation] },
          { authorization },
        );
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      });
    try {
      await call(5, 'campaigns', { update: { resourceName: campaign, status: 'ENABLED' }, updateMask: 'status' });
      await call(10, 'campaignBudgets', {
        update: { resourceName: budget, amountMicros: '400000000' },
        updateMask: 'amountMicros',
      });
      await call(15, 'campaigns', { update: { resourceName: campaign, status: 'PAUSED' }, updateMask: 'status' });
      sandbox.setNow(start + 20 * DAY_MS);
      const spent = await spentPerDay(campaign);
      expect([...spent.keys()].sort()).toEqual(
        Array.from({ length: 10 }, (_, i) => new Date(start + (5 + i) * DAY_MS).toISOString().slice(0, 10)),
      );
      const values = [...spent].sort().map(([, cost]) => cost);
      expect(Math.min(...values.slice(5))).toBeGreaterThan(Math.max(...values.slice(0, 5)));
    } finally {
      sandbox.setNow(start);
    }
  });

  test('a campaign begins and ends by its dates, whether or not anybody looks', async () => {
    const start = sandbox.world.now();
    const dates = { startDateTime: '2026-11-20 00:00:00', endDateTime: '2026-11-22 23:59:59' };
    const campaign = await newCampaign({
      status: 'ENABLED',
      campaignBudget: await newBudget({ amountMicros: '300000000' }),
      ...dates,
    });
    const adGroup = await newAdGroup(campaign);
    await created('adGroupAds', { adGroup, ad: goodAd });
    await created('adGroupCriteria', { adGroup, keyword: { text: 'dated', matchType: 'EXACT' } });
    const statusOn = async (day: number) => {
      sandbox.setNow(start + day * DAY_MS);
      const authorization = `Bearer ${await sandbox.token()}`;
      const query = `SELECT campaign.serving_status, campaign.primary_status FROM campaign WHERE campaign.resource_name = '${campaign}'`;
      const { body } = await sandbox.call('POST', `${CUSTOMER}/googleAds:search`, { query }, { authorization });
      return body.results[0].campaign;
    };
    try {
      expect(await statusOn(1)).toMatchObject({ servingStatus: 'PENDING', primaryStatus: 'PENDING' });
      expect(await statusOn(6)).toMatchObject({ servingStatus: 'SERVING', primaryStatus: 'ELIGIBLE' });
      expect(await statusOn(9)).toMatchObject({ servingStatus: 'ENDED', primaryStatus: 'ENDED' });
      expect([...(await spentPerDay(campaign)).keys()].sort()).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    } finally {
      sandbox.setNow(start);
    }
  });

  test('what was changed can be read back from the history', async () => {
    const campaign = await newCampaign();
    await mutate('campaigns', [{ update: { resourceName: campaign, name: fresh('In history') }, updateMask: 'name' }]);
    const query = `SELECT change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.user_email FROM change_event WHERE change_event.change_date_time DURING TODAY AND change_event.change_resource_name = '${campaign}' ORDER BY change_event.change_date_time LIMIT 10`;
    const { body } = await sandbox.search(query);
    expect(
      body.results
        .map((row: { changeEvent: { resourceChangeOperation: string } }) => row.changeEvent.resourceChangeOperation)
        .sort(),
    ).toEqual(['CREATE', 'UPDATE']);
    const update = body.results.find(
      (row: { changeEvent: { resourceChangeOperation: string } }) =>
        row.changeEvent.resourceChangeOperation === 'UPDATE',
    ).changeEvent;
    expect(update).toMatchObject({
      changedFields: 'name',
      userEmail: 'marketing@acme.example',
      newResource: { campaign: { name: expect.stringMatching(/^In history/) } },
    });
  });
});

describe('recommendations', () => {
  const apply = (id: string, more: object = {}) =>
    sandbox.call('POST', `${CUSTOMER}/recommendations:apply`, {
      operations: [{ resourceName: `${NAMES}/recommendations/${id}`, ...more }],
    });

  test('are applied as the change they are, once', async () => {
    const { recommendation } = await one(
      'SELECT recommendation.campaign_budget, recommendation.resource_name FROM recommendation WHERE recommendation.type = CAMPAIGN_BUDGET',
    );
    expect((await apply('MTo5MDAx', { campaignBudget: { newBudgetAmountMicros: '230000000' } })).status).toBe(200);
    const row = await one(
      `SELECT campaign_budget.amount_micros FROM campaign_budget WHERE campaign_budget.resource_name = '${recommendation.campaignBudget}'`,
    );
    expect(row.campaignBudget.amountMicros).toBe('230000000');
    expect(codesOf(await apply('MTo5MDAx'))).toEqual(['recommendationError.RECOMMENDATION_ALREADY_APPLIED']);
    expect((await apply('Mzo5MDAz')).status).toBe(200);
    expect(codesOf(await apply('NDo5MDA0'))).toEqual(['recommendationError.RECOMMENDATION_TYPE_APPLY_NOT_SUPPORTED']);
  });

  test('are dismissed once', async () => {
    const dismiss = () =>
      sandbox.call('POST', `${CUSTOMER}/recommendations:dismiss`, {
        operations: [{ resourceName: `${NAMES}/recommendations/Mjo5MDAy` }],
      });
    expect((await dismiss()).status).toBe(200);
    expect(codesOf(await dismiss())).toEqual(['recommendationError.RECOMMENDATION_ALREADY_DISMISSED']);
  });
});
