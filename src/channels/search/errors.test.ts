import { expect, test } from 'vitest';
import { failureOf as failureFrom, judge } from '../../upstream/dialect.ts';
import { jsonIn } from '../../upstream/reading.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { complaintOf, ERRORS, errorsByOperation, rowFailure } from './errors.ts';
import { MutateReply } from './wire.ts';

const TYPE = 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure';

function reply(status: number, body: unknown): UpstreamReply {
  return { status, headers: { 'request-id': 'r1' }, body: Buffer.from(JSON.stringify(body)) };
}

const complaintIn = (answer: UpstreamReply) => complaintOf({ ...answer, json: jsonIn(answer.body) })!;
const failureOf = (answer: UpstreamReply) => failureFrom('search', ERRORS, complaintIn(answer), answer.status);
const judgementOf = (answer: UpstreamReply) => judge(ERRORS, complaintIn(answer), answer.status);

function refusal(status: number, ...errors: unknown[]) {
  return reply(status, {
    error: { code: status, message: 'top', status: 'X', details: [{ '@type': TYPE, errors, requestId: 'q7' }] },
  });
}

test('every refused field is told by its whole path', () => {
  const { details } = failureOf(
    refusal(
      400,
      {
        errorCode: { campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' },
        message: 'odd amount',
        location: {
          fieldPathElements: [
            { fieldName: 'mutate_operations', index: 0 },
            { fieldName: 'campaign_budget_operation' },
            { fieldName: 'create' },
            { fieldName: 'amount_micros' },
          ],
        },
      },
      {
        errorCode: { adError: 'TOO_LONG' },
        message: 'too long',
        location: {
          fieldPathElements: [
            { fieldName: 'operations', index: 1 },
            { fieldName: 'create' },
            { fieldName: 'ad' },
            { fieldName: 'responsive_search_ad' },
            { fieldName: 'headlines', index: 2 },
            { fieldName: 'text' },
          ],
        },
      },
    ),
  );
  expect(details.code).toBe('invalid_arguments');
  expect(details.problems).toEqual([
    { field: 'mutate_operations.0.campaign_budget_operation.create.amount_micros', message: 'odd amount' },
    { field: 'operations.1.create.ad.responsive_search_ad.headlines.2.text', message: 'too long' },
  ]);
  expect(details.upstream).toMatchObject({
    code: 'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
    trace_id: 'q7',
  });
});

test('a quota error says how long to wait', () => {
  const exhausted = refusal(429, {
    errorCode: { quotaError: 'RESOURCE_EXHAUSTED' },
    message: 'slow down',
    details: { quotaErrorDetails: { rateScope: 'ACCOUNT', retryDelay: '900s' } },
  });
  expect(judgementOf(exhausted)).toEqual({ is: 'busy', waitMs: 900_000 });
  const { details } = failureOf(exhausted);
  expect(details).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterS: 900 });
});

test('an undeclared account is told which declaration is missing and where to make it', () => {
  const { details } = failureOf(
    refusal(400, { errorCode: { mutateError: 'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED' }, message: 'm' }),
  );
  expect(details.code).toBe('account_problem');
  expect(details.nextStep).toContain('contains_eu_political_advertising');
});

test('errors of the front end, which are not the platform’s own kind, are understood too', () => {
  const scope = reply(403, {
    error: {
      code: 403,
      message: 'insufficient scopes',
      status: 'PERMISSION_DENIED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
    },
  });
  expect(failureOf(scope).details).toMatchObject({
    code: 'permission_denied',
    upstream: { code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', trace_id: 'r1' },
  });
  expect(failureOf({ status: 502, headers: {}, body: Buffer.from('<html>') }).details).toMatchObject({
    code: 'upstream_unavailable',
    retryable: true,
  });
  expect(failureOf(reply(501, {})).code).toBe('unsupported');
});

test('only an expired token is renewed; a withdrawn one, or a customer that does not exist, is not', () => {
  const of = (value: string) => judgementOf(refusal(401, { errorCode: { authenticationError: value } })).is;
  expect(of('OAUTH_TOKEN_EXPIRED')).toBe('expired');
  expect(of('OAUTH_TOKEN_REVOKED')).toBe('refused');
  expect(of('CUSTOMER_NOT_FOUND')).toBe('refused');
});

function partialFailure(...errors: object[]) {
  const partialFailureError = { code: 3, message: 'some failed', details: [{ '@type': TYPE, errors }] };
  return MutateReply.parse({ partialFailureError }).partialFailureError;
}

test('errors of a partial failure are told apart by their operation', () => {
  const tooLong = {
    errorCode: { criterionError: 'KEYWORD_TEXT_TOO_LONG' },
    message: 'too long',
    location: { fieldPathElements: [{ fieldName: 'mutate_operations', index: 1 }] },
  };
  expect(errorsByOperation(partialFailure(tooLong))).toEqual(
    new Map([[1, { family: 'criterionError', code: 'KEYWORD_TEXT_TOO_LONG', message: 'too long' }]]),
  );
});

test('what failed only because something before it failed is not told beside the cause', () => {
  const at = (index: number) => ({ location: { fieldPathElements: [{ fieldName: 'mutate_operations', index }] } });
  const after = { errorCode: { newResourceCreationError: 'TEMP_ID_RESOURCE_HAD_ERRORS' }, message: 'had errors' };
  const cause = { errorCode: { campaignError: 'DUPLICATE_CAMPAIGN_NAME' }, message: 'name taken', ...at(1) };
  const { details } = failureOf(refusal(400, cause, { ...after, ...at(2) }, { ...after, ...at(3) }));
  expect(details.problems?.map(({ message }) => message)).toEqual(['name taken']);
  expect(failureOf(refusal(400, { ...after, ...at(2) })).details.problems).toHaveLength(1);
});

test('an error about the whole account names the account', () => {
  const { details } = failureOf(
    refusal(403, { errorCode: { authorizationError: 'USER_PERMISSION_DENIED' }, message: 'no access' }),
  );
  expect(details.problems).toEqual([{ field: 'customer_id', message: 'no access' }]);
});

const saying = (...details: unknown[]) => reply(400, { error: { code: 400, message: 'top', status: 'X', details } });
const violation = { field: 'operations[12].create.name', description: 'not parsed', reason: 'BAD' };

test.each([
  [saying(), 'top', []],
  [reply(400, {}), 'HTTP 400', []],
  [
    saying({ fieldViolations: [violation] }),
    'not parsed',
    [{ field: 'operations.12.create.name', message: 'not parsed' }],
  ],
  [
    saying({ fieldViolations: [{ field: 'a', description: 'first' }, violation] }),
    'not parsed',
    [
      { field: 'a', message: 'first' },
      { field: 'operations.12.create.name', message: 'not parsed' },
    ],
  ],
  [saying({ errors: [] }, { errors: [{ errorCode: { adError: 'X' }, message: 'later' }] }), 'later', []],
  [
    refusal(400, {
      message: 'refused',
      details: { policyFindingDetails: { policyTopicEntries: [{ topic: 'ALCOHOL' }, { topic: 'GAMBLING' }] } },
    }),
    'refused (policy: ALCOHOL, GAMBLING)',
    [],
  ],
])('%j is told as %s', (answer, message, problems) => {
  expect(complaintIn(answer)).toMatchObject({ message, problems });
});

test.each([
  ['1.25s', 1250],
  ['900s', 900_000],
  ['x1s', undefined],
  ['1s later', undefined],
  ['soon', undefined],
])('a delay of %s is %s ms', (retryDelay, waitMs) => {
  const error = { errorCode: { quotaError: 'X' }, details: { quotaErrorDetails: { retryDelay } } };
  expect(complaintIn(refusal(429, error)).waitMs).toBe(waitMs);
});

test('of each operation the first error is told, and what belongs to none is left out', () => {
  const at = (message: string, fieldName?: string, index?: number) => ({
    message,
    ...(fieldName && { location: { fieldPathElements: [{ fieldName, index }] } }),
  });
  const failure = partialFailure(
    at('nowhere'),
    at('x', 'my_operations', 5),
    at('x', 'operations_more', 6),
    at('first', 'operations', 0),
    at('second', 'operations', 0),
    at('other', 'mutate_operations', 3),
  );
  const row = (message: string) => ({ family: undefined, code: 'UNKNOWN', message });
  expect(errorsByOperation(failure)).toEqual(
    new Map([
      [0, row('first')],
      [3, row('other')],
    ]),
  );
  expect(errorsByOperation(undefined).size).toBe(0);
});

test.each([
  [{ family: 'campaignError', code: 'DUPLICATE_CAMPAIGN_NAME', message: 'taken' }, 'conflict', 'Choose another name'],
  [{ code: 'UNKNOWN', message: 'odd' }, 'invalid_arguments', 'Correct what the message names.'],
])('the row error %j is %s', (error, code, nextStep) => {
  const { details } = rowFailure(error);
  expect(details).toMatchObject({ code, message: `${error.message} (${error.code})` });
  expect(details.nextStep).toContain(nextStep);
});
