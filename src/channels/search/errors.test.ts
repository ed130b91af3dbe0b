import { expect, test } from 'vitest';
import { failureOf as failureFrom, judge } from '../../upstream/dialect.ts';
import { jsonIn } from '../../upstream/reading.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { complaintOf, ERRORS, errorsByOperation } from './errors.ts';
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

test('errors of a partial failure are told apart by their operation', () => {
  const { partialFailureError } = MutateReply.parse({
    partialFailureError: {
      code: 3,
      message: 'some failed',
      details: [
        {
          '@type': TYPE,
          errors: [
            {
              errorCode: { criterionError: 'KEYWORD_TEXT_TOO_LONG' },
              message: 'too long',
              location: { fieldPathElements: [{ fieldName: 'mutate_operations', index: 1 }] },
            },
          ],
        },
      ],
    },
  });
  expect(errorsByOperation(partialFailureError)).toEqual(
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
