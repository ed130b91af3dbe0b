import { expect, test } from 'vitest';
import { failureOf } from '../../upstream/dialect.ts';
import { complaintOf, ERRORS } from './errors.ts';

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

test('a sentence about something else blames no argument', () => {
  expect(failure(40100, 'Too many requests for this video id').problems).toBeUndefined();
});

test('a passing fault under the code for bad parameters may be tried again; a page of the edge is told by its status', () => {
  expect(failure(40002, 'Could not acquire IP. Please try again later').retryable).toBe(true);
  expect(complaintOf(reply(undefined, 400))).toEqual({ message: 'HTTP 400' });
  expect(complaintOf(reply(undefined, 200))?.kind).toBe('broken');
});
