import { expect, test } from 'vitest';
import { failureOf as failureFrom, judge } from '../../upstream/dialect.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { complaintOf, ERRORS } from './errors.ts';

function reply(status: number, error?: Record<string, unknown>, headers = {}): UpstreamReply {
  return { status, headers, body: Buffer.alloc(0), json: error && { error: { code: status, ...error } } };
}

const judged = (answer: UpstreamReply) => judge(ERRORS, complaintOf(answer)!, answer.status);
const failed = (answer: UpstreamReply) => failureFrom('tags', ERRORS, complaintOf(answer)!, answer.status).details;
const because = (reason: string) => ({ message: 'm', errors: [{ reason, domain: 'global', message: 'm' }] });

test('204 and an empty 200 are no complaint', () => {
  expect(complaintOf(reply(204))).toBeUndefined();
  expect(complaintOf(reply(200))).toBeUndefined();
});

test.each([
  ['429 as seen today', reply(429, { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded for quota metric' })],
  ['429 without words', reply(429)],
  ...['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'].flatMap((reason) => [
    [`403 ${reason}`, reply(403, { status: 'PERMISSION_DENIED', ...because(reason) })] as const,
    [`403 ${reason} without a status word`, reply(403, because(reason))] as const,
  ]),
  [
    '403 whose detail names the limit',
    reply(403, { status: 'PERMISSION_DENIED', ...because('forbidden'), details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] }),
  ],
] as const)('the quota is waited for: %s', (_, answer) => {
  expect(judged(answer)).toEqual({ is: 'busy', waitMs: 30_000 });
  expect(failed(answer)).toMatchObject({ code: 'rate_limited', retryable: true });
});

test('a wait that the platform names itself is kept', () => {
  expect(judged(reply(429, { message: 'm' }, { 'retry-after': '7' }))).toEqual({ is: 'busy', waitMs: 7000 });
});

test('a missing scope and a missing right are no quota', () => {
  const scopes = reply(403, {
    status: 'PERMISSION_DENIED',
    ...because('insufficientPermissions'),
    details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
  });
  expect(failed(scopes)).toMatchObject({
    code: 'permission_denied',
    nextStep: expect.stringContaining('agree to all'),
  });
  const right = failed(reply(403, { status: 'PERMISSION_DENIED', ...because('forbidden') }));
  expect(right).toMatchObject({ code: 'permission_denied', nextStep: expect.stringContaining('user management') });
});

test.each([
  [409, { status: 'ABORTED', message: 'The fingerprint does not match.' }],
  [409, { message: 'conflict' }],
  [400, { status: 'INVALID_ARGUMENT', message: 'fingerprint differs from the stored one' }],
  [400, { status: 'FAILED_PRECONDITION', message: 'The fingerprint does not match that of the stored entity.' }],
])('a stale fingerprint is a conflict: %d %j', (status, error) => {
  expect(failed(reply(status, error))).toMatchObject({ code: 'conflict', retryable: false });
});

test('what a refusal of a write is about', () => {
  const bad = (message: string) => failed(reply(400, { status: 'INVALID_ARGUMENT', message, ...{ errors: [] } }));
  expect(bad('Found entity with duplicate name.')).toMatchObject({ code: 'conflict' });
  expect(bad('vendorTemplate.parameter.eventName: The value must not be empty.').problems).toEqual([
    { field: 'parameters.eventName', message: 'The value must not be empty.' },
  ]);
  expect(bad('The maximum number of workspaces has been reached.').nextStep).toContain('list_tag_workspaces');
  for (const message of ['', 'Returned an error response for your request.']) {
    expect(bad(message)).toMatchObject({ code: 'invalid_arguments', nextStep: expect.stringContaining('depends on') });
  }
  expect(failed(reply(404, { status: 'NOT_FOUND', message: 'Not found or permission denied.' })).code).toBe(
    'not_found',
  );
});

test('a fault leaves the outcome open, and a page is no answer', () => {
  expect(judged(reply(500, { status: 'INTERNAL', message: 'm' })).is).toBe('broken');
  expect(judged(reply(502)).is).toBe('broken');
});

test.each([
  [reply(300), { code: undefined, message: 'HTTP 300' }],
  [reply(199), { code: undefined, message: 'HTTP 199' }],
  [reply(404), { code: undefined, message: 'HTTP 404' }],
  [reply(404, { message: '' }), { code: 'NOT_FOUND', message: 'HTTP 404' }],
  [reply(404, { status: 'GONE', message: 'words' }), { code: 'GONE', message: 'words' }],
  [reply(403, { message: 'duplicate name' }), { code: 'PERMISSION_DENIED', subcode: undefined }],
  [reply(400, because('quotaExceeded')), { code: 'INVALID_ARGUMENT', subcode: 'quotaExceeded' }],
  [reply(403, because('dailyLimitExceeded')), { code: 'PERMISSION_DENIED', subcode: 'dailyLimitExceeded' }],
  [reply(400, { message: 'Not supported for this type of container' }), { subcode: 'unsupportedContainer' }],
  [reply(403, { message: 'm', errors: [{ domain: 'global' }] }), { subcode: undefined }],
])('%j is read as %j', (answer, complaint) => {
  expect(complaintOf(answer)).toMatchObject(complaint);
});
