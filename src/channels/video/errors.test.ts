import { expect, test } from 'vitest';
import { failureOf } from '../../upstream/dialect.ts';
import { complaintOf, ERRORS, traceOf } from './errors.ts';

const reply = (body: unknown, status = 200) => ({ status, headers: {}, body: Buffer.alloc(0), json: body });
const failure = (code: number, message = 'm') => {
  const complaint = complaintOf(reply({ code, message, request_id: '20261115090000ab', data: {} }))!;
  return failureOf('video', ERRORS, complaint, 200).details;
};

test('a code of 0 is no complaint, even beside other fields', () => {
  expect(complaintOf(reply({ code: 0, message: 'OK', data: {} }))).toBeUndefined();
});

test.each([
  [40002, 'invalid_arguments', false],
  [40007, 'not_found', false],
  [40001, 'permission_denied', false],
  [40100, 'rate_limited', true],
  [40133, 'rate_limited', true],
  [40105, 'token_expired', false],
  [40202, 'conflict', true],
  [40911, 'conflict', false],
  [41001, 'unsupported', false],
  [50000, 'upstream_unavailable', true],
  [51305, 'upstream_unavailable', true],
])('%i is %s', (code, ours, retryable) => {
  expect(failure(code)).toMatchObject({ code: ours, retryable, upstream: { code, trace_id: '20261115090000ab' } });
});

test('a call that the platform has ended names what takes its place', () => {
  expect(failure(41001).nextStep).toContain('SMART_PLUS');
});

test('the field before the colon is named as our argument', () => {
  expect(failure(40002, 'creatives.0.ad_text: Missing data for required field.').problems).toEqual([
    { field: 'ad_text', message: 'Missing data for required field.' },
  ]);
  expect(failure(40002, 'adgroup_name: too long').problems?.[0]?.field).toBe('ad_group_name');
  expect(failure(40002, 'Something is wrong.').problems).toBeUndefined();
});

test.each([
  [40002, 'Campaign name already exists. Please try another one.', 'campaign_name', 'conflict'],
  [40002, 'At least 1 location ID is invalid', 'location_ids', 'invalid_arguments'],
  [40002, 'Invalid value for promotion_type', 'promotion_type', 'invalid_arguments'],
  [40002, 'schedule_type: ENGAGED_VIEW_FIFTEEN needs an end.', 'end_time', 'invalid_arguments'],
  [40065, 'Targeting ages 13-17 is not supported in the selected locations.', 'age_groups', 'invalid_arguments'],
  [40053, 'Invalid video id: nope', 'video_id', 'invalid_arguments'],
  [40002, 'Unable to access image nope. Check the image ID.', 'image_ids', 'invalid_arguments'],
  [
    40002,
    'Creative error. Verify that your identity matches your selected TikTok posts',
    'tiktok_item_id',
    'invalid_arguments',
  ],
  [40002, 'You no longer have access to the TikTok account used in this ad', 'identity_id', 'invalid_arguments'],
  [40002, 'Please select a pixel.', 'pixel_id', 'invalid_arguments'],
  [40002, 'The ad group 7 has been deleted.', 'ad_group_id', 'invalid_arguments'],
  [40002, 'identity_type: Must be one of: TT_USER.', 'identity_id', 'invalid_arguments'],
  [40002, 'search_result_enabled: not supported for this placement.', 'placements', 'invalid_arguments'],
  [40911, 'Duplicate material name.', 'name', 'conflict'],
])('%i %s is about %s', (code, message, field, ours) => {
  expect(failure(code, message)).toMatchObject({
    code: ours,
    problems: expect.arrayContaining([expect.objectContaining({ field })]),
  });
});

test('a sentence may be about an argument that not every tool takes, and is told once', () => {
  const { message, problems } = failure(40002, 'The campaign 7 has been deleted.');
  expect(problems?.map(({ field }) => field)).toEqual(['campaign_id', 'ad_group_id']);
  expect(message).toBe('The video platform refused: The campaign 7 has been deleted.');
});

test.each([
  [40100, 'Too many requests. Please retry in some time.', 1100, 2],
  [
    40133,
    "Advertiser (7)'s QPS (11) reaches QPS limit 10 for current path, request is temporarily restricted.",
    1100,
    2,
  ],
  [40100, 'Due to too many requests, requests from App 7 are temporarily restricted.', undefined, 60],
])('%i %s is waited for %s ms', (code, message, waitMs, retryAfterS) => {
  expect(complaintOf(reply({ code, message }))?.waitMs).toBe(waitMs);
  expect(failure(code, message).retryAfterS).toBe(retryAfterS);
});

test('a sentence about something else blames no argument', () => {
  expect(failure(40100, 'Too many requests for this video id').problems).toBeUndefined();
});

test('a passing fault under the code for bad parameters may be tried again; a page of the edge is told by its status', () => {
  expect(failure(40002, 'Could not acquire IP. Please try again later').retryable).toBe(true);
  expect(complaintOf(reply(undefined, 400))).toEqual({ message: 'HTTP 400' });
  expect(complaintOf(reply(undefined, 200))?.kind).toBe('broken');
});

test.each([
  ['The ad group 7 has been deleted.', ['ad_group_id', 'ad_id']],
  ['The adgroup 7 has been deleted.', ['ad_group_id', 'ad_id']],
  ['AdGroup name already exists', ['ad_group_name']],
  ['Please upload an image', ['image_ids']],
  ['The image size is wrong', ['image_ids']],
  ['Choose valid music', ['music_id']],
  ['Choose a call to action', ['call_to_action']],
  ['Check the selected TikTok posts', ['tiktok_item_id', 'creatives']],
  ['Two identities', ['identity_id', 'ad_id']],
  ['The identity', ['identity_id', 'ad_id']],
  ['The frequency cap', ['frequency']],
  ['Bid needs more', ['bid']],
  ['Your budget is low', ['budget']],
  ['The campaign objective', ['objective']],
  ['operation_status: no', ['status']],
  ['adgroup_id: no', ['ad_group_id']],
  ['objective_type: no', ['objective']],
  ['bid_price: no', ['bid']],
  ['conversion_bid_price: no', ['bid']],
  ['schedule_start_time: no', ['start_time']],
  ['schedule_end_time: no', ['end_time']],
  ['custom_audience_name: no', ['name']],
  ['file_name: no', ['name']],
  ['Budget: no', ['budget']],
  ['creatives.12.ad_text: no', ['ad_text']],
  ['a.creatives.0.x: no', ['a.creatives.0.x']],
  ["The advertiser 12 doesn't exist", ['advertiser_id']],
  ['So it is: Invalid value for name', []],
  ['The campaign 1840 has been deleted', ['campaign_id', 'ad_group_id']],
  ['The ad group 1840 has been deleted', ['ad_group_id', 'ad_id']],
  ['So the campaign 7 has been deleted', []],
  ['So The campaign 7 has been deleted', []],
  ['So The ad group 7 has been deleted', []],
  ['So a Duplicate material name', []],
  ['So the campaign name already exists', []],
  ['So Targeting ages are wrong', []],
  ['So Bid needs more', []],
  ['So Your budget is low', []],
  ["So The advertiser 12 doesn't exist", []],
  ['budget: two lines\nof words', []],
])('%s is about %j', (message, fields) => {
  const { problems } = complaintOf(reply({ code: 40002, message }))!;
  expect(problems?.map(({ field }) => field)).toEqual(fields);
});

test.each([
  [40002, 'Sign the LeadAds term', { code: 40002, subcode: 'LeadAds', kind: undefined }],
  [40001, 'Sign the LeadAds term', { code: 40001, kind: undefined }],
  [40002, 'It already has a test lead', { kind: 'taken' }],
  [40001, 'It already has a test lead', { kind: undefined }],
  [40002, "The advertiser 12 doesn't exist", { code: 40300, writtenAs: 40002 }],
  [40002, "So the advertiser 12 doesn't exist", { code: 40002 }],
  [40002, '', { message: 'code 40002', transient: false }],
  [40002, 'Please retry again later', { transient: true }],
  [40002, 'Please try again later', { transient: true, message: 'Please try again later' }],
])('%d with the words %s is %j', (code, message, complaint) => {
  expect(complaintOf(reply({ code, message }))).toMatchObject(complaint);
});

test('a code that no table has, and an answer without words, blame no argument', () => {
  const of = (body: object) => complaintOf(reply(body))!;
  expect(of({ code: 49_999, message: 'Invalid video id: nope' }).problems).toEqual([]);
  expect(of({ code: 40_001, message: 'Sign the LeadAds term' })).not.toHaveProperty('subcode');
  expect(of({ code: 40_002 })).toMatchObject({ message: 'code 40002', problems: [] });
});

test('an answer without a code is told by its status, and the trace is read from any answer', () => {
  const said = (status: number) => complaintOf(reply(undefined, status))?.message;
  const shapeless = 'an answer without a code';
  expect([199, 200, 299, 300].map(said)).toEqual(['HTTP 199', shapeless, shapeless, 'HTTP 300']);
  expect(traceOf(reply({ code: 0, request_id: 'r' }))).toBe('r');
  expect(traceOf(reply('page'))).toBeUndefined();
});
