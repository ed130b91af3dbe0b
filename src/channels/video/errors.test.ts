import { expect, test } from 'vitest';
import { failureOf } from '../../upstream/dialect.ts';
import { complaintOf, ERRORS } from './errors.ts';

const reply = (body: unknown, status = 200) => ({ status, headers: {}, body: Buffer.alloc(0), json: body });
const failure = (code: number, message = 'm') => {
  const complaint = complaintOf(reply({ code, message, request_id: '20261115090000ab', data: {} }))!;
  return failureOf('video', ERRORS, complaint, 200).details;
};

test('a code of 0 is no complaint, whatever else is there', () => {
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

test('the field before the colon is named as our argument', () => {
  expect(failure(40002, 'creatives.0.ad_text: Missing data for required field.').problems).toEqual([
    { field: 'ad_text', message: 'Missing data for required field.' },
  ]);
  expect(failure(40002, 'adgroup_name: too long').problems?.[0]?.field).toBe('ad_group_name');
  expect(failure(40002, 'Please select a pixel.').problems).toBeUndefined();
});

test('a passing fault under the code for bad parameters may be tried again; a page of the edge is told by its status', () => {
  expect(failure(40002, 'Could not acquire IP. Please try again later').retryable).toBe(true);
  expect(complaintOf(reply(undefined, 400))).toEqual({ message: 'HTTP 400' });
  expect(complaintOf(reply(undefined, 200))?.kind).toBe('broken');
});
