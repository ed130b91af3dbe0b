import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, germany, keyword, NAMES } from '../changes.testing.ts';

const { codes, created, mutate, newAdGroup, newCampaign, update } = changesForTests();

/** The platform's rules by the numbers of `coverage.ts`: what is refused, and beside it what is not. */

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
