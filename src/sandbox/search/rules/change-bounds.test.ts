import { expect, test } from 'vitest';
import { changesForTests, DECLARED, faultsOf, fresh, goodAd, keyword, NAMES, texts } from '../changes.testing.ts';

const { created, mutate, newAdGroup, newBudget, newCampaign } = changesForTests();

const own = async () => ({ campaign: await newCampaign() });
const group = async () => ({ adGroup: await newAdGroup() });
const display = () => newCampaign({ advertisingChannelType: 'DISPLAY' });
const set = async (type: string) => ({ sharedSet: await created('sharedSets', { name: fresh('Set'), type }) });
const listOf = async (more: object) => created('userLists', { name: fresh('List'), ...more });
const promotion = (change: object) => ({
  finalUrls: ['https://acme.example'],
  promotionAsset: { promotionTarget: 'Shoes', languageCode: 'en', percentOff: '100000', ...change },
});
const hours = (count: number, dayOfWeek = 'MONDAY') =>
  Array.from({ length: count }, (_, at) => ({
    ...{ dayOfWeek, startHour: at * 2, startMinute: 'ZERO', endHour: at * 2 + 1, endMinute: 'ZERO' },
  }));
const callout = (adScheduleTargets: object[]) => ({ calloutAsset: { calloutText: fresh('Call'), adScheduleTargets } });
const parameter = (key: string) => ({ urlCustomParameters: [{ key, value: 'v' }] });
const portfolio = (scheme: object) => ({ name: fresh('Portfolio'), ...scheme });
const rule = (name: string) => ({
  flexibleRuleUserList: { inclusiveRuleOperator: 'AND', [name]: [{ rule: { ruleItemGroups: [] } }] },
});

type Given = object | (() => Promise<object>);

/** Rule, collection, what is accepted, what spoils it, and the refusal with the field it names. */
const CREATES: [string, string, Given, Given, string][] = [
  [
    'an amount beyond what an account can have',
    'campaignBudgets',
    { name: 'Most', amountMicros: '1000000000000000' },
    { name: 'More', amountMicros: '1000000000010000' },
    'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE amount_micros',
  ],
  [
    'a daily amount of a budget for a whole run',
    'campaignBudgets',
    { name: 'Whole run', totalAmountMicros: '90000000', period: 'CUSTOM_PERIOD' },
    { name: 'Both amounts', amountMicros: '1000000' },
    'campaignBudgetError.BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD amount_micros',
  ],
  [
    'a blank name of a budget',
    'campaignBudgets',
    { name: 'Named', amountMicros: '1000000' },
    { name: ' ' },
    'stringLengthError.TOO_SHORT name',
  ],
  [
    'a name of a budget of 256 bytes',
    'campaignBudgets',
    { name: 'x'.repeat(255), amountMicros: '1000000' },
    { name: `ä${'x'.repeat(254)}` },
    'stringLengthError.TOO_LONG name',
  ],
  [
    'a blank name of a portfolio',
    'biddingStrategies',
    portfolio({ targetSpend: {} }),
    { name: ' ' },
    'stringLengthError.TOO_SHORT name',
  ],
  [
    'a conversion action of a type that links bring',
    'conversionActions',
    { name: 'By hand', type: 'UPLOAD_CLICKS' },
    { name: 'By a link', type: 'GOOGLE_PLAY_DOWNLOAD' },
    'conversionActionError.CREATION_NOT_SUPPORTED type',
  ],
  [
    'a conversion action without a type',
    'conversionActions',
    { name: 'Typed', type: 'UPLOAD_CLICKS' },
    { name: 'Untyped', type: undefined },
    'fieldError.REQUIRED type',
  ],
  [
    'a window of no days',
    'conversionActions',
    { name: 'A day', type: 'UPLOAD_CLICKS', clickThroughLookbackWindowDays: '1' },
    { name: 'No day', clickThroughLookbackWindowDays: '0' },
    'rangeError.TOO_LOW click_through_lookback_window_days',
  ],
  [
    'a window of 91 days',
    'conversionActions',
    { name: '90 days', type: 'UPLOAD_CLICKS', clickThroughLookbackWindowDays: '90' },
    { name: '91 days', clickThroughLookbackWindowDays: '91' },
    'rangeError.TOO_HIGH click_through_lookback_window_days',
  ],
  [
    'a list for less than no days',
    'userLists',
    { name: 'Nobody yet', crmBasedUserList: {}, membershipLifeSpan: '0' },
    { name: 'Negative', membershipLifeSpan: '-1' },
    'rangeError.TOO_LOW membership_life_span',
  ],
  [
    'a rule that includes no visitor',
    'userLists',
    { name: 'Visitors', ruleBasedUserList: rule('inclusiveOperands') },
    { name: 'No visitors', ruleBasedUserList: rule('exclusiveOperands') },
    'userListError.INVALID_RULE rule_based_user_list',
  ],
  [
    'a list out of lists that are not there',
    'userLists',
    async () => ({
      name: fresh('Both'),
      logicalUserList: {
        rules: [{ operator: 'ANY', ruleOperands: [{ userList: await listOf({ crmBasedUserList: {} }) }] }],
      },
    }),
    {
      name: 'Of nothing',
      logicalUserList: { rules: [{ operator: 'ANY', ruleOperands: [{ userList: `${NAMES}/userLists/1` }] }] },
    },
    'userListError.INVALID_USER_LIST_LOGICAL_RULE_OPERAND logical_user_list.rules',
  ],
  [
    'a list of those who did what is not there',
    'userLists',
    async () => ({
      name: fresh('Did'),
      basicUserList: {
        actions: [
          { conversionAction: await created('conversionActions', { name: fresh('Done'), type: 'UPLOAD_CLICKS' }) },
        ],
      },
    }),
    { name: 'Did not', basicUserList: { actions: [{ conversionAction: 'conversionActions/1' }] } },
    'userListError.INVALID_CONVERSION_TYPE basic_user_list.actions',
  ],
  [
    'a blank name of a shared set',
    'sharedSets',
    { name: 'Words', type: 'NEGATIVE_KEYWORDS' },
    { name: ' ' },
    'stringLengthError.TOO_SHORT name',
  ],
  [
    'a name of a shared set of 256 bytes',
    'sharedSets',
    { name: 'y'.repeat(255), type: 'NEGATIVE_KEYWORDS' },
    { name: 'y'.repeat(256) },
    'stringLengthError.TOO_LONG name',
  ],
  [
    'a member of a shared set without content',
    'sharedCriteria',
    async () => ({ ...(await set('NEGATIVE_KEYWORDS')), keyword }),
    { keyword: undefined },
    'criterionError.CONCRETE_TYPE_REQUIRED',
  ],
  [
    'the partner search network',
    'campaigns',
    async () => ({ ...(await campaign()), networkSettings: { targetGoogleSearch: true } }),
    async () => ({
      ...(await campaign()),
      networkSettings: { targetGoogleSearch: true, targetPartnerSearchNetwork: true },
    }),
    'campaignError.CANNOT_TARGET_PARTNER_SEARCH_NETWORK network_settings.target_partner_search_network',
  ],
  [
    'a key of letters that are not plain',
    'campaigns',
    async () => ({ ...(await campaign()), ...parameter('season1') }),
    async () => ({ ...(await campaign()), ...parameter('sea_son') }),
    'urlFieldError.URL_CUSTOM_PARAMETER_KEY_INVALID url_custom_parameters[0].key',
  ],
  [
    'a removed budget',
    'campaigns',
    () => campaign(),
    async () => {
      const campaignBudget = await newBudget();
      await mutate('campaignBudgets', [{ remove: campaignBudget }]);
      return { campaignBudget };
    },
    'campaignBudgetError.CAMPAIGN_BUDGET_REMOVED campaign_budget',
  ],
  [
    'a criterion for an app that no shop has',
    'campaignCriteria',
    async () => ({ campaign: await display(), negative: true, mobileApplication: { appId: '1-476943146' } }),
    { mobileApplication: { appId: '3-476943146' } },
    'criterionError.INVALID_MOBILE_APP mobile_application.app_id',
  ],
  [
    'a placement of 251 characters',
    'campaignCriteria',
    async () => ({ ...(await own()), negative: true, placement: { url: `a.example/${'x'.repeat(240)}` } }),
    { placement: { url: `a.example/${'x'.repeat(241)}` } },
    'criterionError.PLACEMENT_URL_IS_TOO_LONG placement.url',
  ],
  [
    'two placements at once',
    'campaignCriteria',
    async () => ({ ...(await own()), negative: true, placement: { url: 'b.example' } }),
    { placement: { url: 'c.example,d.example' } },
    'criterionError.PLACEMENT_URL_HAS_MULTIPLE_SITES_IN_LINE placement.url',
  ],
  [
    'a modifier of less than a tenth',
    'campaignCriteria',
    async () => ({ ...(await own()), location: { geoTargetConstant: 'geoTargetConstants/2276' }, bidModifier: 0.1 }),
    { bidModifier: 0.09 },
    'multiplierError.MULTIPLIER_TOO_LOW bid_modifier',
  ],
  [
    'a schedule that does not say the day',
    'campaignCriteria',
    async () => ({ ...(await own()), adSchedule: hours(1)[0] }),
    { adSchedule: { ...hours(1)[0], dayOfWeek: undefined } },
    'criterionError.AD_SCHEDULE_INVALID_TIME_INTERVAL ad_schedule',
  ],
  [
    'a schedule that does not say the minutes',
    'campaignCriteria',
    async () => ({ ...(await own()), adSchedule: hours(1)[0] }),
    { adSchedule: { ...hours(1)[0], endMinute: undefined } },
    'criterionError.AD_SCHEDULE_INVALID_TIME_INTERVAL ad_schedule',
  ],
  [
    'a promotion that takes nothing off',
    'assets',
    promotion({}),
    promotion({ percentOff: undefined }),
    'fieldError.REQUIRED promotion_asset',
  ],
  [
    'a telephone number of five digits',
    'assets',
    { callAsset: { countryCode: 'US', phoneNumber: '123456' } },
    { callAsset: { countryCode: 'US', phoneNumber: '12345' } },
    'assetError.CALL_INVALID_PHONE_NUMBER call_asset.phone_number',
  ],
  [
    'seven schedules on one day',
    'assets',
    callout(hours(6)),
    callout(hours(7)),
    'collectionSizeError.TOO_MANY callout_asset.ad_schedule_targets',
  ],
  [
    'an image without data',
    'assets',
    { textAsset: { text: 'Some words' } },
    { textAsset: undefined, name: 'Nothing', imageAsset: {} },
    'assetError.ASSET_DATA_IS_MISSING image_asset.data',
  ],
  [
    'an ad without content',
    'adGroupAds',
    async () => ({ ...(await group()), ad: goodAd }),
    { ad: { finalUrls: ['https://acme.example'] } },
    'fieldError.REQUIRED ad.ad_data',
  ],
  [
    'an ad with an empty text',
    'adGroupAds',
    async () => ({ ...(await group()), ad: goodAd }),
    { ad: { ...goodAd, responsiveSearchAd: { ...goodAd.responsiveSearchAd, headlines: texts('One', 'Two', ' ') } } },
    'stringLengthError.EMPTY ad.responsive_search_ad.headlines[2].text',
  ],
  [
    'an ad for a site without a dot',
    'adGroupAds',
    async () => ({ ...(await group()), ad: goodAd }),
    { ad: { ...goodAd, finalUrls: ['https://acme'] } },
    'urlFieldError.MISSING_HOST_IN_FINAL_URL ad.final_urls[0]',
  ],
  [
    'a search ad in a campaign on websites',
    'adGroupAds',
    async () => ({ ...(await group()), ad: goodAd }),
    async () => ({ adGroup: await newAdGroup(await display()) }),
    'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE ad.responsive_search_ad',
  ],
];

async function campaign() {
  return {
    name: fresh('Campaign'),
    status: 'PAUSED',
    advertisingChannelType: 'SEARCH',
    manualCpc: {},
    campaignBudget: await newBudget(),
    ...DECLARED,
  };
}

const whole = async (given: Given): Promise<object> => (typeof given === 'function' ? given() : given);

test.each(CREATES)('%s is refused', async (_, collection, sound, flaw, fault) => {
  const good = await whole(sound);
  expect(faultsOf(await mutate(collection, [{ create: { ...good, ...(await whole(flaw)) } }]))).toEqual([fault]);
  expect(faultsOf(await mutate(collection, [{ create: good }]))).toEqual([]);
});
