import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { failureOf } from '../../upstream/dialect.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { asRangeProblem, complaintOf, ERRORS, isUnreadableRange } from './errors.ts';

function reply(status: number, error?: Record<string, unknown>): UpstreamReply {
  return { status, headers: {}, body: Buffer.alloc(0), json: error && { error: { code: status, ...error } } };
}
const failed = (answer: UpstreamReply) => failureOf('office', ERRORS, complaintOf(answer)!, answer.status);
const refused = (message: string) => failed(reply(400, { status: 'INVALID_ARGUMENT', message }));

test.each([
  [reply(500), { code: undefined, subcode: undefined, message: 'HTTP 500' }],
  [reply(404, { status: '', message: '' }), { code: undefined, message: 'HTTP 404' }],
  [reply(404, { status: 'NOT_FOUND', message: 'gone' }), { code: 'NOT_FOUND', message: 'gone' }],
  [
    reply(403, { status: 'PERMISSION_DENIED', message: 'm', details: [{}, { reason: 'SERVICE_DISABLED' }] }),
    { code: 'PERMISSION_DENIED', subcode: 'SERVICE_DISABLED' },
  ],
])('%j is read as %j', (answer, complaint) => {
  expect(complaintOf(answer)).toMatchObject(complaint);
});

test('an answer is no complaint', () => {
  expect(complaintOf(reply(200))).toBeUndefined();
});

test.each([
  ['PERMISSION_DENIED', 403, 'permission_denied', /Share the spreadsheet/],
  ['FAILED_PRECONDITION', 400, 'unsupported', /Save it as a spreadsheet/],
  ['NOT_FOUND', 404, 'not_found', /Check the id/],
  ['RESOURCE_EXHAUSTED', 429, 'rate_limited', /Wait up to a minute/],
  ['UNAVAILABLE', 503, 'upstream_unavailable', /Ask again/],
] as const)('%s (%d) is told as %s', (status, http, code, nextStep) => {
  const { details } = failed(reply(http, { status, message: 'm' }));
  expect(details.code).toBe(code);
  expect(details.nextStep).toMatch(nextStep);
});

test('a range that cannot be read is told from other refusals', () => {
  expect(isUnreadableRange(refused('Unable to parse range: Nowhere!A1'))).toBe(true);
  expect(isUnreadableRange(refused('It was: Unable to parse range'))).toBe(false);
  expect(isUnreadableRange(new Error('Unable to parse range'))).toBe(false);
  expect(isUnreadableRange(new Failure({ code: 'internal', message: 'm', nextStep: 'n' }))).toBe(false);
});

test.each(['Unable to parse range: x', 'Range (x) exceeds grid limits'])('%s names the argument', (words) => {
  const problem = asRangeProblem(refused(words)) as Failure;
  expect(problem.details.problems).toEqual([
    { field: 'range', message: expect.stringContaining(`was refused by the platform: ${words}.`) },
  ]);
});

test('a refusal that is not about the range stays as it is', () => {
  const others = [refused('Something else'), failed(reply(404, { status: 'NOT_FOUND', message: 'range' })), 'range'];
  for (const other of others) expect(asRangeProblem(other)).toBe(other);
});
